"""How far a puzzle has come at a point of its game."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from byways.game import Choice, Position, View
from byways.puzzle import Puzzle
from byways.record import Choose, Happen, Played


class RightAct(NamedTuple):
    """An act that was made, the puzzle before it, and the view in which it began."""

    puzzle: Puzzle
    view: View
    act: tuple[Choice, ...]


class PuzzleState:
    """Follows a game from a puzzle's position on. Call `follow` with every step, in order.

    `puzzle` is what is left of the puzzle, `start` the position in which its next act begins, and `made` lists the solver's acts.
    """

    def __init__(self, puzzle: Puzzle, start: Position) -> None:
        self.puzzle, self.start = puzzle, start
        self.made: list[RightAct] = []

    def follow(self, step: Played) -> None:
        seat = self.puzzle.seat
        if isinstance(step.entry, Happen):
            self.puzzle, self.start = replace(self.puzzle, known=self.puzzle.known[1:]), step.after
        elif isinstance(step.entry, Choose) and step.entry.seat != seat:
            self.start = step.after
        elif seat in step.finished and step.choice is not None:
            self.made.append(RightAct(self.puzzle, self.view, (*self.steps_taken(step.before), step.choice)))
            self.puzzle, self.start = self.puzzle.after_act, step.after

    @property
    def is_solved(self) -> bool:
        return self.puzzle.turns == 0

    @property
    def telling(self) -> list[RightAct]:
        """The acts whose verdicts say why the solution works: the latest and, at the end, also the first, which had the idea.

        With known cards, only the latest verdict gives the result.
        """
        is_answered = self.is_solved and len(self.made) > 1 and not self.made[0].puzzle.known
        return [self.made[0], self.made[-1]] if is_answered else self.made[-1:]

    @property
    def view(self) -> View:
        """The view in which the next act begins."""
        return self.start.view(self.puzzle.seat)

    @property
    def given(self) -> int:
        """The number of steps of the current act that were made before the solver took over."""
        return len(self.start.acts[self.puzzle.seat])

    def steps_taken(self, position: Position) -> tuple[Choice, ...]:
        """The steps of the current act that the solver has made."""
        return position.acts[self.puzzle.seat][self.given :]
