"""The distances of `distance.trails` for many boards at once, as numpy arrays with boards along the last axis."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from byways.games.the_way.bots.distance import STEP, CardState, needs
from byways.games.the_way.cards import CARD
from byways.games.the_way.state import SIZE, Variations

Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int64]
Distances: TypeAlias = NDArray[np.int16]

NUMBER = {face: number for number, face in enumerate(CARD)}
FREE, LOCKED, HELD, SHARED = range(4)
STATES: tuple[CardState, ...] = ("free", "locked", "held", "shared")
NORTH, EAST, SOUTH, WEST = range(4)
STEPS = np.array(STEP, np.int16)
TOO_FAR = 9999


@lru_cache(maxsize=32)
def packed(variations: Variations, leave: bool) -> NDArray[np.uint32]:
    """Return the cost of leaving or entering a card, indexed by covers, state and face, with one byte per side."""
    rows = [needs(variations, state, covers)[face][0 if leave else 1] for covers in (False, True) for state in STATES for face in NUMBER]
    # Four one-byte costs make one word, so a single gather fetches all sides of a card.
    return np.array(rows, np.uint8).view(np.uint32).ravel()


def distances_to_goals(variations: Variations, faces: Bytes, states: Bytes, covers: Flags, goals: Numbers) -> Distances:
    """Return the distance from every cell (first axis) to its board's goal (boards on the last axis).

    Bellman-Ford: relax every border until nothing changes.
    """
    boards = len(goals)
    index = faces + len(NUMBER) * (states + len(STATES) * covers.astype(np.intp))
    out, into = (packed(variations, leave)[index].view(np.uint8).reshape(SIZE, SIZE, boards, 4) for leave in (True, False))
    # The sum of two costs is at most twice NEVER, so it fits in a byte and indexes STEPS.
    east = STEPS[out[:, :-1, :, EAST] + into[:, 1:, :, WEST]]
    west = STEPS[out[:, 1:, :, WEST] + into[:, :-1, :, EAST]]
    south = STEPS[out[:-1, :, :, SOUTH] + into[1:, :, :, NORTH]]
    north = STEPS[out[1:, :, :, NORTH] + into[:-1, :, :, SOUTH]]
    found = np.full((SIZE * SIZE, boards), TOO_FAR, np.int16)
    found[goals, np.arange(boards)] = 0
    grid = found.reshape(SIZE, SIZE, boards)
    # Bellman-Ford for all boards at once. Distances only decrease, so an unchanged sum means that nothing has changed.
    before = -1
    while (total := int(found.sum(dtype=np.int64))) != before:
        before = total
        np.minimum(grid[:, :-1], east + grid[:, 1:], out=grid[:, :-1])
        np.minimum(grid[:, 1:], west + grid[:, :-1], out=grid[:, 1:])
        np.minimum(grid[:-1], south + grid[1:], out=grid[:-1])
        np.minimum(grid[1:], north + grid[:-1], out=grid[1:])
    return found
