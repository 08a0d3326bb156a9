"""Fit what a dollar ahead is worth in log odds in The Long Road, the constants `SURENESS` of its bots, to games of greedy players.

    python -m tools.fit.long_road_sureness --games 200 --seed 0

At the beginning of each turn the tool records the prospects of all seats, and later each seat's share of the win. A seat's log odds are
proportional to its prospects, with one factor for each number of arrivals to come, fitted by maximum likelihood. The standard error
treats the moments of one game as one observation.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

from tools.design.long_road_balance import positions

from byways.bots.trials import won
from byways.games.long_road import LongRoadOptions
from byways.games.long_road.bots.players import SURENESS, value
from byways.games.long_road.state import Position

ROUNDS = 30  # of Newton's method
CLOSE = 1e-6  # prior towards zero: in a few games the leader may always win


class Moment(NamedTuple):
    """A moment of a game: the game's number, the prospects of all seats, and each seat's share of the win."""

    game: int
    prospects: tuple[float, ...]
    parts: tuple[float, ...]


class Fit(NamedTuple):
    factor: float
    error: float


def moments(seats: int, games: int, seed: int) -> Mapping[int, Sequence[Moment]]:
    """Group the moments by the number of arrivals to come, as the bots do."""
    found = defaultdict(list)
    for number in range(seed, seed + games):
        *turns, end = begun(number, seats)
        parts = tuple(won(end, seat) for seat in range(seats))
        for position in turns:
            to_come = len(position.box.components.arrivals.tiles) - len(position.arrivals)
            prospects = tuple(value(position, seat) for seat in range(seats))
            found[min(to_come, len(SURENESS) - 1)].append(Moment(number, prospects, parts))
    return found


def begun(seed: int, seats: int) -> Iterator[Position]:
    """Yield the position at the beginning of each turn, and the last one."""
    turns = 0
    for position in positions(seed, seats, LongRoadOptions(), "greedy"):
        if position.outcome is not None or (position.awaited and position.turns > turns):
            turns = position.turns
            yield position


def fit(moments: Sequence[Moment]) -> Fit:
    factor, slopes, bend = 0.0, dict[int, float](), 1.0
    for _ in range(ROUNDS):
        slopes, bend = likelihood(moments, factor)
        factor += sum(slopes.values()) / bend
    return Fit(factor, sqrt(sum(slope**2 for slope in slopes.values())) / bend)


def likelihood(moments: Sequence[Moment], factor: float) -> tuple[dict[int, float], float]:
    """Return the gradient of the log likelihood by game, and its curvature."""
    slopes, bend = defaultdict[int, float](float), 0.0
    for game, prospects, parts in moments:
        odds = [exp(factor * (one - max(prospects))) for one in prospects]
        expected = sum(one * odd for one, odd in zip(prospects, odds, strict=True)) / sum(odds)
        slopes[game] += sum(one * part for one, part in zip(prospects, parts, strict=True)) - expected
        bend += sum((one - expected) ** 2 * odd for one, odd in zip(prospects, odds, strict=True)) / sum(odds)
    return slopes, max(bend, CLOSE)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    chosen = parser.parse_args(argv)
    for seats in (2, 3, 4):
        found = moments(seats, chosen.games, chosen.seed)
        for to_come, noted in sorted(found.items()):
            fitted, used = fit(noted), SURENESS[to_come] * min(1.0, seats / 3)
            print(
                f"{seats} seats, {to_come} arrivals to come: {fitted.factor:.3f} ± {fitted.error:.3f}; the bots use {used:.3f}", flush=True
            )


if __name__ == "__main__":
    main()
