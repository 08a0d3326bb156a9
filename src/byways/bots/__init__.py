"""Players for any game, and what all bots share: thinking time and deliberate mistakes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import ClassVar, TypeVar

from byways.game import Choice, Player, View

__all__ = ["TIERS", "RandomPlayer", "Slips", "Thought", "noticed", "share_of_round"]

V = TypeVar("V", bound=View)
T = TypeVar("T")

#: The levels of strength: the last bots on every card, and the only names that people need to know.
TIERS = ("easy", "medium", "hard")
ROUND = 2.0  # processor seconds that all other bots together may think while a player waits
MARGIN = 0.02  # seconds reserved for sending an answer
USED = 0.75  # share of the time to a deadline that a bot uses, because on a busy machine the last step may have to wait for the processor


def share_of_round(seats: int, questions: float = 1.0) -> float:
    """Return the seconds per answer that keep a round short if every other seat answers `questions` times per round."""
    return ROUND / max(2, seats - 1) / questions


class Thought:
    """The thinking time for one answer. It is measured in processor seconds, which pass slowly on a busy machine, but ends at the deadline.

    `most` caps the seconds of all bots in this process. If `worlds` is set, each answer takes exactly that many imagined worlds instead, so
    a bot that counts them in `imagined` plays the same on every machine.
    """

    most: ClassVar[float] = float("inf")
    worlds: ClassVar[int | None] = None
    begun_here: ClassVar[int] = 0  # how many answers this process has thought about

    def __init__(self, deadline: float, seconds: float) -> None:
        self.imagined = 0
        Thought.begun_here += 1
        now, used = self.begun = time.monotonic(), time.thread_time()
        self.deadline = min(deadline - MARGIN, now + USED * (deadline - now))
        self.end = used + min(seconds, self.most)

    @property
    def is_over(self) -> bool:
        """Whether the time is over or all worlds have been imagined."""
        if self.worlds is not None:
            return self.imagined >= self.worlds
        return time.monotonic() >= self.deadline or time.thread_time() >= self.end

    @property
    def share(self) -> float:
        """The share of the time or the worlds used so far, from 0 to 1."""
        if self.is_over:
            return 1.0
        if self.worlds is not None:
            return self.imagined / self.worlds
        moment, used = self.begun
        return max((time.monotonic() - moment) / (self.deadline - moment), (time.thread_time() - used) / (self.end - used))


def noticed(rng: Random, options: Sequence[T], part: float) -> list[T]:
    """Return a random sample of the options, at least one: what a careless player notices."""
    return rng.sample(options, max(1, round(part * len(options)))) if options else []


class RandomPlayer(Player):
    """Picks uniformly among the legal choices."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, deadline: float) -> Choice:
        return self.rng.choice(view.choices)


class Slips(Player[V]):
    """A weakened bot: now and then it plays another bot's choice.

    >>> from byways.game import find_game, stream
    >>> from byways.referee import play
    >>> labyrinth = find_game("labyrinth")
    >>> sound, other = labyrinth.bots["euclid"](stream(1, "sound")), RandomPlayer(stream(1, "other"))
    >>> play(labyrinth, [Slips(stream(1, "slips"), sound, other, often=0.1), other], seed=7)
    <Referee of Labyrinth, 41 entries: Red came home with the treasure.>
    """

    def __init__(self, rng: Random, sound: Player[V], other: Player[V], often: float) -> None:
        self.rng, self.sound, self.other, self.often = rng, sound, other, often

    def choose(self, view: V, deadline: float) -> Choice | Sequence[Choice]:
        player = self.other if self.rng.random() < self.often else self.sound
        return player.choose(view, deadline)
