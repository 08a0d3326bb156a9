"""Players for any game: they know only the contract."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import ClassVar, TypeVar

from byways.game import Choice, Player, View

V = TypeVar("V", bound=View)
T = TypeVar("T")

TIERS = ("easy", "medium", "hard")  # the last bots on every card: the only names that people need to know
ROUND = 2.0  # processor seconds that all others together think while one waits
MARGIN = 0.02  # seconds that an answer may take in transit
USED = 0.75  # of the time up to a deadline: on a busy machine the last step may have to wait for the processor


def share_of_round(seats: int, questions: float = 1.0) -> float:
    """The seconds that an answer may take, so that nobody waits longer than a round for all others, each asked so many questions."""
    return ROUND / max(2, seats - 1) / questions


class Thought:
    """The time for one answer: so many processor seconds, which pass slowly on a busy machine, and never past the deadline.

    Set `most` to make all bots of this process think less. Set `worlds`, and each answer takes just so many imagined worlds, whatever the
    time: then a bot that counts them in `imagined` plays the same on every machine.
    """

    most: ClassVar[float] = float("inf")
    worlds: ClassVar[int | None] = None

    def __init__(self, deadline: float, seconds: float) -> None:
        self.imagined = 0
        now, used = self.begun = time.monotonic(), time.thread_time()
        self.deadline = min(deadline - MARGIN, now + USED * (deadline - now))
        self.end = used + min(seconds, self.most)

    @property
    def is_over(self) -> bool:
        if self.worlds is not None:
            return self.imagined >= self.worlds
        return time.monotonic() >= self.deadline or time.thread_time() >= self.end

    @property
    def share(self) -> float:
        """How much of the time or the worlds has been used, from 0 to 1."""
        if self.is_over:
            return 1.0
        if self.worlds is not None:
            return self.imagined / self.worlds
        moment, used = self.begun
        return max((time.monotonic() - moment) / (self.deadline - moment), (time.thread_time() - used) / (self.end - used))


def noticed(rng: Random, options: Sequence[T], part: float) -> list[T]:
    """What somebody sees who overlooks much: a part of the options, others each time, and never nothing."""
    return rng.sample(options, max(1, round(part * len(options)))) if options else []


class RandomPlayer(Player):
    """Picks a legal choice, all equally likely."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, deadline: float) -> Choice:
        return self.rng.choice(view.choices)


class Slips(Player[V]):
    """Plays another bot's choice now and then: a way to play below full strength."""

    def __init__(self, rng: Random, sound: Player[V], other: Player[V], often: float) -> None:
        self.rng, self.sound, self.other, self.often = rng, sound, other, often

    def choose(self, view: V, deadline: float) -> Choice | Sequence[Choice]:
        player = self.other if self.rng.random() < self.often else self.sound
        return player.choose(view, deadline)
