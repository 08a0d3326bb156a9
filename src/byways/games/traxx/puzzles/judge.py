"""Judge acts in the puzzle `line`: reach as many points as possible with cards that are known in advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from byways.games.traxx.bots.proofs import drawn
from byways.games.traxx.components import NUMBERS
from byways.games.traxx.puzzles.line import Continuation, Lines, line_of
from byways.games.traxx.state import DONE, AnyChoice, Draw, Sheet
from byways.games.traxx.view import View, number_phrase
from byways.i18n import Message, Value
from byways.puzzle import Hint, Puzzle, Solution, Verdict

KINDS = ("line",)


def judge(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> Verdict:
    """Judge an act. It is right if the points that the puzzle asks for can still be reached with the remaining cards."""
    sheet, lines = drawn(view, act), Lines(view.board, puzzle.known)
    reached, wanted = sheet.score + lines.gain(line_of(sheet)), int(puzzle.values["points"])
    if reached < wanted:
        then = [*lines.continuation(line_of(sheet))]
        return Verdict(False, falls_short(view, then, sheet, wanted), reached, wanted, tuple(entries(view.seat, then)))
    if puzzle.known:
        why = Message("puzzle.line.open", {"points": wanted, "cards": len(puzzle.known)})
        return Verdict(True, why, reached, wanted, (f"chance: {puzzle.known[0]}",))
    return Verdict(True, Message("puzzle.line.reached", {"points": reached, "greedy": puzzle.values["greedy"]}), reached, wanted)


def falls_short(view: View, then: Continuation, sheet: Sheet, wanted: int) -> Message:
    """Name the numbers that the best line from here still scores."""
    last = played_on(view, then, sheet)
    scored = [number for number in NUMBERS if last.points[number - 2] > sheet.points[number - 2]]
    numbers = tuple(number_phrase(number, last.points[number - 2]) for number in scored)
    name = "puzzle.line.missed" if not then else "puzzle.line.short" if numbers else "puzzle.line.nothing"
    return Message(name, {"points": last.score, "wanted": wanted, "numbers": numbers})


def played_on(view: View, then: Continuation, sheet: Sheet) -> Sheet:
    for _, steps in then:
        sheet = drawn(replace(view, sheets=(sheet,)), steps)
    return sheet


def entries(seat: int | None, then: Continuation) -> Iterator[str]:
    for card, steps in then:
        yield f"chance: {card}"
        yield from (f"{seat}: {step}" for step in steps)


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
    return Hint(first, (f"pen-{view.seat}",)), Hint(second, (str(draws[0]),))
