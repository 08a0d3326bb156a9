"""The notation of choices in Traxx."""

from __future__ import annotations

import pytest

from byways.game import Malformed
from byways.games.traxx import rules
from byways.games.traxx.state import Done, Draw
from tests.games.traxx.positions import lay


@pytest.mark.parametrize(
    "text", ["draw", "draw e4", "draw e4 d3", "draw E4 from d3", "draw e4  from d3", "Done", "Pass", "pass e4", "draw e4 from d3 "]
)
def test_other_texts_are_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="Write 'draw e4 from d3' or 'done'"):
        rules.parse(text)


def test_t3_pass_means_done() -> None:
    assert rules.parse("pass") == Done()
    assert lay("e4").choose(0, rules.parse("pass")).awaited == ()


def test_a_field_off_the_board_is_malformed() -> None:
    with pytest.raises(Malformed, match=r"There is no field a9\. The top row runs from a1 to a5"):
        rules.parse("draw a9 from a5")


def test_the_notation_of_a_jump_is_well_formed() -> None:
    assert rules.parse("draw a1 from i9") == Draw("a1", "i9")
