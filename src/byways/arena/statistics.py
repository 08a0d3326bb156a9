"""Shares of places, scores, wins and pairs, each with a confidence interval."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from math import inf, log10, sqrt
from statistics import fmean, stdev

import msgspec

from byways.arena.archive import Result
from byways.arena.plan import Plan

Z = 1.959964  # standard deviations on either side that contain 95 % of a normal distribution


class Share(msgspec.Struct, frozen=True):
    """A share of games and its 95 % confidence interval."""

    share: float
    low: float
    high: float


def wilson(share: float, games: float, z: float = Z) -> Share:
    """Return Wilson's interval, which stays within 0 to 1 and is valid for small numbers."""
    if games <= 0:
        return Share(0.0, 0.0, 1.0)
    middle, spread = share + z * z / (2 * games), z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return Share(share, max(0.0, min(share, (middle - spread) / whole)), min(1.0, max(share, (middle + spread) / whole)))


class Scores(msgspec.Struct, frozen=True):
    """A bot's scores, and their mean with half its 95 % confidence interval."""

    all: tuple[float, ...]
    mean: float
    error: float


class BotStatistics(msgspec.Struct, frozen=True):
    """A bot's places, scores and failures over all its seats. `games` counts a game once per seat that the bot had."""

    bot: str
    games: int
    places: tuple[Share, ...]
    scores: Scores | None
    failures: dict[str, int]


def bot_statistics(plan: Plan, results: Sequence[Result]) -> list[BotStatistics]:
    """Return every bot's statistics, in plan order."""
    return [statistics_of(bot, results, plan.seats) for bot in plan.names]


def seats_of(result: Result, bot: str) -> list[int]:
    return [seat for seat, name in enumerate(result.seating) if name == bot]


def statistics_of(bot: str, results: Sequence[Result], seats: int) -> BotStatistics:
    played = [(result, seat) for result in results for seat in seats_of(result, bot)]
    counts = Counter(result.places[seat] for result, seat in played)
    places = tuple(wilson(counts[place] / max(1, len(played)), len(played)) for place in range(1, seats + 1))
    scores = tuple(result.scores[seat] for result, seat in played if result.scores is not None)
    failures = Counter(failure.why for result, seat in played for failure in result.failures if failure.seat == seat)
    return BotStatistics(bot, len(played), places, mean(scores) if scores else None, dict(failures))


def mean(scores: tuple[float, ...]) -> Scores:
    error = Z * stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else inf
    return Scores(scores, fmean(scores), error)


class Wins(msgspec.Struct, frozen=True):
    """A bot's share of the wins in games against others, over all its seats. A tie for first place shares the win.

    `fair` is its share of the seats. The interval is computed over deals, as for a pair.
    """

    bot: str
    share: Share
    fair: float

    @property
    def times(self) -> Share:
        """The share of wins as a multiple of the fair share."""
        return Share(*(part / self.fair for part in (self.share.share, self.share.low, self.share.high)))


def wins(plan: Plan, results: Sequence[Result]) -> Iterator[Wins]:
    """Yield the wins of every bot that played against others."""
    for bot in plan.names:
        met = [result for result in results if 0 < result.seating.count(bot) < plan.seats]
        if met:
            share = over_deals(plan, met, partial(win_share, bot=bot))
            yield Wins(bot, share, fmean(result.seating.count(bot) / plan.seats for result in met))


def win_share(result: Result, bot: str) -> float:
    """Return a bot's share of first place."""
    return sum(result.places[seat] == 1 for seat in seats_of(result, bot)) / result.places.count(1)


def over_deals(plan: Plan, results: Sequence[Result], points: Callable[[Result], float]) -> Share:
    """Return the mean points per game, with an interval over deals."""
    share = fmean(map(points, results))
    rounds = [fmean(map(points, games)) for games in rotations(plan, results)]
    return wilson(share, independent(share, rounds, len(results)))


class Pair(msgspec.Struct, frozen=True):
    """How often the first bot beat the second in games that both played. In `share`, draws count half.

    The interval is computed over deals, because games on the same deal are not independent.
    """

    first: str
    second: str
    won: int
    drawn: int
    lost: int
    share: Share

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def elo(self) -> Share:
        """The Elo difference for which this share is expected."""
        return Share(elo(self.share.share), elo(self.share.low), elo(self.share.high))


def elo(share: float) -> float:
    """Return the Elo difference for an expected share; infinite for a share of 0 or 1."""
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1)


def expected(difference: float) -> float:
    """Return the expected share for an Elo difference."""
    return 1 / (1 + 10 ** (-difference / 400))


def won(result: Result, first: str, second: str) -> float:
    """Return 1, ½ or 0 for the first of two bots in a game, or the mean over several seats."""
    return fmean(duels(result, first, second))


def duels(result: Result, first: str, second: str) -> list[float]:
    """Return 1, ½ or 0 for each seat of the first bot against each seat of the second."""
    mine, others = ([result.places[seat] for seat in seats_of(result, bot)] for bot in (first, second))
    return [(1 + (place < other) - (place > other)) / 2 for place in mine for other in others]


def pairs(plan: Plan, results: Sequence[Result]) -> Iterator[Pair]:
    """Yield the statistics of every two bots that have met."""
    for first, second in combinations(plan.names, 2):
        met = [result for result in results if first in result.seating and second in result.seating]
        if met:
            yield pair(plan, first, second, met)


def pair(plan: Plan, first: str, second: str, met: Sequence[Result]) -> Pair:
    points = Counter(point for result in met for point in duels(result, first, second))
    share = over_deals(plan, met, lambda result: won(result, first, second))
    return Pair(first, second, points[1.0], points[0.5], points[0.0], share)


def rotations(plan: Plan, results: Iterable[Result]) -> Iterator[list[Result]]:
    """Group games into complete rotations (one match on one deal from every seat), in plan order."""
    found: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        found[result.number // plan.seats].append(result)
    return (found[key] for key in sorted(found) if len(found[key]) == plan.seats)


def independent(share: float, rounds: Sequence[float], games: int) -> float:
    """Return the effective sample size: the number of independent games with the same variance, since games on one deal are correlated.

    `rounds` has the mean points of complete rotations. One more rotation, with the spread of independent games, is added as a prior,
    because a few that happen to agree prove little.
    """
    alone = share * (1 - share)
    if not alone or not rounds:
        return games
    # Cluster sampling: comparing the variance over whole rotations with that of independent games gives the effective sample size.
    spread = sum((points - share) ** 2 for points in rounds) + alone * len(rounds) / games
    return alone * len(rounds) ** 2 / spread
