"""The shoppers' way: every leg is a shortest path; among ties, the shoppers take the combination with the best total score.

A leg is a list of layers: the spaces on its shortest paths, by distance. Every path passes the layers of one space. A run of wider layers
is a bulge, where paths differ. A space that is passed twice counts once (L1), so bulges of different legs that share a counting space must
be solved together: `JointSearch` does that by branch and bound.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from byways.bits import members
from byways.games.long_way.components import SIZE
from byways.games.long_way.state import ALL, NOT_LAST_COLUMN, NOT_LAST_ROW, PerSide, Sheet

Layers: TypeAlias = list[int]
Step: TypeAlias = tuple[int, int]  # a space in a layer, and the spaces in the previous layer that lead to it, as bit sets
Bulge: TypeAlias = list[list[Step]]
Values: TypeAlias = list[tuple[int, int]]  # sets of spaces, each with the value of any of its spaces

POINT = 6  # the value of a point, divisible by 2 and 3, because up to three legs share the cost of an empty space


def union(displays: tuple[int, int, int, int, int, int]) -> int:
    a, b, c, d, e, f = displays
    return a | b | c | d | e | f


class Walk(NamedTuple):
    """The shoppers' way through the store. `legs` are the paths they take, space by space.

    `layers` has the layers of each leg. They contain all shortest paths, so also those tied with the path taken.
    """

    legs: tuple[tuple[int, ...], ...]
    layers: tuple[Layers, ...]
    displays: int
    empties: int

    @property
    def score(self) -> int:
        return self.displays - self.empties


class Floor:
    """A store's open borders, and the spaces that count."""

    def __init__(self, sheet: Sheet) -> None:
        east, south = sheet.blocked
        self.east, self.south = NOT_LAST_COLUMN & ~east, NOT_LAST_ROW & ~south
        self.displays = union(sheet.displays)
        self.empty = ALL & ~sheet.occupied

    def around(self, spaces: int) -> int:
        """Return the spaces one step away."""
        east, south = self.east, self.south
        return (spaces & east) << 1 | spaces >> 1 & east | (spaces & south) << SIZE | spaces >> SIZE & south

    def leg(self, start: int, goal: int) -> Layers | None:
        """Return the layers of all shortest paths between two sets of spaces, or None if there is no path."""
        east, south = self.east, self.south
        front, layers, unseen = start, [start], ALL & ~start
        while not front & goal:
            front = ((front & east) << 1 | front >> 1 & east | (front & south) << SIZE | front >> SIZE & south) & unseen
            if not front:
                return None
            unseen &= ~front
            layers.append(front)
        # Walk back from the goal, keeping only spaces on shortest paths.
        front &= goal
        layers[-1] = front
        for nth in range(len(layers) - 2, -1, -1):
            front = layers[nth] & ((front & east) << 1 | front >> 1 & east | (front & south) << SIZE | front >> SIZE & south)
            layers[nth] = front
        return layers

    def count(self, spaces: int) -> int:
        return (spaces & self.displays).bit_count() - (spaces & self.empty).bit_count()


def visited(cafeterias: tuple[int, ...], start: int, out: int, east: int, south: int) -> tuple[int, ...] | None:
    """Return the cafeterias to visit, or None if no open path joins entrance and exit.

    This matters only if a wall splits a cafeteria. Otherwise all are returned, and the legs show which can be reached.
    """
    for cafeteria in cafeterias:
        if not cafeteria & (cafeteria >> 1 & east | cafeteria >> SIZE & south):
            break
    else:
        return cafeterias
    inside = open_from(start, east, south)
    if not inside & out:  # L4: a split cafeteria does not lead through a barrier
        return None
    return tuple(cafeteria for cafeteria in cafeterias if cafeteria & inside)  # L2: the others have no path to the exit


def open_from(start: int, east: int, south: int) -> int:
    """Return all spaces with an open path from some spaces."""
    found, front = 0, start
    while front:
        found |= front
        front = ((front & east) << 1 | front >> 1 & east | (front & south) << SIZE | front >> SIZE & south) & ~found
    return found


def itineraries(sheet: Sheet, floor: Floor) -> list[list[Layers]]:
    """Return the possible lists of legs: none without a way out, two if both cafeterias are equally near and either may come first."""
    if sheet.entrance < 0 or sheet.covered(sheet.entrance) or sheet.covered(sheet.exit):
        return []
    start, out = 1 << (sheet.entrance >> 2), 1 << (sheet.exit >> 2)
    cafeterias = visited(sheet.cafeterias, start, out, floor.east, floor.south)
    if cafeterias is None:
        return []
    first = floor.leg(start, sum(cafeterias)) if cafeterias else None
    if first is None:  # no cafeteria, or none within reach (L2)
        only = floor.leg(start, out)
        return [[only]] if only else []
    # Two cafeterias are equally near, and the rules leave open which comes first, so try both orders.
    nearest = [cafeteria for cafeteria in cafeterias if first[-1] & cafeteria]
    found = (
        [onward(cafeterias, floor, start, cafeteria, out) for cafeteria in nearest]
        if len(nearest) > 1
        else [rest(cafeterias, floor, first, nearest[0], out)]
    )
    return [legs for legs in found if legs]


