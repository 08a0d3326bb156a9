"""The values that a bot gives to acts, and the curves that turn them into chances to win.

A bot with `weigh` beside `Player.choose` values its act and the alternatives it considered; reviews and hints are built on that. Each bot
has its own scale, so a logistic curve for each number of seats, fitted to played games, turns values into chances.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from typing import Protocol, runtime_checkable

import msgspec
from typing_extensions import TypeVar

from byways.game import Choice, View
from byways.room import find_room

V_contra = TypeVar("V_contra", bound=View, contravariant=True, default=View)

SURE = 8.0  # log odds that count as certain
WON, LOST = 1000.0, -1000.0  # values of acts whose result the rules prove
LEAST = 0.01  # an open result's chance is at least this and at most 1 minus this


class Weighed(msgspec.Struct, frozen=True):
    """The rest of an act with its value for the acting seat.

    `doubt` is the standard error of its distance to the best act; for the best act, of its value.

    A higher value is better. It is an estimate of the log odds of winning, which a curve calibrates; in a solo game, the expected score.
    """

    act: tuple[Choice, ...]
    value: float
    doubt: float


@runtime_checkable
class Weigher(Protocol[V_contra]):
    """A player that can weigh acts."""

    def weigh(self, view: V_contra, deadline: float, among: Sequence[Sequence[Choice]] = (), /) -> Sequence[Weighed]:
        """Return the acts considered, best first, all weighed with the same luck. They include the acts in `among`, unchanged.

        Each act in `among` is the rest of an act, or its first steps.
        """


class Thinker(Weigher[V_contra], Protocol):
    """A player that can choose and weigh."""

    def choose(self, view: V_contra, deadline: float, /) -> Choice | Sequence[Choice]: ...


def log_odds(chance: float) -> float:
    """Return the log odds of a chance, clamped to ±SURE."""
    if not 0 < chance < 1:
        return SURE if chance > 0 else -SURE
    return max(-SURE, min(SURE, log(chance / (1 - chance))))


class Curve(msgspec.Struct, frozen=True):
    """A logistic curve from values to chances, fitted for bots that imagine this many `worlds`, as in the second pass of a review.

    In a solo game it maps a score to the share of bot games that it beats.
    """

    shift: float = 0.0
    slope: float = 1.0
    worlds: int = 64

    def chance(self, value: float) -> float:
        """Return the chance for a value: 0 or 1 only if the result is proved."""
        if value in (LOST, WON):
            return float(value == WON)
        return min(1 - LEAST, max(LEAST, 1 / (1 + exp(-max(-30.0, min(30.0, self.shift + self.slope * value))))))

    def steepness(self, value: float) -> float:
        """Return the derivative at a value, which converts a value's standard error to a chance's."""
        chance = self.chance(value)
        return self.slope * chance * (1 - chance)


@cache
def curves_of(room: str) -> Mapping[int, Curve]:
    """Return the curves by number of seats, from the room's file `curves.json`, which `python -m tools.fit.curves` writes."""
    file = find_room(room).file("bots", "curves.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[int, Curve]) if file is not None else {}


def curve_for(room: str, seats: int) -> Curve:
    """Return the curve for the nearest number of seats; without any, one that takes values as log odds."""
    curves = curves_of(room)
    return curves[min(curves, key=lambda fitted: abs(fitted - seats))] if curves else Curve()
