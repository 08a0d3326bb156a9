"""What results say: shares of places, pairs, scores, each with its uncertainty."""

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

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


class Share(msgspec.Struct, frozen=True):
    """A share of games, and the interval that holds the true one in 95 of 100 tournaments."""

    share: float
    low: float
    high: float


def wilson(share: float, games: float) -> Share:
    """Wilson's interval, which stays within 0 to 1 and is honest for small numbers."""
    if games <= 0:
        return Share(0.0, 0.0, 1.0)
    middle, spread = share + Z * Z / (2 * games), Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return Share(share, max(0.0, min(share, (middle - spread) / whole)), min(1.0, max(share, (middle + spread) / whole)))


class Scores(msgspec.Struct, frozen=True):
    """All scores of a bot, and their mean with its error (95 %)."""

    all: tuple[float, ...]
    mean: float
    error: float


class Tally(msgspec.Struct, frozen=True):
    """One bot in each of its seats: how often it took each place, what it scored, how it failed."""

    bot: str
    games: int
    places: tuple[Share, ...]
    scores: Scores | None
    failures: dict[str, int]


def tallies(plan: Plan, results: Sequence[Result]) -> list[Tally]:
    """A tally for every bot, in the order they were named."""
    return [tally(bot, [(result, seat) for result in results for seat in seats_of(result, bot)], plan.seats) for bot in plan.names]


def seats_of(result: Result, bot: str) -> list[int]:
    return [seat for seat, name in enumerate(result.seating) if name == bot]


def tally(bot: str, played: list[tuple[Result, int]], seats: int) -> Tally:
    came = Counter(result.places[seat] for result, seat in played)
    places = tuple(wilson(came[place] / max(1, len(played)), len(played)) for place in range(1, seats + 1))
    scores = tuple(result.scores[seat] for result, seat in played if result.scores is not None)
    failures = Counter(lapse.why for result, seat in played for lapse in result.failures if lapse.seat == seat)
    return Tally(bot, len(played), places, mean(scores) if scores else None, dict(failures))


def mean(scores: tuple[float, ...]) -> Scores:
    error = Z * stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else inf
    return Scores(scores, fmean(scores), error)


class Wins(msgspec.Struct, frozen=True):
    """How often a bot won, in whichever of its seats, in games with others; those who tie for the first place share the win.

    `fair` is its share of the seats. The interval is taken over deals, as that of a pair.
    """

    bot: str
    share: Share
    fair: float

    @property
    def times(self) -> Share:
        """Its share of the wins as a multiple of the fair one."""
        return Share(*(part / self.fair for part in (self.share.share, self.share.low, self.share.high)))


def wins(plan: Plan, results: Sequence[Result]) -> Iterator[Wins]:
    """The wins of every bot, for fields in which bots repeat."""
    for bot in plan.names:
        met = [result for result in results if 0 < result.seating.count(bot) < plan.seats]
        if met:
            share = over_deals(plan, met, partial(win, bot=bot))
            yield Wins(bot, share, fmean(result.seating.count(bot) / plan.seats for result in met))


def win(result: Result, bot: str) -> float:
    """A bot's part of the first place."""
    return sum(result.places[seat] == 1 for seat in seats_of(result, bot)) / result.places.count(1)


def over_deals(plan: Plan, results: Sequence[Result], points: Callable[[Result], float]) -> Share:
    """What games brought on average, with an interval over deals."""
    share = fmean(map(points, results))
    rounds = [fmean(map(points, games)) for games in rotations(plan, results)]
    return wilson(share, independent(share, rounds, len(results)))


class Pair(msgspec.Struct, frozen=True):
    """Two bots in the games where both played: how often the first beat the second, and what follows from it, draws counted half.

    The interval is taken over deals, not games, because games on the same deal are not independent.
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
        """The Elo difference that would make this share the expected one."""
        return Share(elo(self.share.share), elo(self.share.low), elo(self.share.high))


def elo(share: float) -> float:
    """The Elo difference for an expected share; infinite for a bot that wins or loses everything."""
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1)


def expected(difference: float) -> float:
    """The expected share for a difference in Elo."""
    return 1 / (1 + 10 ** (-difference / 400))


def won(result: Result, first: str, second: str) -> float:
    """1, ½ or 0 for the first of two bots in a game; on average where one sits in several seats."""
    return fmean(duels(result, first, second))


def duels(result: Result, first: str, second: str) -> list[float]:
    """1, ½ or 0 for each seat of the first bot against each of the second."""
    mine, others = ([result.places[seat] for seat in seats_of(result, bot)] for bot in (first, second))
    return [(1 + (place < other) - (place > other)) / 2 for place in mine for other in others]


def pairs(plan: Plan, results: Sequence[Result]) -> Iterator[Pair]:
    """Every two bots that have met."""
    for first, second in combinations(plan.names, 2):
        met = [result for result in results if first in result.seating and second in result.seating]
        if met:
            yield pair(plan, first, second, met)


def pair(plan: Plan, first: str, second: str, met: Sequence[Result]) -> Pair:
    points = Counter(point for result in met for point in duels(result, first, second))
    share = over_deals(plan, met, lambda result: won(result, first, second))
    return Pair(first, second, points[1.0], points[0.5], points[0.0], share)


def rotations(plan: Plan, results: Iterable[Result]) -> Iterator[list[Result]]:
    """The games of one match on one deal from every seat, if all of them are played, in the order of the plan."""
    found: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        found[result.number // plan.seats].append(result)
    return (found[key] for key in sorted(found) if len(found[key]) == plan.seats)


def independent(share: float, rounds: Sequence[float], games: int) -> float:
    """How many independent games would give the same certainty as these, some of which are rounds on the same deal.

    One more round with the spread of independent games is added to those seen, so a few that happen to agree prove little.
    """
    alone = share * (1 - share)
    if not alone or not rounds:
        return games
    spread = sum((points - share) ** 2 for points in rounds) + alone * len(rounds) / games
    return alone * len(rounds) ** 2 / spread