def onward(cafeterias: tuple[int, ...], floor: Floor, start: int, cafeteria: int, out: int) -> list[Layers]:
    first = floor.leg(start, cafeteria)
    return rest(cafeterias, floor, first, cafeteria, out) if first else []


def rest(cafeterias: tuple[int, ...], floor: Floor, first: Layers, cafeteria: int, out: int) -> list[Layers]:
    """Add the legs from either space of the first cafeteria to the other one, if it can be reached (L2), and to the exit (L17)."""
    legs = [first]
    for other in cafeterias:
        if other != cafeteria and (second := floor.leg(cafeteria, other)):
            legs.append(second)
            cafeteria = other
            break
    last = floor.leg(cafeteria, out)
    return [*legs, last] if last else []


class Route(NamedTuple):
    """The best way as bit sets: its score, each leg's spaces, and each leg's layers."""

    score: int
    spaces: list[int]
    legs: list[Layers]

    @property
    def passed(self) -> int:
        first, *others = self.spaces
        for chosen in others:
            first |= chosen
        return first


def find_route(sheet: Sheet, floor: Floor) -> Route | None:
    """Return the best-scoring way, or None if no way leads from the entrance to the exit."""
    ways = [Route(*best_of(floor, legs), legs) for legs in itineraries(sheet, floor)]
    if len(ways) > 1:
        return max(ways, key=lambda way: way.score)
    return ways[0] if ways else None


def score(sheet: Sheet) -> int:
    """Return the score of a sheet: 0 if there is no way (L21)."""
    best = find_route(sheet, Floor(sheet))
    return best.score if best else 0


def walk(sheet: Sheet) -> Walk | None:
    """Return the way that the shoppers take, or None."""
    return walk_between(sheet.entrance, sheet.exit, sheet.walls, sheet.doorways, sheet.occupied, union(sheet.displays), sheet.cafeterias)


@lru_cache(4096)  # every drawing shows the ways of all seats, and a preview of the way for each choice
def walk_between(
    entrance: int, out: int, walls: PerSide, doorways: PerSide, occupied: int, displays: int, cafeterias: tuple[int, ...]
) -> Walk | None:
    """Find the way from only the fields that determine it, so that sheets with other tiles or coins share a cache entry."""
    sheet = Sheet(entrance, out, walls, doorways, occupied, (displays, 0, 0, 0, 0, 0), (), cafeterias)
    floor = Floor(sheet)
    best = find_route(sheet, floor)
    if best is None:
        return None
    legs = tuple(tuple((layer & chosen).bit_length() - 1 for layer in leg) for leg, chosen in zip(best.legs, best.spaces, strict=True))
    return Walk(legs, tuple(best.legs), (best.passed & floor.displays).bit_count(), (best.passed & floor.empty).bit_count())


def best_of(floor: Floor, legs: list[Layers]) -> tuple[int, list[int]]:
    """Return the best score over all shortest paths of these legs, and the spaces, leg by leg, of one way that achieves it."""
    forced = 0
    for leg in legs:
        for layer in leg:
            if not layer & layer - 1:  # one space
                forced |= layer
    # Every path passes the forced spaces, which count once (L1), so they do not influence the choice.
    counted = (floor.displays | floor.empty) & ~forced
    spaces, bulges, owners = [], [], []
    for nth, leg in enumerate(legs):
        chosen, wide = 0, []
        # The empty layer closes a bulge at the end of the leg.
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
    """Return the steps of a run of wide layers."""
    before, steps = 0, []
    for layer in layers:
        steps.append([(1 << space, floor.around(1 << space) & before) for space in members(layer)])
        before = layer
    return steps


def area(run: Bulge) -> int:
    return sum(bit for layer in run for bit, _ in layer)


def choose(floor: Floor, bulges: list[Bulge], counted: int) -> list[int]:
    """Choose a path through each bulge so that together they score best. Only bulges that share counting spaces are solved together."""
    areas = [area(run) & counted for run in bulges]
    plus, minus = floor.displays & counted, floor.empty & counted
    picked = [0] * len(bulges)
    waiting = list(range(len(bulges)))
    # Connected components of bulges that share counting spaces.
    while waiting:
        group = [waiting.pop(0)]
        for nth in group:  # the group grows during the loop
            near = [other for other in waiting if areas[other] & areas[nth]]
            group += near
            waiting = [other for other in waiting if other not in near]
        if len(group) == 1:
            picked[group[0]] = best_path(bulges[group[0]], [(plus, POINT), (minus, -POINT)])[1]
        else:
            for nth, path in zip(group, JointSearch([bulges[nth] for nth in group], plus, minus).paths(), strict=True):
                picked[nth] = path
    return picked


