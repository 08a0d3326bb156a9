"""Estimate the best possible solo score of Traxx if the order of the cards is known.

    python -m tools.study.traxx_known_order --games 20

A beam search keeps the most promising lines after each card. Its score is achievable, so it is a lower bound of the best possible average;
players that do not know the order cannot expect it.

The second figure is for a player that knows the order but otherwise thinks like `hard`: it plays the most promising acts to the end and
takes the best. Its advantage over `hard` is the value of knowing the order.

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
    """Return the best score that the beam search finds for a seed."""
    tables, sheet, cards = dealt(seed)
    sheets = [sheet]
    for turn, card in enumerate(cards):
        sheets = grown(tables, card, sheets, turn, width)
    return max(int(row[kernel.POINTS]) + int(row[kernel.USED]).bit_count() - kernel.FIELDS for row in sheets)


def told_line(seed: int) -> int:
    """Return the score of a player like `hard` that knows the order."""
    tables, sheet, cards = dealt(seed)
    score = 0
    for turn, card in enumerate(cards):
        rest, unused = np.array(cards[turn + 1 :], np.int64), LATE.copy()
        ways = grown(tables, card, [sheet], turn, CONTENDERS)
        scores = [kernel.play_on(tables.board, rest, way, LATE, turn + 1, tables.weights, unused) for way in ways]
        score = max(scores)
        sheet = ways[scores.index(score)]
    return score


def dealt(seed: int) -> tuple[Tables, Any, list[int]]:
    """Return the board, the first sheet and the order of the cards for a seed."""
    position = GAME.start(GAME.deal(1, stream(seed, "set-up")))
    assert isinstance(position, Position)
    cards = [packed(card) for card in order(position.deck, seed)]
    return tables_of(position.board, len(cards)), row_of(position.sheets[0]), cards


def order(deck: tuple[str, ...], seed: int) -> Iterator[str]:
    """Yield the cards in the order of a seed."""
    left, chance = list(deck), stream(seed, "chance")
    while left:
        card = next_card(tuple(left)).draw(chance)
        left.remove(card)
        yield card


def grown(tables: Tables, card: int, sheets: list[Any], turn: int, width: int) -> list[Any]:
    """Return the most promising sheets after a card."""
    found, worth = np.empty((kernel.MOST_ACTS, 8), np.int64), np.empty(kernel.MOST_ACTS)
    best: dict[tuple[int, ...], tuple[float, Any]] = {}
    for sheet in sheets:
        size = kernel.weigh(tables.board, card, sheet, LATE, turn, tables.weights, found, worth)
        for value, row in zip(worth[:size].tolist(), found[:size, : kernel.LEFT].tolist(), strict=True):
            best.setdefault(tuple(row), (value, row))
    return [np.array(row, np.int64) for _, row in sorted(best.values(), key=lambda item: -item[0])[:width]]


def mean(scores: Sequence[int]) -> str:
    return f"{fmean(scores):.1f} ± {1.96 * stdev(scores) / sqrt(len(scores)):.1f}, from {min(scores)} to {max(scores)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first game")
    parser.add_argument("--arena", type=int, help="seed of an arena tournament, instead of --seed")
    parser.add_argument("--width", type=int, default=300, help="beam width: lines kept after each card")
    given = parser.parse_args()
    first = given.seed if given.arena is None else given.arena * DEALS
    seeds = range(first, first + given.games)
    found = [(best_line(seed, given.width), told_line(seed)) for seed in seeds]
    for seed, (best, told) in zip(seeds, found, strict=True):
        print(f"seed {seed}: {best}, and {told} by a player like `hard`")
    bests, tolds = zip(*found, strict=True)
    print(f"the best line: {mean(bests)}\na player like `hard` that knows the order: {mean(tolds)}")


if __name__ == "__main__":
    main()
