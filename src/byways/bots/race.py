"""Finds the contender that does best under luck: all have the same luck in a heat, and the worse half drops out now and then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from byways.bots import Thought

Heat: TypeAlias = Callable[[int], float]  # what a contender scores with the luck of this heat


def race(contenders: int, heat: Callable[[], Heat], thought: Thought, heats: int) -> int:
    """The number of the best one after so many heats, or when time is up; the first until a heat is complete.

    All fields, from the whole one to the last two, get equal shares of the time or the heats.
    """
    running, totals, fields, halved = list(range(contenders)), [0.0] * contenders, max(1, (contenders - 1).bit_length()), 0
    for nth in range(1, heats + 1):
        play, results = heat(), list[float]()
        for contender in running:
            if thought.is_over:
                return running[0]
            results.append(play(contender))
        for contender, result in zip(running, results, strict=True):
            totals[contender] += result
        thought.imagined += 1
        running.sort(key=lambda contender: -totals[contender])
        if max(thought.share, nth / heats) * fields >= halved + 1:
            halved += 1
            del running[(len(running) + 1) // 2 :]
        if len(running) == 1:
            break
    return running[0]
