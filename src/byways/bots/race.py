"""Sequential halving: contenders share the same luck in each heat, and the worse half drops out at intervals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple, TypeAlias

from byways.bots import Thought

Heat: TypeAlias = Callable[[int], float]  # the score of a contender with the luck of this heat


class Finish(NamedTuple):
    """The best contender's number, and each contender's scores in the heats it ran, from the first heat on."""

    best: int
    scores: Sequence[Sequence[float]]


class Estimate(NamedTuple):
    """A contender's mean score, and the standard error of its distance to the best contender. For the best, that of its own score."""

    score: float
    doubt: float


def race(contenders: int, heat: Callable[[], Heat], thought: Thought, heats: int) -> int:
    """Return the best contender's number when the heats or the time are used up; 0 if no heat is complete."""
    return run(contenders, heat, thought, heats).best


def run(contenders: int, heat: Callable[[], Heat], thought: Thought, heats: int, kept: Collection[int] = ()) -> Finish:
    """Race until the heats or the time are used up. Each field, from all contenders down to two, gets an equal share of either.

    Contenders in `kept` never drop out.
    """
    # `fields` is the number of halvings down to one contender: the logarithm, rounded up.
    running, totals, fields, halved = list(range(contenders)), [0.0] * contenders, max(1, (contenders - 1).bit_length()), 0
    scores: list[list[float]] = [[] for _ in running]
    for nth in range(1, heats + 1):
        play, results = heat(), list[float]()
        for contender in running:
            # An incomplete heat does not count, because only some contenders have met its luck.
            if thought.is_over:
                return Finish(running[0], scores)
            results.append(play(contender))
        for contender, result in zip(running, results, strict=True):
            totals[contender] += result
            scores[contender].append(result)
        thought.imagined += 1
        running.sort(key=lambda contender: -totals[contender])
        if max(thought.share, nth / heats) * fields >= halved + 1:
            halved += 1
            half = (len(running) + 1) // 2
            running = [contender for place, contender in enumerate(running) if place < half or contender in kept]
        if len(running) == 1 and not kept:
            break
    return Finish(running[0], scores)


def estimates(finish: Finish, expected: float) -> list[Estimate]:
    """Estimate all contenders, each of which must have run at least one heat.

    A contender that dropped out is compared with the best over the heats they share, and never ranked ahead of it. `expected` is the prior
    variance of a score.
    """
    best = finish.scores[finish.best]
    mean, spread = fmean(best), variance(best, expected)
    found = list[Estimate]()
    for scores in finish.scores:
        behind = [mine - its for mine, its in zip(scores, best, strict=False)]
        error = spread if scores is best else variance(behind, spread)
        found.append(Estimate(mean + min(0.0, fmean(behind)), sqrt(error / len(scores))))
    return found


def variance(scores: Sequence[float], expected: float) -> float:
    """Return the variance of scores, with `expected` as a prior worth one score."""
    mean = fmean(scores)
    return (sum((score - mean) ** 2 for score in scores) + expected) / len(scores)