def best_path(run: Bulge, values: Values) -> tuple[int, int]:
    """Return the value of the best path through a bulge, and its spaces."""
    here: dict[int, tuple[int, int]] = {}
    for layer in run:
        there: dict[int, tuple[int, int]] = {}
        for bit, sources in layer:
            value, path = 0, 0
            if sources:
                # Dynamic programming over the layers; ties go to the higher bit set, so that the result is deterministic.
                value, path = max([here[source] for source in here if source & sources])
            for spaces, more in values:
                if bit & spaces:
                    value += more
            there[bit] = value, path | bit
        here = there
    return max(here.values())


class JointSearch:
    """Branch and bound over the paths of bulges that share counting spaces, one bulge at a time.

    The bound takes the best path of each bulge separately: a display counts for each bulge, and an empty space that k bulges could pass
    costs each of them a k-th. No choice of paths can score more than the sum.
    """

    def __init__(self, bulges: list[Bulge], plus: int, minus: int) -> None:
        self.areas = [area(run) for run in bulges]
        # Bulges with few counting spaces come first: few of their paths differ in value, so the tree is narrow at the top.
        self.order = sorted(range(len(bulges)), key=lambda nth: (self.areas[nth] & (plus | minus)).bit_count())
        self.bulges = [bulges[nth] for nth in self.order]
        self.areas = [self.areas[nth] for nth in self.order]
        self.plus, self.minus = plus, minus
        self.best, self.found = -POINT * ALL, [0] * len(bulges)

    def paths(self) -> list[int]:
        bounds = self.bounds(0, 0)
        self.improve([path for _, path in bounds])
        # Often the greedy choice already meets the bound.
        if whole_points(sum(bound for bound, _ in bounds)) > self.best:
            self.search(0, 0, 0, [])
        return [path for _, path in sorted(zip(self.order, self.found, strict=True))]

    def improve(self, paths: list[int]) -> None:
        """Find a good first choice: each bulge in turn takes its best path, given those of the others."""
        for nth in [*range(len(paths))] * 2:
            passed = 0
            for other, path in enumerate(paths):
                passed |= path if other != nth else 0
            paths[nth] = best_path(self.bulges[nth], self.alone(passed))[1]
        passed = 0
        for path in paths:
            passed |= path
        self.best, self.found = self.count(passed), paths

    def alone(self, passed: int) -> Values:
        return [(self.plus & ~passed, POINT), (self.minus & ~passed, -POINT)]

    def bounds(self, nth: int, passed: int) -> list[tuple[int, int]]:
        """Return the bound of each bulge from the nth on, given the spaces already passed, and the path that achieves it."""
        once = twice = thrice = 0
        for spaces in self.areas[nth:]:
            thrice |= twice & spaces
            twice |= once & spaces
            once |= spaces
        minus = self.minus & ~passed
        shares = [(minus & ~twice, -POINT), (minus & twice & ~thrice, -POINT // 2), (minus & thrice, -POINT // 3)]
        return [best_path(run, [(self.plus & ~passed, POINT), *shares]) for run in self.bulges[nth:]]

    def search(self, nth: int, passed: int, value: int, paths: list[int]) -> None:
        """Extend a choice for the first bulges to all of them, as long as it can beat the best so far."""
        run = self.bulges[nth]
        if nth == len(self.bulges) - 1:
            last, path = best_path(run, self.alone(passed))
            if value + last > self.best:
                self.best, self.found = value + last, [*paths, path]
            return
        if whole_points(value + sum(bound for bound, _ in self.bounds(nth, passed))) <= self.best:
            return
        # Be optimistic: pretend that the path passes all empty spaces here, so that later bulges pass them at no cost.
        rest = sum(bound for bound, _ in self.bounds(nth + 1, passed | self.areas[nth] & self.minus))
        for more, path in self.every_path(nth, passed):
            # Paths come best first, so the following ones cannot do better.
            if whole_points(value + more + rest) <= self.best:
                return
            self.search(nth + 1, passed | path, value + more, [*paths, path])

    def every_path(self, nth: int, passed: int) -> list[tuple[int, int]]:
        """Return paths with their values, best first. Of paths that share the same spaces with later bulges, only the best is included."""
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
        return POINT * ((spaces & self.plus).bit_count() - (spaces & self.minus).bit_count())


def whole_points(value: int) -> int:
    """Round a bound down, because scores are whole points."""
    return value - value % POINT
