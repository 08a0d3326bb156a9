"""Short descriptions of acts, and reasons for them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.game import Choice
from byways.games.the_way import GAME, TheWayOptions
from byways.games.the_way.bots.advice import brief, why
from byways.games.the_way.bots.distance import rest
from byways.games.the_way.state import MIDPOINTS, PLACES, STARTS, Card, First, Lay, Move, Place, Position, Stay, Turn
from byways.games.the_way.view import View
from byways.i18n import Message
from tests.games.advised import played


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ((Turn("c3", "left"), Move("c4")), "turn c3 to the left, move to c4"),
        ((Card("corner"), Place("c3"), Lay("NE"), Stay()), "cover c3, open to the north and east, stay"),
        ((Lay("NE"), Stay()), "open to the north and east, stay"),
        ((First(),), "Go first"),
    ],
)
def test_a_brief_act_leaves_out_the_obvious_steps(act: tuple[Choice, ...], said: str) -> None:
    assert GAME.say(brief(act)) == said


def test_reasons_are_true_and_none_is_missing() -> None:
    said = set[str]()
    options = TheWayOptions(single=True)
    for view, act, reasons, after in played(GAME, 2, range(1), options, lambda choice: not isinstance(choice, Stay)):
        assert isinstance(view, View)
        assert isinstance(after, Position)
        if not isinstance(act[-1], Move | Stay):
            assert not reasons
            continue
        said |= set(reasons)
        assert view.seat is not None
        before, then, piece = view.table, after.table, view.table.piece(view.seat)
        has_won = len(then.results) > len(before.results) and then.results[-1] == view.seat
        assert ("why.wins" in reasons) == has_won
        if then.phase != "play":
            continue
        assert ("why.midpoint" in reasons) == (then.reached[piece] > before.reached[piece])
        covers = [len(after.hands[then.circle or 0]) > 0, len(after.hands[1 - (then.circle or 0)]) > 0]
        if "why.race" in reasons:
            mine, theirs = rest(then, piece, True), rest(then, 1 - piece, covers[1 - piece])
            assert abs(reasons["why.race"]["others"] - theirs / 10) <= 0.5
            assert not covers[piece] or abs(reasons["why.race"]["turns"] - mine / 10) <= 0.5
        for name, sign in (("why.costs", 1), ("why.helps", -1)):
            if name in reasons:
                far = rest(then, 1 - piece, covers[1 - piece]) - rest(before, 1 - piece, covers[1 - piece])
                assert abs(sign * far / 10 - reasons[name]["turns"]) <= 0.5
    assert said >= {f"why.{kind}" for kind in ("race", "costs", "helps")}


def test_the_midpoint_comes_first_and_then_home_wins() -> None:
    view = next(one.view for one in played(GAME, 2, range(1)) if isinstance(one.act[-1], Move | Stay))
    assert isinstance(view, View)
    piece = view.table.piece(view.seat or 0)
    home, midpoint = Move(PLACES[STARTS[piece]]), Move(PLACES[MIDPOINTS[piece]])
    for reached in (True, False):
        seen = replace(view, act=(), table=replace(view.table, reached=(reached, reached)))
        assert (why(seen, (home,)) == (Message("why.wins-game", {"game": 1}),)) == reached
        assert (Message("why.midpoint") in why(seen, (midpoint,))) != reached
