"""Pictures for the page for players: the board, the cards, a score table, and the signs of the drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias, cast
from xml.etree.ElementTree import Element, SubElement

from byways import drawing, room
from byways.drawing import Say, trace, write
from byways.game import Game
from byways.games.traxx.components import COLOURS, Components
from byways.games.traxx.drawing.draw import MEDAL_DOWN, disc, letters, mark, medal, of_card, pencil, score_table, small_card, stroke, tinted
from byways.games.traxx.drawing.layout import CARD, LINE, TALL, WIDTH, Place, center, hexagon
from byways.games.traxx.drawing.options import beckon
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
    """The board with all four starts; a player's has one of them."""
    sheet, printed = paper("board", game, language, (WIDTH - 40, TALL + 14)), board_of(components_of(game))
    piece = sheet.piece("board", WIDTH / 2 - 20, TALL / 2 + 7)
    piece.append(tinted(printed))
    piece.append(letters(sheet.say, printed))
    for field, number in printed.number.items():
        medal(sheet.piece(f"number-{number}", *Place(WIDTH / 2 - 20, TALL / 2 + 7).of(field, MEDAL_DOWN)), number, number, "medal")
    for start in printed.starts:
        disc(piece, start, 10, "start")
    return str(sheet)


def cards(game: Game, language: str) -> str:
    deck = sorted(components_of(game).cards, key=lambda card: (len(card), card))
    sheet = paper("cards", game, language, (3 * CARD[0] + 6, 5 * (CARD[1] + 6) + 12))
    for nth, card in enumerate(deck):
        small_card(sheet.say, sheet.piece(f"card-{nth}", 12 + nth % 3 * CARD[0], 9 + nth // 3 * (CARD[1] + 6)), card)
    return str(sheet)


def colours(game: Game, language: str) -> str:
    sheet = paper("colours", game, language, (6 * 62, 74))
    for nth, (shade, colour) in enumerate(COLOURS.items()):
        piece = sheet.piece(f"colour-{shade}", 31 + 62 * nth, 28)
        trace(piece, hexagon(0, 0, 0.72), f"shade-{shade}")
        write(piece, letter(sheet.say, shade), 0, 0, "big")
        write(piece, sheet.say(Message("figure.colour", {"colour": colour})), 0, 36)
    return str(sheet)


SCORED = (1, 3, 0, 3, 6, 4, 8, 9, 5), (2, 0, 0, 5, 0, 7, 0, 0, 10)  # the first is the example of the rule text
COVERED = 51, 36


def score(game: Game, language: str) -> str:
    """The score table at the end."""
    sheets = tuple(Sheet(FIELDS[:fields], points) for fields, points in zip(COVERED, SCORED, strict=True))
    printed = board_of(components_of(game))
    over = Position(acts=((), ()), awaited=(), board=printed, starts=printed.starts[:2], sheets=sheets, deck=())
    sheet = paper("score", game, language, (WIDTH, 3 * LINE + 8))
    score_table(sheet, view(over, 0), 4)
    return str(sheet)


# Signs of the legend, each around 0, 0

Paint: TypeAlias = Callable[[Element], object]
HIGH = 44


def lettered(name: str, paint: Callable[[Say], Paint], wide: float) -> dict[str, room.Picture]:
    """A sign with letters of colours, which differ from language to language."""

    def picture(game: Game, language: str) -> str:
        sheet = paper("sign", game, language, (wide, HIGH))
        paint(sheet.say)(sheet.piece("sign", wide / 2, HIGH / 2))
        return str(sheet)

    return {f"sign-{name}": picture}


def sign(name: str, paint: Paint, wide: float = HIGH) -> dict[str, room.Picture]:
    return lettered(name, lambda say: paint, wide)


def on_fields(paint: Paint, shades: str = "BYG") -> Paint:
    """On three fields of a row, the middle one in the middle."""
    row: tuple[Field, ...] = ("e4", "e5", "e6")

    def painted(piece: Element) -> None:
        for field, shade in zip(row, shades, strict=True):
            trace(piece, hexagon(*center(field)), f"shade-{shade}")
        paint(piece)

    return painted


def inked(looks: str, *fields: Field) -> Paint:
    return partial(stroke, fields=fields, looks=looks)


def all_of(*paints: Paint) -> Paint:
    def painted(piece: Element) -> None:
        for paint in paints:
            paint(piece)

    return painted


def moved(paint: Paint, x: float, y: float, looks: str = "") -> Paint:
    return lambda piece: paint(SubElement(piece, "g", {"transform": f"translate({x} {y})", "class": looks}))


START = partial(disc, field="e5", radius=10, looks="start")
END = partial(disc, field="e5", radius=9, looks="end")
DOT = partial(disc, field="e5", radius=6, looks="end")


def next_field(say: Say) -> Paint:
    return on_fields(partial(beckon, letter=letter(say, "Y"), to="e5", origin="e4"))


def used(say: Say) -> Paint:
    return moved(all_of(*(partial(of_card, say, nth=nth, shade=shade, used=True) for nth, shade in enumerate("BG"))), -22, 0)


def one_card(now: bool, looks: str = "") -> Callable[[Say], Paint]:
    card = "BGYA"
    return lambda say: moved(all_of(partial(small_card, say, card=card), partial(mark, card=card, now=now)), -42, -13, looks)


SIGNS: Mapping[str, room.Picture] = {
    **sign("start", on_fields(START)),
    **sign("end", on_fields(all_of(inked("line", "e4", "e5"), END))),
    **sign("line", on_fields(inked("line", "e4", "e5", "e6")), 88),
    **sign("dots", on_fields(all_of(inked("dots", "e4", "e5", "e6"), DOT)), 88),
    **lettered("field", next_field, 84),
    **sign("number", on_fields(partial(medal, number=8, points=8, looks="medal"))),
    **sign("less", on_fields(partial(medal, number=8, points=4, looks="medal")), 66),
    **sign("got", on_fields(partial(medal, number=8, points=8, looks="got"))),
    **sign("pen", on_fields(all_of(inked("line", "e4", "e5"), END, partial(pencil, seat=0)))),
    **lettered("used", used, 92),
    **sign("half", lambda piece: SubElement(piece, "circle", {"class": "half", "r": "4"}), 24),
    **lettered("now", one_card(now=True), 98),
    **lettered("past", one_card(False, "turned"), 98),
}

PICTURES: Mapping[str, room.Picture] = {"board": board, "cards": cards, "colours": colours, "score": score, **SIGNS}
