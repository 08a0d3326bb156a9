"""Compiled inner loops of the hard player: the shoppers' way, what a store promises, every act, and stores built to the end.

A store is a row of numbers, most of them bit sets of spaces: the segments on the four sides, the spaces whose border to the east and to the
south is open, what is empty, the displays by kind, the cafeterias; then coins and doors; then the way: its spaces, those whose border to
the east and to the south it crosses, its steps. No way has no spaces. The way here is the best of the first leg, then of the next given
that one, and so on: never better than the exact one of `shoppers`, and seldom worse.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from byways.bots.bits64 import Floats, Ints, count, first
from byways.games.long_way.components import SIZE
from byways.games.long_way.state import ALL, NOT_LAST_COLUMN, NOT_LAST_ROW, SPACES

NORTH, EAST, SOUTH, WEST, OPEN_EAST, OPEN_SOUTH, EMPTY, KIND = range(8)  # KIND is the first of six
HALL, OTHER_HALL, COINS, ENTRANCE, EXIT, PASSED, OVER_EAST, OVER_SOUTH, STEPS, ITEMS = range(13, 23)
WHAT, SPACE, DISPLAY, WHICH, BONUS = range(5)  # of an act: what it is, its first space or fork, its display, the bonus
STOP, TILE, FORK = range(3)
STOPPED, PAID, BUILT = range(3)  # how a turn of playing on went
NO_BONUS, TAKE_COINS = -2, -1  # else a wall: four times its space plus its side
SIGNS = 12  # what a store is judged by
MOST_FORKS = 3  # tried in a turn of playing on
HOPED = 0.3  # what a bonus is worth before it is chosen
MOST_ACTS, MOST_REWARDED = 6000, 12
SHUT = -9.0


@njit(cache=True)
def around(spaces: int, east: int, south: int) -> int:
    """The spaces one step away."""
    return (spaces & east) << 1 | (spaces >> 1) & east | (spaces & south) << SIZE | (spaces >> SIZE) & south


# The way


@njit(cache=True)
def dearest(spaces: int, values: Ints) -> int:
    """The space with the highest value."""
    best = spaces & -spaces
    while spaces:
        space = spaces & -spaces
        spaces ^= space
        if values[first(space)] > values[first(best)]:
            best = space
    return best


@njit(cache=True)
def leg(start: int, goal: int, store: Ints, shown: int, way: Ints) -> bool:
    """Adds the best shortest path from some spaces to some others to a way; False if there is none."""
    east, south, layers, values = store[OPEN_EAST], store[OPEN_SOUTH], np.empty(SPACES, np.int64), np.empty(SPACES, np.int64)
    plus, minus = shown & ~way[0], store[EMPTY] & ~way[0]
    front, unseen, steps = start, ALL & ~start, 0
    layers[0] = start
    while not front & goal:
        front = around(front, east, south) & unseen
        if not front:
            return False
        unseen ^= front
        steps += 1
        layers[steps] = front
    layers[steps] &= goal
    for nth in range(steps, -1, -1):
        if nth < steps:
            layers[nth] &= around(layers[nth + 1], east, south)
        left = layers[nth]
        while left:
            space = left & -left
            left ^= space
            worth = (plus & space != 0) - (minus & space != 0)
            if nth < steps:
                worth += values[first(dearest(around(space, east, south) & layers[nth + 1], values))]
            values[first(space)] = worth
    here = dearest(layers[0], values)
    way[0] |= here
    for nth in range(1, steps + 1):
        there = dearest(around(here, east, south) & layers[nth], values)
        crossed = min(here, there)
        way[1 if max(here, there) == crossed << 1 else 2] |= crossed
        way[0] |= there
        here = there
    way[3] += steps
    return True


@njit(cache=True)
def is_split(hall: int, store: Ints) -> bool:
    """Whether a wall parts the halves of a cafeteria."""
    return hall != 0 and not hall & (hall >> 1 & store[OPEN_EAST] | hall >> SIZE & store[OPEN_SOUTH])


@njit(cache=True)
def open_from(start: int, store: Ints) -> int:
    """All spaces to which some spaces have an open path."""
    found, front = 0, start
    while front:
        found |= front
        front = around(front, store[OPEN_EAST], store[OPEN_SOUTH]) & ~found
    return found


@njit(cache=True)
def tour(store: Ints, shown: int, hall: int, other: int, way: Ints) -> bool:
    """By the cafeterias that can be reached, in this order, to the exit."""
    way[:] = 0
    here = 1 << (store[ENTRANCE] >> 2)
    if hall and leg(here, hall, store, shown, way):
        here = hall
    if other and leg(here, other, store, shown, way):
        here = other
    return leg(here, 1 << (store[EXIT] >> 2), store, shown, way)


@njit(cache=True)
def route(store: Ints, extra: int) -> bool:
    """Finds the way anew, and says whether there is one; `extra` are spaces that count as displays."""
    way, hall, other = store[PASSED:ITEMS], store[HALL], store[OTHER_HALL]
    shown, front = extra, 1 << (store[ENTRANCE] >> 2)
    for kind in range(KIND, KIND + 6):
        shown |= store[kind]
    if is_split(hall, store) or is_split(other, store):  # as `shoppers.visited`
        inside = open_from(front, store)
        if not inside >> (store[EXIT] >> 2) & 1:
            way[:] = 0
            return False
        hall, other = hall if hall & inside else 0, other if other & inside else 0
    seen = 0
    while front & ~seen and other and not front & (hall | other):
        seen |= front
        front |= around(front, store[OPEN_EAST], store[OPEN_SOUTH])
    if front & other and not front & hall:
        hall, other = other, hall
    found = tour(store, shown, hall, other, way)
    if front & hall and front & other:
        first_way, worth = way.copy(), count(way[0] & shown) - count(way[0] & store[EMPTY]) if found else -SPACES
        if not tour(store, shown, other, hall, way) or count(way[0] & shown) - count(way[0] & store[EMPTY]) <= worth:
            way[:] = first_way
        else:
            found = True
    if not found:
        way[:] = 0
    return found


@njit(cache=True)
def points(store: Ints) -> int:
    """What the store scores now."""
    score = -count(store[PASSED] & store[EMPTY])
    for kind in range(KIND, KIND + 6):
        score += count(store[PASSED] & store[kind])
    return score


@njit(cache=True)
def look(store: Ints, signs: Floats) -> None:
    """What a store with a way is judged by; see `search.HOPES`."""
    empty, passed, east, south = store[EMPTY], store[PASSED], store[OPEN_EAST], store[OPEN_SOUTH]
    signs[:] = 0.0
    signs[0], signs[2], signs[3] = 1.0, count(passed & empty), store[STEPS]
    signs[7] = count(around(store[HALL] | store[OTHER_HALL], east, south) & empty)
    for kind in range(KIND, KIND + 6):
        signs[1] += count(passed & store[kind])
        signs[4] += count(store[kind] & ~passed)
        signs[7] += count(around(store[kind], east, south) & empty)
    signs[5] = (store[HALL] == 0) + (store[OTHER_HALL] == 0)
    signs[6] = min(store[COINS], 6)
    left, right, up, down = (empty & NOT_LAST_COLUMN) << 1, empty >> 1 & NOT_LAST_COLUMN, (empty & NOT_LAST_ROW) << SIZE, empty >> SIZE
    signs[8] = count(empty & (left & right | (left | right) & (up | down) | up & down))
    alone = empty & ~(left | right | up | down)
    signs[9], signs[10] = count(alone), count(alone & passed)
    signs[11] = count(around(passed, east, south) & empty & ~passed)


@njit(cache=True)
def promise(store: Ints, hopes: Floats) -> float:
    """The score that can be hoped for."""
    if not store[PASSED]:
        return SHUT
    signs = np.empty(SIGNS)
    look(store, signs)
    share, value = count(store[EMPTY]) / SPACES, 0.0
    for sign in range(SIGNS):
        value += signs[sign] * (hopes[0, sign] + share * (hopes[1, sign] + share * hopes[2, sign]))
    return value


# Acts


@njit(cache=True)
def lay(store: Ints, tile: Ints, new: Ints) -> bool:
    """A tile drawn, if it fits and covers no door; its four sides come first, then its spaces."""
    if not tile[4] or tile[4] & ~store[EMPTY]:
        return False
    for door in (store[ENTRANCE], store[EXIT]):
        if tile[door & 3] >> (door >> 2) & 1:
            return False
    new[:] = store
    for side in range(4):
        new[side] |= tile[side]
    new[OPEN_EAST] &= ~(tile[EAST] | tile[WEST] >> 1)
    new[OPEN_SOUTH] &= ~(tile[SOUTH] | tile[NORTH] >> SIZE)
    new[EMPTY] &= ~tile[4]
    return True


@njit(cache=True)
def earns(store: Ints, space: int, kind: int) -> bool:
    near = around(space, store[OPEN_EAST], store[OPEN_SOUTH])
    return bool(near & (store[KIND + kind] | store[HALL] | store[OTHER_HALL]))


@njit(cache=True)
def dine(store: Ints, fork: int, new: Ints) -> bool:
    """A cafeteria drawn, if it fits and there is a way."""
    if store[OTHER_HALL] or fork & ~store[EMPTY]:
        return False
    new[:] = store
    new[EMPTY] &= ~fork
    new[OTHER_HALL if store[HALL] else HALL] = fork
    return route(new, 0)


@njit(cache=True)
def wall(store: Ints, code: int, new: Ints) -> bool:
    """A wall drawn, if it crosses the way or lies on an empty space of it, and leaves a way."""
    space, side = 1 << (code >> 2), code & 3
    border = space >> (SIZE if side == NORTH else 1 if side == WEST else 0)
    if side == WEST:
        border &= NOT_LAST_COLUMN
    crosses = border & store[OVER_SOUTH if side % 2 == 0 else OVER_EAST] != 0
    fills = space & store[EMPTY] & store[PASSED] != 0
    if store[side] & space or not (crosses or fills) or code == store[ENTRANCE] or code == store[EXIT]:
        return False
    new[:] = store
    new[side] |= space
    new[EMPTY] &= ~space
    new[OPEN_SOUTH if side % 2 == 0 else OPEN_EAST] &= ~border
    return route(new, 0)


@njit(cache=True)
def every_act(store: Ints, light: int, dark: int, tiles: Ints, forks: Ints, hopes: Floats, acts: Ints, stores: Ints, worth: Floats) -> int:
    """All acts that leave a way, except doorways, and walls where no shopper comes; the stores after them, and their promise.

    Bonuses are tried for the tiles and displays that promise most.
    """
    acts[0], stores[0], worth[0] = np.array([STOP, 0, 0, 0, NO_BONUS]), store, points(store)
    size, earned = 1, np.zeros(MOST_ACTS, np.int64)
    for nth in range(tiles.shape[2]):
        tile = tiles[light, dark, nth]
        left = tile[4]
        while left and lay(store, tile, stores[size]):
            display = left & -left
            for which in range(1 if light == dark else 2):
                kind = dark if which else light
                new = stores[size]
                lay(store, tile, new)
                earned[size] = earns(new, display, kind)
                new[KIND + kind] |= display
                if route(new, 0):
                    acts[size] = np.array([TILE, first(tile[4]), first(display), kind, NO_BONUS])
                    worth[size] = promise(new, hopes) + HOPED * earned[size]
                    size += 1
            left &= left - 1
    for fork in forks:
        if dine(store, fork, stores[size]):
            acts[size] = np.array([FORK, fork, 0, 0, NO_BONUS])
            worth[size] = promise(stores[size], hopes)
            earned[size] = False
            size += 1
    return rewarded(size, earned, hopes, acts, stores, worth)


@njit(cache=True)
def rewarded(size: int, earned: Ints, hopes: Floats, acts: Ints, stores: Ints, worth: Floats) -> int:
    """Acts that earn a bonus get one, the best of them each in turn; the others are out."""
    before, tried = size, 0
    for nth in np.argsort(-worth[:before]):
        if not earned[nth]:
            continue
        tried += 1
        for code in range(TAKE_COINS, 4 * SPACES):
            if tried > MOST_REWARDED or size == MOST_ACTS:
                break
            if code == TAKE_COINS:
                stores[size] = stores[nth]
                stores[size, COINS] += 2
            elif not wall(stores[nth], code, stores[size]):
                continue
            acts[size] = acts[nth]
            acts[size, BONUS] = code
            worth[size] = promise(stores[size], hopes)
            size += 1
        worth[nth] = -np.inf
    return size


# Playing on


@njit(cache=True)
def turn(store: Ints, light: int, dark: int, tiles: Ints, forks: Ints, luck: int, hopes: Floats, new: Ints, trial: Ints) -> float:
    """The act of a quick hand: what it promises, and the store after it."""
    best, earned = -np.inf, False
    for nth in range(tiles.shape[2]):
        if sketch(store, tiles[light, dark, nth], trial):
            earns_one = furnish(trial, tiles[light, dark, nth, 4], light, dark)
            value = promise(trial, hopes) + HOPED * earns_one
            if value > best:
                best, earned = value, earns_one
                new[:] = trial
    if best > -np.inf:
        route(new, 0)
    tried = 0
    for nth in range(len(forks)):
        if tried < MOST_FORKS and dine(store, forks[(luck + 37 * nth) % len(forks)], trial):
            tried += 1
            value = promise(trial, hopes)
            if value > best:
                best, earned = value, False
                new[:] = trial
    if earned:
        reward(new, hopes, trial)
    return best


@njit(cache=True)
def sketch(store: Ints, tile: Ints, new: Ints) -> bool:
    """A tile drawn, if there is a way then; it is sought anew only if the tile's walls cross it."""
    if not lay(store, tile, new):
        return False
    shut_east, shut_south = store[OPEN_EAST] & ~new[OPEN_EAST], store[OPEN_SOUTH] & ~new[OPEN_SOUTH]
    crosses = shut_east & store[OVER_EAST] | shut_south & store[OVER_SOUTH]
    return not crosses or route(new, tile[4])


