"""The statistics of a study: shares with confidence intervals, which are corrected for multiple comparisons."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log2
from random import Random
from statistics import NormalDist, fmean, quantiles

import msgspec

from byways.arena.archive import Result
from byways.arena.statistics import Share, wilson
from byways.study.decisions import Decision
from byways.study.facts import MOMENTS, Facts

MATTERS = 0.05  # the least gain of the best act for a decision to matter
PACE, FORCED_PACE = 8.0, 2.0  # seconds that people take for a choice, and for one without an alternative
SIMULATIONS = 500  # to see what chance alone would show
LEAST_USES = 5  # of a component, before its wins are compared


class Spread(msgspec.Struct, frozen=True):
    """A mean, and the range from the tenth to the ninetieth percentile, which holds eight of ten games."""

    mean: float
    low: float
    high: float


class Use(msgspec.Struct, frozen=True):
    """The use of a component: by how many seats, by what share of all seats, and how often these seats won.

    The interval of `wins` is corrected for the number of components of the same kind. A component stands out if it was used often enough
    and the fair share lies outside the interval.
    """

    kind: str
    name: str
    uses: int
    share: float
    wins: Share
    stands_out: bool


class Games(msgspec.Struct, frozen=True):
    """The figures of one variant, from games between equally strong bots."""

    label: str
    games: int
    turns: Spread
    choices: Spread
    minutes: Spread
    forced: float
    offered: tuple[float, ...]
    most_offered: int
    lengths: tuple[int, ...]
    seats: tuple[Share, ...]
    ties: float
    margin: float | None
    lead_changes: float
    leader_wins: tuple[float, ...]
    known_from: float
    comebacks: Share
    uses: tuple[Use, ...]


class Luck(msgspec.Struct, frozen=True):
    """How much fixed deals decide, for one strength.

    `rates` has the first seat's share of wins for each deal. A deal is an outlier if its rate is at most `below` or at least `above`, which
    are None if no rate would be: too few games. `all_outliers` is the share of outliers among all deals of the game. `chance_span` is the
    mean span of studies in which the deal does not matter, and `as_wide` the share of them whose span is at least as wide as this one.
    """

    strength: str
    deals: int
    runs: int
    rates: tuple[float, ...]
    span: float
    trimmed_span: float
    outliers: int
    all_outliers: Share
    below: float | None
    above: float | None
    entropy: float
    chance_span: float
    as_wide: float


class Rung(msgspec.Struct, frozen=True):
    """How often the stronger of two neighbouring strengths wins, and the fair share of a seat."""

    stronger: str
    weaker: str
    games: int
    wins: Share
    fair: float


class Study(msgspec.Struct, frozen=True):
    """All figures of a study, and everything needed to repeat it."""

    game: str
    title: str
    version: int
    byways: str
    seats: int
    seed: int
    bots: tuple[str, ...]
    compiled: str  # by which version of numba the bots' searches were compiled; empty without numba
    digests: tuple[str, ...]
    options: tuple[dict[str, object], ...]
    variants: tuple[Games, ...]
    decisions: tuple[Decision, ...]
    matter: Share | None
    luck: tuple[Luck, ...]
    ladder: tuple[Rung, ...]


def spread(values: Sequence[float]) -> Spread:
    if len(values) < 2:
        return Spread(values[0], values[0], values[0])
    tenths = quantiles(values, n=10, method="inclusive")
    return Spread(fmean(values), tenths[0], tenths[-1])


def interval(share: float, games: float, comparisons: int) -> Share:
    """Return Wilson's interval. Several comparisons widen it (Bonferroni), so that those compared hold together in 95 % of studies."""
    return wilson(share, games, NormalDist().inv_cdf(1 - 0.025 / comparisons))


def games_of(label: str, facts: Sequence[Facts]) -> Games:
    seats, known = len(facts[0].places), [known_from(one) for one in facts]
    decided = [one for one in facts if one.places.count(1) == 1 and one.leaders]
    margins = [one.margin for one in facts if one.margin is not None]
    return Games(
        label=label,
        games=len(facts),
        turns=spread([one.acts for one in facts]),
        choices=spread([one.choices for one in facts]),
        minutes=spread([(PACE * (one.choices - one.forced) + FORCED_PACE * one.forced) / 60 for one in facts]),
        forced=sum(one.forced for one in facts) / max(1, sum(one.choices for one in facts)),
        offered=by_moment(facts, lambda one: one.offered),
        most_offered=max(one.most_offered for one in facts),
        lengths=tuple(sorted(one.acts for one in facts)),
        seats=tuple(interval(fmean(one.win(seat) for one in facts), len(facts), seats) for seat in range(seats)),
        ties=fmean(one.places.count(1) > 1 for one in facts),
        margin=fmean(margins) if margins else None,
        lead_changes=fmean(one.changes for one in facts),
        leader_wins=leader_wins(decided),
        known_from=fmean(known),
        comebacks=comebacks(decided),
        uses=tuple(uses_of(facts, seats)),
    )


def by_moment(facts: Iterable[Facts], values: Callable[[Facts], Sequence[float]]) -> tuple[float, ...]:
    rows = [values(one) for one in facts if values(one)]
    return tuple(fmean(column) for column in zip(*rows, strict=True))


