"""The faces of cards in any size: place, character, card back, destination, boss and weapon."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Stamp, num, seat_color, trace, write
from byways.games.long_road.art import (
    EYE,
    HAT,
    SIGNPOST,
    at,
    coin,
    disc,
    fit,
    hat,
    herd,
    letter_of,
    paragraph,
    portrait,
    rect,
    road_symbol,
    vignette,
    weapon,
    wrapped,
)
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.state import Arms
from byways.games.long_road.words import name, said

INSET = 2
SPINE = 62  # a card narrower than this has no room for its name
LOW = 50  # and one lower than this has no room for anything below its picture but herds
REACH = {"dagger": 6, "pistol": 12, "rifle": 15}  # of weapons, to each side
TOKEN = 19  # from one reward to the next


# Places


@lru_cache(maxsize=2048)
def caravan_card(box: Box, kind: int, language: str, wide: float, high: float) -> Stamp:
    """Picture, road symbol, signpost, name and herds; on a narrow one the symbols stand under the picture, and there is no name."""
    art, place = Stamp(), box.places[box.place[kind]]
    rect(art, "card", 0, 0, wide, high, 5)
    vignette(art, place.name, INSET, INSET, wide - 2 * INSET)
    below = INSET + (wide - 2 * INSET) * 61 / 98
    if wide >= SPINE:
        badges(art, box, kind, wide, 12, 10)
        fit(art, name(box, place.name, language), wide / 2, below + 8, wide - 6, "bold print")
        herds(art, box, kind, wide, below + 16, high - 2)
    elif high < LOW:
        badges(art, box, kind, wide, 6, 5.5)
        herds(art, box, kind, wide, below, high)
    else:
        badges(art, box, kind, wide, below + 8, 7)
        herds(art, box, kind, wide, below + 15, high)
    return art


def badges(art: Element, box: Box, kind: int, wide: float, y: float, size: float) -> None:
    if box.symbol[kind] >= 0:
        disc(art, "light", size + 1, y, size)
        road_symbol(art, ROADS[box.symbol[kind]], size + 1, y, size / 13)
    if box.signpost[kind]:
        disc(art, "light", wide - size - 1, y, size)
        trace(art, SIGNPOST, "sign-post", at(wide - size - 1, y, size / 10))


def herds(art: Element, box: Box, kind: int, wide: float, top: float, foot: float) -> None:
    """In one row if there is room for it, else in two."""
    count = box.herds[kind]
    columns = count if (wide - 4) / count >= 12 or foot - top < 20 else 2
    rows = -(-count // columns)
    size = min((wide - 4) / columns, (foot - top) / rows, 20)
    for nth in range(count):
        row = nth // columns
        here = min(columns, count - row * columns)
        x = wide / 2 + (nth % columns - (here - 1) / 2) * size
        herd(art, nth < box.white[kind], x, (top + foot) / 2 + (row - (rows - 1) / 2) * size, size / 2)


# Characters


@lru_cache(maxsize=4096)
def character_card(box: Box, character: int, language: str, seat: int, value: int, arms: Arms, order: str, secret: bool, size: str) -> Stamp:
    """A character on the table: its value as things stand, when it will be activated, its hat and its weapons."""
    art, (wide, high) = Stamp(), map(float, size.split("x"))
    key = box.keys[character]
    rect(art, "card", 0, 0, wide, high, 5)
    across = min(wide - 2 * INSET, high - 2 * INSET)
    portrait(art, key, (wide - across) / 2, INSET, across)
    foot = INSET + across
    if wide >= SPINE:
        hat(art, seat, wide - 15, 10, 1)
        fit(art, name(box, key, language), wide / 2, foot + 9, wide - 6, "bold print")
        rank(art, order, 11, high - 12, 9)
        arm(art, arms, (22 if order else 4, wide - 4), high - 12)
    elif high < LOW:
        hat(art, seat, wide / 2, high - 7, 0.8)
        arm(art, arms, (wide / 2, wide), high - 17)
        rank(art, order, wide - 7, 7, 6.5)
    else:
        hat(art, seat, wide / 2, foot + 8, 0.9)
        rank(art, order, wide - 7, 8, 6.5)
        arm(art, arms, (1, wide - 1), high - 8)
    valued(art, value, secret, 11 if wide >= SPINE else 8.5)
    return art


def valued(art: Element, value: int | str, secret: bool, size: float) -> None:
    disc(art, "disc", size + 1, size + 1, size)
    write(art, str(value), size + 1, size + 1, "bold pale" if size < 10 else "title bold pale")
    if secret:
        disc(art, "light", size + 1, 3 * size, size - 2.5)
        trace(art, EYE, "crossed", at(size + 1, 3 * size, size / 13))


def rank(art: Element, order: str, x: float, y: float, size: float) -> None:
    """When it will be activated."""
    if order:
        disc(art, "order", x, y, size)
        write(art, order, x, y, "small bold print")


def arm(art: Element, arms: Arms, between: tuple[float, float], y: float, looks: str = "steel") -> None:
    """Weapons side by side, smaller where they are many."""
    carried = [key for key, count in zip(WEAPONS, arms, strict=True) for _ in range(count)]
    if not carried:
        return
    left, right = between
    scale = min(0.95, (right - left) / sum(2 * REACH[key] + 2 for key in carried))
    x = right
    for key in reversed(carried):
        x -= (REACH[key] + 1) * scale
        weapon(art, key, x, y, scale, looks)
        x -= (REACH[key] + 1) * scale


@lru_cache(maxsize=512)
def card_back(seat: int, arms: Arms, wide: float, high: float) -> Stamp:
    """A character that a viewer does not know: the back in its owner's colour, with hat, letter and weapons."""
    art = Stamp()
    weave(art, f"back {seat_color(seat)}", wide, high)
    scale = min(1.5, wide / 34)
    trace(art, HAT, "paper-hat", at(wide / 2, high / 2, scale))
    write(art, letter_of(seat), wide / 2, high / 2 - scale, "bold print" if scale < 1.2 else "title bold print")
    if any(arms):
        rect(art, "light", 2, high - 19, wide - 4, 17, 8)
        arm(art, arms, (5, wide - 5), high - 10.5)
    return art


