"""The layout of a drawing of The Way.

The board is at the same place in every drawing. On a tall sheet, the players are above it, and hand and unseen cards below. On a wide one,
where the board is as high as the sheet, they are all to its right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from byways.games.the_way.drawing.scene import Scene
from byways.games.the_way.rules.events import token_id
from byways.games.the_way.state import CELLS, PIECES, SIZE
from byways.games.the_way.view import View

Point: TypeAlias = tuple[float, float]

CARD, GAP, MARGIN = 76, 12, 6
PITCH = CARD + GAP
LEFT_EDGE, TOP = 30, 84  # of the first card
FRAME_Y = TOP - 26
ACROSS = LEFT_EDGE + SIZE * PITCH - GAP + 8 + MARGIN  # width of the board with its frame
DOWN = SIZE * PITCH + 22
PLATE_HEIGHT = 50
DECK_SCALE, BACK, BACK_STEP, BACK_SCALE = 0.4, 16, 13, 0.21


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        return 0 <= x - self.x < self.width and 0 <= y - self.y < self.height

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, eq=False)
class Layout:
    """`sheet` is the visible part. `small` has the places of the hand while variations are chosen, which take up most of its room."""

    sheet: Box
    plates: tuple[Box, Box]
    title: Point
    turn: Point
    varied: Point
    deck: Point
    tray: Box
    hand: tuple[Point, ...]
    small: tuple[Point, ...]
    faces: Box
    """The button for the first orientation of a card."""
    stay: Box
    first: Box
    varies: tuple[Box, ...]
    letters: int
    """The number of letters that fit on one of their lines."""
    unseen: Box
    shown: float
    """The scale of unseen cards."""

    @property
    def heading(self) -> Box:
        """The area with the number of the game and the turn."""
        return Box(self.title[0] - 60, self.title[1] - 16, 120, 50)

    def hand_spot(self, view: View, nth: int) -> Point:
        return self.small[nth] if is_crowded(view) else self.hand[nth]

    def face_spot(self, nth: int) -> Box:
        return self.faces._replace(x=self.faces.x + nth * (self.faces.width + 2))

    def back_spot(self, scene: Scene, seat: int, nth: int) -> Point:
        """Return the place of a card back, on the plate of its player's piece. Before pieces are chosen, seat 0 has Circle's plate."""
        plate = self.plates[seat if scene.table.circle is None else scene.table.piece(seat)]
        return plate.x + plate.width - 9 - BACK - BACK_STEP * nth, plate.y + 27

    def unseen_box(self, view: View) -> Box:
        """Return the box for unseen cards. For spectators, who have no hand, it includes the tray."""
        return self.unseen if view.seat is not None else self.tray._replace(height=self.tray.height + self.unseen.height)

    def unseen_spot(self, view: View, nth: int, scale: float) -> Point:
        box = self.unseen_box(view)
        row, column = divmod(nth, int((box.width + scale * GAP) // (scale * PITCH)))
        return box.x + scale * PITCH * column, box.y + 24 + scale * PITCH * row


HAND_Y = FRAME_Y + DOWN + 15
BELOW_Y = HAND_Y + CARD + 12
TALL = Layout(
    sheet=Box(0, 0, ACROSS, BELOW_Y + 64),
    plates=(Box(MARGIN, 4, 162, PLATE_HEIGHT), Box(ACROSS - MARGIN - 162, 4, 162, PLATE_HEIGHT)),
    title=(ACROSS / 2 - 22, 20),
    turn=(ACROSS / 2 - 22, 41),
    varied=(ACROSS - MARGIN - 8, BELOW_Y + 9),
    deck=(ACROSS / 2 + 30, 12),
    tray=Box(MARGIN, HAND_Y - 9, ACROSS - 2 * MARGIN, CARD + 18),
    hand=tuple((LEFT_EDGE + nth * PITCH, HAND_Y) for nth in range(4)),
    small=tuple((LEFT_EDGE + nth * PITCH / 2, HAND_Y) for nth in range(4)),
    faces=Box(LEFT_EDGE - 4, BELOW_Y, 58, 58),
    stay=Box(LEFT_EDGE + 4 * PITCH - 4, HAND_Y, CARD + 8, 44),
    first=Box(LEFT_EDGE, BELOW_Y + 8, 2 * CARD + GAP, 44),
    varies=tuple(Box(MARGIN + 115.5 * column, HAND_Y + 46 + 48 * row, 112, 45) for row in range(2) for column in range(4)),
    letters=12,
    unseen=Box(LEFT_EDGE, BELOW_Y, ACROSS - LEFT_EDGE - MARGIN, 62),
    shown=0.5,
)

RIGHT, PANEL = ACROSS + 6, 178
WIDE = Layout(
    sheet=Box(0, FRAME_Y - 4, RIGHT + PANEL + 4, DOWN + 8),
    plates=(Box(RIGHT, FRAME_Y, PANEL, PLATE_HEIGHT), Box(RIGHT, FRAME_Y + 56, PANEL, PLATE_HEIGHT)),
    title=(RIGHT + 62, FRAME_Y + 122),
    turn=(RIGHT + 62, FRAME_Y + 142),
    varied=(RIGHT + PANEL - 2, FRAME_Y + 161),
    deck=(RIGHT + PANEL - 40, FRAME_Y + 116),
    tray=Box(RIGHT, FRAME_Y + 172, PANEL, 2 * CARD + 26),
    hand=tuple((RIGHT + 8 + 86 * column, FRAME_Y + 180 + 86 * row) for row in range(2) for column in range(2)),
    small=tuple((RIGHT + 8 + 42 * nth, FRAME_Y + 180) for nth in range(4)),
    faces=Box(RIGHT, FRAME_Y + 362, 43, 43),
    stay=Box(RIGHT, FRAME_Y + DOWN - 44, PANEL, 44),
    first=Box(RIGHT, FRAME_Y + 362, PANEL, 44),
    varies=tuple(Box(RIGHT + 90 * column, FRAME_Y + 224 + 48 * row, 88, 45) for row in range(4) for column in range(2)),
    letters=10,
    unseen=Box(RIGHT, FRAME_Y + 352, PANEL, 60),
    shown=0.4,
)


@cache
def corner(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, SIZE)
    return LEFT_EDGE + column * PITCH, TOP + row * PITCH


@cache
def center(cell: int) -> tuple[int, int]:
    x, y = corner(cell)
    return x + CARD // 2, y + CARD // 2


def is_crowded(view: View) -> bool:
    """Whether variations are being chosen, which take up most of the hand's room."""
    return view.table.phase == "vary" and view.seat in view.awaited


def standing(scene: Scene, piece: int, cell: int) -> tuple[float, float]:
    """Return the place of a token. Two tokens on one card stand side by side."""
    x, y = center(cell)
    together = scene.table.tokens[0] == scene.table.tokens[1] == cell
    return x + ((-16, 16)[piece] if together else 0), y


def where(view: View, piece: str, place: str, tall: bool = False) -> tuple[float, float]:
    """Return where a piece is drawn at a place: on the board, at the deck, or in a hand."""
    if place in CELLS:
        tokens = {token_id(token): token for token in range(len(PIECES))}
        return standing(Scene(view), tokens[piece], CELLS[place]) if piece in tokens else corner(CELLS[place])
    lay, (kind, _, nth) = TALL if tall else WIDE, place.rpartition("-")
    if kind != "hand":
        return lay.deck
    if piece.startswith("back-"):
        return lay.back_spot(Scene(view), int(piece.split("-")[1]), int(nth))
    return lay.hand_spot(view, int(nth))
