"""Pictures for the how-to-play page: all components, and a legend of the symbols."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, cast
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Sheet, transform, use, write
from byways.game import Game
from byways.games.long_road.box import Box, own_box
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.components import PACKS, Components
from byways.games.long_road.drawing.art import coin, disc, fit, herd, road_symbol, weapon, write_numeral
from byways.games.long_road.drawing.cards import boss_card, caravan_card, card_back, destination_card, held_card
from byways.games.long_road.drawing.emblems import SMALL
from byways.games.long_road.drawing.phrases import end_tile, name, said, say
from byways.games.long_road.drawing.style import STYLE
from byways.games.long_road.state import UNARMED
from byways.i18n import Message
from byways.room import Picture

WIDTH, EDGE = 400, 6
CARD, BOSS, PERSON = (62, 68), (46, 56), (124, 206)  # sizes of components
ACROSS = 3  # characters in a row
LINE = 26  # height of a list entry
TILE = 32  # size of a legend symbol
Art: TypeAlias = Callable[[Element], object]  # draws around 0, 0


def box_in(game: Game) -> Box:
    return own_box(cast(Components, game.components))


def paper(box: Box, language: str, title: str, size: tuple[float, float], letter: str = "") -> Sheet:
    words = partial(say, box, language=language)
    return Sheet(f"sheet-{title}{letter}", size, words(Message(f"sheet.{title}")), STYLE, words)


def places(game: Game, language: str) -> str:
    """Draw each place with its cards and bonus."""
    box, (wide, high) = box_in(game), CARD
    sheet = paper(box, language, "places", (WIDTH, (high + 4) * len(box.places) + EDGE))
    for nth, place in enumerate(box.places):
        y = EDGE + nth * (high + 4)
        for side, kind in enumerate(kind for kind in range(box.kinds) if box.place[kind] == nth):
            sheet.piece(f"kind-{kind}", EDGE + side * (wide + 4), y).append(caravan_card(box, kind, language, wide, high))
        x = EDGE + 2 * (wide + 4) + 4
        sheet.label(name(box, place.name, language), x, y + high / 2 - 9, "left name ink")
        fit(sheet.layers["labels"], said(box, place.says, language), x, y + high / 2 + 9, WIDTH - EDGE - x, "left plain ink")
    return str(sheet)


def destinations(game: Game, language: str) -> str:
    box, counts, (wide, high) = box_in(game), [0] * len(ROADS), SMALL
    most = max(sum(on == road for on, _ in box.destinations) for road in range(len(ROADS)))
    sheet = paper(box, language, "destinations", (most * (wide + 4) + EDGE, len(ROADS) * (high + 4) + EDGE))
    for nth, (road, card) in enumerate(box.destinations):
        piece = sheet.piece(f"destination-{nth}", EDGE + counts[road] * (wide + 4), EDGE + road * (high + 4))
        piece.append(destination_card(box, road, (card.white, card.black), language, wide, high))
        for token in range(card.coins):
            coin(piece, 10 + 14 * token, high / 2, 15)
        for token in range(card.daggers):
            weapon(piece, "dagger", 10 + 14 * (card.coins + token), high / 2, 20)
        counts[road] += 1
    return str(sheet)


def bosses(game: Game, language: str) -> str:
    box, parts, (wide, high) = box_in(game), box_in(game).components.bosses, BOSS
    sheet = paper(box, language, "bosses", (WIDTH, (high + 4) * len(parts.places) + EDGE))
    for nth, place in enumerate(parts.places):
        piece = sheet.piece(f"boss-{place}", EDGE, EDGE + (high + 4) * nth)
        piece.append(boss_card(box, nth, None, language, wide, high))
        write(piece, sheet.say(Message("draw.boss", {"worth": parts.worth, "place": place})), wide + 10, high / 2, "left name plain ink")
    return str(sheet)


def end_tiles(game: Game, language: str) -> str:
    box = box_in(game)
    parts = box.components
    sheet = paper(box, language, "end-tiles", (WIDTH, LINE * len(parts.ends.faces) + 2 * EDGE))
    for nth in range(len(parts.ends.faces)):
        piece = sheet.piece(f"face-{nth}", EDGE, EDGE + LINE * nth)
        disc(piece, "gold", LINE / 2, LINE / 2, LINE / 2 - 2)
        write_numeral(piece, str(parts.arrivals.reward), LINE / 2, LINE / 2)
        write(piece, sheet.say(end_tile(box, nth, language)), 34, LINE / 2, "left name plain ink")
    return str(sheet)


def pack(letter: str, game: Game, language: str) -> str:
    """Draw a pack's characters with their abilities."""
    box, (wide, high) = box_in(game), PERSON
    team = [nth for nth, card in enumerate(box.characters) if card.pack == letter]
    sheet = paper(box, language, "pack", (WIDTH, (high + 6) * -(-len(team) // ACROSS) + EDGE), letter.lower())
    for nth, who in enumerate(team):
        x, y = EDGE + nth % ACROSS * (wide + 6), EDGE + nth // ACROSS * (high + 6)
        sheet.piece(box.keys[who], x, y).append(held_card(box, who, language, wide, high))
    return str(sheet)


# The legend


def symbol(title: str, art: Art, game: Game, language: str) -> str:
    sheet = paper(box_in(game), language, title, (TILE, TILE))
    art(sheet.piece(title, TILE / 2, TILE / 2))
    return str(sheet)


def drawn(key: str, looks: str = "") -> Art:
    return lambda piece: use(piece, key, -14, -14, 28, looks=looks)


def hidden(game: Game, language: str) -> str:
    back = card_back(0, UNARMED, language, 24, 30)
    return symbol("hidden", lambda piece: SubElement(piece, "g", {"transform": transform(-12, -15)}).append(back), game, language)


def armed(key: str) -> Art:
    return lambda piece: weapon(piece, key, 0, 0, 20 if key == "rifle" else 28)


def on(road: str) -> Art:
    return lambda piece: road_symbol(piece, road, 0, 0, 30)


LEGEND: dict[str, Art] = {
    **{road: on(road) for road in ROADS},
    "signpost": drawn("signpost"),
    "white": lambda piece: herd(piece, True, 0, 0, 28),
    "black": lambda piece: herd(piece, False, 0, 0, 28),
    "coin": lambda piece: coin(piece, 0, 0, 26),
    **{key: armed(key) for key in WEAPONS},
    "hat": drawn("hat-plain", "ink-hat"),
    "star": drawn("star"),
}
PICTURES: dict[str, Picture] = {
    "places": places,
    "destinations": destinations,
    "bosses": bosses,
    "end-tiles": end_tiles,
    **{f"pack-{letter.lower()}": partial(pack, letter) for letter in PACKS},
    **{title: partial(symbol, title, art) for title, art in LEGEND.items()},
    "hidden": hidden,
}
