"""Explanations of illegal choices of Labyrinth."""

from __future__ import annotations

import pytest

from byways.game import Illegal
from byways.games.labyrinth.state import Pass, Position
from tests.games.labyrinth.positions import OPEN5, SEALED, play, position

# Two players on an open board, each treasure beside the other's home.
START = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)])
# From (1, 1) the only way leads to the crossing above.
SIDED = position("─┼─── ─│─│─ ─────", homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)], spare="│")
TURNED_TOO_FAR = "Turned like this, the spare tile looks like one of the tiles on offer. Choose that one."
SEALED_IN = "With row 1 slid left, the avatar could not leave its tile, whichever way the spare tile is turned. Slide another line."
SLIDE_FIRST = "Slide a row or a column first, then insert the spare tile, then walk."
APART = "No passage leads from your avatar to row 3, column 1. All along the way, tiles must open towards each other."
SHUT = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)], spare="│")
ON_THE_EDGE = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)], spare="│", at=[(0, 0), (1, 3)])


@pytest.mark.parametrize(
    ("start", "turn", "sentence"),
    [
        (START, "insert 0", SLIDE_FIRST),
        (START, "walk 1,2", SLIDE_FIRST),
        (START, "slide 0 left; slide 0 left", "You have slid a line. Now insert the spare tile, or take the slide back."),
        (START, "slide 0 left; insert 0; insert 0", "You have slid a line and inserted the spare tile. Now walk, or take that back."),
        (START, "slide 1 left", "Row 2 does not slide. These rows do: 1, 3, and 5."),
        (START, "slide 3 up", "Column 4 does not slide. These columns do: 1, 3, and 5."),
        (START, "slide 6 down", "Column 7 does not slide. These columns do: 1, 3, and 5."),
        (START, "slide 0 left; insert 90", TURNED_TOO_FAR),
        (START, "slide 0 left; insert 0; walk 5,0", "Row 6, column 1 is off the board, which is 5 by 5 tiles."),
        (SIDED, "slide 0 left", SEALED_IN),
        (SHUT, "slide 0 up", SEALED_IN.replace("row 1 slid left", "column 1 slid up")),
        (SIDED, "slide 2 left; insert 0; walk 2,0", APART),
        (
            ON_THE_EDGE,
            "slide 0 left; insert 0",
            "With the spare tile turned like this, the avatar could not leave its tile. Turn it another way.",
        ),
    ],
)
def test_an_illegal_choice_is_refused_with_the_rule_it_breaks(start: Position, turn: str, sentence: str) -> None:
    with pytest.raises(Illegal) as caught:
        play(start, turn)
    assert str(caught.value) == sentence


def test_a_refusal_names_the_awaited_seat() -> None:
    with pytest.raises(Illegal, match=r"^It is not Blue's turn\. Waiting for Red\.$"):
        START.choose(1, Pass())
