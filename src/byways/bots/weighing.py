"""What a bot thinks of the acts that it could do, and how likely its seat wins by that.

`Player.choose` says what a bot does. A bot that has `weigh` as well says what it thinks of that and of everything else it looked at:
reviews and hints are made of this. Its values are of its own making; a curve for each number of seats, fitted to games that were played,
turns them into chances.
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

SURE = 8.0  # log odds of what is certain


class Weighed(msgspec.Struct, frozen=True):
    """What is left of an act, what it is worth to who does it, and the standard error of how far it is behind the best one (for the best
    one, that of its value).

    More is better. With rivals the value is a guess at the log odds of winning, which a curve puts right; alone it is the score expected.
    """

    act: tuple[Choice, ...]
    value: float
    doubt: float


@runtime_checkable
class Weigher(Protocol[V_contra]):
    """A player that can say what it thinks."""

    def weigh(self, view: V_contra, deadline: float, among: Sequence[Sequence[Choice]] = (), /) -> Sequence[Weighed]:
        """The acts that it looked at, best first, those in `among` with them: each of those is the rest of an act, or the beginning of
        that rest, and comes back as it was given. All are worth what they are by the same luck."""


class Thinker(Weigher[V_contra], Protocol):
    """A player that can choose and weigh, where both are needed."""

    def choose(self, view: V_contra, deadline: float, /) -> Choice | Sequence[Choice]: ...


def log_odds(chance: float) -> float:
    """Those of a chance, which are never greater than sure."""
    if not 0 < chance < 1:
        return SURE if chance > 0 else -SURE
    return max(-SURE, min(SURE, log(chance / (1 - chance))))


class Curve(msgspec.Struct, frozen=True):
    """From values to chances: a logistic curve, fitted for an effort of so many `worlds`, which is what a review spends on an act that
    matters. For who plays alone it turns scores into the share of bots' games that they beat."""

    shift: float = 0.0
    slope: float = 1.0
    worlds: int = 64

    def chance(self, value: float) -> float:
        return 1 / (1 + exp(-max(-30.0, min(30.0, self.shift + self.slope * value))))

    def steepness(self, value: float) -> float:
        """By how much the chance grows there with the value: what turns a doubt of values into one of chances."""
        chance = self.chance(value)
        return self.slope * chance * (1 - chance)


@cache
def curves_of(room: str) -> Mapping[int, Curve]:
    """By the number of seats: from the room's file `curves.json`, which `python -m tools.fit.curves` writes."""
    file = find_room(room).file("bots", "curves.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[int, Curve]) if file is not None else {}


def curve_for(room: str, seats: int) -> Curve:
    """The curve for a number of seats, or for the nearest that has one; without any, values are taken at their word."""
    curves = curves_of(room)
    return curves[min(curves, key=lambda fitted: abs(fitted - seats))] if curves else Curve()
