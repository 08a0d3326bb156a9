"""Which of some contenders does best under luck: heats in which all have the same luck, and the worse half drops out now and then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from byways.bots import Thought

Heat: TypeAlias = Callable[[int], float]  # what a contender scores with the luck of this heat


def race(contenders: int, heat: Callable[[], Heat], thought: Thought, heats: int) -> int:
    """The number of the best one after so many heats, or when the time is over; the first until a heat has been run to its end.

    The time, or the heats, are shared evenly by all fields, from the whole one to the last two.
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
        running.sort(key=lambda contender: -totals[contender])
        if max(thought.share, nth / heats) * fields >= halved + 1:
            halved += 1
            del running[(len(running) + 1) // 2 :]
        if len(running) == 1:
            break
    return running[0]
