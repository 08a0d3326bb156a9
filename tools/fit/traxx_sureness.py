"""Fit how much less a lead means in Traxx with many cards to come, the constant `UNEQUAL` of its `bots/search.py`.

    python -m tools.fit.traxx_sureness --games 100 --seed 0

Bots of different strength play for each number of seats, and `hard` weighs some acts of every seat. For each candidate the tool fits the
curves of all numbers of seats again, and prints the log likelihood of the results and the slope of the first, middle and last third of the
cards: below 1, chances are too sure there. The best candidate has the highest likelihood. The last lines are the curves for `UNEQUAL`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp, log1p, sqrt
from typing import NamedTuple

from tools.fit.curves import PHASES, Job, fit, played

from byways.bots.roster import make_ready
from byways.bots.weighed import STEEP
from byways.bots.weighing import LOST, SURE, WON, Curve, curve_for
from byways.bots.worker import SPAWN
from byways.game import find_game
from byways.games.traxx import GAME
from byways.games.traxx.bots.search import UNEQUAL, unforeseen
from byways.games.traxx.view import View
from byways.review.inquiry import FIRST, inquire
from byways.review.judging import result, weigh

SEATS = (2, 3, 4)
EVERY = 3  # acts from one that is weighed to the next
CANDIDATES = (0.0, 0.0003, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004)


class Lead(NamedTuple):
    """The expected lead of a seat, its variance over playouts, the cards to come and of the game, and the seat's share of the win."""

    lead: float
    variance: float
    cards: int
    of: int
    result: float

    def odds(self, unequal: float) -> float:
        return max(-SURE, min(SURE, self.lead * STEEP / sqrt(self.variance + unforeseen(self.cards, unequal))))

    @property
    def phase(self) -> int:
        return len(PHASES) * (self.of - 1 - self.cards) // self.of


def leads(worlds: int, seats: int, seed: int) -> list[Lead]:
    """Play a game and return the leads of each seat before every third of its acts."""
    job = Job(GAME.name, seats, seed, worlds, worlds)
    asking = inquire(GAME, played(GAME, job).play(GAME, tells=False), worlds=worlds * FIRST)
    firsts, found = {question.stream: question for question in asking.batch()}, list[Lead]()
    for seat in range(seats):
        for case in [case for case in asking.cases if case.moment.seat == seat][seed % EVERY :: EVERY]:
            best, view = weigh(firsts[case.first])[0], case.moment.view
            assert isinstance(view, View)
            if best.value not in (WON, LOST) and abs(best.value) < SURE:
                cards = len(view.deck)
                found.append(lead_of(best.value, best.doubt, worlds, cards, view.round + cards, result(asking.outcome, seat)))
    return found


def lead_of(value: float, doubt: float, worlds: int, cards: int, of: int, share: float) -> Lead:
    """Return the lead and its variance from the log odds and their standard error, which the bot computes from them."""
    part = min(0.999, doubt**2 * worlds / STEEP**2)  # of the whole variance
    variance = unforeseen(cards) * part / (1 - part)
    return Lead(value * sqrt(variance + unforeseen(cards)) / STEEP, variance, cards, of, share)


def curves(found: Mapping[int, Sequence[Lead]], unequal: float) -> dict[int, Curve]:
    return {seats: fit([one.odds(unequal) for one in same], [one.result for one in same], 0) for seats, same in found.items()}


def likelihood(found: Mapping[int, Sequence[Lead]], unequal: float) -> tuple[float, list[float]]:
    """Return the mean log likelihood of all results with fitted curves, and the slope in each phase."""
    total, count, told = 0.0, 0, list[tuple[int, float, float]]()
    for seats, curve in curves(found, unequal).items():
        for one in (same := found[seats]):
            odds = curve.shift + curve.slope * one.odds(unequal)
            total -= one.result * log1p(exp(-odds)) + (1 - one.result) * log1p(exp(odds))
            told.append((one.phase, odds, one.result))
        count += len(same)
    slopes = [
        fit([odds for at, odds, _ in told if at == phase], [share for at, _, share in told if at == phase], 0).slope
        for phase in range(len(PHASES))
    ]
    return total / count, slopes


def gathered(games: int, seed: int) -> Iterator[tuple[int, list[Lead]]]:
    with ProcessPoolExecutor(None, SPAWN) as pool:
        for seats in SEATS:
            worlds = curve_for(find_game(GAME.name).room, seats).worlds // FIRST
            yield seats, [one for game in pool.map(partial(leads, worlds, seats), range(seed, seed + games)) for one in game]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    chosen = parser.parse_args(argv)
    make_ready([GAME], print)
    found = dict(gathered(chosen.games, chosen.seed))
    for unequal in CANDIDATES:
        mean, slopes = likelihood(found, unequal)
        said = ", ".join(f"{slope:.2f} {phase}" for phase, slope in zip(PHASES, slopes, strict=True))
        print(f"{unequal:.4f}: log likelihood {mean:.4f}, slopes {said}")
    for seats, curve in curves(found, UNEQUAL).items():
        print(f"{seats} seats with {UNEQUAL}: shift {curve.shift}, slope {curve.slope}")


if __name__ == "__main__":
    main()
