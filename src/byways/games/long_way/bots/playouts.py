"""Playouts in plain Python, for the planner.

A playout draws each tile where the way looks best afterwards, tries a few random cafeterias and walls, and follows one shortest way instead
of all tied ones. Its scores are low, but equally so for every sheet that is compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from byways.bits import members
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.shoppers import Floor, score, visited
from byways.games.long_way.state import ALL, MOST_CAFETERIAS, NOT_LAST_COLUMN, NOT_LAST_ROW, SPACES, Dice, Sheet, tile_mask

# Values in points. Each pair is for an empty store and a full one.
STEP, EMPTY = (0.25, 0.05), (0.1, 1.0)  # gain per step of the way, and cost of an empty space on it
CAFETERIA_LEFT = 1.0  # a cafeteria still to be drawn, in an empty store
BESIDE = 0.05  # a display off the way
BONUS = 0.3  # a tile beside something that may match
GAIN = 0.3  # a wall that gains less than this is worse than coins
FORKS_TRIED, WALLS_TRIED = 2, 5
FORKS = (*(3 << space for space in members(NOT_LAST_COLUMN)), *((1 | 1 << SIZE) << space for space in members(NOT_LAST_ROW)))
OPEN_FLOOR = Floor(Sheet())


class Path(NamedTuple):
    """One shortest way: its spaces, the borders to the east and to the south that it crosses, and its steps."""

    passed: int
    east: int
    south: int
    steps: int


class Placement(NamedTuple):
    """A place for a tile: its spaces, the borders to the east and to the south that it shuts, and the spaces around it."""

    spaces: int
    east: int
    south: int
    around: int


class StageWeights(NamedTuple):
    """The evaluation weights for the current share of empty spaces."""

    step: float
    empty: float
    cafeteria_left: float


class Candidate(NamedTuple):
    """A tile or cafeteria to draw: its value, its place, and the way after it is drawn."""

    value: float
    placement: Placement
    way: Path


def leg(start: int, goal: int, east: int, south: int, shown: int, empty: int) -> Path | None:
    """Return a shortest way between two sets of spaces. Among tied steps it prefers displays, then bare floor, then empty spaces."""
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
        # More than one space ties.
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
    return Path(passed, over_east, over_south, len(layers) - 1)


class Store:
    """A mutable copy of a sheet during a playout. `way` is always up to date, and None if there is no way."""

    def __init__(self, sheet: Sheet) -> None:
        floor = Floor(sheet)
        self.start, self.out = 1 << (sheet.entrance >> 2), 1 << (sheet.exit >> 2)
        self.east, self.south = floor.east, floor.south
        self.empty, self.shown = floor.empty, floor.displays
        self.kinds, self.cafeterias, self.coins = list(sheet.displays), sheet.cafeterias, sheet.coins
        covered = sheet.covered(sheet.entrance) or sheet.covered(sheet.exit)
        self.way = None if covered else self.route(self.east, self.south, self.cafeterias, self.shown)

    def route(self, east: int, south: int, cafeterias: tuple[int, ...], shown: int) -> Path | None:
        """Find a way from the entrance via the nearest cafeteria and the other one to the exit, skipping any that cannot be
        reached (L2).
        """
        left = visited(cafeterias, self.start, self.out, east, south)
        if left is None:
            return None
        here, way = self.start, Path(0, 0, 0, 0)
        while left and (found := leg(here, sum(left), east, south, shown, self.empty)):
            way = join(way, found)
            here = next(cafeteria for cafeteria in left if cafeteria & found.passed)
            left = tuple(cafeteria for cafeteria in left if cafeteria != here)
        last = leg(here, self.out, east, south, shown, self.empty)
        return join(way, last) if last else None

    def weights(self) -> StageWeights:
        free = self.empty.bit_count() / SPACES
        return StageWeights(STEP[0] * free + STEP[1] * (1 - free), EMPTY[0] * free + EMPTY[1] * (1 - free), CAFETERIA_LEFT * free)

    def evaluate(self, way: Path, weights: StageWeights, new: int = 0) -> float:
        """Rate a way, treating the spaces in `new` as no longer empty."""
        passed, step, empty, _ = way.passed, *weights
        return way.steps * step + (passed & self.shown).bit_count() - empty * (passed & self.empty & ~new).bit_count()

    def points(self, way: Path) -> int:
        return (way.passed & self.shown).bit_count() - (way.passed & self.empty).bit_count()

    def shut(self, east: int, south: int) -> None:
        self.east &= ~east
        self.south &= ~south


def join(one: Path, other: Path) -> Path:
    return Path(one.passed | other.passed, one.east | other.east, one.south | other.south, one.steps + other.steps)


class Playouts:
    """Plays out sheets that continue one sheet. Places for tiles are computed once for all of them."""

    def __init__(self, chart: tuple[tuple[str, ...], ...], sheet: Sheet, rng: Random) -> None:
        self.rng = rng
        self.placements = [[placements(layout, sheet) for layout in shape] for shape in chart]

    def play_out(self, sheet: Sheet, rolls: Iterable[Dice]) -> int:
        """Play out a sheet with the given dice and return its score. Coins are paid before stopping."""
        if sheet.stopped:
            return score(sheet)
        store = Store(sheet)
        for light, dark in rolls if store.way else ():
            if not self.turn(store, light, dark):
                if not store.coins:
                    break
                store.coins -= 1
        return store.points(store.way) if store.way else 0

    def turn(self, store: Store, light: int, dark: int) -> bool:
        """Draw the best tile or cafeteria. Return False if stopping is better."""
        assert store.way is not None
        weights, missing = store.weights(), MOST_CAFETERIAS - len(store.cafeterias)
        least = store.points(store.way) + STEP[1] * store.way.steps - missing * weights.cafeteria_left
        tile = self.best_tile(store, store.way, weights, light, dark)
        fork = self.best_fork(store, weights) if missing else None
        if fork and fork.value > max(least, tile.value if tile else least):
            store.cafeterias, store.empty, store.way = (
                (*store.cafeterias, fork.placement.spaces),
                store.empty & ~fork.placement.spaces,
                fork.way,
            )
        elif tile and tile.value > least:
            self.draw(store, tile, weights, light, dark)
        else:
            return False
        return True

    def best_tile(self, store: Store, way: Path, weights: StageWeights, light: int, dark: int) -> Candidate | None:
        """Find the best place for the tile. Only walls that cross the way can change it, so only those need a new search."""
        best, chosen = float("-inf"), None
        east, south, shown, taken = store.east, store.south, store.shown, ~store.empty
        match = store.kinds[light - 1] | store.kinds[dark - 1] | sum(store.cafeterias)
        for placement in self.placements[light - 1][dark - 1]:
            spaces, cut_east, cut_south, around = placement
            if spaces & taken:
                continue
            new: Path | None = way
            if cut_east & way.east or cut_south & way.south:
                new = store.route(east & ~cut_east, south & ~cut_south, store.cafeterias, shown | spaces)
            if new:
                value = store.evaluate(new, weights, spaces) + (1.0 if new.passed & spaces else BESIDE) + (BONUS if around & match else 0.0)
                if value > best:
                    best, chosen = value, Candidate(value, placement, new)
        return chosen

    def best_fork(self, store: Store, weights: StageWeights) -> Candidate | None:
        """Find the best of a few random places for a cafeteria."""
        taken, chosen = ~store.empty, None
        fitting = [fork for fork in FORKS if not fork & taken]
        for fork in self.rng.sample(fitting, min(FORKS_TRIED, len(fitting))):
            if way := store.route(store.east, store.south, (*store.cafeterias, fork), store.shown):
                value = store.evaluate(way, weights, fork) - weights.cafeteria_left
                if chosen is None or value > chosen.value:
                    chosen = Candidate(value, Placement(fork, 0, 0, 0), way)
        return chosen

    def draw(self, store: Store, tile: Candidate, weights: StageWeights, light: int, dark: int) -> None:
        """Draw a tile and its display: on the way if possible, and where it earns a bonus if possible."""
        spaces, east, south, _ = tile.placement
        store.empty &= ~spaces
        store.shut(east, south)
        place, kind, earned = choose_display(store, spaces & tile.way.passed or spaces, light - 1, dark - 1)
        store.kinds[kind] |= place
        store.shown |= place
        store.way = tile.way if place & tile.way.passed else store.route(store.east, store.south, store.cafeterias, store.shown)
        if earned and store.way:
            self.take_bonus(store, store.way, weights)

    def take_bonus(self, store: Store, way: Path, weights: StageWeights) -> None:
        """Take the best of a few random walls across the way, or coins."""
        best, chosen = store.evaluate(way, weights) + GAIN, None
        borders = [(1 << space, 0) for space in members(way.east)] + [(0, 1 << space) for space in members(way.south)]
        for east, south in self.rng.sample(borders, min(WALLS_TRIED, len(borders))):
            new = store.route(store.east & ~east, store.south & ~south, store.cafeterias, store.shown)
            if new and (value := store.evaluate(new, weights)) > best:
                best, chosen = value, (east, south, new)
        if chosen is None:
            store.coins += 2
            return
        east, south, store.way = chosen
        store.shut(east, south)
        sides = east | east << 1 | south | south << SIZE
        if not sides & ~store.empty:  # between two empty spaces, of which the wall fills one
            store.empty &= ~(sides & -sides)


def choose_display(store: Store, spaces: int, light: int, dark: int) -> tuple[int, int, bool]:
    """Return the space and kind of a display, and whether it earns a bonus."""
    east, south, cafeterias = store.east, store.south, sum(store.cafeterias)
    for space in members(spaces):
        bit = 1 << space
        near = (bit & east) << 1 | bit >> 1 & east | (bit & south) << SIZE | bit >> SIZE & south
        for kind in (light, dark):
            if near & (store.kinds[kind] | cafeterias):
                return bit, kind, True
    return spaces & -spaces, light, False


def placements(layout: str, sheet: Sheet) -> list[Placement]:
    """Return the places where a tile fits without covering the entrance or the exit."""
    mask, found = tile_mask(layout), []
    for space in members(mask.places(ALL & ~sheet.occupied)):
        north, east, south, west = walls = [side << space for side in mask.walls]
        if not any(walls[door & 3] >> (door >> 2) & 1 for door in (sheet.entrance, sheet.exit)):
            spaces = mask.cells << space
            cut_east, cut_south = (east | west >> 1) & NOT_LAST_COLUMN, (south | north >> SIZE) & NOT_LAST_ROW
            found.append(Placement(spaces, cut_east, cut_south, OPEN_FLOOR.around(spaces)))
    return found
