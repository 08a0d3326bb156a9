"""What a worker process does for a puzzle at the table. A task holds a view, never a position."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from byways.game import Game, View
from byways.puzzle import Hint, Puzzle, Verdict
from byways.puzzles.attempt import hint, solution
from byways.puzzles.collection import judge_of


class JudgeTask(msgspec.Struct, frozen=True):
    """Judge an act, in notation, that begins in this view."""

    game: Game
    puzzle: Puzzle
    view: View
    act: tuple[str, ...]


class HintTask(msgspec.Struct, frozen=True):
    """Give the first, second or third hint for the next act."""

    game: Game
    puzzle: Puzzle
    view: View
    nth: int


class SolutionTask(msgspec.Struct, frozen=True):
    """Play the rest of the puzzle."""

    game: Game
    puzzle: Puzzle
    view: View


PuzzleTask: TypeAlias = JudgeTask | HintTask | SolutionTask


def do(task: PuzzleTask) -> Verdict | Hint:
    game, puzzle, view = task.game, task.puzzle, task.view
    match task:
        case JudgeTask(act=act):
            return judge_of(game).judge(puzzle, view, tuple(map(game.parse, act)))
        case HintTask(nth=nth):
            return hint(game, puzzle, view, nth)
        case SolutionTask():
            return solution(game, puzzle, view)
