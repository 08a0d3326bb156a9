"""An attempt at a puzzle: every step is free until an act is complete, then the act is judged as a whole."""

from __future__ import annotations

from collections.abc import Iterable

from byways.game import Choice, Game, Position, View
from byways.i18n import Message
from byways.puzzle import Hint, Verdict
from byways.puzzles.collection import StoredPuzzle, judge_of
from byways.record import Choose, Happen, Played, Undo, played
from byways.teaching.lesson import entry_from


class Attempt:
    """The state of one solver: the position, what is left of the puzzle, and whether the first try and no hint have been enough so far.

    A right act is played with the reply that the judge gives, and the next act is judged anew. A wrong act leaves the position as it was.
    """

    def __init__(self, card: Game, stored: StoredPuzzle) -> None:
        self.game, self.puzzle = stored.load_game(card), stored.puzzle
        self.start = self.position = stored.position(card)
        self.judge = judge_of(card)
        self.tries = self.hints = self.shown = 0  # wrong acts, all hints, hints at the turn at hand
        self.is_solved = False

    @property
    def view(self) -> View:
        return self.position.view(self.puzzle.seat)

    def choose(self, text: str) -> Verdict | None:
        """Make one step of the seat. Return the verdict if it completes an act, otherwise None."""
        step = played(self.game, self.position, Choose(self.puzzle.seat, text))
        if not is_final(step, self.puzzle.seat):
            self.position = step.after
            return None
        before = self.position.acts[self.puzzle.seat]
        assert step.choice is not None
        verdict = self.judge.judge(self.puzzle, self.start.view(self.puzzle.seat), (*before, step.choice))
        if verdict.right:
            self._go_on(step.after, verdict)
        else:
            self.tries += 1
            self.position = self.start
        return verdict

    def _go_on(self, position: Position, verdict: Verdict) -> None:
        self.is_solved = self.puzzle.turns <= 1
        if self.is_solved:
            self.position = position
            return
        self.start = self.position = after_line(self.game, position, verdict.line)
        self.puzzle = self.puzzle.after(sum(isinstance(entry_from(text), Happen) for text in verdict.line))
        self.shown = 0

    def undo(self) -> None:
        self.position = played(self.game, self.position, Undo(self.puzzle.seat)).after

    def hint(self) -> Hint:
        """The next of three hints: which piece, where to, the solution. Steps made so far are taken back."""
        self.position, self.hints, self.shown = self.start, self.hints + 1, min(self.shown + 1, 3)
        act = self.solution
        if self.shown < 3:
            return self.judge.hints(self.puzzle, self.view, act)[self.shown - 1]
        return Hint(Message("puzzle.solution", {"steps": tuple(as_message(choice) for choice in act)}), tuple(map(str, act[:1])))

    @property
    def solution(self) -> tuple[Choice, ...]:
        """A right act for the turn at hand."""
        if self.puzzle.solution:
            return tuple(map(self.game.parse, self.puzzle.solution))
        return self.judge.solve(self.puzzle, self.start.view(self.puzzle.seat)).acts[0]


def is_final(step: Played, seat: int) -> bool:
    """Whether a step completes an act of the seat."""
    return seat in step.finished


def after_line(game: Game, position: Position, line: Iterable[str]) -> Position:
    """Play the entries of a verdict."""
    for text in line:
        position = played(game, position, entry_from(text), tells=False).after
    return position


def as_message(choice: Choice) -> Message:
    sentence = choice.sentence
    return sentence if isinstance(sentence, Message) else Message("puzzle.plain", {"text": sentence})
