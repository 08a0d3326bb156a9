"""What stands where in a drawing of Traxx."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from byways.drawing import num
from byways.games.traxx.state import PLACES, Field
from byways.games.traxx.view import View

WIDTH, TOP, HALF, UP = 600, 86, 30, 52  # half a field's width, and the way from row to row
TALL = 8 * UP + 70  # the height of the large sheet
MIDDLE = WIDTH / 2, TOP + TALL / 2  # of the large sheet
TABLE, LINE, CARD = (12, 124, 36), 26, (118, 27)  # columns and rows of the score table, the size of a small card
CARD_AT, APART = (40, 41), 46  # where the card of the round lies, and how far apart its colours are
ABOVE = 32  # how far a tall drawing begins above a wide one, with room for the others' sheets
HEXAGON = ((0, -34.6), (30, -17.3), (30, 17.3), (0, 34.6), (-30, 17.3), (-30, -17.3))


@cache
def center(field: Field) -> tuple[float, float]:
    """The middle of a field on a sheet, from the middle of the sheet."""
    row, line = PLACES[field]
    return (line - 4) * 2 * HALF - (row - 4) * HALF, (row - 4) * UP


@lru_cache(maxsize=1024)
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


class Deck(NamedTuple):
    """Where the small cards lie: the corner of the first, how many are side by side, and the size of each with what is around it."""

    x: float
    y: float
    columns: int = 5
    width: float = CARD[0]
    height: float = CARD[1]

    def spot(self, nth: int) -> tuple[float, float]:
        down, right = divmod(nth, self.columns)
        return self.x + right * self.width, self.y + down * self.height


class Aside(NamedTuple):
    """What is at the right of the own sheet in a wide drawing: the other sheets and the deck."""

    width: float
    others: tuple[Place, ...]
    deck: Deck


ASIDES = (
    Aside(260, (), Deck(618, 178, 2, CARD[0], 34)),
    Aside(326, (Place(757, 212, 0.6),), Deck(598, 424, 3, 110, 36)),
    Aside(362, (Place(782, 157, 0.48), Place(782, 430, 0.48)), Deck(606, 550, 3, 117)),
    Aside(396, tuple(Place(722, 138 + 236 * nth, 0.41) for nth in range(3)), Deck(876, 152, 1, 109)),
)  # by how many others there are
ABOVE_ALL = (
    (),
    (Place(526, 24, 0.22),),
    (Place(392, 24, 0.22), Place(526, 24, 0.22)),
    (Place(322, 28, 0.19), Place(430, 28, 0.19), Place(538, 28, 0.19)),
)  # the others in a tall drawing, above the own sheet
SMALL, LEGIBLE = 0.3, 0.58  # below these scales numbers, and letters of fields, can only be read enlarged


class Layout:
    """What stands where: the card, one sheet and the score table below each other. In a wide drawing the other sheets and the deck are
    aside; in a tall one the deck is below, and the others are small, beside the card.

    A spectator sees the first sheet in the place of the own one.
    """

    def __init__(self, view: View, tall: bool = False) -> None:
        seats = range(len(view.sheets))
        self.large = view.seat or 0
        self.others = [seat for seat in seats if seat != self.large]
        self.table = TOP + TALL + 2
        below = self.table + LINE * (len(seats) + 1) + 6
        rows = -(-(len(view.deck) + len(view.turned)) // 5)
        aside = ASIDES[len(self.others)]
        self.top = -ABOVE if tall else 0
        self.places = ABOVE_ALL[len(self.others)] if tall else aside.others
        self.deck = Deck(TABLE[0], below) if tall else aside.deck
        self.size = (WIDTH, below + rows * CARD[1] + 4 + ABOVE) if tall else (WIDTH + aside.width, below)

    def place(self, seat: int) -> Place:
        """Of a seat's sheet."""
        return Place(*MIDDLE) if seat == self.large else self.places[self.others.index(seat)]


def spent(view: View) -> list[int]:
    """Which colours of the card are used up, by their places on it."""
    used: list[int] = []
    for field in view.drawn:
        used.append(next_spent(view, field, used))
    return used


def next_spent(view: View, field: Field, used: list[int]) -> int:
    return next(nth for nth, shade in enumerate(view.card) if shade == view.board.colour[field] and nth not in used)


def cross(nth: int) -> str:
    """What strikes out a colour of the card."""
    return f"M{APART * nth - 13} 13L{APART * nth + 13}-13"
