"""An attempt at a puzzle. Single steps are not judged; an act is judged as a whole once it is complete."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from byways.game import Choice, Game, Illegal, Position, View
from byways.i18n import Message
from byways.puzzle import Hint, Puzzle, Verdict
from byways.puzzles.collection import StoredPuzzle, judge_of
from byways.puzzles.state import PuzzleState
from byways.record import Choose, Played, Undo, played
from byways.teaching.lesson import entry_from

HINTS = 3  # which piece, where to, the solution


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
        self.game, self.position = stored.load_game(card), stored.position(card)
        self.state = PuzzleState(stored.puzzle, self.position)
        self.tries = self.hints = self.shown = 0  # wrong acts, all hints, hints for the current act

    @property
    def puzzle(self) -> Puzzle:
        return self.state.puzzle

    @property
    def is_solved(self) -> bool:
        return self.state.is_solved

    @property
    def view(self) -> View:
        return self.position.view(self.puzzle.seat)

    def choose(self, text: str) -> Judged | None:
        """Make one step. Return the verdict if the step completes an act, otherwise None."""
        seat, before = self.puzzle.seat, self.state.view
        step = played(self.game, self.position, Choose(seat, text))
        if seat not in step.finished:
            self.position = step.after
            return None
        assert step.choice is not None
        act = (*self.state.steps_taken(self.position), step.choice)
        verdict = judge_of(self.game).judge(self.puzzle, before, act)
        if verdict.right:
            return Judged(verdict, self._go_on(step, verdict))
        self.tries, self.position = self.tries + 1, self.state.start
        return Judged(verdict, consequence(self.game, before, act, verdict))

    def _go_on(self, step: Played, verdict: Verdict) -> list[Played]:
        steps = [step, *play_line(self.game, step.after, verdict.line)]
        for one in steps:
            self.state.follow(one)
        self.position, self.shown = steps[-1].after, 0
        return steps

    def undo(self) -> None:
        """Take back the latest step of the solver."""
        if not self.state.steps_taken(self.position):
            raise Illegal(Message("refuse.undo", {"seat": self.puzzle.seat}), self.game)
        self.position = played(self.game, self.position, Undo(self.puzzle.seat)).after

    def hint(self, at_once: bool = False) -> Hint:
        """Return the next of three hints (which piece, where to, the solution) or the solution at once. Take back the solver's steps."""
        self.position = self.state.start
        self.hints += self.shown < HINTS  # the solution again counts no more
        self.shown = HINTS if at_once else min(self.shown + 1, HINTS)
        return hint(self.game, self.puzzle, self.state.view, self.shown)


def consequence(game: Game, view: View, act: Sequence[Choice], verdict: Verdict) -> list[Played]:
    """Play an act and the line of its verdict in a position that fits the view."""
    world = verdict.world or view.imagine(Random(0))
    return play_line(game, world, (*(f"{view.seat}: {choice}" for choice in act), *verdict.line))


def right_act(game: Game, puzzle: Puzzle, view: View) -> tuple[Choice, ...]:
    if puzzle.solution:
        return tuple(map(game.parse, puzzle.solution))
    return tuple(judge_of(game).solve(puzzle, view).acts[0])


def hint(game: Game, puzzle: Puzzle, view: View, nth: int) -> Hint:
    """Return the first, second or third hint: which piece, where to, the solution."""
    act = right_act(game, puzzle, view)
    steps = tuple(as_message(choice) for choice in telling(act))
    if nth == HINTS and steps:
        return Hint(Message("puzzle.solution", {"steps": steps}), tuple(map(str, act)))
    return judge_of(game).hints(puzzle, view, act)[min(nth, 2) - 1]


def telling(act: Sequence[Choice]) -> list[Choice]:
    """Return the steps of an act that a reader needs: all but the one that merely finishes it."""
    return [choice for choice in act if not choice.is_end]


def solution(game: Game, puzzle: Puzzle, view: View) -> Verdict:
    """Play the rest of a puzzle in a position that fits the view. Return the last verdict, with all entries up to its proof."""
    assert view.seat is not None
    state, line = PuzzleState(puzzle, world := view.imagine(Random(0))), list[str]()
    while True:
        act = right_act(game, state.puzzle, state.view)
        verdict = judge_of(game).judge(state.puzzle, state.view, act)
        entries = (*(f"{view.seat}: {choice}" for choice in act), *verdict.line)
        for step in play_line(game, state.start, entries):
            state.follow(step)
        line += entries
        if state.is_solved:
            return Verdict(True, verdict.why, line=(*line, *verdict.proof), world=world)


def play_line(game: Game, position: Position, line: Iterable[str]) -> list[Played]:
    """Play the entries of a verdict's line, which are in the notation of lessons."""
    steps: list[Played] = []
    for text in line:
        steps.append(played(game, steps[-1].after if steps else position, entry_from(text)))
    return steps


def as_message(choice: Choice) -> Message:
    sentence = choice.sentence
    return sentence if isinstance(sentence, Message) else Message("puzzle.plain", {"text": sentence})
