"""Judge the use of a bonus. In `wall`, the shoppers' way must become as long as possible; in `points`, the store must score the most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, TypeAlias, cast

from byways.games.long_way.bots.proofs import drawn
from byways.games.long_way.puzzles.bonus import MEASURES, bonuses, border_of, crossings, lengthened, stops
from byways.games.long_way.rules.shoppers import walk
from byways.games.long_way.state import AnyChoice, Doorway, Segment, Sheet, Wall, format_points, name_of
from byways.games.long_way.view import View
from byways.i18n import Message, Value
from byways.puzzle import Hint, Puzzle, Solution, Verdict

KINDS = ("wall", "points")


def judge(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> Verdict:
    """Judge a bonus. It is right if no other bonus makes the way longer (`wall`) or the score higher (`points`)."""
    sheet, best = drawn(view, act), int(puzzle.values["best"])
    value = MEASURES[puzzle.kind](sheet)
    said: dict[str, Value] = {name: format_points(int(puzzle.values[name])) for name in ("before", "best")}
    said |= {"value": format_points(value), **placed(act)}
    if value < best:
        return Verdict(False, Message(f"puzzle.{puzzle.kind}.{missed(puzzle, view, sheet)}", said), value, best)
    reason, more = gained(puzzle, view, act, sheet)
    return Verdict(True, Message(f"puzzle.{puzzle.kind}.{reason}", {**said, **more}), value, best)


def placed(act: Sequence[AnyChoice]) -> dict[str, Value]:
    """Return where a wall is, as values for a sentence."""
    match act:
        case (Wall(space), Segment(side), *_):
            return {"wall": name_of(space), "side": side}
    return {}


Reason: TypeAlias = Literal["doorway", "filled", "round", "order", "legs"]


def gained(puzzle: Puzzle, view: View, act: Sequence[AnyChoice], sheet: Sheet) -> tuple[Reason, dict[str, Value]]:
    """Name why a bonus is right, with values for the sentence.

    A wall that brings points without leading past more displays has filled an empty space. So has one that the old way did not cross.
    A wall makes the way longer by changing the order of its stops, or by making legs between the same stops longer.
    """
    if isinstance(act[0], Doorway):
        return "doorway", {}
    before, after = walk(view.draft.sheet), walk(sheet)
    if puzzle.kind == "points":
        is_across = bool(before and crossings(before, border_of(tuple(act))))
        return ("round" if is_across and before and after and after.displays > before.displays else "filled"), {}
    legs = lengthened(view.draft.sheet, sheet)
    if not legs or (before and after and stops(view.draft.sheet, before) != stops(sheet, after)):
        return "order", {}
    return "legs", {"legs": len(legs), **ends_of(legs[0])}


def ends_of(leg: Sequence[int]) -> dict[str, Value]:
    return {"start": name_of(leg[0]), "goal": name_of(leg[-1])}


def missed(puzzle: Puzzle, view: View, sheet: Sheet) -> Literal["shut", "same", "less"]:
    """Name what is wrong with a bonus: no way is left, the way is the same as before, or the new way is not the best."""
    before, after = walk(view.draft.sheet), walk(sheet)
    return "shut" if after is None else "same" if before is not None and before.legs == after.legs else "less"


def solve(puzzle: Puzzle, view: View) -> Solution:
    found = bonuses(view.draft, view.roll, puzzle.kind)
    return Solution(tuple(bonus.act for bonus in found if bonus.value == found[0].value), len(found))


def hints(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> tuple[Hint, Hint]:
    """Return two hints: a wall or a doorway, if possible with a leg of the way that the wall makes longer or cuts, and its space."""
    where = Message("puzzle.hint-space", {"space": name_of(cast(Wall | Doorway, act[0]).space)})
    return Hint(first_hint(puzzle, view, act)), Hint(where, (str(act[0]),))


def first_hint(puzzle: Puzzle, view: View, act: Sequence[AnyChoice]) -> Message:
    if isinstance(act[0], Doorway):
        return Message("puzzle.hint-doorway")
    way, border = walk(view.draft.sheet), border_of(tuple(act))
    cut = [leg for leg in way.legs if any({here, there} == border for here, there in pairwise(leg))] if way else []
    for leg in lengthened(view.draft.sheet, drawn(view, act)) or cut:
        return Message("puzzle.hint-leg", ends_of(leg))
    return Message("puzzle.hint-fill" if puzzle.kind == "points" else "puzzle.hint-wall")
