"""Judge the use of a bonus. In `wall`, the shoppers' way must become as long as possible; in `points`, the store must score the most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, cast

from byways.games.long_way.bots.proofs import drawn
from byways.games.long_way.puzzles.bonus import MEASURES, bonuses, border_of, crossings
from byways.games.long_way.rules.shoppers import walk
from byways.games.long_way.state import AnyChoice, Doorway, Sheet, Wall, format_points, name_of
from byways.games.long_way.view import View
from byways.i18n import Message, Value
from byways.puzzle import Hint, Puzzle, Solution, Verdict

KINDS = ("wall", "points")


def judge(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> Verdict:
    """Judge a bonus. It is right if no other bonus makes the way longer (`wall`) or the score higher (`points`)."""
    sheet, best = drawn(view, act), int(puzzle.values["best"])
    value = MEASURES[puzzle.kind](sheet)
    reason = gained(puzzle, view, act, sheet) if value >= best else missed(puzzle, view, sheet)
    said: dict[str, Value] = {name: format_points(int(puzzle.values[name])) for name in ("before", "best")}
    why = Message(f"puzzle.{puzzle.kind}.{reason}", {**said, "value": format_points(value)})
    return Verdict(value >= best, why, value, best)


def gained(puzzle: Puzzle, view: View, act: Sequence[AnyChoice], sheet: Sheet) -> Literal["doorway", "filled", "twice", "once", "beside"]:
    """Name why a bonus is right: it is a doorway, or a wall that the old way crossed more than once, once, or not at all.

    A wall that brings points without leading past more displays has filled an empty space. So has one that the old way did not cross.
    """
    if isinstance(act[0], Doorway):
        return "doorway"
    before, after = walk(view.draft.sheet), walk(sheet)
    times = crossings(before, border_of(tuple(act))) if before else 0
    if puzzle.kind == "points" and not (times and before and after and after.displays > before.displays):
        return "filled"
    return "twice" if times > 1 else "once" if times else "beside"


def missed(puzzle: Puzzle, view: View, sheet: Sheet) -> Literal["shut", "same", "less"]:
    """Name what is wrong with a bonus: no way is left, the way is the same as before, or the new way is not the best."""
    before, after = walk(view.draft.sheet), walk(sheet)
    return "shut" if after is None else "same" if before is not None and before.legs == after.legs else "less"


def solve(puzzle: Puzzle, view: View) -> Solution:
    found = bonuses(view.draft, view.roll, puzzle.kind)
    return Solution(tuple(bonus.act for bonus in found if bonus.value == found[0].value), len(found))


def hints(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> tuple[Hint, Hint]:
    """Return two hints: a wall or a doorway, if possible with the leg of the way that the wall cuts, and its space."""
    where = Message("puzzle.hint-space", {"space": name_of(cast(Wall | Doorway, act[0]).space)})
    return Hint(first_hint(puzzle, view, act)), Hint(where, (str(act[0]),))


def first_hint(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> Message:
    if isinstance(act[0], Doorway):
        return Message("puzzle.hint-doorway")
    way, border = walk(view.draft.sheet), border_of(tuple(act))
    for leg in way.legs if way else ():
        if any({here, there} == border for here, there in pairwise(leg)):
            return Message("puzzle.hint-leg", {"start": name_of(leg[0]), "goal": name_of(leg[-1])})
    return Message("puzzle.hint-fill" if puzzle.kind == "points" else "puzzle.hint-wall")
