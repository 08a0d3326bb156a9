"""The layout of a drawing of Traxx."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from byways.drawing import num
from byways.games.traxx.state import PLACES, Field
from byways.games.traxx.view import View

WIDTH, TOP = 600, 86  # the width without the other sheets, and the top of the large sheet
HALF, UP = 30, 52  # half the width of a field, and the distance between rows
TALL = 8 * UP + 70  # the height of the large sheet
TABLE, LINE = (12, 124, 36), 26  # the score table's left edge, its widths for names and for a column, and the height of a row
COLUMNS = [TABLE[0] + TABLE[1] + TABLE[2] * nth + (TABLE[2] // 2 if nth < 9 else 30 + 26 * (nth - 9)) for nth in range(11)]  # centres
CARD = (118, 27)  # the size of a small card
CARD_AT, APART = (40, 41), 46  # where the round's card is, and the distance between its colours
ABOVE = 38  # the extra height of a tall drawing for the other sheets
HEXAGON = ((0, -34.6), (30, -17.3), (30, 17.3), (0, 34.6), (-30, 17.3), (-30, -17.3))


@cache
def center(field: Field) -> tuple[float, float]:
    """A field's centre, relative to its sheet's centre."""
    row, line = PLACES[field]
    return (line - 4) * 2 * HALF - (row - 4) * HALF, (row - 4) * UP


@lru_cache(maxsize=1024)
def hexagon(x: float, y: float, size: float = 1) -> str:
    return "M" + "L".join(f"{num(x + right * size)} {num(y + down * size)}" for right, down in HEXAGON) + "Z"


def way(fields: tuple[Field, ...]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in map(center, fields))


class Place(NamedTuple):
    """A sheet's centre and scale."""

    x: float
    y: float
    scale: float = 1

    def of(self, field: Field, down: float = 0) -> tuple[float, float]:
        x, y = center(field)
        return self.x + self.scale * x, self.y + self.scale * (y + down)


MIDDLE = Place(WIDTH / 2, TOP + TALL / 2)  # the large sheet


class Deck(NamedTuple):
    """The grid of small cards: the first one's corner, the number of columns, and the distances between cards."""

    x: float
    y: float
    columns: int = 5
    width: float = CARD[0]
    height: float = CARD[1]

    def spot(self, nth: int) -> tuple[float, float]:
        down, right = divmod(nth, self.columns)
        return self.x + right * self.width, self.y + down * self.height


class Aside(NamedTuple):
    """The right part of a wide drawing: the other sheets and the deck."""

    width: float
    others: tuple[Place, ...]
    deck: Deck


ASIDES = (
    Aside(260, (), Deck(618, 178, 2, CARD[0], 34)),
    Aside(326, (Place(757, 212, 0.6),), Deck(598, 424, 3, 110, 36)),
    Aside(362, (Place(782, 157, 0.48), Place(782, 430, 0.48)), Deck(606, 550, 3, 117)),
    Aside(396, tuple(Place(722, 138 + 236 * nth, 0.41) for nth in range(3)), Deck(876, 152, 1, 109)),
)  # by the number of other players
ABOVE_ALL = (
    (),
    (Place(530, 21, 0.21),),
    (Place(400, 21, 0.21), Place(530, 21, 0.21)),
    (Place(322, 28, 0.19), Place(430, 28, 0.19), Place(538, 28, 0.19)),
)  # the other sheets in a tall drawing, above the large sheet
SMALL, LEGIBLE = 0.3, 0.58  # below these scales, the fields' numbers and letters are too small to read


class Layout:
    """The card, the large sheet and the score table, one below the other.

    In a wide drawing, the other sheets and the deck are on the right. In a tall one, the deck is below, and the other sheets are small and
    beside the card. The large sheet is the viewer's; spectators see the first seat's.
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
        """The place of a seat's sheet."""
        return MIDDLE if seat == self.large else self.places[self.others.index(seat)]


def spent(view: View) -> list[int]:
    """The positions of the used colours on the card."""
    used: list[int] = []
    for field in view.drawn:
        used.append(next_spent(view, field, used))
    return used


def next_spent(view: View, field: Field, used: list[int]) -> int:
    return next(nth for nth, shade in enumerate(view.card) if shade == view.board.colour[field] and nth not in used)


def cross(nth: int) -> str:
    """The stroke through one of the card's colours."""
    return f"M{APART * nth - 13} 13L{APART * nth + 13}-13"
