"""The shoppers' way: shortest leg by leg, and of all tied ways over all legs together the one that scores best.

A leg is a list of layers, the spaces of its shortest paths by distance. Where a layer is one space every shopper passes it; the runs of
wider layers in between are bulges, where there is something to choose. What is passed twice counts once (L1), so bulges of different
legs that share a space that counts must be chosen together: `together` does it by branch and bound.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from byways.bits import members
from byways.games.long_way.components import SIZE
from byways.games.long_way.state import ALL, NOT_LAST_COLUMN, NOT_LAST_ROW, Lanes, Sheet

Layers: TypeAlias = list[int]
Step: TypeAlias = tuple[int, int]  # a space of a layer, and those of the layer before from which it is reached; both as bits
Bulge: TypeAlias = list[list[Step]]
Worth: TypeAlias = list[tuple[int, int]]  # spaces, and what each of them counts

WHOLE = 6  # a point, divisible by the number of legs


def union(displays: tuple[int, int, int, int, int, int]) -> int:
    a, b, c, d, e, f = displays
    return a | b | c | d | e | f


class Walk(NamedTuple):
    """A way through the store: its legs space by space, the spaces of other ways that tie with it as legs of layers, and its score."""

    legs: tuple[tuple[int, ...], ...]
    layers: tuple[Layers, ...]
    displays: int
    empties: int

    @property
    def score(self) -> int:
        return self.displays - self.empties


class Floor:
    """Where shoppers can step in a store, and what counts in it."""

    def __init__(self, sheet: Sheet) -> None:
        east, south = sheet.blocked
        self.east, self.south = NOT_LAST_COLUMN & ~east, NOT_LAST_ROW & ~south
        self.displays = union(sheet.displays)
        self.empty = ALL & ~sheet.occupied

    def around(self, spaces: int) -> int:
        """The spaces one step away."""
        east, south = self.east, self.south
        return (spaces & east) << 1 | spaces >> 1 & east | (spaces & south) << SIZE | spaces >> SIZE & south

    def leg(self, start: int, goal: int) -> Layers | None:
        """The shortest paths from some spaces to some others, layer by layer; None if there is none."""
        east, south = self.east, self.south
        front, layers, unseen = start, [start], ALL & ~start
        while not front & goal:
            front = ((front & east) << 1 | front >> 1 & east | (front & south) << SIZE | front >> SIZE & south) & unseen
            if not front:
                return None
            unseen &= ~front
            layers.append(front)
        front &= goal
        layers[-1] = front
        for nth in range(len(layers) - 2, -1, -1):
            front = layers[nth] & ((front & east) << 1 | front >> 1 & east | (front & south) << SIZE | front >> SIZE & south)
            layers[nth] = front
        return layers

    def count(self, spaces: int) -> int:
        return (spaces & self.displays).bit_count() - (spaces & self.empty).bit_count()


def visited(halls: tuple[int, ...], start: int, out: int, east: int, south: int) -> tuple[int, ...] | None:
    """The cafeterias to visit; None where no open path joins entrance and exit.

    Only where a wall parts the halves of one is there anything to find out here: else the legs come to whatever is open from the entrance.
    """
    for hall in halls:
        if not hall & (hall >> 1 & east | hall >> SIZE & south):
            break
    else:
        return halls
    inside = open_from(start, east, south)
    if not inside & out:  # L4: such a cafeteria is no way through a barrier
        return None
    return tuple(hall for hall in halls if hall & inside)  # L2: from the others no way leads on to the exit


def open_from(start: int, east: int, south: int) -> int:
    """All spaces to which some spaces have an open path."""
    found, front = 0, start
    while front:
        found |= front
        front = ((front & east) << 1 | front >> 1 & east | (front & south) << SIZE | front >> SIZE & south) & ~found
    return found


def itineraries(sheet: Sheet, floor: Floor) -> list[list[Layers]]:
    """The legs to walk; two lists if both cafeterias are equally near and so either may come first. Empty if there is no way out."""
    if sheet.entrance < 0 or sheet.covered(sheet.entrance) or sheet.covered(sheet.exit):
        return []
    start, out = 1 << (sheet.entrance >> 2), 1 << (sheet.exit >> 2)
    halls = visited(sheet.cafeterias, start, out, floor.east, floor.south)
    if halls is None:
        return []
    first = floor.leg(start, sum(halls)) if halls else None
    if first is None:  # no cafeteria, or none that can be reached (L2)
        only = floor.leg(start, out)
        return [[only]] if only else []
    nearest = [cafeteria for cafeteria in halls if first[-1] & cafeteria]
    found = (
        [onward(halls, floor, start, cafeteria, out) for cafeteria in nearest]
        if len(nearest) > 1
        else [rest(halls, floor, first, nearest[0], out)]
    )
    return [legs for legs in found if legs]


def onward(halls: tuple[int, ...], floor: Floor, start: int, cafeteria: int, out: int) -> list[Layers]:
    first = floor.leg(start, cafeteria)
    return rest(halls, floor, first, cafeteria, out) if first else []


def rest(halls: tuple[int, ...], floor: Floor, first: Layers, cafeteria: int, out: int) -> list[Layers]:
    """From either space of the first cafeteria to the other one, unless it cannot be reached (L2), and to the exit (L17)."""
    legs = [first]
    for other in halls:
        if other != cafeteria and (second := floor.leg(cafeteria, other)):
            legs.append(second)
            cafeteria = other
            break
    last = floor.leg(cafeteria, out)
    return [*legs, last] if last else []


class Survey(NamedTuple):
    """The best way as bit sets: its score, its spaces leg by leg, and the layers of each leg."""

    score: int
    spaces: list[int]
    legs: list[Layers]

    @property
    def passed(self) -> int:
        first, *others = self.spaces
        for chosen in others:
            first |= chosen
        return first


def survey(sheet: Sheet, floor: Floor) -> Survey | None:
    """The best of all ways; None if none leads from the entrance to the exit."""
    ways = [Survey(*best_of(floor, legs), legs) for legs in itineraries(sheet, floor)]
    if len(ways) > 1:
        return max(ways, key=lambda way: way.score)
    return ways[0] if ways else None


def score(sheet: Sheet) -> int:
    """What the sheet is worth: 0 if there is no way (L21)."""
    best = survey(sheet, Floor(sheet))
    return best.score if best else 0


def walk(sheet: Sheet) -> Walk | None:
    """The way that the shoppers take, space by space."""
    return walk_between(sheet.entrance, sheet.exit, sheet.walls, sheet.doorways, sheet.occupied, union(sheet.displays), sheet.cafeterias)


@lru_cache(4096)  # everybody's drawing shows the ways of all, and those that each choice would lead to
def walk_between(
    entrance: int, out: int, walls: Lanes, doorways: Lanes, occupied: int, displays: int, cafeterias: tuple[int, ...]
) -> Walk | None:
    """The way in all stores that differ in what does not count for it: kinds of displays, tiles and coins."""
    sheet = Sheet(entrance, out, walls, doorways, occupied, (displays, 0, 0, 0, 0, 0), (), cafeterias)
    floor = Floor(sheet)
    best = survey(sheet, floor)
    if best is None:
        return None
    legs = tuple(tuple((layer & chosen).bit_length() - 1 for layer in leg) for leg, chosen in zip(best.legs, best.spaces, strict=True))
    return Walk(legs, tuple(best.legs), (best.passed & floor.displays).bit_count(), (best.passed & floor.empty).bit_count())


def best_of(floor: Floor, legs: list[Layers]) -> tuple[int, list[int]]:
    """The best score over all shortest paths of these legs, and the spaces of one that has it, leg by leg."""
    forced = 0
    for leg in legs:
        for layer in leg:
            if not layer & layer - 1:
                forced |= layer
    counted = (floor.displays | floor.empty) & ~forced
    spaces, bulges, owners = [], [], []
    for nth, leg in enumerate(legs):
        chosen, wide = 0, []
        for layer in [*leg, 0]:
            if layer & layer - 1:
                wide.append(layer)
                continue
            chosen |= layer
            if wide:
                bulges.append(bulge(floor, wide))
                owners.append(nth)
                wide = []
        spaces.append(chosen)
    if not bulges:
        return floor.count(forced), spaces
    picked = choose(floor, bulges, counted)
    passed = forced
    for nth, path in zip(owners, picked, strict=True):
        spaces[nth] |= path
        passed |= path
    return floor.count(passed), spaces


def bulge(floor: Floor, layers: Layers) -> Bulge:
    """The steps of a run of wide layers, with where each is reached from."""
    before, steps = 0, []
    for layer in layers:
        steps.append([(1 << space, floor.around(1 << space) & before) for space in members(layer)])
        before = layer
    return steps


def area(run: Bulge) -> int:
    return sum(bit for layer in run for bit, _ in layer)


def choose(floor: Floor, bulges: list[Bulge], counted: int) -> list[int]:
    """A path through each bulge, so that all together score best. Bulges that share nothing that counts are chosen one by one."""
    areas = [area(run) & counted for run in bulges]
    picked = [0] * len(bulges)
    waiting = list(range(len(bulges)))
    while waiting:
        group = [waiting.pop(0)]
        for nth in group:  # grows while it is walked
            near = [other for other in waiting if areas[other] & areas[nth]]
            group += near
            waiting = [other for other in waiting if other not in near]
        plus, minus = floor.displays & counted, floor.empty & counted
        if len(group) == 1:
            picked[group[0]] = best_path(bulges[group[0]], [(plus, WHOLE), (minus, -WHOLE)])[1]
        else:
            for nth, path in zip(group, Together([bulges[nth] for nth in group], plus, minus).paths(), strict=True):
                picked[nth] = path
    return picked


def best_path(run: Bulge, worth: Worth) -> tuple[int, int]:
    """The most that a path through a bulge is worth, and its spaces."""
    here: dict[int, tuple[int, int]] = {}
    for layer in run:
        there: dict[int, tuple[int, int]] = {}
        for bit, sources in layer:
            value, path = 0, 0
            if sources:
                value, path = max([here[source] for source in here if source & sources])
            for spaces, points in worth:
                if bit & spaces:
                    value += points
            there[bit] = value, path | bit
        here = there
    return max(here.values())


class Together:
    """Bulges of different legs that share spaces that count: branch and bound over the paths of one after the other.

    The bound lets each bulge take its best path by itself, where a display counts for everybody and an empty space that k of them could
    pass costs each of them a k-th: no choice of paths can score more than the sum.
    """

    def __init__(self, bulges: list[Bulge], plus: int, minus: int) -> None:
        self.areas = [area(run) for run in bulges]
        self.order = sorted(range(len(bulges)), key=lambda nth: (self.areas[nth] & (plus | minus)).bit_count())
        self.bulges = [bulges[nth] for nth in self.order]
        self.areas = [self.areas[nth] for nth in self.order]
        self.plus, self.minus = plus, minus
        self.best, self.found = -WHOLE * ALL, [0] * len(bulges)

    def paths(self) -> list[int]:
        guesses = self.guesses(0, 0)
        self.improve([path for _, path in guesses])
        if floor_of(sum(guess for guess, _ in guesses)) > self.best:
            self.search(0, 0, 0, [])
        return [path for _, path in sorted(zip(self.order, self.found, strict=True))]

    def improve(self, paths: list[int]) -> None:
        """A good choice to begin with: each bulge in turn takes the best path beside those of the others."""
        for nth in [*range(len(paths))] * 2:
            passed = 0
            for other, path in enumerate(paths):
                passed |= path if other != nth else 0
            paths[nth] = best_path(self.bulges[nth], self.alone(passed))[1]
        passed = 0
        for path in paths:
            passed |= path
        self.best, self.found = self.count(passed), paths

    def alone(self, passed: int) -> Worth:
        return [(self.plus & ~passed, WHOLE), (self.minus & ~passed, -WHOLE)]

    def guesses(self, nth: int, passed: int) -> list[tuple[int, int]]:
        """The bound from the nth bulge on, when some spaces have been passed already, and the paths that it takes."""
        once = twice = thrice = 0
        for spaces in self.areas[nth:]:
            thrice |= twice & spaces
            twice |= once & spaces
            once |= spaces
        minus = self.minus & ~passed
        worth = [(self.plus & ~passed, WHOLE), (minus & ~twice, -6), (minus & twice & ~thrice, -3), (minus & thrice, -2)]
        return [best_path(run, worth) for run in self.bulges[nth:]]

    def search(self, nth: int, passed: int, value: int, paths: list[int]) -> None:
        """Extend a choice for the first bulges to all of them, as long as it can beat the best one found."""
        run = self.bulges[nth]
        if nth == len(self.bulges) - 1:
            last, path = best_path(run, self.alone(passed))
            if value + last > self.best:
                self.best, self.found = value + last, [*paths, path]
            return
        if floor_of(value + sum(guess for guess, _ in self.guesses(nth, passed))) <= self.best:
            return
        rest = sum(guess for guess, _ in self.guesses(nth + 1, passed | self.areas[nth] & self.minus))
        for more, path in self.every_path(nth, passed):
            if floor_of(value + more + rest) <= self.best:
                return
            self.search(nth + 1, passed | path, value + more, [*paths, path])

    def every_path(self, nth: int, passed: int) -> list[tuple[int, int]]:
        """Of all paths that pass the same spaces of later bulges one that is worth most, best first."""
        later = 0
        for spaces in self.areas[nth + 1 :]:
            later |= spaces
        shared = (self.plus | self.minus) & later & ~passed
        here: dict[int, dict[int, tuple[int, int]]] = {}
        for layer in self.bulges[nth]:
            there: dict[int, dict[int, tuple[int, int]]] = {}
            for bit, sources in layer:
                more = self.count(bit & ~passed)
                ends = there[bit] = {}
                for value, path in [end for source in here if source & sources for end in here[source].values()] if sources else [(0, 0)]:
                    mark = (path | bit) & shared
                    if mark not in ends or ends[mark][0] < value + more:
                        ends[mark] = value + more, path | bit
            here = there
        return sorted((end for ends in here.values() for end in ends.values()), reverse=True)

    def count(self, spaces: int) -> int:
        return WHOLE * ((spaces & self.plus).bit_count() - (spaces & self.minus).bit_count())


def floor_of(value: int) -> int:
    """Scores are whole points."""
    return value - value % WHOLE
