"""Reasons for and against acts of Labyrinth."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from byways.game import Choice, put
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.games.labyrinth.bots.advice import brief, turns_to_goal
from byways.games.labyrinth.state import Insert, Pass, Position, Slide, Walk
from byways.games.labyrinth.view import View
from byways.i18n import Message
from tests.games.advised import played


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ((Slide(2, "left"), Insert(0), Walk(3, 4)), "slide row 3 left, walk to row 4, column 5"),
        ((Slide(4, "up"), Insert(90), Walk(3, 4)), "slide column 5 up, turn the tile a quarter turn to the left, walk to row 4, column 5"),
        ((Insert(0), Walk(0, 1)), "walk to row 1, column 2"),
        ((Insert(0),), "insert the tile as it is"),
        ((Pass(),), "pass"),
    ],
)
def test_an_act_is_described_without_obvious_steps(act: tuple[Choice, ...], said: str) -> None:
    assert GAME.say(brief(act)) == said


def test_reasons_are_true_and_none_is_missing() -> None:
    said = set[str]()
    for treasures, classic, seeds in ((2, False, (3, 10)), (1, True, (1, 3))):
        options = LabyrinthOptions(rows=5, columns=5, classic=classic, treasures=treasures, rounds=20)
        for view, act, reasons, after in played(GAME, 2, seeds, options, lambda choice: choice != Pass()):
            assert isinstance(view, View)
            assert isinstance(after, Position)
            said |= set(reasons)
            check_own(view, after, reasons, len(act) == 3)
            check_rival(view, after, reasons.keys() & {"why.lets", "why.may-let", "why.shuts"})
    assert said == {f"why.{kind}" for kind in ("home", "finds", "last", "near", "near-home", "lets", "may-let", "shuts")}


def check_own(view: View, after: Position, reasons: dict[str, dict[str, Any]], has_walked: bool) -> None:
    assert view.seat is not None
    home = after.outcome is not None and after.outcome.reason == Message("outcome.home", {"seat": view.seat, "treasures": view.found})
    found = after.found[view.seat] - view.found
    last = found > 0 and after.found[view.seat] == view.treasures
    assert [f"why.{kind}" in reasons for kind in ("home", "last", "finds")] == [home, last, found > last]
    if found > last:
        assert reasons["why.finds"] == near_finds(after, view.seat)
    goes_on = has_walked and not found and after.outcome is None
    turns = turns_to_goal(seen(after, view.seat), 2) if goes_on else None
    assert reasons.get("why.near-home" if view.homeward else "why.near") == ({"turns": turns} if turns else None)


def near_finds(after: Position, seat: int) -> dict[str, int]:
    """The places where the seat's next treasure may be, and how many of them one turn reaches."""
    maze, home, (first, _) = after.maze, after.avatars[seat].home, after.hunts[seat]
    places = [cell for cell in maze.grid.fixed if cell not in (home, first)]
    dealt = [replace(after, hunts=put(after.hunts, seat, (first, cell))) for cell in places]
    return {"reached": sum(turns_to_goal(seen(one, seat), 1) is not None for one in dealt), "all": len(places)}


def check_rival(view: View, after: Position, reasons: set[str]) -> None:
    """Whether a rival with all treasures could get home in one turn."""
    rival = 1 - (view.seat or 0)
    if after.outcome is None:
        homeward = replace(after, found=(view.treasures,) * 2)
        open_now = turns_to_goal(seen(replace(homeward, maze=view.maze, avatars=view.avatars, last=view.last), rival), 1) is not None
        open_then = turns_to_goal(seen(homeward, rival), 1) is not None
        assert not reasons & {"why.lets", "why.may-let"} or open_then
        assert "why.shuts" not in reasons or (open_now and not open_then)


def seen(position: Position, seat: int) -> View:
    view = position.view(seat)
    assert isinstance(view, View)
    return view