@njit(cache=True)
def furnish(store: Ints, tile: int, light: int, dark: int) -> bool:
    """A display on the way if it can be, where it earns a bonus if it can; whether it does."""
    left = tile & store[PASSED] or tile
    for kind in (light, dark):
        spaces = left
        while spaces:
            space = spaces & -spaces
            spaces ^= space
            if earns(store, space, kind):
                store[KIND + kind] |= space
                return True
    store[KIND + light] |= left & -left
    return False


@njit(cache=True)
def reward(store: Ints, hopes: Floats, trial: Ints) -> None:
    """The best wall, or coins."""
    trial[:] = store
    trial[COINS] += 2
    best, chosen = promise(trial, hopes), TAKE_COINS
    for code in range(4 * SPACES):
        if wall(store, code, trial):
            value = promise(trial, hopes)
            if value > best:
                best, chosen = value, code
    if chosen == TAKE_COINS:
        store[COINS] += 2
    elif wall(store, chosen, trial):
        store[:] = trial


@njit(cache=True)
def go_on(store: Ints, light: int, dark: int, nth: int, pays: bool, tiles: Ints, forks: Ints, hopes: Floats, new: Ints, trial: Ints) -> int:
    """A turn of who may pay a coin for other dice, or not: whether it is built, paid or stopped.

    A player who would stop otherwise pays all coins: they are worth nothing at the end.
    """
    value = turn(store, light, dark, tiles, forks, 11 * nth + 7 * light + dark, hopes, new, trial)
    now = points(store)
    if store[COINS] and pays:
        store[COINS] -= 1
        if value <= now or value < promise(store, hopes):
            return PAID
        store[COINS] += 1
    if value <= now:
        return STOPPED
    store[:] = new
    return BUILT


