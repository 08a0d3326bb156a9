"""Where everything of The Way lies in its drawing: players above, the board, the own hand and what is not seen below."""

from __future__ import annotations

from byways.games.the_way.scene import Scene
from byways.games.the_way.state import CELLS, PIECES, SIZE
from byways.games.the_way.telling import token_id
from byways.games.the_way.view import View

CARD, GAP, MARGIN = 76, 12, 6
PITCH = CARD + GAP
LEFT_EDGE, TOP = 30, 84  # of the first card
WIDTH = LEFT_EDGE + SIZE * PITCH - GAP + 8 + MARGIN
FRAME_Y = TOP - 26
HAND_Y = TOP + SIZE * PITCH + 11
STAY_HEIGHT = 44
BELOW_Y = HAND_Y + CARD + 12
HEIGHT = BELOW_Y + 62
PLATE_Y, PLATE_WIDTH, PLATE_HEIGHT = 4, 162, 50
DECK, DECK_SCALE = (WIDTH / 2 + 30, 12), 0.4
BACK, BACK_STEP, BACK_SCALE = 16, 13, 0.21


def corner(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, SIZE)
    return LEFT_EDGE + column * PITCH, TOP + row * PITCH


def center(cell: int) -> tuple[int, int]:
    x, y = corner(cell)
    return x + CARD // 2, y + CARD // 2


def slot(nth: int, y: float = HAND_Y) -> tuple[float, float]:
    """The places below the board: four for the hand, one for what ends a turn."""
    return LEFT_EDGE + nth * PITCH, y


def in_hand(view: View, nth: int) -> tuple[float, float]:
    """Cards in hand are smaller while variations are chosen, which need the room."""
    return (LEFT_EDGE + nth * PITCH / 2, HAND_Y) if is_crowded(view) else slot(nth)


def is_crowded(view: View) -> bool:
    return view.table.phase == "vary" and view.seat in view.awaited


def face_slot(nth: int) -> tuple[float, float]:
    """Where the ways to lay a card are offered."""
    return LEFT_EDGE + nth * 66, BELOW_Y + 4


def plate(piece: int) -> float:
    """The left side of what is said of a piece and its player, above the board."""
    return MARGIN if piece == 0 else WIDTH - MARGIN - PLATE_WIDTH


def back_spot(scene: Scene, seat: int, nth: int) -> tuple[float, float]:
    """The backs of another player's cards lie with its piece, or before pieces are chosen with the first for the first player."""
    piece = seat if scene.table.circle is None else scene.table.piece(seat)
    return plate(piece) + PLATE_WIDTH - 9 - BACK - BACK_STEP * nth, PLATE_Y + 27


def standing(scene: Scene, piece: int, cell: int) -> tuple[float, float]:
    """Two pieces on one card stand beside each other."""
    x, y = center(cell)
    together = scene.table.tokens[0] == scene.table.tokens[1] == cell
    return x + ((-16, 16)[piece] if together else 0), y


def where(view: View, piece: str, place: str) -> tuple[float, float]:
    """Where a piece of the drawing is when it is at a place: a card's place, the deck, or one of the places of a hand."""
    if place in CELLS:
        tokens = {token_id(token): token for token in range(len(PIECES))}
        return standing(Scene(view), tokens[piece], CELLS[place]) if piece in tokens else corner(CELLS[place])
    kind, _, nth = place.rpartition("-")
    if kind != "hand":
        return DECK
    if piece.startswith("back-"):
        return back_spot(Scene(view), int(piece.split("-")[1]), int(nth))
    return in_hand(view, int(nth))