def weave(art: Element, looks: str, wide: float, high: float) -> None:
    rect(art, looks, 0, 0, wide, high, 5)
    across = min(wide, high) / 2
    trace(art, "".join(f"M{num(x)} 3L3 {num(x)}M{num(wide - x)} {num(high - 3)}L{num(wide - 3)} {num(high - x)}" for x in (across, across * 2 - 6)), "weave")
    rect(art, "weave", 3, 3, wide - 6, high - 6, 3)


@lru_cache(maxsize=1024)
def held_card(box: Box, character: int, language: str, wide: float, high: float) -> Stamp:
    """A character in hand, with what it does in words."""
    art, card = Stamp(), box.characters[character]
    rect(art, "card", 0, 0, wide, high, 6)
    says = said(box, card.says, language)
    value = f"{card.value}{'+' if card.plus else ''}"
    if wide < 90:
        across = 34.0
        portrait(art, card.key, INSET, INSET, across)
        write(art, value, (INSET + across + wide) / 2, 19, "big bold print")
        fit(art, name(box, card.key, language), wide / 2, 42, wide - 4, "bold print")
        paragraph(art, wrapped(says, wide - 3, "small"), wide / 2, 47.5, 11, "small print")
        return art
    across = wide - 2 * INSET
    portrait(art, card.key, INSET, INSET, across)
    valued(art, value, False, 14)
    fit(art, name(box, card.key, language), wide / 2, across + 11, wide - 6, "name bold print")
    paragraph(art, wrapped(says, wide - 6), wide / 2, across + 20, 14, "print")
    return art


# Destinations, bosses and weapons


@lru_cache(maxsize=256)
def destination_card(box: Box, number: int, prices: tuple[int, int], language: str, wide: float, high: float) -> Stamp:
    """A road's symbol and what its herds pay; between them is room for the rewards."""
    art, small = Stamp(), wide < 100
    rect(art, "goal", 0, 0, wide, high, 8)
    top, foot = (12, high - 11) if small else (20, high - 20)
    road_symbol(art, ROADS[number], 14 if small else 20, top, 0.8 if small else 1.1)
    fit(art, name(box, ROADS[number], language), 27 if small else 38, top, wide - (30 if small else 44), "left name bold print" if small else "left title bold print")
    trace(art, f"M8 {num(foot - (11 if small else 17))}H{num(wide - 8)}", "rule")
    for nth, price in enumerate(prices):
        x = wide * (2 * nth + 1) / 4
        herd(art, nth == 0, x - (13 if small else 18), foot, 7 if small else 9)
        write(art, f"{price} $", x + (7 if small else 10), foot, "name bold print" if small else "title bold print")
    return art


@lru_cache(maxsize=64)
def boss_card(box: Box, place: int, count: int, language: str, wide: float, high: float) -> Stamp:
    """On dark weave, for it is secret: what is paid for each card of a place, and how many were taken."""
    art, parts = Stamp(), box.components.bosses
    weave(art, "secret", wide, high)
    key = parts.places[place]
    if wide < 90:
        vignette(art, key, 4, 4, wide - 8)
        write(art, f"{parts.worth} $", wide / 2, high - 20, "bold pale")
        write(art, f"× {count}", wide / 2, high - 8, "small bold pale")
        return art
    vignette(art, key, 6, 8, 50)
    write(art, f"{parts.worth} $", (56 + wide) / 2, 17, "title bold pale")
    write(art, f"× {count}", (56 + wide) / 2, 34, "bold pale")
    fit(art, name(box, key, language), wide / 2, high - 18, wide - 12, "bold pale")
    return art


@lru_cache(maxsize=256)
def weapon_card(box: Box, nth: int, left: int, wide: float, high: float) -> Stamp:
    """A weapon of the reserve: what it adds, how many are left and what it costs."""
    art, parts = Stamp(), box.weapons[nth]
    rect(art, "card", 0, 0, wide, high, 5)
    weapon(art, parts.name, wide / 2, high * 0.22, min(1.1, (wide - 8) / 32))
    write(art, f"+{parts.value}", wide * 0.3, high * 0.52, "bold print")
    write(art, f"× {left}", wide * 0.7, high * 0.52, "small print")
    coin(art, wide / 2 - 8, high - 12, 7)
    write(art, str(parts.price), wide / 2 + 7, high - 12, "bold print")
    return art


def hatted(parent: Element, seat: int, x: float, y: float, count: int) -> Element:
    """A hat for each character in hand."""
    group = SubElement(parent, "g")
    for nth in range(count):
        trace(group, HAT, f"seat {seat_color(seat)}", at(x + nth * 15, y, 0.5))
    return group
