"""A test that stops as soon as enough is known: the generalised sequential probability ratio test on pairs of games.

A pair is two games on one deal with the seats exchanged, and has one of five results: 0, ½, 1, 1½ or 2 points. The test compares the best
explanation of the pairs seen under one strength with that under another. Pairs count in the order of the plan, so neither the number of
workers nor the length of games affects the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import msgspec

from byways.arena.archive import Result
from byways.arena.plan import Plan
from byways.arena.statistics import expected, won
from byways.game import Refused
from byways.i18n import Message

ERROR = 0.05  # how often either hypothesis may be accepted wrongly
BOUND = log((1 - ERROR) / ERROR)
POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
NEVER_SEEN = 1e-3  # pairs that an unseen result counts for: nothing is impossible


class Verdict(msgspec.Struct, frozen=True):
    """The state of the test after some pairs: -1 and 1 accept the lower and the higher strength, 0 needs more games."""

    ratio: float
    games: int
    accepted: int


class SequentialTest:
    """Are the first bot's odds against the second closer to `low` Elo or to `high`?"""

    def __init__(self, plan: Plan, low: float, high: float) -> None:
        if len(plan.bots) != 2 or plan.seats != 2:
            raise Refused(Message("refuse.test-seats"))
        if not low < high:
            raise Refused(Message("refuse.test-order", {"low": f"{low:g}", "high": f"{high:g}"}))
        self.plan, self.low, self.high = plan, low, high
        self.seen = [0] * len(POINTS)
        self.verdict = Verdict(0.0, 0, 0)

    def look(self, by_number: dict[int, Result]) -> Verdict:
        """Count the completed pairs, as long as there is no decision."""
        while not self.verdict.accepted and {self.verdict.games, self.verdict.games + 1} <= by_number.keys():
            number = self.verdict.games
            points = sum(won(by_number[one], *self.plan.bots) for one in (number, number + 1))
            self.seen[round(2 * points)] += 1
            ratio = likelihood_ratio(self.seen, expected(self.low), expected(self.high))
            self.verdict = Verdict(ratio, number + 2, (ratio >= BOUND) - (ratio <= -BOUND))
        return self.verdict

    def __str__(self) -> str:
        first, second = self.plan.bots
        ratio, games, accepted = self.verdict.ratio, self.verdict.games, self.verdict.accepted
        known = f"log likelihood ratio {ratio:.2f}, bounds ±{BOUND:.2f}"
        if not accepted:
            return f"No decision after {games} games between {self.low:+g} and {self.high:+g} Elo of {first} over {second} ({known})."
        right, wrong = (self.high, self.low) if accepted > 0 else (self.low, self.high)
        return f"Decided after {games} games: {first} against {second} is {right:+g} Elo rather than {wrong:+g} ({known})."


def likelihood_ratio(seen: Sequence[int], low: float, high: float) -> float:
    """The log-likelihood ratio of the pairs for an expected share of `high` against `low`, each with its best explanation."""
    counts = [count or NEVER_SEEN for count in seen]
    whole = sum(counts)
    shares = [count / whole for count in counts]
    return whole * sum(share * log(one / other) for share, one, other in zip(shares, best(shares, high), best(shares, low), strict=True))


def best(shares: Sequence[float], expected: float) -> list[float]:
    """The distribution over the five results nearest to the shares seen among those with this mean.

    It is p / (1 + t (points - mean)) for the one t that makes it a distribution; t is found by bisection.
    """
    away = [points - expected for points in POINTS]
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(60):
        t = (low + high) / 2
        if sum(share * off / (1 + t * off) for share, off in zip(shares, away, strict=True)) > 0:
            low = t
        else:
            high = t
    return [share / (1 + t * off) for share, off in zip(shares, away, strict=True)]
