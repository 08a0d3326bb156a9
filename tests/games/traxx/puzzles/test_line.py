from __future__ import annotations

import pytest

from byways.games.traxx.puzzles.line import Lines, TooManyLines, line_of
from byways.games.traxx.state import Sheet
from tests.games.traxx.positions import BOARD

START = line_of(Sheet(("e4",)))


def test_a_number_after_a_higher_one_counts_half() -> None:
    """The 2 is on f7, the 9 on c7."""
    lines = Lines(BOARD, ("B",))
    assert lines.gain(line_of(Sheet(("f5", "f6")))) == 1 + 2
    assert lines.gain(line_of(Sheet(("c7", "f6")))) == 1 + 1


def test_lines_with_the_same_fields_and_ends_are_one() -> None:
    acts = Lines(BOARD, ("BGYA",)).acts(START)
    assert len({(line.used, line.ends) for line in acts}) == len(acts)
    assert (0, ()) in acts.values()


def test_a_search_can_be_limited() -> None:
    with pytest.raises(TooManyLines):
        Lines(BOARD, ("BGYA", "BGYR", "BGYW"), limit=5).gain(START)


def test_a_line_is_shut_in_as_its_sheet_is() -> None:
    spiral = ("a1", "a2", "b2", "c3", "c2", "b1")
    sheets = [Sheet(spiral[:size]) for size in range(1, 7)] + [Sheet((*spiral, "c1", "d1", "e1"))]
    assert [line_of(sheet).is_shut for sheet in sheets] == [sheet.shut for sheet in sheets]
    assert line_of(Sheet(("a1", "b2", "a2", "b1"), fresh=1)).is_shut is False
