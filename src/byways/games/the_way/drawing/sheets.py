"""The Way on paper: the deck without arrows, the cards with arrows, the corner cards and the pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import picture, tent, token, transform
from byways.game import Game
from byways.games.the_way.cards import PLAIN, has_arrows
from byways.games.the_way.components import Components
from byways.games.the_way.drawing.art import LETTERS, card_art, sign_corner
from byways.games.the_way.drawing.layout import CARD
from byways.games.the_way.drawing.style import STYLE
from byways.games.the_way.state import PIECES
from byways.i18n import Message
from byways.sheets import Form, Order, Piece, Pieces, Prints

SIDE, STAND = (45, 45), (22, 44)  # of a card, and of a piece before it is folded
LEGEND = ("circle", "start", "midpoint", "arrows")
SETS = 5  # on a score sheet


def prints(game: Game[Components], order: Order) -> Prints:
    deck, corners = game.components.cards.deck, game.components.corners
    plain = Counter({PLAIN[face]: 0 for face in deck})
    for face, count in deck.items():
        plain[PLAIN[face]] += count
    arrows = tuple(Piece(card(face), count=count) for face, count in deck.items() if has_arrows(face))
    four = tuple(Piece(corner(getattr(corners, f"{name}_{end}"), nth, end == "start")) for nth, name in enumerate(PIECES) for end in ENDS)
    ours = (
        Pieces(Message("print.corners"), SIDE, four, ("corners",)),
        Pieces(Message("print.cards"), SIDE, tuple(Piece(card(face), count=count) for face, count in plain.items()), ("cards",)),
        Pieces(Message("print.arrows"), SIDE, arrows, ("cards",), Message("print.arrows-hint")),
        Pieces(Message("print.pieces"), STAND, tuple(Piece(piece(nth)) for nth in range(len(PIECES))), hint=Message("print.stand-hint")),
        score_sheet(),
    )
    return Prints(tuple(sheet for sheet in ours if not isinstance(sheet, Pieces) or sheet.pieces), LEGEND)


ENDS = ("start", "midpoint")


def score_sheet() -> Form:
    games = tuple(Message("print.game", {"game": number}) for number in (1, 2, 3))
    return Form(Message("print.set"), (*games, Message("print.won")), ("", ""), count=SETS)


def drawn(paint: Callable[[Element], object]) -> str:
    return picture((CARD, CARD), paint, STYLE)


def card(face: str) -> str:
    return drawn(lambda root: root.append(card_art(face, "counting")))


def corner(face: str, nth: int, is_start: bool) -> str:
    def paint(root: Element) -> None:
        root.append(card_art(face, "counting", nth))
        sign_corner(root, nth, is_start)

    return drawn(paint)


def piece(nth: int) -> str:
    def paint(root: Element) -> None:
        SubElement(root, "rect", {"class": f"card of-{nth}", "width": "40", "height": "40"})
        token(SubElement(root, "g", {"transform": transform(20, 20, 1.1)}), nth, LETTERS[nth])

    return tent((40, 40), paint, STYLE)
