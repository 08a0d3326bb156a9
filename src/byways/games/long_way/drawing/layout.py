"""Where things lie in a drawing: the own store with all that belongs to it, and the others beside it or, on a tall sheet, below."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

from byways.games.long_way.drawing.store import STORE

Point: TypeAlias = tuple[float, float]

WIDTH, LEFT, TOP = 520, 36, 92
HEAD = 30  # the middle of the line with dice, coins and score
STRIP = TOP + STORE + 54  # the middle of the buttons
CORE = STRIP + 22  # where the own part ends
RIM = 36  # how far outside a store its doors reach
WHOLE = STORE + 2 * RIM
DICE = {"light": 66, "dark": 114}
KEEP, COINS, POINTS = 236, 286, 388  # where in the line things are


class Berth(NamedTuple):
    """Where another store lies: the corner of all it takes, and its scale; its owner's name is at its right or below it."""

    x: float
    y: float
    scale: float
    beside: bool

    @property
    def corner(self) -> Point:
        """The corner of its first space."""
        return self.x + RIM * self.scale, self.y + RIM * self.scale

    @property
    def size(self) -> float:
        return WHOLE * self.scale

    @property
    def name(self) -> Point:
        """The upper left corner of its owner's name."""
        return (self.x + self.size, self.y) if self.beside else (self.x, self.y + self.size)


class Layout(NamedTuple):
    size: Point
    berths: tuple[Berth, ...]
    names: float = 1
    """How large the owners' names are."""
    apart: float = 27
    """How far apart token, score and coins are where they are side by side."""
    numbered: bool = False
    """Whether the numbers of displays in other stores can be read."""
    named: bool = False
    """Whether there is room for the owners' names besides their tokens."""


SIDE = 350  # how wide the others are beside the own store
SIZES = {1: 340, 2: 296, 3: 196, 4: 168, 5: 162, 6: 162, 7: 108}  # of a store there, by how many there are
MOST_NUMBERED, MOST_STACKED = 2, 3
NAMED = 1, 3


@cache
def wide(others: int) -> Layout:
    if not others:
        return Layout((WIDTH, CORE), ())
    stacked = others <= MOST_STACKED
    columns = 1 if stacked else 2
    across, down, scale = SIDE / columns, CORE / -(-others // columns), SIZES[others] / WHOLE
    top = 26 if others == 1 else 8  # shoppers stand above their store
    spots = (divmod(nth, columns) for nth in range(others))
    berths = tuple(Berth(WIDTH + 4 + across * column, top + down * row, scale, stacked and others > 1) for row, column in spots)
    return Layout((WIDTH + SIDE, CORE), berths, 1.15, 42, others <= MOST_NUMBERED, others in NAMED)


BELOW, HIGH = CORE + 4, 100  # the other stores on a tall sheet: their top, and how high they are
MOST_IN_A_ROW = 4  # of other stores with their names at the side; if there are more, names are below


@cache
def tall(others: int) -> Layout:
    beside = others <= MOST_IN_A_ROW
    step, scale = (128, 0.19) if beside else (72, 0.13)
    berths = tuple(Berth(step * nth + 3, BELOW, scale, beside) for nth in range(others))
    return Layout((WIDTH, BELOW + HIGH if others else CORE), berths)


def shape_for(is_tall: bool) -> Callable[[int], Layout]:
    return tall if is_tall else wide
