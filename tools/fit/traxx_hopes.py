"""Fit the static evaluation of Traxx, the constant `WEIGHTS` of its `bots/search.py`, to solo lines drawn with these weights.

    python -m tools.fit.traxx_hopes --games 3000 --rounds 10 --seed 0

The features come in the order of `WEIGHTS`, each with its weight before the last card and before all cards except the first.
`tools/fit/hopes.py` describes the fit. The last line is for the arena, to see whether the new weights win games
(`tools/study/variants.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from tools.fit.hopes import Course, Weights, run
from tools.study.traxx_known_order import order

from byways.game import stream
from byways.games.traxx import GAME
from byways.games.traxx.bots import kernel
from byways.games.traxx.bots.search import ALONE, WEIGHTS, packed, row_of, rows_of, weights_by_round
from byways.games.traxx.state import Position

LATE = np.full(11, ALONE, np.int64)


def play(seed: int, weights: Weights) -> Course:
    """Draw the line of a seed, using each card by the evaluation."""
    position = GAME.start(GAME.deal(1, stream(seed, "set-up")))
    assert isinstance(position, Position)
    board, cards, sheet = rows_of(position.board), [packed(card) for card in order(position.deck, seed)], row_of(position.sheets[0])
    promised = weights_by_round(weights, len(cards))
    features, scores = np.zeros((len(cards), kernel.FEATURES)), np.zeros(len(cards))
    found, worth = np.empty((kernel.MOST_ACTS, 8), np.int64), np.empty(kernel.MOST_ACTS)
    for turn, card in enumerate(cards):
        size = kernel.weigh(board, card, sheet, LATE, turn, promised, found, worth)
        sheet = found[worth[:size].argmax(), : kernel.LEFT].copy()
        scores[turn] = sheet[kernel.POINTS] + int(sheet[kernel.USED]).bit_count() - kernel.FIELDS
        kernel.read_features(board, sheet, LATE, turn, features[turn])
    shares = np.arange(len(cards) - 1, 0, -1) / (len(cards) - 1)  # share of the cards to come
    return Course(features[:-1], np.stack([1 - shares, shares], axis=1), scores[-1] - scores[:-1], float(scores[-1]))


def main(argv: Sequence[str] | None = None) -> None:
    run(play, WEIGHTS, __doc__, argv)


if __name__ == "__main__":
    main()
