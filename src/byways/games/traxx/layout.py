"""What stands where in a drawing of Traxx."""

from __future__ import annotations

from typing import NamedTuple

from byways.drawing import num
from byways.games.traxx.state import PLACES, Field
from byways.games.traxx.view import View

WIDTH, TOP, HALF, UP = 600, 86, 30, 52  # half a field's width, and the way from row to row
TALL = 8 * UP + 70  # the height of the large sheet
MIDDLE = WIDTH / 2, TOP + TALL / 2  # of the large sheet
TABLE, LINE, CARD = (12, 124, 36), 26, (118, 27)  # columns and rows of the score table, the size of a small card
CARD_AT, APART = (40, 43), 46  # where the card of the round lies, and how far apart its colours are
ASIDE = {
    1: ((900, 0.5),),
    2: ((900, 0.27), (900, 0.76)),
    3: ((764, 0.28), (1054, 0.28), (909, 0.74)),
}  # middles of other sheets, by how many
SCALE = {1: 1.0, 2: 0.68, 3: 0.53}  # of those
MINI, MINI_AT = 0.175, (326, 43)  # how large they are on a phone, and where the first lies; the next are to the right of it
HEXAGON = ((0, -34.6), (30, -17.3), (30, 17.3), (0, 34.6), (-30, 17.3), (-30, -17.3))


def center(field: Field) -> tuple[float, float]:
    """The middle of a field on a sheet, from the middle of the sheet."""
    row, line = PLACES[field]
    return (line - 4) * 2 * HALF - (row - 4) * HALF, (row - 4) * UP


def hexagon(x: float, y: float, size: float = 1) -> str:
    return "M" + "L".join(f"{num(x + right * size)} {num(y + down * size)}" for right, down in HEXAGON) + "Z"


def way(fields: tuple[Field, ...]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in map(center, fields))


class Place(NamedTuple):
    """Where the middle of a sheet is, and how large the sheet is."""

    x: float
    y: float
    scale: float = 1

    def of(self, field: Field, down: float = 0) -> tuple[float, float]:
        x, y = center(field)
        return self.x + self.scale * x, self.y + self.scale * (y + down)


class Layout:
    """What stands where: the card, one sheet, the score table and the deck below each other; the other sheets aside.

    A spectator sees the first sheet in the place of the own one.
    """

    def __init__(self, view: View) -> None:
        seats = range(len(view.sheets))
        self.large = view.seat or 0
        self.others = [seat for seat in seats if seat != self.large]
        self.table = TOP + TALL + 2
        self.deck = self.table + LINE * (len(seats) + 1) + 6
        rows = -(-(len(view.deck) + len(view.turned)) // 5)
        self.size = WIDTH * (2 if self.others else 1), self.deck + rows * CARD[1] + 4

    def place(self, seat: int) -> Place:
        """Of a seat's sheet."""
        if seat == self.large:
            return Place(*MIDDLE)
        others = len(self.others)
        x, down = ASIDE[others][self.others.index(seat)]
        return Place(x, MIDDLE[1] if others == 1 else 16 + down * self.size[1], SCALE[others])
