"""Which of some contenders does best under luck: heats in which all have the same luck, and who is clearly behind drops out."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from typing import TypeAlias

from byways.bots import Thought

Heat: TypeAlias = Callable[[int], float]  # what a contender scores with the luck of this heat

CHECKED = 8  # heats before the first look at who is behind; then it is taken whenever they have doubled
BEHIND = 3.0  # standard errors


def race(contenders: int, heat: Callable[[], Heat], thought: Thought, heats: int) -> int:
    """The number of the best one after so many heats, or when the time is over; the first until a heat has been run to its end."""
    running, scores, check = list(range(contenders)), [list[float]() for _ in range(contenders)], CHECKED
    for nth in range(1, heats + 1):
        play, results = heat(), list[float]()
        for contender in running:
            if thought.is_over:
                return leader(running, scores)
            results.append(play(contender))
        for contender, result in zip(running, results, strict=True):
            scores[contender].append(result)
        if nth == check:
            check *= 2
            first = scores[leader(running, scores)]
            running = [contender for contender in running if not is_behind(scores[contender], first)]
        if len(running) == 1:
            break
    return leader(running, scores)


def leader(running: list[int], scores: list[list[float]]) -> int:
    return max(running, key=lambda contender: sum(scores[contender]))


def is_behind(scores: list[float], first: list[float]) -> bool:
    """The same luck fell to both, so it is the differences that count."""
    lead = [one - other for one, other in zip(first, scores, strict=True)]
    return fmean(lead) > BEHIND * stdev(lead) / sqrt(len(lead))
