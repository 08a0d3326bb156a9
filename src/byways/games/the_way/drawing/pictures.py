"""Pictures for the how-to-play page: the components, and each sign in the drawing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TURN, Sheet, token, trace, transform, write
from byways.game import Game
from byways.games.the_way.cards import has_arrows, shape
from byways.games.the_way.components import Components
from byways.games.the_way.drawing.art import (
    AIM,
    BOW,
    LETTERS,
    POINTER,
    TICK,
    back_art,
    card_art,
    lay_lock,
    lay_under,
    outline,
    road,
    sign_corner,
)
from byways.games.the_way.drawing.draw import owner
from byways.games.the_way.drawing.layout import CARD, GAP, PITCH
from byways.games.the_way.drawing.style import STYLE
from byways.games.the_way.state import CORNERS, PIECES, SIZE, STARTS
from byways.i18n import Message

COLUMNS, COLUMN, ROW = 5, 96, 134
CROSS = "NESW"


def deck(game: Game, language: str) -> str:
    """Draw every kind of card with its count, those with arrows last."""
    assert isinstance(game.components, Components)
    kinds = sorted(game.components.cards.deck.items(), key=lambda kind: has_arrows(kind[0]))
    sheet = Sheet("deck", (COLUMNS * COLUMN, -(-len(kinds) // COLUMNS) * ROW + 8), "", STYLE)
    for nth, (face, count) in enumerate(kinds):
        row, column = divmod(nth, COLUMNS)
        put_card(sheet.layers["pieces"], face, COLUMN * column + 10, ROW * row + 10)
        named = Message("draw.shape", {"shape": shape(face).removesuffix("-arrow")}), Message("figure.count", {"count": count})
        for line, words in enumerate(named):
            sheet.label(game.say(words, language), COLUMN * column + 48, ROW * row + 100 + 20 * line)
    return str(sheet)


def corners(game: Game, language: str) -> str:
    """Draw both pieces' Start and Midpoint as they lie around the board."""
    sheet = Sheet("corners", (2 * 170, 2 * 120), "", STYLE)
    for cell in sorted(CORNERS):
        row, column = divmod(cell, SIZE)
        left, top = 47 + 170 * (column > 0), 10 + 120 * (row > 0)
        is_start, piece = cell in STARTS, owner(cell) or 0
        put_corner(sheet.layers["pieces"], piece, is_start, left, top)
        named = Message("draw.start" if is_start else "draw.midpoint", {"piece": PIECES[piece]})
        sheet.label(game.say(named, language), left + 38, top + 92)
    return str(sheet)


def put_corner(parent: Element, piece: int, is_start: bool, left: float = 0, top: float = 0) -> Element:
    card = SubElement(parent, "g", {"transform": transform(left, top)})
    card.append(card_art(CROSS, owner=piece))
    sign_corner(card, piece, is_start)
    return card


PAIRS = ("EW", "SW", True), ("EW", "NE", False)  # a step from left to right, and whether it is allowed


def connected(game: Game, language: str) -> str:
    """Draw two pairs of cards for a step from left to right: one connected, one not."""
    wide = 2 * CARD + GAP + 36
    sheet = Sheet("connected", (len(PAIRS) * wide, 118), "", STYLE)
    for nth, (one, other, joined) in enumerate(PAIRS):
        left = 18 + nth * wide
        if joined:
            trace(sheet.layers["board"], f"M{left + CARD - 1} 48h{GAP + 2}", "bridge")
        put_card(sheet.layers["board"], one, left, 10)
        put_card(sheet.layers["board"], other, left + PITCH, 10)
        token(SubElement(sheet.layers["pieces"], "g", {"transform": transform(left + 38, 48)}), 0)
        sheet.label(game.say(Message("figure.connected" if joined else "figure.apart"), language), left + CARD + GAP / 2, 104)
    return str(sheet)


def put_card(parent: Element, face: str, x: float = 0, y: float = 0) -> Element:
    placed = SubElement(parent, "g", {"transform": transform(x, y)})
    placed.append(card_art(face, "counting"))
    return placed


# Signs, one in each picture


def sign(name: str, paint: Callable[[Element], object], x: float, y: float, scale: float, game: Game, language: str) -> str:
    """Draw a sign with one of its points in the middle, large enough to be recognized in a line of text."""
    sheet = Sheet(f"sign-{name}", (92, 92), "", STYLE)
    paint(SubElement(sheet.layers["pieces"], "g", {"transform": transform(46 - scale * x, 46 - scale * y, scale)}))
    return str(sheet)


def stand(parent: Element, piece: int = 0) -> Element:
    placed = SubElement(parent, "g", {"transform": transform(38, 40, 1.6)})
    token(placed, piece, LETTERS[piece])
    return placed


def covering(parent: Element) -> None:
    for shift in (6, 3):
        lay_under(parent, shift)
    write(put_card(parent, "NS"), "+2", 12, 66, "count")


def turnable(parent: Element) -> None:
    card = put_card(parent, "SW")
    trace(card, BOW, "bow", "translate(43 0)")
    trace(card, BOW, "bow", "translate(33 0) scale(-1 1)")


def at_turn(parent: Element) -> None:
    put_card(parent, CROSS)
    SubElement(stand(parent), "circle", {"class": "halo", "r": "18.5"})


def door(parent: Element) -> None:
    SubElement(parent, "circle", {"class": "door", "r": "22", "cx": "38", "cy": "38"})
    trace(parent, POINTER, "arrowhead", "translate(38 38) scale(1.7)")


MIDDLE, BADGE = (38, 38, 1.1), (16, 16, 2.4)
SIGNS: dict[str, tuple[Callable[[Element], object], tuple[float, float, float]]] = {
    "circle": (stand, MIDDLE),
    "square": (partial(stand, piece=1), MIDDLE),
    "at-turn": (at_turn, MIDDLE),
    "start": (lambda parent: put_corner(parent, 0, True), BADGE),
    "midpoint": (lambda parent: put_corner(parent, 0, False), BADGE),
    "reached": (lambda parent: trace(put_corner(parent, 0, False), TICK, "check", "translate(62 14)"), MIDDLE),
    "goal": (lambda parent: trace(put_corner(parent, 0, False), AIM, "aim aim-0"), BADGE),
    "lit": (lambda parent: trace(put_card(parent, "SW"), road("SW"), "lit"), MIDDLE),
    "foreseen": (lambda parent: trace(put_card(parent, "SW"), road("SW"), "would track-0"), MIDDLE),
    "turnable": (turnable, (38, 22, 1.5)),
    "pending": (lambda parent: outline(put_card(parent, "EW")), MIDDLE),
    "turner": (lambda parent: trace(parent, TURN, "ink", transform(38, 38, 2.6)), MIDDLE),
    "door": (door, (38, 38, 1.5)),
    "locked": (lambda parent: lay_lock(put_card(parent, "NS")), (60, 60, 2.2)),
    "covering": (covering, (18, 62, 2.2)),
    "arrows": (lambda parent: put_card(parent, "NiSo"), MIDDLE),
    "left-out": (lambda parent: parent.append(back_art(None)), MIDDLE),
    "crowned": (lambda parent: trace(stand(parent), CROWN, "crown"), (38, 30, 1.1)),
}
PICTURES: dict[str, Callable[[Game, str], str]] = {
    "deck": deck,
    "corners": corners,
    "connected": connected,
    **{name: partial(sign, name, paint, *where) for name, (paint, where) in SIGNS.items()},
}
