"""Pictures for the page for players: all places, destinations, bosses, end tiles and characters, and each symbol of the drawing."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial
from typing import TypeAlias, cast
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Sheet, token, trace, write
from byways.game import Game
from byways.games.long_road import GAME
from byways.games.long_road.art import CHIP, HAT, PLACES, SIGNPOST, STAR, SYMBOLS, UNKNOWN_PLACE, at, caravan_chip, coin, herd, rect, weapon
from byways.games.long_road.box import Box, own_box
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.components import PACKS, Character, Components
from byways.games.long_road.draw import EDGE, GOAL, LETTERS, REWARDS, ROW, STYLE, WIDTH, WORDS, lay_rewards, print_destination
from byways.games.long_road.state import Road
from byways.games.long_road.words import end_tile, name, said, say
from byways.room import Sheet as Picture
from byways.speech import Message

LINE = 22  # how high an entry of a list is
TILE = 32  # how large a symbol of the legend is
Art: TypeAlias = Callable[[Element], object]  # draws something around 0, 0


def box_in(game: Game) -> Box:
    return own_box(cast(Components, game.components))


def paper(box: Box, language: str, title: str, size: tuple[float, float], letter: str = "") -> Sheet:
    words = partial(say, box, language=language)
    return Sheet(f"sheet-{title}{letter}", size, words(Message(f"sheet.{title}")), STYLE, words)


def places(game: Game, language: str) -> str:
    """Each place with its cards and what its bonus is."""
    box, step = box_in(game), CHIP + WORDS + 8
    sheet = paper(box, language, "places", (WIDTH, step * len(box.places) + EDGE))
    for nth, place in enumerate(box.places):
        y, wide = EDGE + nth * step, (WIDTH - 2 * EDGE) / 2 - 2
        for side, kind in enumerate(kind for kind in range(box.kinds) if box.place[kind] == nth):
            sheet.piece(f"kind-{kind}", EDGE + side * (wide + 4), y).append(caravan_chip(box, kind, language, wide))
        sheet.label(said(box, place.says, language), EDGE + 4, y + CHIP + WORDS / 2, "left")
    return str(sheet)


def destinations(game: Game, language: str) -> str:
    box, counts = box_in(game), [0] * len(ROADS)
    most = max(sum(on == road for on, _ in box.destinations) for road in range(len(ROADS)))
    sheet = paper(box, language, "destinations", (most * (GOAL + 4) + EDGE, len(ROADS) * ROW + EDGE))
    for nth, (road, card) in enumerate(box.destinations):
        piece = sheet.piece(f"destination-{nth}", EDGE + counts[road] * (GOAL + 4), EDGE + road * ROW)
        laid = Road(nth, card.coins, card.daggers)
        print_destination(sheet, piece, box, road, laid, language)
        lay_rewards(sheet, SubElement(piece, "g", {"transform": at(0, REWARDS)}), laid)
        counts[road] += 1
    return str(sheet)


def bosses(game: Game, language: str) -> str:
    box, parts = box_in(game), box_in(game).components.bosses
    sheet = paper(box, language, "bosses", (WIDTH, LINE * len(parts.places) + 2 * EDGE))
    for nth, place in enumerate(parts.places):
        piece = sheet.piece(f"boss-{place}", EDGE, EDGE + LINE * nth)
        trace(piece, PLACES.get(place, UNKNOWN_PLACE), "icon", at(14, LINE / 2, 0.7))
        write(piece, sheet.say(Message("draw.boss", {"worth": parts.worth, "place": place})), 34, LINE / 2, "left")
    return str(sheet)


def end_tiles(game: Game, language: str) -> str:
    box = box_in(game)
    faces = box.components.ends.faces
    sheet = paper(box, language, "end-tiles", (WIDTH, LINE * len(faces) + 2 * EDGE))
    for nth in range(len(faces)):
        piece = sheet.piece(f"face-{nth}", EDGE, EDGE + LINE * nth)
        rect(piece, "goal", 2, 2, LINE, LINE - 4)
        coin(piece, 2 + LINE / 2, LINE / 2)
        write(piece, sheet.say(end_tile(box, nth, language)), 34, LINE / 2, "left")
    return str(sheet)


def pack(letter: str, game: Game, language: str) -> str:
    """The characters of a pack: value, name, and what each does when it is activated."""
    box = box_in(game)
    team = [card for card in box.characters if card.pack == letter]
    texts = [textwrap.wrap(said(box, card.says, language), LETTERS - 14) for card in team]
    sheet = paper(box, language, "pack", (WIDTH, sum(CHIP + 10 + WORDS * len(lines) for lines in texts) + EDGE), letter.lower())
    y: float = EDGE
    for card, lines in zip(team, texts, strict=True):
        lay_character(sheet.piece(card.key, EDGE, y), box, card, lines, language)
        y += CHIP + 10 + WORDS * len(lines)
    return str(sheet)


def lay_character(piece: Element, box: Box, card: Character, lines: list[str], language: str) -> None:
    rect(piece, "card", 0, 0, WIDTH - 2 * EDGE, CHIP + 6 + WORDS * len(lines))
    write(piece, f"{card.value}{'+' if card.plus else ''}", 16, CHIP / 2 + 2, "value")
    write(piece, name(box, card.key, language), 34, CHIP / 2 + 2, "left bold")
    for nth, line in enumerate(lines):
        write(piece, line, 34, CHIP + 2 + WORDS * (nth + 0.5), "left")


# The legend


def symbol(title: str, art: Art, game: Game, language: str) -> str:
    sheet = paper(box_in(game), language, title, (TILE, TILE))
    art(sheet.piece(title, TILE / 2, TILE / 2))
    return str(sheet)


def traced(path: str, looks: str) -> Art:
    return lambda piece: trace(piece, path, looks)


def hidden(piece: Element) -> None:
    rect(piece, "back", -14, -9, 28, 18)
    token(SubElement(piece, "g", {"transform": at(-5, 0, 0.46)}), 0, GAME.seat_names[0][0])
    write(piece, "?", 8, 0, "value pale")


def armed(key: str) -> Art:
    return lambda piece: weapon(piece, key, 0, 0, 1)


LEGEND: dict[str, Art] = {
    **{road: traced(SYMBOLS[road], "symbol") for road in ROADS},
    "signpost": traced(SIGNPOST, "icon"),
    "white": lambda piece: herd(piece, True, 0, 0, 6),
    "black": lambda piece: herd(piece, False, 0, 0, 6),
    "coin": lambda piece: coin(piece, 0, 0, 9),
    **{key: armed(key) for key in WEAPONS},
    "hat": traced(HAT, "steel"),
    "hidden": hidden,
    "star": traced(STAR, "tag"),
}
SHEETS: dict[str, Picture] = {
    "places": places,
    "destinations": destinations,
    "bosses": bosses,
    "end-tiles": end_tiles,
    **{f"pack-{letter.lower()}": partial(pack, letter) for letter in PACKS},
    **{title: partial(symbol, title, art) for title, art in LEGEND.items()},
}
