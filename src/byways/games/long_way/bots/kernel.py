"""Compiled inner loops of the hard player: the shoppers' way, static evaluation, act generation and playouts.

A store is a row of an int64 array, most items bit sets of spaces. The columns are: wall segments on the four sides; spaces whose border to
the east, and to the south, is open; empty spaces; displays by kind; cafeterias; coins; entrance; exit. The last four describe the way: its
spaces (none without a way), the borders to the east and to the south that it crosses, and its steps.

The way here is greedy: the best first leg, then the best second leg given the first, and so on. It never scores more than the exact one of
`rules.shoppers`, and seldom less.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from byways.bots.bits64 import Floats, Ints, count, first
from byways.games.long_way.components import SIZE
from byways.games.long_way.state import ALL, NOT_LAST_COLUMN, NOT_LAST_ROW, SPACES

# The columns of a store. KIND is the first of six.
NORTH, EAST, SOUTH, WEST, OPEN_EAST, OPEN_SOUTH, EMPTY, KIND = range(8)
CAFETERIA, OTHER_CAFETERIA, COINS, ENTRANCE, EXIT, PASSED, OVER_EAST, OVER_SOUTH, STEPS, ITEMS = range(13, 23)
WHAT, SPACE, DISPLAY, WHICH, BONUS = range(5)  # the columns of an act: type, tile space or cafeteria, display space, its kind, bonus
STOP, TILE, FORK = range(3)
STOPPED, PAID, BUILT = range(3)  # results of a turn in a playout
NO_BONUS, TAKE_COINS = -2, -1  # any other bonus is a wall: four times the space plus the direction
FEATURES = 12  # of the static evaluation
MOST_FORKS = 3  # places for a cafeteria that a turn of a playout tries
BONUS_VALUE = 0.3  # of a bonus before it is chosen
MOST_ACTS, MOST_REWARDED = 6000, 12
NO_WAY = -9.0  # the evaluation of a store without a way


@njit(cache=True)
def around(spaces: int, east: int, south: int) -> int:
    """Return the spaces one step away."""
    # A border is named by its left or upper space: steps east and south are masked before the shift, steps west and north after it.
    return (spaces & east) << 1 | (spaces >> 1) & east | (spaces & south) << SIZE | (spaces >> SIZE) & south


# The way


@njit(cache=True)
def best_space(spaces: int, values: Ints) -> int:
    """Return the space with the highest value."""
    best = spaces & -spaces
    while spaces:
        space = spaces & -spaces
        spaces ^= space
        if values[first(space)] > values[first(best)]:
            best = space
    return best


@njit(cache=True)
def leg(start: int, goal: int, store: Ints, shown: int, way: Ints) -> bool:
    """Add the best shortest path from some spaces to some others to a way. Return False if there is no path."""
    east, south, layers, values = store[OPEN_EAST], store[OPEN_SOUTH], np.empty(SPACES, np.int64), np.empty(SPACES, np.int64)
    # L1: a space that an earlier leg has passed does not count again.
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
    # Dynamic programming from the goal back: trim each layer to the shortest paths and rate the best continuation of each space.
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
                worth += values[first(best_space(around(space, east, south) & layers[nth + 1], values))]
            values[first(space)] = worth
    # Then walk forward along the best values.
    here = best_space(layers[0], values)
    way[0] |= here
    for nth in range(1, steps + 1):
        there = best_space(around(here, east, south) & layers[nth], values)
        # The lower bit is the left or upper space, which names the border.
        crossed = min(here, there)
        way[1 if max(here, there) == crossed << 1 else 2] |= crossed
        way[0] |= there
        here = there
    way[3] += steps
    return True


@njit(cache=True)
def is_split(cafeteria: int, store: Ints) -> bool:
    """Whether a wall splits a cafeteria."""
    # The shift lays the second space over the first, and the mask keeps it if their border is open.
    return cafeteria != 0 and not cafeteria & (cafeteria >> 1 & store[OPEN_EAST] | cafeteria >> SIZE & store[OPEN_SOUTH])


@njit(cache=True)
def open_from(start: int, store: Ints) -> int:
    """Return all spaces with an open path from some spaces."""
    found, front = 0, start
    while front:
        found |= front
        front = around(front, store[OPEN_EAST], store[OPEN_SOUTH]) & ~found
    return found


@njit(cache=True)
def tour(store: Ints, shown: int, cafeteria: int, other: int, way: Ints) -> bool:
    """Walk by the cafeterias that can be reached, in this order, to the exit."""
    way[:] = 0
    here = 1 << (store[ENTRANCE] >> 2)
    if cafeteria and leg(here, cafeteria, store, shown, way):
        here = cafeteria
    if other and leg(here, other, store, shown, way):
        here = other
    return leg(here, 1 << (store[EXIT] >> 2), store, shown, way)


@njit(cache=True)
def route(store: Ints, extra: int) -> bool:
    """Find the way and write it into the store. Return whether there is one. `extra` are more spaces that count as displays."""
    way, cafeteria, other = store[PASSED:ITEMS], store[CAFETERIA], store[OTHER_CAFETERIA]
    shown, front = extra, 1 << (store[ENTRANCE] >> 2)
    for kind in range(KIND, KIND + 6):
        shown |= store[kind]
    if is_split(cafeteria, store) or is_split(other, store):  # as `shoppers.visited`
        inside = open_from(front, store)
        if not inside >> (store[EXIT] >> 2) & 1:
            way[:] = 0
            return False
        cafeteria, other = cafeteria if cafeteria & inside else 0, other if other & inside else 0
    # With two cafeterias, spread from the entrance until one is met: the nearest comes first.
    seen = 0
    while front & ~seen and other and not front & (cafeteria | other):
        seen |= front
        front |= around(front, store[OPEN_EAST], store[OPEN_SOUTH])
    if front & other and not front & cafeteria:
        cafeteria, other = other, cafeteria
    found = tour(store, shown, cafeteria, other, way)
    # Both are equally near, so either may come first: the way that scores best decides.
    if front & cafeteria and front & other:
        first_way, worth = way.copy(), count(way[0] & shown) - count(way[0] & store[EMPTY]) if found else -SPACES
        if not tour(store, shown, other, cafeteria, way) or count(way[0] & shown) - count(way[0] & store[EMPTY]) <= worth:
            way[:] = first_way
        else:
            found = True
    if not found:
        way[:] = 0
    return found


@njit(cache=True)
def score(store: Ints) -> int:
    """Return the current score of the store."""
    total = -count(store[PASSED] & store[EMPTY])
    for kind in range(KIND, KIND + 6):
        total += count(store[PASSED] & store[kind])
    return total


@njit(cache=True)
def measure(store: Ints, features: Floats) -> None:
    """Measure the features of a store that has a way. `search.WEIGHTS` lists them."""
    empty, passed, east, south = store[EMPTY], store[PASSED], store[OPEN_EAST], store[OPEN_SOUTH]
    features[:] = 0.0
    features[0], features[2], features[3] = 1.0, count(passed & empty), store[STEPS]
    features[7] = count(around(store[CAFETERIA] | store[OTHER_CAFETERIA], east, south) & empty)
    for kind in range(KIND, KIND + 6):
        features[1] += count(passed & store[kind])
        features[4] += count(store[kind] & ~passed)
        features[7] += count(around(store[kind], east, south) & empty)
    features[5] = (store[CAFETERIA] == 0) + (store[OTHER_CAFETERIA] == 0)
    features[6] = min(store[COINS], 6)
    left, right, up, down = (empty & NOT_LAST_COLUMN) << 1, empty >> 1 & NOT_LAST_COLUMN, (empty & NOT_LAST_ROW) << SIZE, empty >> SIZE
    # At least two of the four neighbours are empty.
    features[8] = count(empty & (left & right | (left | right) & (up | down) | up & down))
    alone = empty & ~(left | right | up | down)
    features[9], features[10] = count(alone), count(alone & passed)
    features[11] = count(around(passed, east, south) & empty & ~passed)


@njit(cache=True)
def evaluate(store: Ints, weights: Floats) -> float:
    """Estimate the final score of a store: the weights depend on the share of empty spaces."""
    if not store[PASSED]:
        return NO_WAY
    features = np.empty(FEATURES)
    measure(store, features)
    share, value = count(store[EMPTY]) / SPACES, 0.0
    for feature in range(FEATURES):
        value += features[feature] * (weights[0, feature] + share * (weights[1, feature] + share * weights[2, feature]))
    return value


# Acts


@njit(cache=True)
def place_tile(store: Ints, tile: Ints, new: Ints) -> bool:
    """Draw a tile, given as wall segments on the four sides and spaces, if it fits and covers no door."""
    # Rows of zeros pad the places of a tile.
    if not tile[4] or tile[4] & ~store[EMPTY]:
        return False
    for door in (store[ENTRANCE], store[EXIT]):
        if tile[door & 3] >> (door >> 2) & 1:
            return False
    new[:] = store
    for side in range(4):
        new[side] |= tile[side]
    # West walls of the first column shift to the last column of the row above, where no border is ever open.
    new[OPEN_EAST] &= ~(tile[EAST] | tile[WEST] >> 1)
    new[OPEN_SOUTH] &= ~(tile[SOUTH] | tile[NORTH] >> SIZE)
    new[EMPTY] &= ~tile[4]
    return True


@njit(cache=True)
def earns_bonus(store: Ints, space: int, kind: int) -> bool:
    near = around(space, store[OPEN_EAST], store[OPEN_SOUTH])
    return bool(near & (store[KIND + kind] | store[CAFETERIA] | store[OTHER_CAFETERIA]))


@njit(cache=True)
def place_cafeteria(store: Ints, fork: int, new: Ints) -> bool:
    """Draw a cafeteria if it fits and leaves a way."""
    if store[OTHER_CAFETERIA] or fork & ~store[EMPTY]:
        return False
    new[:] = store
    new[EMPTY] &= ~fork
    new[OTHER_CAFETERIA if store[CAFETERIA] else CAFETERIA] = fork
    return route(new, 0)


@njit(cache=True)
def place_wall(store: Ints, code: int, new: Ints) -> bool:
    """Draw a wall if it crosses the way or fills an empty space on it, and leaves a way."""
    space, side = 1 << (code >> 2), code & 3
    border = space >> (SIZE if side == NORTH else 1 if side == WEST else 0)
    if side == WEST:
        border &= NOT_LAST_COLUMN
    crosses = border & store[OVER_SOUTH if side % 2 == 0 else OVER_EAST] != 0
    fills = space & store[EMPTY] & store[PASSED] != 0
    # L13: one segment on each side. A wall over a door is legal, but it would shut the store.
    if store[side] & space or not (crosses or fills) or code == store[ENTRANCE] or code == store[EXIT]:
        return False
    new[:] = store
    new[side] |= space
    new[EMPTY] &= ~space
    new[OPEN_SOUTH if side % 2 == 0 else OPEN_EAST] &= ~border
    return route(new, 0)


@njit(cache=True)
def generate_acts(
    store: Ints, light: int, dark: int, tiles: Ints, forks: Ints, weights: Floats, acts: Ints, stores: Ints, worth: Floats
) -> int:
    """Generate acts that leave a way, with the stores they lead to and their evaluations. Return how many there are.

    There are no doorways and no walls off the way. Bonuses are tried only for the most promising tiles and displays.
    """
    # After a stop the score is final, so it is exact and needs no estimate.
    acts[0], stores[0], worth[0] = np.array([STOP, 0, 0, 0, NO_BONUS]), store, score(store)
    size, earned = 1, np.zeros(MOST_ACTS, np.int64)
    for nth in range(tiles.shape[2]):
        tile = tiles[light, dark, nth]
        left = tile[4]
        while left and place_tile(store, tile, stores[size]):
            display = left & -left
            for which in range(1 if light == dark else 2):
                kind = dark if which else light
                new = stores[size]
                # Draw it again: `new` may be the next row, or still hold the display of the other kind.
                place_tile(store, tile, new)
                earned[size] = earns_bonus(new, display, kind)
                new[KIND + kind] |= display
                if route(new, 0):
                    acts[size] = np.array([TILE, first(tile[4]), first(display), kind, NO_BONUS])
                    worth[size] = evaluate(new, weights) + BONUS_VALUE * earned[size]
                    size += 1
            left &= left - 1
    for fork in forks:
        if place_cafeteria(store, fork, stores[size]):
            acts[size] = np.array([FORK, fork, 0, 0, NO_BONUS])
            worth[size] = evaluate(stores[size], weights)
            earned[size] = False
            size += 1
    return add_bonuses(size, earned, weights, acts, stores, worth)


@njit(cache=True)
def add_bonuses(size: int, earned: Ints, weights: Floats, acts: Ints, stores: Ints, worth: Floats) -> int:
    """Replace the best acts that earn a bonus by one act for each bonus, and drop the others that earn one."""
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
            elif not place_wall(stores[nth], code, stores[size]):
                continue
            acts[size] = acts[nth]
            acts[size, BONUS] = code
            worth[size] = evaluate(stores[size], weights)
            size += 1
        # L12: a bonus must be taken, so the act without one is illegal.
        worth[nth] = -np.inf
    return size


# Playouts


@njit(cache=True)
def play_best_act(
    store: Ints, light: int, dark: int, tiles: Ints, forks: Ints, luck: int, weights: Floats, new: Ints, trial: Ints
) -> float:
    """Play the best act of a quick search into `new` and return its evaluation. `luck` picks the places tried for a cafeteria."""
    best, earned = -np.inf, False
    for nth in range(tiles.shape[2]):
        if try_tile(store, tiles[light, dark, nth], trial):
            earns_one = place_display(trial, tiles[light, dark, nth, 4], light, dark)
            value = evaluate(trial, weights) + BONUS_VALUE * earns_one
            if value > best:
                best, earned = value, earns_one
                new[:] = trial
    if best > -np.inf:
        # `try_tile` kept the old way or counted the whole tile as displays. Find the way with the one display.
        route(new, 0)
    tried = 0
    for nth in range(len(forks)):
        # 37 and the 84 places are coprime, so the stride visits each place once, in scattered order.
        if tried < MOST_FORKS and place_cafeteria(store, forks[(luck + 37 * nth) % len(forks)], trial):
            tried += 1
            value = evaluate(trial, weights)
            if value > best:
                best, earned = value, False
                new[:] = trial
    if earned:
        take_bonus(new, weights, trial)
    return best


@njit(cache=True)
def try_tile(store: Ints, tile: Ints, new: Ints) -> bool:
    """Draw a tile if that leaves a way. Routing costs most, so it happens only if the tile's walls cross the old way."""
    if not place_tile(store, tile, new):
        return False
    shut_east, shut_south = store[OPEN_EAST] & ~new[OPEN_EAST], store[OPEN_SOUTH] & ~new[OPEN_SOUTH]
    crosses = shut_east & store[OVER_EAST] | shut_south & store[OVER_SOUTH]
    return not crosses or route(new, tile[4])


