"""Pictures for the how-to-play page: the board, the cards, a score table, and the legend's symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias, cast
from xml.etree.ElementTree import Element, SubElement

from byways import drawing, room
from byways.drawing import Say, stamped, trace, write
from byways.game import Game
from byways.games.traxx.components import COLOURS, Components
from byways.games.traxx.drawing import draw
from byways.games.traxx.drawing.draw import MEDAL_DOWN, card_colour, disc, frame_card, medal, pencil, small_card, strike_card, stroke
from byways.games.traxx.drawing.layout import CARD, LINE, TALL, WIDTH, Place, center, hexagon
from byways.games.traxx.drawing.options import draw_target
from byways.games.traxx.drawing.style import STYLE
from byways.games.traxx.drawing.text import letter
from byways.games.traxx.rules import board_of
from byways.games.traxx.state import FIELDS, Field, Position, Sheet
from byways.games.traxx.view import view
from byways.i18n import Message

# Components


def paper(name: str, game: Game, language: str, size: tuple[float, float]) -> drawing.Sheet:
    say = partial(game.say, language=language)
    return drawing.Sheet(f"figure-{name}", size, say(Message(f"figure.{name}")), STYLE, say)


def components_of(game: Game) -> Components:
    return cast(Components, game.components)


def board(game: Game, language: str) -> str:
    """The board with all four starts. Each player's board has one of them."""
    sheet, printed = paper("board", game, language, (WIDTH - 40, TALL + 14)), board_of(components_of(game))
    place = Place(WIDTH / 2 - 20, TALL / 2 + 7)
    piece = sheet.piece("board", place.x, place.y)
    piece.append(stamped(draw.colours, printed))
    draw.letters(piece, sheet.say, printed)
    for field, number in printed.number.items():
        medal(sheet.piece(f"number-{number}", *place.of(field, MEDAL_DOWN)), number, number, "medal")
    for start in printed.starts:
        disc(piece, start, 10, "start")
    return str(sheet)


def cards(game: Game, language: str) -> str:
    deck = sorted(components_of(game).cards, key=lambda card: (len(card), card))
    sheet = paper("cards", game, language, (3 * CARD[0] + 6, 5 * (CARD[1] + 6) + 12))
    for nth, card in enumerate(deck):
        small_card(sheet.piece(f"card-{nth}", 12 + nth % 3 * CARD[0], 9 + nth // 3 * (CARD[1] + 6)), sheet.say, card)
    return str(sheet)


def colours(game: Game, language: str) -> str:
    sheet = paper("colours", game, language, (6 * 62, 74))
    for nth, (shade, colour) in enumerate(COLOURS.items()):
        piece = sheet.piece(f"colour-{shade}", 31 + 62 * nth, 28)
        trace(piece, hexagon(0, 0, 0.72), f"shade-{shade}")
        write(piece, letter(sheet.say, shade), 0, 0, "big")
        write(piece, sheet.say(Message("figure.colour", {"colour": colour})), 0, 36)
    return str(sheet)


SCORED = (1, 3, 0, 3, 6, 4, 8, 9, 5), (2, 0, 0, 5, 0, 7, 0, 0, 10)  # the first is the example from the rules
COVERED = 51, 36


def score(game: Game, language: str) -> str:
    """The score table at the end of a game."""
    sheets = tuple(Sheet(FIELDS[:fields], points) for fields, points in zip(COVERED, SCORED, strict=True))
    printed = board_of(components_of(game))
    over = Position(acts=((), ()), awaited=(), board=printed, starts=printed.starts[:2], sheets=sheets, deck=())
    sheet = paper("score", game, language, (WIDTH, 3 * LINE + 8))
    draw.score_table(sheet, view(over, 0), 4)
    return str(sheet)


# Legend symbols, each around 0, 0

Paint: TypeAlias = Callable[[Element, Say], object]
HIGH = 44


def sign(name: str, paint: Paint, wide: float = HIGH) -> dict[str, room.Picture]:
    def picture(game: Game, language: str) -> str:
        sheet = paper("sign", game, language, (wide, HIGH))
        paint(sheet.piece("sign", wide / 2, HIGH / 2), sheet.say)
        return str(sheet)

    return {f"sign-{name}": picture}


def on_fields(*paints: Callable[[Element], object]) -> Paint:
    """Paint over three fields of a row, with e5 in the middle."""

    def painted(piece: Element, say: Say) -> None:
        for field, shade in zip(("e4", "e5", "e6"), "BYG", strict=True):
            trace(piece, hexagon(*center(field)), f"shade-{shade}")
        for paint in paints:
            paint(piece)

    return painted


def inked(looks: str, *fields: Field) -> Callable[[Element], object]:
    return partial(stroke, fields=fields, looks=looks)


def next_field(piece: Element, say: Say) -> None:
    on_fields(partial(draw_target, letter=letter(say, "Y"), to="e5", origin="e4"))(piece, say)


def used(piece: Element, say: Say) -> None:
    moved = SubElement(piece, "g", {"transform": "translate(-22 0)"})
    for nth, shade in enumerate("BG"):
        card_colour(moved, say, nth, shade, True)


def marked_card(mark: Callable[[Element, str], object], looks: str = "") -> Paint:
    def painted(piece: Element, say: Say) -> None:
        card, moved = "BGYA", SubElement(piece, "g", {"transform": "translate(-42 -13)", "class": looks})
        small_card(moved, say, card)
        mark(moved, card)

    return painted


def half(piece: Element, say: Say) -> None:
    SubElement(piece, "circle", {"class": "half", "r": "4"})


START, END, DOT = (partial(disc, field="e5", radius=radius, looks=looks) for radius, looks in ((10, "start"), (9, "end"), (6, "end")))
SIGNS: Mapping[str, room.Picture] = {
    **sign("start", on_fields(START)),
    **sign("end", on_fields(inked("line", "e4", "e5"), END)),
    **sign("line", on_fields(inked("line", "e4", "e5", "e6")), 88),
    **sign("dots", on_fields(inked("dots", "e4", "e5", "e6"), DOT), 88),
    **sign("field", next_field, 84),
    **sign("number", on_fields(partial(medal, number=8, points=8, looks="medal"))),
    **sign("less", on_fields(partial(medal, number=8, points=4, looks="medal")), 66),
    **sign("got", on_fields(partial(medal, number=8, points=8, looks="got"))),
    **sign("pen", on_fields(inked("line", "e4", "e5"), END, partial(pencil, seat=0))),
    **sign("used", used, 92),
    **sign("half", half, 24),
    **sign("now", marked_card(frame_card), 98),
    **sign("past", marked_card(strike_card, "turned"), 98),
}

PICTURES: Mapping[str, room.Picture] = {"board": board, "cards": cards, "colours": colours, "score": score, **SIGNS}
