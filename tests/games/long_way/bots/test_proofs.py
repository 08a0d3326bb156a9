"""Proved results of The Long Way."""

from __future__ import annotations

import pytest

from byways.bots.proofs import WINS
from byways.event import Proof
from byways.games.long_way import GAME
from byways.games.long_way.bots.proofs import proof, result
from byways.games.long_way.state import Sheet
from byways.games.long_way.view import View
from byways.i18n import Message
from tests.games.long_way.positions import ready, sheet

STOP = [GAME.parse("stop"), GAME.parse("done")]


def shop(displays: int, stopped: bool = False) -> Sheet:
    return sheet(displays=" ".join(f"{column}1=1" for column in "abcdefg"[:displays]), filled="a1 b1 c1 d1 e1 f1 g1", stopped=stopped)


@pytest.mark.parametrize(
    ("mine", "theirs", "stopped", "found"),
    [
        (3, 2, True, WINS),
        (3, 3, True, None),
        (3, 2, False, None),
        (2, 5, True, Proof(False, Message("why.behind", {"seat": 1, "points": 3}))),
        (2, 5, False, None),
    ],
)
def test_a_seat_that_stops_is_compared_with_those_that_have_stopped(mine: int, theirs: int, stopped: bool, found: Proof | None) -> None:
    view = ready(shop(mine), shop(theirs, stopped), dice=(1, 1)).view(0)
    assert isinstance(view, View)
    assert proof(view, STOP) == found


def test_acts_that_leave_the_same_sheet_are_one() -> None:
    view = ready(shop(3), shop(2), dice=(1, 1)).view(0)
    assert isinstance(view, View)
    assert result(view, STOP) == result(view, STOP[:1])
