"""Proved results of Traxx."""

from __future__ import annotations

from itertools import pairwise

import pytest

from byways.bots.proofs import WINS
from byways.event import Proof
from byways.games.traxx.bots.proofs import proof, result
from byways.games.traxx.rules import parse
from byways.games.traxx.state import DONE
from byways.games.traxx.view import View
from byways.i18n import Message
from tests.games.traxx.positions import entered, lay

PASS = (DONE,)


def view_of(lines: tuple[str, str], deck: tuple[str, ...], *points: tuple[int, ...]) -> View:
    view = lay(*lines, deck=deck, points=points).view(0)
    assert isinstance(view, View)
    return view


def behind(points: int) -> Proof:
    return Proof(False, Message("why.behind", {"seat": 1, "points": points}))


def test_a_rival_who_cannot_catch_up_with_the_last_card_has_lost() -> None:
    assert proof(view_of(("d5", "e4"), (), entered(n9=9, n10=10), entered()), PASS) == WINS
    assert proof(view_of(("d5", "e4"), (), entered(n4=4), entered()), PASS) is None


def test_passing_with_the_last_card_when_behind_loses() -> None:
    assert proof(view_of(("d5", "e4"), (), entered(), entered(n9=9)), PASS) == behind(9)


@pytest.mark.parametrize(("cards", "is_lost"), [(("BGYR",), True), (("BGYR", "BGYW"), False)])
def test_a_seat_that_cannot_catch_up_with_the_next_card_has_lost(cards: tuple[str, ...], is_lost: bool) -> None:
    far = view_of(("d5", "e4"), cards, entered(), entered(n9=9, n10=10, n8=8, n7=7))
    assert (proof(far, PASS) is not None) == is_lost


def test_lines_that_cannot_continue_decide_the_game_at_once() -> None:
    shut, later = "a1 b1 b2 a2 a3 a4 b5 b6 a5", ("BGYR", "BGYW", "BGRW")
    for mine, theirs, known in ((9, 4, WINS), (4, 9, behind(5)), (4, 4, None)):
        assert proof(view_of((shut, shut), later, entered(n9=mine), entered(n9=theirs)), PASS) == known
    assert proof(view_of((shut, "e4"), later, entered(), entered(n10=10, n9=9)), PASS) == behind(11)
    assert proof(view_of((shut, "e4"), later, entered(n10=10), entered()), PASS) is None


def test_the_same_fields_with_the_same_ends_are_one_act() -> None:
    def drawn(text: str, *deck: str) -> object:
        view = lay("e4 e5", "d5", card="BGYAR", deck=deck).view(0)
        assert isinstance(view, View)
        fields = text.split()
        return result(view, [*(parse(f"draw {to} from {origin}") for origin, to in pairwise(fields)), DONE])

    assert drawn("e5 d5 d6 e6", "BGYR") == drawn("e5 d5 d6 e6", "BGYR") != drawn("e5 e6 d6 d5", "BGYR")
    assert drawn("e5 d5 d6 e6") == drawn("e5 e6 d6 d5")
