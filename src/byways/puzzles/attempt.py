"""An attempt at a puzzle. Single steps are not judged; an act is judged as a whole once it is complete."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from byways.game import Choice, Game, Illegal, Position, View
from byways.i18n import Message
from byways.puzzle import Hint, Verdict
from byways.puzzles.collection import StoredPuzzle, judge_of
from byways.record import Choose, Happen, Played, Undo, played
from byways.teaching.lesson import entry_from


class Judged(NamedTuple):
    """A verdict, and the steps that show it: the act with the reply that follows, or, for a wrong act, with its consequence.

    Consequences are played in a position that fits the view, so they reveal nothing hidden.
    """

    verdict: Verdict
    steps: list[Played]


class Attempt:
    """The state of one solver: the position, what is left of the puzzle, wrong tries and hints.

    A right act is played, followed by the line of its verdict, and the solver goes on with the next act. A wrong act is taken back.
    """

    def __init__(self, card: Game, stored: StoredPuzzle) -> None:
        self.game, self.puzzle = stored.load_game(card), stored.puzzle
        self.start = self.position = stored.position(card)
        self.judge = judge_of(card)
        self.tries = self.hints = self.shown = 0  # wrong acts, all hints, hints for the current act
        self.is_solved = False

    @property
    def view(self) -> View:
        return self.position.view(self.puzzle.seat)

    def choose(self, text: str) -> Judged | None:
        """Make one step. Return the verdict if the step completes an act, otherwise None."""
        seat, before = self.puzzle.seat, self.start.view(self.puzzle.seat)
        step = played(self.game, self.position, Choose(seat, text))
        if seat not in step.finished:
            self.position = step.after
            return None
        assert step.choice is not None
        act = (*self.position.acts[seat][self.given :], step.choice)
        verdict = self.judge.judge(self.puzzle, before, act)
        if verdict.right:
            return Judged(verdict, self._go_on(step, verdict))
        self.tries, self.position = self.tries + 1, self.start
        world = verdict.world or before.imagine(Random(0))
        return Judged(verdict, play_line(self.game, world, (*(f"{seat}: {choice}" for choice in act), *verdict.line)))

    def _go_on(self, step: Played, verdict: Verdict) -> list[Played]:
        steps = [step, *play_line(self.game, step.after, verdict.line)]
        self.start = self.position = steps[-1].after
        self.is_solved, self.shown = self.puzzle.turns <= 1, 0
        self.puzzle = self.puzzle.after(sum(isinstance(then.entry, Happen) for then in steps))
        return steps

    @property
    def given(self) -> int:
        """The number of steps of the current act that were made before the solver took over."""
        return len(self.start.acts[self.puzzle.seat])

    def undo(self) -> None:
        """Take back the latest step of the solver."""
        if len(self.position.acts[self.puzzle.seat]) == self.given:
            raise Illegal(Message("refuse.undo", {"seat": self.puzzle.seat}), self.game)
        self.position = played(self.game, self.position, Undo(self.puzzle.seat)).after

    def hint(self, at_once: bool = False) -> Hint:
        """Return the next of three hints (which piece, where to, the solution) or the solution at once. Take back the solver's steps."""
        self.position, self.hints, self.shown = self.start, self.hints + 1, 3 if at_once else min(self.shown + 1, 3)
        act = self.solution
        if self.shown < 3:
            return self.judge.hints(self.puzzle, self.view, act)[self.shown - 1]
        return Hint(Message("puzzle.solution", {"steps": tuple(as_message(choice) for choice in act)}), tuple(map(str, act[:1])))

    @property
    def solution(self) -> tuple[Choice, ...]:
        """A right act at this point of the puzzle."""
        if self.puzzle.solution:
            return tuple(map(self.game.parse, self.puzzle.solution))
        return self.judge.solve(self.puzzle, self.start.view(self.puzzle.seat)).acts[0]


def play_line(game: Game, position: Position, line: Iterable[str]) -> list[Played]:
    """Play the entries of a verdict's line, which are in the notation of lessons."""
    steps: list[Played] = []
    for text in line:
        steps.append(played(game, steps[-1].after if steps else position, entry_from(text)))
    return steps


def as_message(choice: Choice) -> Message:
    sentence = choice.sentence
    return sentence if isinstance(sentence, Message) else Message("puzzle.plain", {"text": sentence})
