"""How far good play of Traxx can get at all: the best line that is found, alone, when the order of the cards is known.

    python -m tools.study.traxx_known_order --games 20

Every deal is searched with a beam: of all lines after each card the most promising ones are kept. What is found is a score that was
possible, so the best possible average is no lower; no player that does not know the order can hope for it.

The second figure is for one that knows the order too, but thinks no further than `hard`: it plays the most promising ways to use a card on
to the end, and takes the best. What it makes more than `hard` is what the order is worth to such a player, however long it thinks.

With `--arena SEED` the deals are those of `byways arena traxx ... --seed SEED`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np

from byways.arena.plan import DEALS
from byways.game import stream
from byways.games.traxx import GAME
from byways.games.traxx.bots import kernel
from byways.games.traxx.bots.search import ALONE, CONTENDERS, Tables, packed, row_of, tables_of
from byways.games.traxx.state import Position, next_card

LATE = np.full(11, ALONE, np.int64)


def best_line(seed: int, width: int) -> int:
    """The best score that the beam finds for the deal of a seed."""
    tables, sheet, cards = dealt(seed)
    sheets = [sheet]
    for turn, card in enumerate(cards):
        sheets = grown(tables, card, sheets, turn, width)
    return max(int(row[kernel.POINTS]) + int(row[kernel.USED]).bit_count() - kernel.FIELDS for row in sheets)


def told_line(seed: int) -> int:
    """The score of who plays on like `hard`, with the cards as they will come."""
    tables, sheet, cards = dealt(seed)
    score = 0
    for turn, card in enumerate(cards):
        rest, unused = np.array(cards[turn + 1 :], np.int64), LATE.copy()
        ways = grown(tables, card, [sheet], turn, CONTENDERS)
        scores = [kernel.play_on(tables.board, rest, way, LATE, turn + 1, tables.hopes, unused) for way in ways]
        score = max(scores)
        sheet = ways[scores.index(score)]
    return score


def dealt(seed: int) -> tuple[Tables, Any, list[int]]:
    """The board, the first sheet and the cards to come in the game of a seed."""
    position = GAME.start(GAME.deal(1, stream(seed, "set-up")))
    assert isinstance(position, Position)
    cards = [packed(card) for card in order(position.deck, seed)]
    return tables_of(position.board, len(cards)), row_of(position.sheets[0]), cards


def order(deck: tuple[str, ...], seed: int) -> Iterator[str]:
    """The cards as they come in the game of a seed."""
    left, chance = list(deck), stream(seed, "chance")
    while left:
        card = next_card(tuple(left)).draw(chance)
        left.remove(card)
        yield card


def grown(tables: Tables, card: int, sheets: list[Any], turn: int, width: int) -> list[Any]:
    """The most promising sheets that a card can lead to."""
    found, worth = np.empty((kernel.MOST_ACTS, 8), np.int64), np.empty(kernel.MOST_ACTS)
    best: dict[tuple[int, ...], tuple[float, Any]] = {}
    for sheet in sheets:
        size = kernel.weigh(tables.board, card, sheet, LATE, turn, tables.hopes, found, worth)
        for value, row in zip(worth[:size].tolist(), found[:size, : kernel.LEFT].tolist(), strict=True):
            best.setdefault(tuple(row), (value, row))
    return [np.array(row, np.int64) for _, row in sorted(best.values(), key=lambda item: -item[0])[:width]]


def mean(scores: Sequence[int]) -> str:
    return f"{fmean(scores):.1f} ± {1.96 * stdev(scores) / sqrt(len(scores)):.1f}, from {min(scores)} to {max(scores)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1000, help="of the first game")
    parser.add_argument("--arena", type=int, help="the seed of a tournament, instead")
    parser.add_argument("--width", type=int, default=300, help="lines that are kept after each card")
    given = parser.parse_args()
    first = given.seed if given.arena is None else given.arena * DEALS
    seeds = range(first, first + given.games)
    found = [(best_line(seed, given.width), told_line(seed)) for seed in seeds]
    for seed, (best, told) in zip(seeds, found, strict=True):
        print(f"seed {seed}: {best}, and {told} by who plays on like `hard`")
    bests, tolds = zip(*found, strict=True)
    print(f"the best line: {mean(bests)}\nwho plays on like `hard`: {mean(tolds)}")


if __name__ == "__main__":
    main()
