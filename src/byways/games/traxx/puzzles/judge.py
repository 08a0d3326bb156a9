"""Judge acts in the puzzle `line`: reach as many points as possible with cards that are known in advance."""

from __future__ import annotations

from collections.abc import Sequence

from byways.games.traxx.bots.proofs import drawn
from byways.games.traxx.puzzles.line import Lines, line_of
from byways.games.traxx.state import DONE, AnyChoice, Draw
from byways.games.traxx.view import View
from byways.i18n import Message, Value
from byways.puzzle import Hint, Puzzle, Solution, Verdict

KINDS = ("line",)


def judge(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> Verdict:
    """Judge an act. It is right if the points that the puzzle asks for can still be reached with the remaining cards."""
    sheet, lines = drawn(view, act), Lines(view.board, puzzle.known)
    reached, wanted = sheet.score + lines.gain(line_of(sheet)), int(puzzle.values["points"])
    if reached < wanted:
        # The best line from here would show much of the solution, so only its points are said.
        name = "puzzle.line.short" if puzzle.known else "puzzle.line.missed"
        return Verdict(False, Message(name, {"now": sheet.score, "points": reached, "wanted": wanted}), reached, wanted)
    if puzzle.known:
        why = Message("puzzle.line.open", {"points": wanted, "cards": len(puzzle.known)})
        return Verdict(True, why, reached, wanted, (f"chance: {puzzle.known[0]}",))
    return Verdict(True, Message("puzzle.line.reached", {"points": reached, "greedy": puzzle.values["greedy"]}), reached, wanted)


def solve(puzzle: Puzzle, view: View) -> Solution:
    assert view.seat is not None
    lines, line = Lines(view.board, (view.card, *puzzle.known)), line_of(view.sheets[view.seat])
    return Solution(tuple((*act, DONE) for _, act in lines.best(line)), len(lines.acts(line)))


def hints(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> tuple[Hint, Hint]:
    """Return two hints: which end of the line to extend, and by how many fields and to which field."""
    draws = [step for step in act if isinstance(step, Draw)]
    if not draws:
        return Hint(Message("puzzle.line.hint-none"), ("card",)), Hint(Message("puzzle.line.hint-pass"), ("done",))
    said: dict[str, Value] = {"end": draws[0].origin, "fields": len(draws), "to": draws[-1].to}
    first, second = Message("puzzle.line.hint-end", said), Message("puzzle.line.hint-to", said)
    return Hint(first, (draws[0].origin,)), Hint(second, (draws[0].origin, draws[-1].to))
