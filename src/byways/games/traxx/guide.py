"""What teaches Traxx besides its texts: its board, cards and signs as pictures, and what lies where in a drawing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import cast

from byways import drawing, room
from byways.drawing import trace, write
from byways.game import Game
from byways.games.traxx.components import COLOURS, Components
from byways.games.traxx.draw import CARD, LINE, STYLE, TALL, WIDTH, disc, hexagon, letters, medals, score_table, small_card, tinted
from byways.games.traxx.rules import board_of
from byways.games.traxx.state import FIELDS, Position, Sheet
from byways.games.traxx.view import View
from byways.games.traxx.view import view as seen
from byways.room import Touched
from byways.speech import Message

# Components as pictures


def paper(name: str, game: Game, language: str, size: tuple[float, float]) -> drawing.Sheet:
    say = partial(game.say, language=language)
    return drawing.Sheet(f"figure-{name}", size, say(Message(f"figure.{name}")), STYLE, say)


def components_of(game: Game) -> Components:
    return cast(Components, game.components)


def board(game: Game, language: str) -> str:
    """The board with all four starts; a player's has one of them."""
    sheet, printed = paper("board", game, language, (WIDTH - 40, TALL + 14)), board_of(components_of(game))
    piece = sheet.piece("board", WIDTH / 2 - 20, TALL / 2 + 7)
    for shade, d in tinted(printed):
        trace(piece, d, f"shade-{shade}")
    letters(piece, printed)
    medals(piece, printed, Sheet(()), 1)
    for start in printed.starts:
        disc(piece, start, 10, "start")
    return str(sheet)


def cards(game: Game, language: str) -> str:
    deck = sorted(components_of(game).cards, key=lambda card: (len(card), card))
    sheet = paper("cards", game, language, (3 * CARD[0] + 6, 5 * (CARD[1] + 6) + 12))
    for nth, card in enumerate(deck):
        small_card(sheet.piece(f"card-{nth}", 12 + nth % 3 * CARD[0], 9 + nth // 3 * (CARD[1] + 6)), card)
    return str(sheet)


def colours(game: Game, language: str) -> str:
    sheet = paper("colours", game, language, (6 * 62, 74))
    for nth, (shade, colour) in enumerate(COLOURS.items()):
        piece = sheet.piece(f"colour-{shade}", 31 + 62 * nth, 28)
        trace(piece, hexagon(0, 0, 0.72), f"shade-{shade}")
        write(piece, shade, 0, 0, "big")
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
    score_table(sheet, seen(over, 0), 4)
    return str(sheet)


SHEETS: Mapping[str, room.Sheet] = {"board": board, "cards": cards, "colours": colours, "score": score}


# What lies where


def touched(view: View, piece: str, x: float, y: float) -> Touched | None:
    return None
