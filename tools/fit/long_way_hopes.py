"""Fit the static evaluation of The Long Way, the constant `WEIGHTS` of its `bots/search.py`, to solo playouts with these weights.

    python -m tools.fit.long_way_hopes --games 3000 --rounds 10 --seed 0

The features come in the order of `WEIGHTS`, each with a constant weight, one for the share of empty spaces, and one for its square.
`tools/fit/hopes.py` describes the fit. The last line is for the arena, to see whether the new weights win games
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
from byways.games.long_way.bots.search import ALL_FORKS, WEIGHTS, rolls, store_of, tiles_of, weights_array
from byways.games.long_way.rules import parse
from byways.games.long_way.rules.acts import apply_act
from byways.games.long_way.state import SPACES, Position
from byways.games.long_way.view import View


@cache
def opened() -> tuple[Ints, Ints]:
    """An empty store with doors, and where the tiles of each roll can go."""
    position = GAME.start(GAME.deal(1, stream(0, "set-up")))
    assert isinstance(position, Position)
    view = position.view(0)
    assert isinstance(view, View)
    sheet = apply_act(view.sheets[0], [parse(door) for door in WIDE_DOORS], True, view.roll).sheet
    return store_of(sheet, kernel), tiles_of(view.chart)


def play(seed: int, weights: Weights) -> Course:
    """The store that is built with the dice of a seed, each roll used as seems best."""
    first, tiles = opened()
    store, new, trial = first.copy(), first.copy(), first.copy()
    features, factors = list[Floats](), list[tuple[float, ...]]()
    for nth, (light, dark) in enumerate(rolls(stream(seed, "chance"))):
        went = kernel.play_turn(store, light, dark, nth, True, tiles, ALL_FORKS, weights_array(weights), new, trial)
        if went == kernel.STOPPED:
            break
        if went == kernel.BUILT:
            features.append(np.zeros(kernel.FEATURES))
            kernel.measure(store, features[-1])
            empty = int(store[kernel.EMPTY]).bit_count() / SPACES
            factors.append((1.0, empty, empty**2))
    score = float(kernel.score(store))
    return Course(np.array(features), np.array(factors), np.full(len(features), score), score)


def main(argv: Sequence[str] | None = None) -> None:
    run(play, WEIGHTS, __doc__, argv)


if __name__ == "__main__":
    main()