@njit(cache=True)
def place_display(store: Ints, tile: int, light: int, dark: int) -> bool:
    """Put a display on the tile: on the way if possible, and where it earns a bonus if possible. Return whether it does."""
    left = tile & store[PASSED] or tile
    for kind in (light, dark):
        spaces = left
        while spaces:
            space = spaces & -spaces
            spaces ^= space
            if earns_bonus(store, space, kind):
                store[KIND + kind] |= space
                return True
    store[KIND + light] |= left & -left
    return False


@njit(cache=True)
def take_bonus(store: Ints, weights: Floats, trial: Ints) -> None:
    """Take the best wall, or coins."""
    trial[:] = store
    trial[COINS] += 2
    best, chosen = evaluate(trial, weights), TAKE_COINS
    for code in range(4 * SPACES):
        if place_wall(store, code, trial):
            value = evaluate(trial, weights)
            if value > best:
                best, chosen = value, code
    if chosen == TAKE_COINS:
        store[COINS] += 2
    elif place_wall(store, chosen, trial):
        store[:] = trial


@njit(cache=True)
def play_turn(
    store: Ints, light: int, dark: int, nth: int, pays: bool, tiles: Ints, forks: Ints, weights: Floats, new: Ints, trial: Ints
) -> int:
    """Play one roll: build, stop, or pay a coin for another roll, which only the seat with the dice can.

    Rather than stop, the player pays every coin: coins are worth nothing at the end.
    """
    value = play_best_act(store, light, dark, tiles, forks, 11 * nth + 7 * light + dark, weights, new, trial)
    now = score(store)
    if store[COINS] and pays:
        # The store with a coin less stands for the outcome of another roll.
        store[COINS] -= 1
        if value <= now or value < evaluate(store, weights):
            return PAID
        store[COINS] += 1
    if value <= now:
        return STOPPED
    store[:] = new
    return BUILT


