"""Judge acts by the wealth that they guarantee the seat at the end of a sale.

`take`: take a card in the sale. `arm`: finish the turn before the sale, for example by buying weapons and arming characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

from msgspec.structs import asdict

from byways.games.long_road import choices as c
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.puzzles.sale import Act, Courses, acts, begun, boss_pay, onward, resale
from byways.games.long_road.rules.act import with_act
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from byways.i18n import Message, Value
from byways.puzzle import Hint, Puzzle, Solution, Verdict

KINDS = ("take", "arm")


def world_of(view: View) -> Position:
    """Return a position that fits the view. Hidden information makes no difference to the sale."""
    return cast(Position, view.imagine(Random(0)))


def judge(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> Verdict:
    """Judge an act. It is right if no other act guarantees the seat more."""
    world, courses, best = world_of(view), Courses(puzzle.seat), int(puzzle.values["best"])
    then = world
    for choice in act:
        then = then.choose(puzzle.seat, choice)
    sure, course = courses.sure(begun(then)), [*played_out(courses, then)]
    parts = tuple(sums(puzzle, world, then, course[-1][1] if course else then))
    said: dict[str, Value] = {**puzzle.values, "money": sure, "parts": parts}
    sale = tuple(entry for entry, _ in course)
    if sure >= best:
        return Verdict(True, Message(f"puzzle.{puzzle.kind}.right", said), sure, best, proof=sale)
    return Verdict(False, Message("puzzle.sum.wrong", said), sure, best, sale, world)


def played_out(courses: Courses, position: Position) -> Iterator[tuple[str, Position]]:
    """Yield the entries up to the end of the sale, with the positions they lead to."""
    while position.sale is None and (due := position.chance) is not None:
        position = position.happen(due.what[0])
        yield f"chance: {due.what[0]}", position
    yield from courses.course(position)


def sums(puzzle: Puzzle, world: Position, then: Position, end: Position) -> Iterator[Message]:
    """Yield what the wealth at the end of the sale consists of: money from before, by the act and later, the boss's pay, and weapons."""
    seat = puzzle.seat
    before, now, later = (with_act(position).money[seat] for position in (world, then, end))
    sums = {"sum.before": before, f"{puzzle.kind}.now": now - before, f"{puzzle.kind}.later": later - now}
    sums |= {"sum.boss": boss_pay(end, seat), "sum.weapons": resale(end, seat)}
    for name, money in sums.items():
        if money:
            yield Message(f"puzzle.{name}", {"money": str(money).replace("-", "−")})


def solve(puzzle: Puzzle, view: View) -> Solution:
    right, alternatives = solved(puzzle.kind, world_of(view), puzzle.seat)
    return Solution(tuple(act for act, _ in right), alternatives)


def solved(kind: str, world: Position, seat: int, limit: int | None = None) -> tuple[list[tuple[Act, int]], int]:
    """Return the right acts with the wealth they guarantee, and the number of alternatives: ends of the sale, or turns before it."""
    courses, found = Courses(seat, limit), acts(world, seat)
    sure = [(act, courses.sure(begun(then))) for act, then in found.values()]
    best = max(worth for _, worth in sure)
    return [one for one in sure if one[1] == best], len(courses.ends) if kind == "take" else len(found)


def hints(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> tuple[Hint, Hint]:
    return (take_hints if puzzle.kind == "take" else arm_hints)(puzzle, view, act)


def take_hints(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> tuple[Hint, Hint]:
    """Return two hints: the character that comes next after this act, and the place of the card."""
    box, first = view.box, cast(c.Take, act[0])
    then = world_of(view)
    for choice in act:
        then = then.choose(puzzle.seat, choice)
    task = onward(then).todo[0]
    said: dict[str, Value] = {"place": box.places[box.place[box.kind_of[first.card]]].name}
    after = Message("puzzle.take.hint-next", {"character": box.keys[task.item]}) if task.item >= 0 else Message("puzzle.take.hint-last")
    return Hint(after), Hint(Message("puzzle.take.hint-place", said))


STEPS = {c.Assign: "character", c.Saloon: "character", c.Buy: "buy", c.Arm: "arm", c.End: "end"}  # all others are bonuses of places


def arm_hints(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> tuple[Hint, Hint]:
    """Return two hints: the kind of the first step, and the step itself."""
    first = act[0]
    kind = Message(f"puzzle.arm.hint-{STEPS.get(type(first), 'bonus')}")
    return Hint(kind), Hint(first_step(view, first), (str(first),))


def first_step(view: View, step: AnyChoice) -> Message:
    """Word a step. A character in a line is named: all are open in these puzzles."""
    if not isinstance(step, c.Arm | c.Move):
        return Message("puzzle.arm.hint-first", {"step": cast(Message, step.sentence)})
    placed = view.roads[c.ROADS.index(step.road)].line[step.place - 1]
    name = "puzzle.arm.hint-give" if isinstance(step, c.Arm) else "puzzle.arm.hint-move"
    return Message(name, {**asdict(step), "character": view.box.keys[placed.character]})
