"""Proved results of The Way."""

from __future__ import annotations

from typing import Any

import pytest

from byways.bots.proofs import WINS
from byways.event import Proof
from byways.games.the_way import GAME
from byways.games.the_way.bots.proofs import SET_LOST, SET_WON, proof, result
from byways.games.the_way.state import Position
from byways.games.the_way.view import View
from byways.i18n import Message
from tests.games.the_way.positions import OPEN, SHUT, position


def proved(start: Position, act: str) -> Proof | None:
    view = start.view(0)
    assert isinstance(view, View)
    return proof(view, [GAME.parse(step) for step in act.split("; ")])


def near(board: str = OPEN, tokens: tuple[str, str] = ("b1", "b5"), **table: Any) -> Position:
    """Both players are on their way home, one step away."""
    return position(board, tokens, **{"reached": (True, True), "single": True, **table})


OTHER = Proof(False, Message("why.loses-home", {"seat": 1}))


def test_coming_home_wins_a_single_game() -> None:
    assert proved(near(), "move a1") == WINS


@pytest.mark.parametrize(
    ("results", "found"), [((), None), ((0,), WINS), ((1,), None), ((1, 0), WINS), ((1, 1), SET_LOST), ((0, 0), SET_WON)]
)
def test_coming_home_wins_a_set_that_it_decides(results: tuple[int, ...], found: Proof | None) -> None:
    assert proved(near(single=False, results=results), "move a1") == found


def test_a_turn_after_which_the_other_player_can_come_home_loses() -> None:
    assert proved(near(), "stay") == OTHER
    assert proved(near(tokens=("b1", "b4")), "stay") is None
    assert proved(near(reached=(True, False)), "stay") is None
    assert proved(near(single=False, results=()), "stay") is None
    assert proved(near(single=False, results=(1,)), "stay") == OTHER


def test_a_card_that_may_be_in_the_other_hand_proves_nothing() -> None:
    shut = near(SHUT, tokens=("c3", "b5"), locked=(20, 21))
    assert proved(shut, "stay") is None
    assert proved(near(SHUT, tokens=("c3", "b5"), locked=(20, 21), known=((), ("NES",))), "stay") == OTHER


def test_turns_with_the_same_board_are_one() -> None:
    view = near().view(0)
    assert isinstance(view, View)
    assert result(view, [GAME.parse("stay")]) != result(view, [GAME.parse("move b2")])
