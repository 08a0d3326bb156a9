"""Explanations of illegal choices of Traxx."""

from __future__ import annotations

import pytest

from byways.game import Illegal
from byways.games.traxx.state import Draw
from tests.games.traxx.positions import dot, lay, offered


def test_the_line_may_not_be_interrupted() -> None:
    with pytest.raises(Illegal, match=r"c3 is not next to e4, where your line ends\. The line may not have gaps"):
        lay("e4").choose(0, Draw("c3", "e4"))
    with pytest.raises(Illegal, match=r"a1 is not next to either end of your line, e4 or d2\. The line may not have gaps"):
        lay("e4 e3 d2").choose(0, Draw("a1", "e4"))
    with pytest.raises(Illegal, match=r"c2 is not next to e4, where your line ends"):
        lay("e4 e3 d2").choose(0, Draw("c2", "e4"))


def test_the_line_may_not_intersect_itself() -> None:
    with pytest.raises(Illegal, match=r"The line already runs through e3\. It may cross each field only once"):
        lay("e4 e3 d2 d3").choose(0, Draw("e3", "d3"))
    with pytest.raises(Illegal, match="The line already runs through e3"):
        dot(lay("e4"), 0, "e4 e3 d2 e3")
    with pytest.raises(Illegal, match="The line already runs through e3"):
        lay("e4 e3 d2 d1").choose(0, Draw("e3", "d1"))


def test_the_line_may_not_branch() -> None:
    with pytest.raises(Illegal, match=r"The line may not branch\. Go on from e4 or d2, not from e3"):
        lay("e4 e3 d2").choose(0, Draw("d3", "e3"))
    with pytest.raises(Illegal, match=r"The line may not branch\. Go on from d2, not from d3"):
        dot(lay("f5 e4 d3"), 0, "d3 d2").choose(0, Draw("c3", "d3"))


def test_the_line_continues_from_itself() -> None:
    with pytest.raises(Illegal, match=r"The line does not run through a1\. Go on from e4 or d2"):
        lay("e4 e3 d2").choose(0, Draw("a2", "a1"))


def test_each_round_the_line_is_extended_at_one_end_only() -> None:
    position = dot(lay("e4 e3 d2"), 0, "d2 d3")
    assert offered(position) == {"draw c2 from d3", "draw c3 from d3", "done"}
    with pytest.raises(Illegal, match=r"You may extend only one end of your line in a round\. Go on from your last dot, d3"):
        position.choose(0, Draw("e5", "e4"))


def test_in_the_first_round_too_it_goes_one_way_only() -> None:
    with pytest.raises(Illegal, match=r"You may extend only one end of your line in a round\. Go on from your last dot, e3"):
        dot(lay("e4"), 0, "e4 e3").choose(0, Draw("e5", "e4"))


def test_a_colour_that_is_not_on_the_card_cannot_be_used() -> None:
    with pytest.raises(Illegal, match="d4 is red, but the card shows no red"):
        lay("e4", card="BGYA").choose(0, Draw("d4", "e4"))
