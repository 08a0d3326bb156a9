"""How far good play of Traxx can get at all: the best line that is found, alone, when the order of the cards is known.

    python tools/traxx_known_order.py --games 20

Every deal is searched with a beam: of all lines after each card the most promising ones are kept. What is found is a score that was
possible, so the best possible average is no lower; no player that does not know the order can hope for it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np

from byways.game import stream
from byways.games.traxx import GAME, kernel
from byways.games.traxx.foresight import ALONE, packed, row_of, tables_of
from byways.games.traxx.state import Position, next_card


def best_line(seed: int, width: int) -> int:
    """The best score that the beam finds for the deal of a seed."""
    position = GAME.start(GAME.deal(1, stream(seed, "set-up")))
    assert isinstance(position, Position)
    board, hopes = tables_of(position.board, len(position.deck))
    sheets = [row_of(position.sheets[0])]
    for turn, card in enumerate(order(position.deck, seed)):
        sheets = grown(board, packed(card), sheets, turn, hopes, width)
    return max(int(row[kernel.POINTS]) + int(row[kernel.USED]).bit_count() - kernel.FIELDS for row in sheets)


def order(deck: tuple[str, ...], seed: int) -> Iterator[str]:
    """The cards as they come in the game of a seed."""
    left, chance = list(deck), stream(seed, "chance")
    while left:
        card = next_card(tuple(left)).draw(chance)
        left.remove(card)
        yield card


def grown(board: Any, card: int, sheets: list[Any], turn: int, hopes: Any, width: int) -> list[Any]:
    """The most promising sheets that a card can lead to."""
    late, found, worth = np.full(11, ALONE, np.int64), np.empty((kernel.MOST_ACTS, 8), np.int64), np.empty(kernel.MOST_ACTS)
    best: dict[tuple[int, ...], tuple[float, Any]] = {}
    for sheet in sheets:
        size = kernel.weigh(board, card, sheet, late, turn, hopes, found, worth)
        for value, row in zip(worth[:size].tolist(), found[:size, : kernel.LEFT].tolist(), strict=True):
            best.setdefault(tuple(row), (value, row))
    return [np.array(row, np.int64) for _, row in sorted(best.values(), key=lambda item: -item[0])[:width]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1000, help="of the first game")
    parser.add_argument("--width", type=int, default=300, help="lines that are kept after each card")
    given = parser.parse_args()
    scores = [best_line(seed, given.width) for seed in range(given.seed, given.seed + given.games)]
    print(f"{fmean(scores):.1f} ± {1.96 * stdev(scores) / sqrt(len(scores)):.1f}, from {min(scores)} to {max(scores)}")


if __name__ == "__main__":
    main()
