"""Levels, tallies and the next puzzle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.game import find_game
from byways.puzzle import Puzzle
from byways.puzzles.collection import StoredPuzzle, shipped
from byways.puzzles.levels import Tally, Tried, level, next_puzzle, tallies

LABYRINTH = shipped(find_game("labyrinth"))


def puzzle(grade: int, number: int = 1, kind: str = "safe") -> Puzzle:
    return Puzzle(kind, 0, 30, 1, (), grade=grade, number=number)


def tried(*firsts: tuple[int, bool | None]) -> list[Tried]:
    """Tries of different puzzles, latest first, each with its grade and whether it was right at once."""
    return [Tried(puzzle(grade, number), first, bool(first)) for number, (grade, first) in enumerate(firsts, 1)]


def stored(*puzzles: Puzzle) -> list[StoredPuzzle]:
    return [StoredPuzzle(one, LABYRINTH[0].record) for one in puzzles]


def test_a_tally_counts_the_last_ten_first_tries_of_a_grade() -> None:
    lately = tried(*[(2, False)] * 4, (2, None), *[(2, True)] * 8, (3, True))
    assert tallies(lately) == [Tally(2, 6, 10), Tally(3, 1, 1)]


@pytest.mark.parametrize(
    ("firsts", "expected"),
    [
        ([], 0),
        ([(2, True)] * 5, 0),
        ([(2, True)] * 6, 2),
        ([(2, False)] * 4 + [(2, True)] * 6, 2),
        ([(2, False)] * 5 + [(2, True)] * 6, 0),
        ([(2, True)] * 6 + [(4, True)] * 6 + [(3, False)] * 6, 4),
    ],
)
def test_the_level_is_the_hardest_grade_with_six_of_ten_right(firsts: list[tuple[int, bool | None]], expected: int) -> None:
    assert level(tried(*firsts)) == expected


def test_the_first_puzzle_is_an_easy_one() -> None:
    assert next_puzzle(stored(puzzle(3, 1), puzzle(2, 2), puzzle(2, 3)), []) == puzzle(2, 2)


def test_after_a_right_try_comes_a_harder_grade_and_after_a_wrong_one_the_level() -> None:
    new = stored(*(puzzle(grade, 100 + grade) for grade in range(1, 6)))
    right, wrong = (next_puzzle(new, tried((3, first), *[(2, True)] * 6)) for first in (True, False))
    assert (right, wrong) == (puzzle(3, 103), puzzle(2, 102))


def test_kinds_take_turns() -> None:
    done = [Tried(puzzle(1, 1, "two"), None, False)]
    assert next_puzzle(stored(puzzle(1, 2, "two"), puzzle(1, 3, "safe")), done) == puzzle(1, 3, "safe")


def test_puzzles_that_were_not_solved_come_again_when_all_were_tried() -> None:
    done = [Tried(puzzle(1, 1), True, True), Tried(puzzle(1, 2), False, False)]
    assert next_puzzle(stored(puzzle(1, 1), puzzle(1, 2)), done) == puzzle(1, 2)
    assert next_puzzle(stored(puzzle(1, 1), puzzle(1, 2)), done, besides=2) is None


@given(st.lists(st.tuples(st.sampled_from(LABYRINTH), st.sampled_from([None, False, True])), max_size=30, unique_by=lambda one: id(one[0])))
def test_the_next_puzzle_is_new_and_its_grade_at_most_one_above_the_level(chosen: list[tuple[StoredPuzzle, bool | None]]) -> None:
    lately = [Tried(one.puzzle, first, bool(first)) for one, first in chosen]
    found = next_puzzle(LABYRINTH, lately)
    assert found is not None
    assert found.number not in {one.puzzle.number for one in lately if one.first is not None}
    assert found.grade <= max(level(lately) + 1, 2)  # there are few of grade 1
