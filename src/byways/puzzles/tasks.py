"""What a worker process does for a puzzle at the table. A task holds a view, never a position."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

import msgspec

from byways.game import Game, View
from byways.puzzle import Hint, Puzzle, Verdict
from byways.puzzles.attempt import hint, solution
from byways.puzzles.collection import judge_of
from byways.puzzles.missed import missed


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


class MissedTask(msgspec.Struct, frozen=True):
    """Find the puzzles of a moment that the act, in notation, does not solve. `stream` names the random stream."""

    game: Game
    view: View
    act: tuple[str, ...]
    stream: str


class Missed(msgspec.Struct, frozen=True):
    """The answer to a `MissedTask`."""

    puzzles: tuple[Puzzle, ...]


PuzzleTask: TypeAlias = JudgeTask | HintTask | SolutionTask | MissedTask


def do(task: PuzzleTask) -> Verdict | Hint | Missed:
    game, view = task.game, task.view
    if isinstance(task, MissedTask):
        return Missed(missed(game, view, task.act, Random(task.stream)))
    puzzle = task.puzzle
    match task:
        case JudgeTask(act=act):
            return judge_of(game).judge(puzzle, view, tuple(map(game.parse, act)))
        case HintTask(nth=nth):
            return hint(game, puzzle, view, nth)
        case SolutionTask():
            return solution(game, puzzle, view)
