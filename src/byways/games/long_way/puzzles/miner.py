"""Find puzzles where a bonus is earned in a store that a person could have built."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from random import Random

from byways.games.long_way.bots.players import Greedy
from byways.games.long_way.puzzles.bonus import MEASURES, Bonus, bonuses, border_of, crossings
from byways.games.long_way.rules.acts import ENTRANCES
from byways.games.long_way.rules.shoppers import Walk, walk
from byways.games.long_way.state import Sheet
from byways.games.long_way.view import View
from byways.puzzle import Puzzle, Source


class Builder(Greedy):
    """A greedy player that puts its doors anywhere, as people do, and not always in the same place. It tries fewer bonuses."""

    tried = 2

    def __init__(self, rng: Random) -> None:
        entrance, out = rng.sample(ENTRANCES, 2)
        super().__init__(rng, doors=(str(entrance), str(out).replace("entrance", "exit")))


SOURCES = (Source(f"{__name__}:Builder", 1, 1, within=True),)
TILES = 5
DISPLAYS = 4  # on the way, at least
EMPTIES = 1  # on the way, at most
ALTERNATIVES = 25
ANSWERS = 2  # at most
LEAST = {"wall": 4, "points": 1}  # steps or points that the best bonus adds
APART = {"wall": 2, "points": 1}  # between the best bonus and the next
LEVELS = {"wall": (3, 5, 8, 14), "points": (0, 2, 5, 8)}  # tempting walls, or detours, for the grades 2 to 5


def find(view: View, rng: Random) -> Iterator[Puzzle]:
    if view.phase != "draw" or view.seat is None or not view.act or view.draft.stage != "bonus":
        return
    sheet = view.draft.sheet
    way = walk(sheet)
    if way is None or not is_well_built(sheet, way):
        return
    for kind, measure in MEASURES.items():
        found, before = bonuses(view.draft, view.roll, kind), measure(sheet)
        best = found[0]
        answers = sum(bonus.value == best.value for bonus in found)
        if len(found) >= ALTERNATIVES and answers <= ANSWERS and has_point(kind, found, answers, before):
            values: dict[str, int | str] = {"before": before, "best": best.value}
            solution, level = tuple(map(str, best.act)), grade(kind, way, found, before)
            yield Puzzle(kind, view.seat, len(found), answers, solution, values=values, grade=level)


def is_well_built(sheet: Sheet, way: Walk) -> bool:
    return len(sheet.tiles) >= TILES and bool(sheet.cafeterias) and way.displays >= DISPLAYS and way.empties <= EMPTIES


def has_point(kind: str, found: list[Bonus], answers: int, before: int) -> bool:
    """Whether the best bonuses gain enough, and clearly more than the next."""
    best, second = found[0].value, found[answers].value
    return best - before >= LEAST[kind] and best - second >= APART[kind]


def grade(kind: str, way: Walk, found: list[Bonus], before: int) -> int:
    """Return a grade from 1 to 5, by the number of bonuses that a solver has to consider before the best one stands out."""
    return 1 + bisect(LEVELS[kind], tempting_walls(way, found, before) if kind == "wall" else detours(way, found, before))


def tempting_walls(way: Walk, found: list[Bonus], before: int) -> int:
    """Count the bonuses whose border the way crosses at least as often as the best wall's.

    Add two for each bonus, other than the best, that gains at least half as much as the best.
    """
    best, *others = found
    times = crossings(way, border_of(best.act))
    busy = sum(crossings(way, border_of(bonus.act)) >= times for bonus in found)
    return busy + 2 * sum(2 * (bonus.value - before) >= best.value - before for bonus in others)


def detours(way: Walk, found: list[Bonus], before: int) -> int:
    """Count the bonuses that change the shoppers' way but not the points."""
    ways = [walk(bonus.sheet) for bonus in found if bonus.value == before]
    return sum(other is not None and other.legs != way.legs for other in ways)
