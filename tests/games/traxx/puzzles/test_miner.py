from __future__ import annotations

from random import Random
from typing import cast

import pytest
from msgspec.structs import replace

from byways.game import find_game
from byways.games.traxx.puzzles.judge import judge, solve
from byways.games.traxx.puzzles.line import Lines, line_of
from byways.games.traxx.puzzles.miner import AHEAD, ALTERNATIVES, ANSWERS, find, most_now
from byways.games.traxx.view import View
from byways.puzzles.collection import shipped

GAME = find_game("traxx")
STORED = shipped(GAME)[::20]


def test_shipped_lines_are_not_obvious() -> None:
    for stored in STORED:
        puzzle, view = stored.puzzle, cast(View, stored.view(GAME))
        lines, line = Lines(view.board, (view.card, *puzzle.known)), line_of(view.sheets[0])
        assert puzzle.alternatives >= ALTERNATIVES
        assert puzzle.answers <= ANSWERS
        assert lines.gain(line) - most_now(lines, line) >= AHEAD


def test_a_position_gives_the_same_puzzles_for_the_same_stream() -> None:
    view = cast(View, STORED[0].view(GAME))
    assert [*find(view, Random(5))] == [*find(view, Random(5))]


@pytest.mark.slow
def test_a_found_puzzle_is_proved() -> None:
    """Tried with several cards to come, until one makes a puzzle."""
    view = cast(View, STORED[1].view(GAME))
    puzzle = next(puzzle for seed in range(200) for puzzle in find(view, Random(seed)))
    solved = solve(puzzle, view)
    assert (len(solved.acts), solved.alternatives) == (puzzle.answers, puzzle.alternatives)
    assert judge(puzzle, view, tuple(map(GAME.parse, puzzle.solution))).right  # type: ignore[arg-type]
    assert 1 <= puzzle.grade <= 5


def test_games_of_several_have_no_lines() -> None:
    view = cast(View, STORED[0].view(GAME))
    assert not [*find(replace(view, sheets=view.sheets * 2), Random(1))]
