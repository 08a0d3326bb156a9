"""The generalised sequential probability ratio test on pairs of games, which stops as soon as the evidence suffices.

A pair is two games on one deal with the seats swapped. It scores 0, ½, 1, 1½ or 2 points. The test compares the maximum likelihood of the
observed pairs under two strengths. Pairs count in plan order, so neither the number of workers nor the length of games affects the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path

import msgspec

from byways.arena.archive import Archive, Result
from byways.arena.plan import Plan
from byways.arena.statistics import expected, won
from byways.files import write_bytes
from byways.game import Refused
from byways.i18n import Message

TEST = "test.json"  # beside the plan
ERROR = 0.05  # probability of wrongly accepting either hypothesis
# Wald's bound on the log likelihood ratio, for equal error probabilities.
BOUND = log((1 - ERROR) / ERROR)
POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
NEVER_SEEN = 1e-3  # count assigned to a result that never came up, so that no probability is zero


class Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two strengths of a test, as stored."""

    low: float
    high: float


class Verdict(msgspec.Struct, frozen=True):
    """The state of the test: `accepted` is -1 for the lower strength, 1 for the higher, 0 while more games are needed."""

    ratio: float
    games: int
    accepted: int


class SequentialTest:
    """Decides whether the first bot is `low` or `high` Elo stronger than the second. A decision is final."""

    def __init__(self, plan: Plan, low: float, high: float) -> None:
        if len(plan.bots) != 2 or plan.seats != 2:
            raise Refused(Message("refuse.test-seats"))
        if not low < high:
            raise Refused(Message("refuse.test-order", {"low": f"{low:g}", "high": f"{high:g}"}))
        self.plan, self.low, self.high = plan, low, high
        self.seen = [0] * len(POINTS)
        self.verdict = Verdict(0.0, 0, 0)

    def look(self, by_number: dict[int, Result]) -> Verdict:
        """Count the completed pairs until there is a decision."""
        while not self.verdict.accepted and {self.verdict.games, self.verdict.games + 1} <= by_number.keys():
            number = self.verdict.games
            points = sum(won(by_number[one], *self.plan.bots) for one in (number, number + 1))
            self.seen[round(2 * points)] += 1
            ratio = likelihood_ratio(self.seen, expected(self.low), expected(self.high))
            self.verdict = Verdict(ratio, number + 2, (ratio >= BOUND) - (ratio <= -BOUND))
        return self.verdict

    def counted(self, archive: Archive) -> Archive:
        """The games that count: complete pairs, up to the decision."""
        return archive.first(self.look(archive.by_number).games)

    def __str__(self) -> str:
        first, second = self.plan.bots
        ratio, games, accepted = self.verdict.ratio, self.verdict.games, self.verdict.accepted
        known = f"log likelihood ratio {ratio:.2f}, bounds ±{BOUND:.2f}"
        if not accepted:
            return f"No decision after {games} games between {self.low:+g} and {self.high:+g} Elo of {first} over {second} ({known})."
        right, wrong = (self.high, self.low) if accepted > 0 else (self.low, self.high)
        side, sign = ("below", -1) if right < 0 else ("above", 1)
        return f"Decided after {games} games: {first} is {sign * right:g} Elo {side} {second}, not {sign * wrong + 0:g} ({known})."


def store_test(directory: Path, test: SequentialTest | None) -> None:
    """Store the strengths of a test, or forget an earlier test."""
    if test is None:
        (directory / TEST).unlink(missing_ok=True)
    else:
        write_bytes(directory / TEST, msgspec.json.encode(Bounds(test.low, test.high)) + b"\n")


def read_test(directory: Path, plan: Plan) -> SequentialTest | None:
    """Return the test of a stored tournament, if it has one, without a verdict yet."""
    path = directory / TEST
    try:
        bounds = msgspec.json.decode(path.read_bytes(), type=Bounds)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise Refused(Message("refuse.in-file", {"file": str(path), "why": str(error)})) from None
    return SequentialTest(plan, bounds.low, bounds.high)


def likelihood_ratio(seen: Sequence[int], low: float, high: float) -> float:
    """Return the log likelihood ratio of the pairs for an expected share of `high` against `low`, each maximised."""
    counts = [count or NEVER_SEEN for count in seen]
    whole = sum(counts)
    shares = [count / whole for count in counts]
    pairs = zip(shares, most_likely(shares, high), most_likely(shares, low), strict=True)
    return whole * sum(share * log(one / other) for share, one, other in pairs)


def most_likely(shares: Sequence[float], expected: float) -> list[float]:
    """Return the distribution over the five results with this mean under which the observed shares are most likely.

    It is p / (1 + t (points - mean)) for the one t that makes it a distribution; t is found by bisection.
    """
    away = [points - expected for points in POINTS]
    # Empirical likelihood with a Lagrange multiplier t. Between these poles, all denominators are positive and the sum decreases in t.
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(60):
        t = (low + high) / 2
        if sum(share * off / (1 + t * off) for share, off in zip(shares, away, strict=True)) > 0:
            low = t
        else:
            high = t
    return [share / (1 + t * off) for share, off in zip(shares, away, strict=True)]
