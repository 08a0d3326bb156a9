"""What a worker process does for a puzzle at the table. A task holds a view, never a position."""

from __future__ import annotations

from random import Random
from typing import Generic, TypeVar

import msgspec

from byways.game import Game, View
from byways.puzzle import Hint, Puzzle, Verdict
from byways.puzzles.attempt import hint, solution
from byways.puzzles.collection import judge_of
from byways.puzzles.missed import missed

Answer = TypeVar("Answer", bound="Verdict | Hint | Missed", covariant=True)


class PuzzleTask(msgspec.Struct, Generic[Answer], frozen=True):
    game: Game
    view: View

    def do(self) -> Answer:
        raise NotImplementedError


class JudgeTask(PuzzleTask[Verdict], frozen=True):
    """Judge an act, in notation, that begins in this view."""

    puzzle: Puzzle
    act: tuple[str, ...]

    def do(self) -> Verdict:
        return judge_of(self.game).judge(self.puzzle, self.view, tuple(map(self.game.parse, self.act)))


class HintTask(PuzzleTask[Hint], frozen=True):
    """Give the first, second or third hint for the next act."""

    puzzle: Puzzle
    nth: int

    def do(self) -> Hint:
        return hint(self.game, self.puzzle, self.view, self.nth)


class SolutionTask(PuzzleTask[Verdict], frozen=True):
    """Play the rest of the puzzle."""

    puzzle: Puzzle

    def do(self) -> Verdict:
        return solution(self.game, self.puzzle, self.view)


class Missed(msgspec.Struct, frozen=True):
    """The answer to a `MissedTask`."""

    puzzles: tuple[Puzzle, ...]


class MissedTask(PuzzleTask[Missed], frozen=True):
    """Find the puzzles of a moment that the act, in notation, does not solve. `stream` names the random stream."""

    act: tuple[str, ...]
    stream: str

    def do(self) -> Missed:
        return Missed(missed(self.game, self.view, self.act, Random(self.stream)))