def leader_wins(facts: Sequence[Facts]) -> tuple[float, ...]:
    """Return for each moment how often the seat that leads alone wins in the end."""
    found = list[float]()
    for moment in range(MOMENTS):
        led = [one.places[one.leaders[moment]] == 1 for one in facts if one.leaders[moment] >= 0]
        found.append(fmean(led) if led else 0.0)
    return tuple(found)


def known_from(facts: Facts) -> float:
    """Return the share of the game after which the winner leads for good; 1 if the winner does not lead at the end, or after a tie."""
    if not facts.leaders or facts.places.count(1) > 1:
        return 1.0
    winner, since = facts.places.index(1), len(facts.leaders)
    while since and facts.leaders[since - 1] == winner:
        since -= 1
    return since / len(facts.leaders)


def comebacks(facts: Sequence[Facts]) -> Share:
    """Return how often a seat that does not win leads alone after three quarters of the game."""
    at = MOMENTS * 3 // 4
    behind = [one.leaders[at] >= 0 and one.places[one.leaders[at]] != 1 for one in facts]
    return wilson(fmean(behind), len(behind)) if behind else Share(0, 0, 1)


def uses_of(facts: Sequence[Facts], seats: int) -> list[Use]:
    """Return the use of every component, sorted by kind and then by share of wins."""
    wins: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one in facts:
        for seat, kind, name in one.used:
            wins[kind, name].append(one.win(seat))
    kinds, fair = Counter(kind for kind, _ in wins), 1 / seats
    found = [use(kind, name, won, len(facts) * seats, kinds[kind], fair) for (kind, name), won in wins.items()]
    return sorted(found, key=lambda one: (one.kind, -one.wins.share, one.name))


def use(kind: str, name: str, won: Sequence[float], chances: int, comparisons: int, fair: float) -> Use:
    share = interval(fmean(won), len(won), comparisons)
    outside = not share.low <= fair <= share.high
    return Use(kind, name, len(won), len(won) / chances, share, outside and len(won) >= LEAST_USES)


def luck_of(strength: str, results: Sequence[Result], seed: int) -> Luck:
    """Group games by deal, and compare how often the first seat wins each deal."""
    deals: dict[int, list[float]] = defaultdict(list)
    winners: dict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for result in results:
        deals[result.seed].append((result.places[0] == 1) / result.places.count(1))
        winners[result.seed][result.places] += 1
    rates = sorted(fmean(won) for won in deals.values())
    mean, runs = fmean(rates), max(map(len, deals.values()))
    outside = [rate for rate in rates if is_outlier(rate, mean, runs, len(rates))]
    possible = [won / runs for won in range(runs + 1) if is_outlier(won / runs, mean, runs, len(rates))]
    spans = chance_spans(mean, len(rates), runs, Random(seed))
    span = rates[-1] - rates[0]
    return Luck(
        strength=strength,
        deals=len(rates),
        runs=runs,
        rates=tuple(rates),
        span=span,
        trimmed_span=trimmed(rates),
        outliers=len(outside),
        all_outliers=wilson(len(outside) / len(rates), len(rates)),
        below=max((rate for rate in possible if rate < mean), default=None),
        above=min((rate for rate in possible if rate > mean), default=None),
        entropy=openness([*winners.values()]),
        chance_span=fmean(spans),
        as_wide=fmean(one >= span for one in spans),
    )


def is_outlier(rate: float, mean: float, runs: int, deals: int) -> bool:
    share = interval(rate, runs, deals)
    return not share.low <= mean <= share.high


def trimmed(rates: Sequence[float]) -> float:
    """Return the 90th less the 10th percentile, interpolated between deals."""
    found = spread(rates)
    return found.high - found.low


def entropy(counts: Mapping[tuple[int, ...], int]) -> float:
    """Return the entropy of the final order of the seats, in bits."""
    total = sum(counts.values())
    return -sum(count / total * log2(count / total) for count in counts.values() if count)


def openness(deals: Sequence[Counter[tuple[int, ...]]]) -> float:
    """Return the share of the entropy that is left once the deal is known; 1 if all games ended in the same order."""
    before = entropy(sum(deals, Counter()))
    return fmean(map(entropy, deals)) / before if before else 1.0


def chance_spans(mean: float, deals: int, runs: int, rng: Random) -> list[float]:
    """Return the spans of simulated studies in which the first seat has the same chance in every deal."""
    spans = list[float]()
    for _ in range(SIMULATIONS):
        rates = [sum(rng.random() < mean for _ in range(runs)) / runs for _ in range(deals)]
        spans.append(max(rates) - min(rates))
    return spans


def rung_of(stronger: str, weaker: str, name: str, results: Sequence[Result], seats: int) -> Rung:
    """Return how often the stronger bot wins. `name` is its name in the arena."""
    won = [result.places[seat] == 1 for result in results for seat, bot in enumerate(result.seating) if bot == name]
    ties = [result.places.count(1) for result in results]
    share = fmean(win / tie for win, tie in zip(won, ties, strict=True))
    return Rung(stronger, weaker, len(results), wilson(share, len(results)), 1 / seats)


def matter_of(decisions: Sequence[Decision]) -> Share | None:
    return wilson(fmean(one.gain > MATTERS for one in decisions), len(decisions)) if decisions else None
