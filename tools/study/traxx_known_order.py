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

import numpy as np

from byways.arena.plan import DEALS
from byways.game import stream
from byways.games.traxx import GAME
from byways.games.traxx.bots import kernel
from byways.games.traxx.bots.known_order import LATE, Line, best_line, grown
from byways.games.traxx.bots.search import CONTENDERS, Tables, packed, row_of, tables_of
from byways.games.traxx.state import Position, next_card


def best_score(seed: int, width: int) -> int:
    """Return the best score that the beam search finds for a seed."""
    position, cards = dealt(seed)
    return best_line(kernel, position.board, position.sheets[0], cards, width).score


def told_score(seed: int) -> int:
    """Return the score of a player like `hard` that knows the order."""
    tables, line, cards = in_kernel(seed)
    score = 0
    for turn, card in enumerate(cards):
        rest, unused = np.array(cards[turn + 1 :], np.int64), LATE.copy()
        ways = grown(kernel, tables, card, [line], turn, CONTENDERS)
        scores = [kernel.play_on(tables.board, rest, np.array(way.row), LATE, turn + 1, tables.weights, unused) for way in ways]
        score = max(scores)
        line = ways[scores.index(score)]
    return score


def dealt(seed: int) -> tuple[Position, list[str]]:
    """Return the first position for a seed, and its cards in order."""
    position = GAME.start(GAME.deal(1, stream(seed, "set-up")))
    assert isinstance(position, Position)
    return position, [*order(position.deck, seed)]


def in_kernel(seed: int) -> tuple[Tables, Line, list[int]]:
    """Return the board, the first line and the cards in order, as the kernel reads them."""
    position, cards = dealt(seed)
    return tables_of(position.board, len(cards)), Line(tuple(row_of(position.sheets[0]).tolist())), [packed(card) for card in cards]


def order(deck: tuple[str, ...], seed: int) -> Iterator[str]:
    """Yield the cards in the order of a seed."""
    left, chance = list(deck), stream(seed, "chance")
    while left:
        card = next_card(tuple(left)).draw(chance)
        left.remove(card)
        yield card


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
    found = [(best_score(seed, given.width), told_score(seed)) for seed in seeds]
    for seed, (best, told) in zip(seeds, found, strict=True):
        print(f"seed {seed}: {best}, and {told} by a player like `hard`")
    bests, tolds = zip(*found, strict=True)
    print(f"the best line: {mean(bests)}\na player like `hard` that knows the order: {mean(tolds)}")


if __name__ == "__main__":
    main()
