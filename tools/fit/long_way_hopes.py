"""Fits what a store of The Long Way promises, the constant `HOPES` of its `bots/search.py`, to stores that were built alone by these hopes.

    python -m tools.fit.long_way_hopes --games 3000 --rounds 10 --seed 0

The signs come in the order of `HOPES`, each with what it adds and what more or less for the share of the store that is empty, and for its
square; `tools/fit/hopes.py` tells how they are learned. The last line is for the arena, to see whether the hopes win games
(`tools/study/variants.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from tools.fit.hopes import Course, Weights, run

from byways.bots.bits64 import Floats, Ints
from byways.game import stream
from byways.games.long_way import GAME
from byways.games.long_way.bots import kernel
from byways.games.long_way.bots.players import WIDE_DOORS
from byways.games.long_way.bots.search import ALL_FORKS, HOPES, hopes_of, rolls, store_of, tiles_of
from byways.games.long_way.rules import parse
from byways.games.long_way.rules.acts import drawing
from byways.games.long_way.state import SPACES, Position
from byways.games.long_way.view import View


@cache
def opened() -> tuple[Ints, Ints]:
    """An empty store with doors, and where the tiles of each roll can go."""
    position = GAME.start(GAME.deal(1, stream(0, "set-up")))
    assert isinstance(position, Position)
    view = position.view(0)
    assert isinstance(view, View)
    sheet = drawing(view.sheets[0], [parse(door) for door in WIDE_DOORS], True, view.roll).sheet
    return store_of(sheet, kernel), tiles_of(view.chart)


def play(seed: int, weights: Weights) -> Course:
    """The store that is built with the dice of a seed, each roll used as seems best."""
    first, tiles = opened()
    store, new, trial = first.copy(), first.copy(), first.copy()
    signs, factors = list[Floats](), list[tuple[float, ...]]()
    for nth, (light, dark) in enumerate(rolls(stream(seed, "chance"))):
        went = kernel.go_on(store, light, dark, nth, True, tiles, ALL_FORKS, hopes_of(weights), new, trial)
        if went == kernel.STOPPED:
            break
        if went == kernel.BUILT:
            signs.append(np.zeros(kernel.SIGNS))
            kernel.look(store, signs[-1])
            empty = int(store[kernel.EMPTY]).bit_count() / SPACES
            factors.append((1.0, empty, empty**2))
    score = float(kernel.points(store))
    return Course(np.array(signs), np.array(factors), np.full(len(signs), score), score)


def main(argv: Sequence[str] | None = None) -> None:
    run(play, HOPES, __doc__, argv)


if __name__ == "__main__":
    main()
