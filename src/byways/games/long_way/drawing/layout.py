"""The layout of a drawing: the large store with its dice and buttons, and the other stores beside it or, on a tall sheet, below."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

from byways.games.long_way.drawing.store import STORE

Point: TypeAlias = tuple[float, float]

WIDTH, LEFT, TOP = 520, 36, 92
HEAD = 30  # the vertical centre of the line with dice, coins and score
STRIP = TOP + STORE + 54  # the vertical centre of the buttons
CORE = STRIP + 22  # the bottom edge of the large store's part
RIM = 36  # space for the doors around a store
WHOLE = STORE + 2 * RIM
DICE = {"light": 66, "dark": 114}
KEEP, COINS, POINTS = 236, 286, 388  # x of the button, the coins and the score on that line


class Berth(NamedTuple):
    """The place of another store: its corner, including the doors, and its scale. The owner's name is to its right or below it."""

    x: float
    y: float
    scale: float
    beside: bool

    @property
    def corner(self) -> Point:
        """The corner of the store's first space."""
        return self.x + RIM * self.scale, self.y + RIM * self.scale

    @property
    def size(self) -> float:
        return WHOLE * self.scale

    @property
    def name(self) -> Point:
        """The upper left corner of the owner's name."""
        return (self.x + self.size, self.y) if self.beside else (self.x, self.y + self.size)


class Layout(NamedTuple):
    size: Point
    berths: tuple[Berth, ...]
    names: float = 1
    """Scale of the owners' tokens, scores and names."""
    apart: float = 27
    """Distance between token, score and coins if they are side by side."""
    numbered: bool = False
    """Whether the numbers of displays in other stores are large enough to read."""
    named: bool = False
    """Whether there is room for the owners' names beside their tokens."""


SIDE = 350  # the width of the column with the other stores
SIZES = {1: 340, 2: 286, 3: 186, 4: 160, 5: 152, 6: 152, 7: 100}  # the size of another store, by the number of other stores
MOST_NUMBERED, MOST_STACKED = 2, 3
NAMED = 1, 3  # numbers of other stores that leave room for names


@cache
def wide(others: int) -> Layout:
    if not others:
        return Layout((WIDTH, CORE), ())
    stacked = others <= MOST_STACKED
    columns = 1 if stacked else 2
    across, down, scale = SIDE / columns, CORE / -(-others // columns), SIZES[others] / WHOLE
    top = 26 if others == 1 else 16 if stacked else 8  # leaves room for shoppers and crowns above a store
    spots = (divmod(nth, columns) for nth in range(others))
    berths = tuple(Berth(WIDTH + 4 + across * column, top + down * row, scale, stacked and others > 1) for row, column in spots)
    return Layout((WIDTH + SIDE, CORE), berths, 1.15, 42, others <= MOST_NUMBERED, others in NAMED)


BELOW, HIGH = CORE + 2, 102  # the top and height of the other stores on a tall sheet
MOST_IN_A_ROW = 4  # other stores with names beside them; with more stores, names are below


@cache
def tall(others: int) -> Layout:
    beside = others <= MOST_IN_A_ROW
    step, scale = (128, 0.19) if beside else (72, 0.12)
    berths = tuple(Berth(step * nth + 3, BELOW, scale, beside) for nth in range(others))
    return Layout((WIDTH, BELOW + HIGH if others else CORE), berths)


def shape_for(is_tall: bool) -> Callable[[int], Layout]:
    return tall if is_tall else wide
