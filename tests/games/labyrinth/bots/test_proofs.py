"""Proved results of Labyrinth."""

from __future__ import annotations

from msgspec.structs import replace

from byways.bots import proofs
from byways.event import Proof
from byways.games.labyrinth import GAME
from byways.games.labyrinth.bots.proofs import proof, result
from byways.games.labyrinth.state import Position
from byways.games.labyrinth.view import View
from byways.i18n import Message
from tests.games.labyrinth.positions import OPEN5, position


def proved(start: Position, turn: str) -> Proof | None:
    view = start.view(0)
    assert isinstance(view, View)
    return proof(view, [GAME.parse(text) for text in turn.split("; ")])


def going_home(drawn: str, classic: bool = True) -> Position:
    """Both seats have found all their treasures."""
    return replace(position(drawn, [(1, 1), (1, 3)], [(3, 1), (3, 3)], at=[(3, 1), (3, 3)], classic=classic), found=(1, 1))


def test_coming_home_wins() -> None:
    assert proved(going_home(OPEN5), "slide 1 left; insert 0; walk 1,1") == proofs.WINS


def test_a_turn_that_leaves_a_known_way_home_loses() -> None:
    assert proved(going_home(OPEN5), "slide 1 left; insert 0; walk 2,2") == Proof(False, Message("why.loses-home", {"seat": 1}))


def test_a_rival_that_may_still_have_to_hunt_proves_nothing() -> None:
    assert proved(going_home(OPEN5, classic=False), "slide 1 left; insert 0; walk 2,2") is None
    assert proved(replace(going_home(OPEN5), found=(1, 0)), "slide 1 left; insert 0; walk 2,2") is None


def test_turns_to_different_places_are_different() -> None:
    view = position(OPEN5, [(1, 1), (1, 3)], [(3, 1), (3, 3)]).view(0)
    assert isinstance(view, View)
    one, other = ([GAME.parse(text) for text in f"slide 0 left; insert 0; walk {walk}".split("; ")] for walk in ("1,2", "0,2"))
    assert result(view, one) == result(view, one) != result(view, other)