@njit(cache=True)
def play_on(store: Ints, dice: Ints, seats: int, until: int, tiles: Ints, forks: Ints, hopes: Floats) -> int:
    """What the store scores if these are the dice to come.

    A coin can be paid for the next ones when this seat has the dice: after so many turns, and then whenever all seats have had them.
    """
    store, new, trial, done = store.copy(), store.copy(), store.copy(), 0
    for nth in range(len(dice)):
        pays = done >= until and (done - until) % seats == 0
        went = go_on(store, dice[nth, 0], dice[nth, 1], nth, pays, tiles, forks, hopes, new, trial)
        if went == STOPPED:
            break
        done += went == BUILT
    return points(store)


def warm() -> None:
    """Have everything compiled, or loaded from the disk."""
    store, tiles, forks, hopes = np.zeros(ITEMS, np.int64), np.zeros((6, 6, 1, 5), np.int64), np.zeros(1, np.int64), np.zeros((3, SIGNS))
    store[EMPTY] = ALL
    route(store, 0)
    play_on(store, np.zeros((1, 2), np.int64), 1, 0, tiles, forks, hopes)
    acts, stores = np.zeros((MOST_ACTS, 5), np.int64), np.zeros((MOST_ACTS, ITEMS), np.int64)
    every_act(store, 0, 0, tiles, forks, hopes, acts, stores, np.zeros(MOST_ACTS))
