"""Traxx on paper: a board for each start, the cards, and the score table."""

from __future__ import annotations

from functools import partial
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Say, num, picture, trace, transform, write
from byways.game import Game
from byways.games.traxx.components import NUMBERS, Components
from byways.games.traxx.drawing import draw
from byways.games.traxx.drawing.draw import MEDAL_DOWN, card_colour, disc, medal
from byways.games.traxx.drawing.layout import APART, HALF, TALL, Place, hexagon
from byways.games.traxx.drawing.style import STYLE
from byways.games.traxx.rules import board_of
from byways.games.traxx.state import Board as Print
from byways.games.traxx.state import Field
from byways.i18n import Message, Sentence
from byways.sheets import AnySheet, Board, Form, Order, Piece, Pieces, Prints

WIDE, ASIDE, HIGH = 18 * HALF + 16, 232, TALL + 24  # a board, the column beside it, and their height, in units of the drawing
UNIT = 0.217  # millimetres per unit of the drawing, so that two boards fit on a sheet
CARD = (45, 27.5)
FACE = (252, 154)
LEGEND = ("sign-start", "sign-number", "sign-line")
TABLES = 3


def prints(game: Game[Components], order: Order) -> Prints:
    say, printed = partial(game.say, language=order.language), board_of(game.components)
    alone = order.players == 1
    size = ((WIDE + ASIDE) * UNIT, HIGH * UNIT)

    def sheet(start: Field, alone: bool) -> Board:
        art = board(printed, start, say, alone)
        return Board(Message("print.alone" if alone else "print.board"), size, art, ("board",), Message("print.board-hint"))

    boards = [sheet(start, alone) for start in (printed.starts if alone else printed.starts[: order.players])]
    cards = tuple(Piece(face(card, say), back()) for card in sorted(game.components.cards, key=lambda card: (len(card), card)))
    heads: tuple[Sentence, ...] = (*map(str, NUMBERS), Message("print.empty"), Message("print.total"))
    sheets: tuple[AnySheet, ...] = (
        *boards,
        *(() if alone else (sheet(printed.starts[0], True),)),
        Pieces(Message("print.cards"), CARD, cards, ("known_card", "further_cards")),
        Form(Message("print.table"), heads, ("",) * order.players, count=TABLES),
    )
    return Prints(sheets, LEGEND)


def board(printed: Print, start: Field, say: Say, alone: bool) -> str:
    """Draw a board with one start, and a column for points beside it."""
    place = Place(WIDE / 2, HIGH / 2)

    def paint(root: Element) -> None:
        paper = SubElement(root, "g", {"transform": transform(place.x, place.y)})
        draw.colours(paper, printed)
        draw.letters(paper, say, printed)
        for field, number in printed.number.items():
            medal(SubElement(root, "g", {"transform": transform(*place.of(field, MEDAL_DOWN))}), number, number, "medal")
        disc(paper, start, 12, "start")
        points(SubElement(root, "g", {"transform": transform(WIDE + 16, 0)}), say, alone)

    return picture((WIDE + ASIDE, HIGH), paint, STYLE)


def points(parent: Element, say: Say, alone: bool) -> None:
    """Draw a line for the player's name, and boxes for the points of each number, for empty fields and for the total."""
    right, step = ASIDE - 32, 36
    write(parent, say(Message("print.name")), 0, 24, "left")
    trace(parent, f"M52 32H{right}", "rule")
    rows = [*map(str, NUMBERS), say(Message("print.empty-minus")), say(Message("print.total"))]
    for nth, words in enumerate(rows):
        y = 68 + step * nth
        write(parent, words, 0, y, "left wide own")
        box = {"x": num(right - 70), "y": num(y - 15), "width": "70", "height": "30", "rx": "6"}
        SubElement(parent, "rect", {"fill": "#ffffff", "stroke": "#2e2a25", "stroke-width": "2" if nth == len(rows) - 1 else "1", **box})
    if alone:
        write(parent, say(Message("print.great")), 0, 68 + step * len(rows), "left")


def face(card: str, say: Say) -> str:
    def paint(root: Element) -> None:
        edge(root, "face")
        paper = SubElement(root, "g", {"transform": transform((FACE[0] - APART * (len(card) - 1)) / 2, FACE[1] / 2)})
        for nth, shade in enumerate(card):
            card_colour(paper, say, nth, shade, False)

    return picture(FACE, paint, STYLE)


def back() -> str:
    def paint(root: Element) -> None:
        edge(root, "back")
        for nth in range(4):
            trace(root, hexagon(FACE[0] / 2 + APART * (nth - 1.5), FACE[1] / 2, 0.6), "weave")

    return picture(FACE, paint, STYLE)


def edge(root: Element, looks: str) -> None:
    SubElement(root, "rect", {"class": looks, "x": "2", "y": "2", "width": num(FACE[0] - 4), "height": num(FACE[1] - 4), "rx": "14"})