@njit(cache=True)
def play_out(store: Ints, dice: Ints, seats: int, until: int, tiles: Ints, forks: Ints, weights: Floats) -> int:
    """Play a store out with the given dice and return its score.

    This seat has the dice after `until` turns and then every `seats` turns. Only then can it pay a coin for another roll.
    """
    store, new, trial, done = store.copy(), store.copy(), store.copy(), 0
    for nth in range(len(dice)):
        pays = done >= until and (done - until) % seats == 0
        went = play_turn(store, dice[nth, 0], dice[nth, 1], nth, pays, tiles, forks, weights, new, trial)
        if went == STOPPED:
            break
        done += went == BUILT
    return score(store)


def warm() -> None:
    """Compile every function, or load it from the cache."""
    store, tiles, forks, weights = (
        np.zeros(ITEMS, np.int64),
        np.zeros((6, 6, 1, 5), np.int64),
        np.zeros(1, np.int64),
        np.zeros((3, FEATURES)),
    )
    store[EMPTY] = ALL
    route(store, 0)
    play_out(store, np.zeros((1, 2), np.int64), 1, 0, tiles, forks, weights)
    acts, stores = np.zeros((MOST_ACTS, 5), np.int64), np.zeros((MOST_ACTS, ITEMS), np.int64)
    generate_acts(store, 0, 0, tiles, forks, weights, acts, stores, np.zeros(MOST_ACTS))
