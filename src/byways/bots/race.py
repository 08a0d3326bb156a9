"""Finds the contender that does best under luck: all have the same luck in a heat, and the worse half drops out now and then."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple, TypeAlias

from byways.bots import Thought

Heat: TypeAlias = Callable[[int], float]  # what a contender scores with the luck of this heat


class Finish(NamedTuple):
    """The number of the best one, and what each scored in the heats that it ran: all run from the first heat on."""

    best: int
    scores: Sequence[Sequence[float]]


class Estimate(NamedTuple):
    """What a contender scores on average, and the standard error of how far that is behind the best one; for the best, of itself."""

    score: float
    doubt: float


def race(contenders: int, heat: Callable[[], Heat], thought: Thought, heats: int) -> int:
    """The number of the best one after so many heats, or when time is up; the first until a heat is complete."""
    return run(contenders, heat, thought, heats).best


def run(contenders: int, heat: Callable[[], Heat], thought: Thought, heats: int, kept: Collection[int] = ()) -> Finish:
    """All fields, from the whole one to the last two, get equal shares of the time or the heats; who is `kept` runs in all of them."""
    running, totals, fields, halved = list(range(contenders)), [0.0] * contenders, max(1, (contenders - 1).bit_length()), 0
    scores: list[list[float]] = [[] for _ in running]
    for nth in range(1, heats + 1):
        play, results = heat(), list[float]()
        for contender in running:
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
    """Who dropped out is measured by the heats that it ran with the best one, and never ahead of it. All have run at least one; so much
    variance is expected of a score before any is known."""
    best = finish.scores[finish.best]
    mean, spread = fmean(best), variance(best, expected)
    found = list[Estimate]()
    for scores in finish.scores:
        behind = [mine - its for mine, its in zip(scores, best, strict=False)]
        error = spread if scores is best else variance(behind, spread)
        found.append(Estimate(mean + min(0.0, fmean(behind)), sqrt(error / len(scores))))
    return found


def variance(scores: Sequence[float], expected: float) -> float:
    """What is expected counts as much as one score: a single one says nothing."""
    mean = fmean(scores)
    return (sum((score - mean) ** 2 for score in scores) + expected) / len(scores)
