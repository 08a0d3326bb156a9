"""What thinking longer brings in Traxx, alone: how much the ways to use a card that `hard` chooses in few worlds are behind those of many.

    python -m tools.study.traxx_thinking --games 4 --seed 0

For every card of some games the most promising ways are played on to the end with many orders of the cards to come. In half of these
orders `hard` chooses as it would, with less and less of them; the other half tells what its choices are worth. This shows the price of
choosing too soon, in points for a whole game, with far less noise than the scores of games. In a second of processor time `hard` looks at
well over a thousand worlds for the first cards, and at more later.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import inf
from random import Random

import numpy as np
from numpy.typing import NDArray
from tools.fit.hopes import mean
from tools.study.traxx_known_order import LATE, dealt, grown

from byways.bots import Thought
from byways.bots.race import race
from byways.game import stream
from byways.games.traxx.bots import kernel
from byways.games.traxx.bots.search import CONTENDERS

SPLITS = 8  # of the orders into halves


def tried(seed: int, orders: int) -> Iterator[NDArray[np.float64]]:
    """Card by card of a game: what each way scores with each order. The way that is best on average is taken."""
    tables, sheet, cards = dealt(seed)
    rng = stream(seed, "orders")
    for turn, card in enumerate(cards[:-1]):
        ways, rest = grown(tables, card, [sheet], turn, CONTENDERS), cards[turn + 1 :]
        luck = [np.array(rng.sample(rest, len(rest)), np.int64) for _ in range(orders)]
        scores = [[kernel.play_on(tables.board, order, way, LATE, turn + 1, tables.hopes, LATE.copy()) for order in luck] for way in ways]
        yield np.array(scores, float)
        sheet = ways[np.array(scores).mean(axis=1).argmax()]


def worth(scores: NDArray[np.float64], worlds: Sequence[int], rng: Random) -> list[float]:
    """What the choices in so many worlds score in others."""
    total, half = np.zeros(len(worlds)), scores.shape[1] // 2
    for _ in range(SPLITS):
        mixed = scores[:, rng.sample(range(scores.shape[1]), scores.shape[1])]
        total += [mixed[chosen(mixed[:, :number]), half:].mean() for number in worlds]
    return [float(one) / SPLITS for one in total]


def chosen(scores: NDArray[np.float64]) -> int:
    """As `hard` chooses, one order after the other."""
    heats = iter(scores.T)
    return race(len(scores), lambda: next(heats).item, Thought(inf, inf), scores.shape[1])


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument(
        "--worlds", type=int, default=400, help="the most to choose in, which are then halved; as many others tell what choices are worth"
    )
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
