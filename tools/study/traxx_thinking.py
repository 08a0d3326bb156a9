"""Measure what more worlds bring to `hard` in solo Traxx.

    python -m tools.study.traxx_thinking --games 4 --seed 0

For every card the most promising acts are played to the end with many orders of the remaining cards. `hard` chooses with subsets of one
half of these orders; the other half measures what its choices are worth. This gives the cost of fewer worlds in points per game, with far
less noise than scores of games. In a second of processor time `hard` samples well over a thousand worlds for the first cards.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import inf
from random import Random

import numpy as np
from numpy.typing import NDArray
from tools.fit.hopes import mean
from tools.study.traxx_known_order import in_kernel

from byways.bots import Thought
from byways.bots.race import race
from byways.game import stream
from byways.games.traxx.bots import kernel
from byways.games.traxx.bots.known_order import LATE, grown
from byways.games.traxx.bots.search import CONTENDERS

SPLITS = 8  # random splits of the orders into halves


def tried(seed: int, orders: int) -> Iterator[NDArray[np.float64]]:
    """Yield, for each card of a game, the score of every act with every order; the best act on average is played."""
    tables, line, cards = in_kernel(seed)
    rng = stream(seed, "orders")
    for turn, card in enumerate(cards[:-1]):
        ways, rest = grown(kernel, tables, card, [line], turn, CONTENDERS), cards[turn + 1 :]
        luck = [np.array(rng.sample(rest, len(rest)), np.int64) for _ in range(orders)]
        sheets = [np.array(way.row, np.int64) for way in ways]
        scores = [
            [kernel.play_on(tables.board, one, sheet, LATE, turn + 1, tables.weights, LATE.copy()) for one in luck] for sheet in sheets
        ]
        yield np.array(scores, float)
        line = ways[np.array(scores).mean(axis=1).argmax()]


def worth(scores: NDArray[np.float64], worlds: Sequence[int], rng: Random) -> list[float]:
    """Return what choices made with each number of worlds score in the other half."""
    total, half = np.zeros(len(worlds)), scores.shape[1] // 2
    for _ in range(SPLITS):
        mixed = scores[:, rng.sample(range(scores.shape[1]), scores.shape[1])]
        total += [mixed[chosen(mixed[:, :number]), half:].mean() for number in worlds]
    return [float(one) / SPLITS for one in total]


def chosen(scores: NDArray[np.float64]) -> int:
    """Choose as `hard` does, one order after the other."""
    heats = iter(scores.T)
    return race(len(scores), lambda: next(heats).item, Thought(inf, inf), scores.shape[1])


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--worlds", type=int, default=400, help="largest number of worlds to choose with; it is halved five times")
    given = parser.parse_args(argv)
    worlds = [given.worlds >> halved for halved in range(6)]
    found = []
    for seed in range(given.seed, given.seed + given.games):
        rng = stream(seed, "halves")
        found.append(np.sum([worth(scores, worlds, rng) for scores in tried(seed, 2 * given.worlds)], axis=0))
        print(f"seed {seed}: {', '.join(f'{found[-1][0] - one:.2f}' for one in found[-1])}", flush=True)
    for nth, number in enumerate(worlds):
        print(f"{number} worlds for each card: {mean([most[0] - most[nth] for most in found])} points a game behind {worlds[0]}")


if __name__ == "__main__":
    main()
