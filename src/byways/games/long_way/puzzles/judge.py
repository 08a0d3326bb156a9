"""Judge the use of a bonus. In `wall`, the shoppers' way must become as long as possible; in `points`, the store must score the most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from byways.games.long_way.bots.proofs import drawn
from byways.games.long_way.puzzles.bonus import MEASURES, bonuses, border_of, crossings
from byways.games.long_way.rules.shoppers import walk
from byways.games.long_way.state import AnyChoice, Doorway, Sheet, format_points, name_of
from byways.games.long_way.view import View
from byways.i18n import Message, Value
from byways.puzzle import Hint, Puzzle, Solution, Verdict

KINDS = ("wall", "points")


def judge(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> Verdict:
    """Judge a bonus. It is right if no other bonus makes the way longer (`wall`) or the score higher (`points`)."""
    sheet, best = drawn(view, act), int(puzzle.values["best"])
    value = MEASURES[puzzle.kind](sheet)
    reason = gained(puzzle, view, act) if value >= best else missed(puzzle, view, sheet)
    said: dict[str, Value] = {name: format_points(int(puzzle.values[name])) for name in ("before", "best")}
    why = Message(f"puzzle.{puzzle.kind}.{reason}", {**said, "value": format_points(value)})
    return Verdict(value >= best, why, value, best)


def gained(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> str:
    """Name why a bonus is right: it is a doorway, or a wall that the old way crossed more than once, once, or not at all."""
    if isinstance(act[0], Doorway):
        return "doorway"
    way = walk(view.draft.sheet)
    times = crossings(way, border_of(tuple(act))) if way else 0
    return "twice" if times > 1 else "once" if times else "beside"


def missed(puzzle: Puzzle, view: View, sheet: Sheet) -> str:
    """Name what is wrong with a bonus: no way is left, the way is the same as before, or the new way is not the best."""
    before, after = walk(view.draft.sheet), walk(sheet)
    return "shut" if after is None else "same" if before is not None and before.legs == after.legs else "less"


def solve(puzzle: Puzzle, view: View) -> Solution:
    found = bonuses(view.draft, view.roll, puzzle.kind)
    return Solution(tuple(bonus.act for bonus in found if bonus.value == found[0].value), len(found))


def hints(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> tuple[Hint, Hint]:
    """Return two hints: a wall or a doorway, if possible with the leg of the way that the wall cuts, and a space beside it."""
    border = border_of(tuple(act))
    where = Message("puzzle.hint-space", {"space": name_of(min(border))})
    return Hint(first_hint(view, act, border)), Hint(where, (str(act[0]),))


def first_hint(view: View, act: Sequence[AnyChoice], border: frozenset[int]) -> Message:
    if isinstance(act[0], Doorway):
        return Message("puzzle.hint-doorway")
    way = walk(view.draft.sheet)
    for leg in way.legs if way else ():
        if any({here, there} == border for here, there in pairwise(leg)):
            return Message("puzzle.hint-leg", {"start": name_of(leg[0]), "goal": name_of(leg[-1])})
    return Message("puzzle.hint-wall")
