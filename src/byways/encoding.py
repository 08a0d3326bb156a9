"""Views as arrays and choices as numbers, for machine learning. Each room has an `encoding` module with its own `Encoder`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import accumulate
from math import prod
from typing import Any, Generic, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeVar

from byways.event import Outcome
from byways.position import Choice, View

V_contra = TypeVar("V_contra", bound=View, contravariant=True, default=Any)

Floats: TypeAlias = NDArray[np.float32]


class Part(NamedTuple):
    """A named part of an observation: its shape, and what its numbers mean."""

    name: str
    shape: tuple[int, ...]
    about: str


class Encoder(ABC, Generic[V_contra]):
    """Encodes the views and choices of a game with given options and a given number of seats.

    An observation is a vector of all parts in order, with values from -1 to 1. Seats are counted from the viewer: 0 is the viewer, 1 the
    next seat. The number of an action is its index in `actions`, which depends only on the components, the options and the seats.
    """

    def __init__(self, seats: int, actions: Sequence[Choice], parts: Sequence[Part]) -> None:
        self.seats = seats
        self.actions = tuple(actions)
        self.number = {choice: number for number, choice in enumerate(self.actions)}
        common = (
            Part("seat", (seats,), "the viewer's seat, one-hot and absolute: some actions name seats"),
            Part("awaited", (seats,), "1 for each seat that is to act"),
        )
        self.parts = (*common, *parts)
        ends = [*accumulate(prod(part.shape) for part in self.parts)]
        self.at = dict(zip((part.name for part in self.parts), (0, *ends), strict=False))  # where each part begins
        self.size = ends[-1]
        self.blank: Floats = np.zeros(self.size, np.float32)  # holds the values that are the same in all observations
        self.rounds = tuple(tuple((first + later) % seats for later in range(seats)) for first in range(seats))

    @abstractmethod
    def fill(self, found: Floats, view: V_contra, seat: int) -> list[int]:
        """Fill in the parts after the common ones. Return the indices of further values that are 1."""

    def observe(self, view: V_contra) -> Floats:
        """Encode a view of a seat."""
        found, seat = self.blank.copy(), view.seat or 0
        ones = self.fill(found, view, seat)
        ones.append(seat)
        ones += [self.seats + (other - seat) % self.seats for other in view.awaited]
        found[ones] = 1
        return found

    def numbers(self, choices: Sequence[Choice]) -> list[int]:
        return [self.number[choice] for choice in choices]

    def mask(self, choices: Sequence[Choice], size: int = 0) -> NDArray[np.int8]:
        """Return an array with a 1 for each of these choices. A larger `size` leaves room for more actions."""
        mask = np.zeros(size or len(self.actions), np.int8)
        mask[self.numbers(choices)] = 1
        return mask

    def split(self, observation: Floats) -> dict[str, Floats]:
        """Return the parts of an observation by name, in their shapes, without copying."""
        ends = np.cumsum([prod(part.shape) for part in self.parts])
        return {part.name: one.reshape(part.shape) for part, one in zip(self.parts, np.split(observation, ends[:-1]), strict=True)}

    def around(self, seat: int) -> tuple[int, ...]:
        """Return all seats in order, beginning with this one."""
        return self.rounds[seat]


def bits(sets: Sequence[int], size: int) -> NDArray[np.uint8]:
    """Return bit sets as one array of 0s and 1s, with `size` values for each set."""
    width = (size + 7) // 8
    packed = np.frombuffer(b"".join([members.to_bytes(width, "little") for members in sets]), np.uint8)
    return np.unpackbits(packed.reshape(-1, width), axis=1, count=size, bitorder="little").ravel()


def rewards(outcome: Outcome | None, seats: int) -> list[float]:
    """Return each seat's reward: the share of the other seats that it has beaten, minus the share that has beaten it.

    Rewards are between -1 and 1 and add up to 0; before the end of the game they are all 0. A seat that plays alone gets a hundredth of
    its score or, in a game without scores, 1 for a victory.
    """
    if outcome is None:
        return [0.0] * seats
    if seats == 1:
        return [outcome.scores[0] / 100 if outcome.scores else float(outcome.is_victory_of(0))]
    places = outcome.places
    return [sum((place > mine) - (place < mine) for place in places) / (seats - 1) for mine in places]
