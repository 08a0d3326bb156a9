"""Enumerate the uses of a bonus: a wall on any border, a doorway through any wall, or coins."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import NamedTuple

from byways.games.long_way.bots.advice import length
from byways.games.long_way.rules.acts import APPLY, DONE, OFFERS
from byways.games.long_way.rules.shoppers import Floor, Walk, walk
from byways.games.long_way.state import DIRECTION, AnyChoice, Doorway, Draft, Roll, Segment, Sheet, Wall, beside


class Bonus(NamedTuple):
    """A use of the bonus, the store after it, and the store's value in the puzzle."""

    act: tuple[AnyChoice, ...]
    sheet: Sheet
    value: int

    @property
    def result(self) -> Hashable:
        """A key that is equal for uses with the same effect. For example, a wall can be named from either side of its border."""
        doors = self.sheet.covered(self.sheet.entrance), self.sheet.covered(self.sheet.exit)
        return self.sheet.blocked, doors, self.sheet.coins, self.value


def steps(sheet: Sheet) -> int:
    """Return the length of the shoppers' way, or 0 if there is none."""
    way = walk(sheet)
    return length(way) if way else 0


def points(sheet: Sheet) -> int:
    """Return the store's current points, or 0 if the shoppers have no way."""
    way = walk(sheet)
    return way.score if way else 0


MEASURES = {"wall": steps, "points": points}  # what each kind of puzzle asks for


def bonuses(draft: Draft, roll: Roll, kind: str) -> list[Bonus]:
    """Return one bonus for each different result, best first."""
    found = [Bonus(act, sheet, MEASURES[kind](sheet)) for act, sheet in every_bonus(draft, roll)]
    return sorted({bonus.result: bonus for bonus in found}.values(), key=lambda bonus: -bonus.value)


def every_bonus(draft: Draft, roll: Roll) -> Iterator[tuple[tuple[AnyChoice, ...], Sheet]]:
    for choice in OFFERS["bonus"](draft, roll):
        then = APPLY[type(choice)](draft, choice, roll)
        sides = OFFERS["side"](then, roll) if then.stage == "side" else ()
        yield from (((choice, side, DONE), APPLY[type(side)](then, side, roll).sheet) for side in sides)
        if not sides:
            yield (choice, DONE), then.sheet


def border_of(act: tuple[AnyChoice, ...]) -> frozenset[int]:
    """Return the spaces beside a new wall or doorway: two, one at an outer wall, or none for coins."""
    match act:
        case (Wall(space), Segment(side), *_):
            there = beside(space, DIRECTION[side])
        case (Doorway(space, side), *_):
            there = beside(space, DIRECTION[side])
        case _:
            return frozenset()
    return frozenset({space} if there is None else {space, there})


def crossings(way: Walk, border: frozenset[int]) -> int:
    """Return how often a way crosses a border."""
    return sum({here, there} == border for leg in way.legs for here, there in pairwise(leg))


def stops(sheet: Sheet, way: Walk) -> list[int]:
    """Return what the shoppers visit, each as a bit set: the entrance's space, the cafeterias in order, and the exit's space."""
    halls = [hall for leg in way.legs[:-1] for hall in sheet.cafeterias if hall >> leg[-1] & 1]
    return [1 << (sheet.entrance >> 2), *halls, 1 << (sheet.exit >> 2)]


def lengthened(before: Sheet, after: Sheet) -> list[tuple[int, ...]]:
    """Return the legs of the way before for which a bonus leaves only longer paths, or none, between the same stops."""
    way, floor = walk(before), Floor(after)
    if way is None:
        return []
    paths = (floor.leg(start, goal) for start, goal in pairwise(stops(before, way)))
    return [leg for leg, path in zip(way.legs, paths, strict=True) if path is None or len(path) > len(leg)]
