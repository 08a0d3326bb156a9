"""A sheet played on to the end with a quick hand: what the planner looks ahead with.

The quick hand draws each tile where the way looks best afterwards, tries a few cafeterias and walls by chance, and follows one shortest
way instead of all that tie. So what it scores is low, but it is low for every sheet that is compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from byways.bits import members
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.shoppers import Floor, score, visited
from byways.games.long_way.state import ALL, MOST_CAFETERIAS, NOT_LAST_COLUMN, NOT_LAST_ROW, SPACES, Dice, Sheet, stamp_of

STEP, EMPTY = (0.25, 0.05), (0.1, 1.0)  # what a step adds and an empty space on the way costs, in an empty store and in a full one
WAITING = 1.0  # what a cafeteria that is still to be drawn is worth in an empty store
BESIDE = 0.05  # a display that is not on the way
BONUS = 0.3  # a tile beside something that may match
GAIN = 0.3  # what a wall must promise, or coins are taken
FORKS_TRIED, WALLS_TRIED = 2, 5
FORKS = (*(3 << space for space in members(NOT_LAST_COLUMN)), *((1 | 1 << SIZE) << space for space in members(NOT_LAST_ROW)))
OPEN_FLOOR = Floor(Sheet())


class Way(NamedTuple):
    """One shortest way: its spaces, those whose border to the east and to the south it crosses, and its steps."""

    passed: int
    east: int
    south: int
    steps: int


class Spot(NamedTuple):
    """A place for a tile: its spaces, the borders to the east and to the south that it shuts, and the spaces around it."""

    spaces: int
    east: int
    south: int
    around: int


class Pace(NamedTuple):
    """What things are worth while so much of the store is empty."""

    step: float
    empty: float
    waiting: float


class Act(NamedTuple):
    """Something to draw, how much it is liked, and the way after it."""

    value: float
    spot: Spot
    way: Way


def leg(start: int, goal: int, east: int, south: int, shown: int, empty: int) -> Way | None:
    """A shortest way from some spaces to some others; traced back, it prefers displays, and bare floor to empty spaces."""
    front, layers, unseen = start, [start], ALL & ~start
    while not front & goal:
        front = ((front & east) << 1 | front >> 1 & east | (front & south) << SIZE | front >> SIZE & south) & unseen
        if not front:
            return None
        unseen ^= front
        layers.append(front)
    front &= goal
    front = front & shown or front
    here = passed = front & -front
    over_east = over_south = 0
    for nth in range(len(layers) - 2, -1, -1):
        near = layers[nth] & ((here & east) << 1 | here >> 1 & east | (here & south) << SIZE | here >> SIZE & south)
        if near & near - 1:
            near = near & shown or near & ~empty or near
            near &= -near
        first, second = (near, here) if near < here else (here, near)
        if second == first << 1:
            over_east |= first
        else:
            over_south |= first
        here = near
        passed |= here
    return Way(passed, over_east, over_south, len(layers) - 1)


class Sketch:
    """A sheet while it is played on: the borders that are open, what lies where, and the way."""

    def __init__(self, sheet: Sheet) -> None:
        floor = Floor(sheet)
        self.start, self.out = 1 << (sheet.entrance >> 2), 1 << (sheet.exit >> 2)
        self.east, self.south = floor.east, floor.south
        self.empty, self.shown = floor.empty, floor.displays
        self.kinds, self.halls, self.coins = list(sheet.displays), sheet.cafeterias, sheet.coins
        covered = sheet.covered(sheet.entrance) or sheet.covered(sheet.exit)
        self.way = None if covered else self.route(self.east, self.south, self.halls, self.shown)

    def route(self, east: int, south: int, halls: tuple[int, ...], shown: int) -> Way | None:
        """A way from the entrance to the nearest cafeteria, the other one and the exit; what cannot be reached is skipped (L2)."""
        on_the_way = visited(halls, self.start, self.out, east, south)
        if on_the_way is None:
            return None
        halls = on_the_way
        here, passed, over_east, over_south, steps = self.start, 0, 0, 0, 0
        while halls and (found := leg(here, sum(halls), east, south, shown, self.empty)):
            passed, over_east, over_south, steps = join(found, passed, over_east, over_south, steps)
            here = next(hall for hall in halls if hall & found.passed)
            halls = tuple(hall for hall in halls if hall != here)
        last = leg(here, self.out, east, south, shown, self.empty)
        return Way(*join(last, passed, over_east, over_south, steps)) if last else None

    def pace(self) -> Pace:
        free = self.empty.bit_count() / SPACES
        return Pace(STEP[0] * free + STEP[1] * (1 - free), EMPTY[0] * free + EMPTY[1] * (1 - free), WAITING * free)

    def like(self, way: Way, pace: Pace, new: int = 0) -> float:
        """How good a way is, when some spaces are new and no longer empty."""
        passed, step, empty, _ = way.passed, *pace
        return way.steps * step + (passed & self.shown).bit_count() - empty * (passed & self.empty & ~new).bit_count()

    def points(self, way: Way) -> int:
        return (way.passed & self.shown).bit_count() - (way.passed & self.empty).bit_count()

    def shut(self, east: int, south: int) -> None:
        self.east &= ~east
        self.south &= ~south


def join(more: Way, passed: int, east: int, south: int, steps: int) -> tuple[int, int, int, int]:
    return passed | more.passed, east | more.east, south | more.south, steps + more.steps


class Future:
    """Where the tiles of a chart can go on a sheet, and how it may go on from there."""

    def __init__(self, chart: tuple[tuple[str, ...], ...], sheet: Sheet, rng: Random) -> None:
        self.rng = rng
        self.spots = [[spots(layout, sheet) for layout in shape] for shape in chart]

    def play_on(self, sheet: Sheet, rolls: Iterable[Dice]) -> int:
        """What the sheet scores if these are the dice of the coming turns; a coin is paid where stopping would be better."""
        if sheet.stopped:
            return score(sheet)
        made = Sketch(sheet)
        for light, dark in rolls if made.way else ():
            if not self.turn(made, light, dark):
                if not made.coins:
                    break
                made.coins -= 1
        return made.points(made.way) if made.way else 0

    def turn(self, made: Sketch, light: int, dark: int) -> bool:
        """Draw what is liked best; False if that is nothing."""
        assert made.way is not None
        pace, missing = made.pace(), MOST_CAFETERIAS - len(made.halls)
        least = made.points(made.way) + STEP[1] * made.way.steps - missing * pace.waiting
        tile = self.best_tile(made, made.way, pace, light, dark)
        fork = self.best_fork(made, pace) if missing else None
        if fork and fork.value > max(least, tile.value if tile else least):
            made.halls, made.empty, made.way = (*made.halls, fork.spot.spaces), made.empty & ~fork.spot.spaces, fork.way
        elif tile and tile.value > least:
            self.draw(made, tile, pace, light, dark)
        else:
            return False
        return True

    def best_tile(self, made: Sketch, way: Way, pace: Pace, light: int, dark: int) -> Act | None:
        """Walls that do not cross the way leave it as short as it was, so only the others make it be sought anew."""
        best, chosen = float("-inf"), None
        east, south, shown, taken = made.east, made.south, made.shown, ~made.empty
        match = made.kinds[light - 1] | made.kinds[dark - 1] | sum(made.halls)
        for spot in self.spots[light - 1][dark - 1]:
            spaces, cut_east, cut_south, around = spot
            if spaces & taken:
                continue
            new: Way | None = way
            if cut_east & way.east or cut_south & way.south:
                new = made.route(east & ~cut_east, south & ~cut_south, made.halls, shown | spaces)
            if new:
                value = made.like(new, pace, spaces) + (1.0 if new.passed & spaces else BESIDE) + (BONUS if around & match else 0.0)
                if value > best:
                    best, chosen = value, Act(value, spot, new)
        return chosen

    def best_fork(self, made: Sketch, pace: Pace) -> Act | None:
        """The best of a few places for a cafeteria."""
        taken, chosen = ~made.empty, None
        fitting = [fork for fork in FORKS if not fork & taken]
        for fork in self.rng.sample(fitting, min(FORKS_TRIED, len(fitting))):
            if way := made.route(made.east, made.south, (*made.halls, fork), made.shown):
                value = made.like(way, pace, fork) - pace.waiting
                if chosen is None or value > chosen.value:
                    chosen = Act(value, Spot(fork, 0, 0, 0), way)
        return chosen

    def draw(self, made: Sketch, tile: Act, pace: Pace, light: int, dark: int) -> None:
        """Draw a tile with a display on the way if it can be, where it earns a bonus if it can."""
        spaces, east, south, _ = tile.spot
        made.empty &= ~spaces
        made.shut(east, south)
        place, kind, earned = furnish(made, spaces & tile.way.passed or spaces, light - 1, dark - 1)
        made.kinds[kind] |= place
        made.shown |= place
        made.way = tile.way if place & tile.way.passed else made.route(made.east, made.south, made.halls, made.shown)
        if earned and made.way:
            self.reward(made, made.way, pace)

    def reward(self, made: Sketch, way: Way, pace: Pace) -> None:
        """The best of a few walls across the way, or coins."""
        best, chosen = made.like(way, pace) + GAIN, None
        borders = [(1 << space, 0) for space in members(way.east)] + [(0, 1 << space) for space in members(way.south)]
        for east, south in self.rng.sample(borders, min(WALLS_TRIED, len(borders))):
            new = made.route(made.east & ~east, made.south & ~south, made.halls, made.shown)
            if new and (value := made.like(new, pace)) > best:
                best, chosen = value, (east, south, new)
        if chosen is None:
            made.coins += 2
            return
        east, south, made.way = chosen
        made.shut(east, south)
        sides = east | east << 1 | south | south << SIZE
        if not sides & ~made.empty:  # the wall lies on one of two empty spaces, which is empty no more
            made.empty &= ~(sides & -sides)


def furnish(made: Sketch, spaces: int, light: int, dark: int) -> tuple[int, int, bool]:
    """Where to put which display, and whether it earns a bonus."""
    east, south, halls = made.east, made.south, sum(made.halls)
    for space in members(spaces):
        bit = 1 << space
        near = (bit & east) << 1 | bit >> 1 & east | (bit & south) << SIZE | bit >> SIZE & south
        for kind in (light, dark):
            if near & (made.kinds[kind] | halls):
                return bit, kind, True
    return spaces & -spaces, light, False


def spots(layout: str, sheet: Sheet) -> list[Spot]:
    """Where a tile can go without covering the entrance or the exit."""
    stamp, found = stamp_of(layout), []
    for space in members(stamp.places(ALL & ~sheet.occupied)):
        north, east, south, west = walls = [lane << space for lane in stamp.walls]
        if not any(walls[door & 3] >> (door >> 2) & 1 for door in (sheet.entrance, sheet.exit)):
            spaces = stamp.cells << space
            cut_east, cut_south = (east | west >> 1) & NOT_LAST_COLUMN, (south | north >> SIZE) & NOT_LAST_ROW
            found.append(Spot(spaces, cut_east, cut_south, OPEN_FLOOR.around(spaces)))
    return found
