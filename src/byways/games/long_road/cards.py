"""The faces of cards in any size: place, character, card back, destination, boss and weapon."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element

from byways.drawing import Stamp, num, trace, use, write
from byways.games.long_road.art import at, coin, disc, fit, hat, herd, letter_of, paragraph, rect, road_symbol, weapon, wrapped
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.faces import face
from byways.games.long_road.marks import MOST, marks_key
from byways.games.long_road.scenes import HAT, scene
from byways.games.long_road.state import Arms, Placed
from byways.games.long_road.words import name, said, titled

INSET = 2
SPINE = 62  # a card narrower than this has no room for its name
FULL, TOLD = 110, 150  # one as high as this has all its symbols as large as they are, and its bonus in words
LOW = 50  # and one lower than this has no room for anything below its picture but herds
REACH = {"dagger": 15, "pistol": 27, "rifle": 40}  # how wide weapons are that are 26 high


# Places


@lru_cache(maxsize=2048)
def caravan_card(box: Box, kind: int, language: str, wide: float, high: float) -> Stamp:
    """Picture, road symbol, signpost, name and herds; on a narrow one the symbols stand under the picture, and there is no name."""
    art, place = Stamp(), box.places[box.place[kind]]
    rect(art, "card", 0, 0, wide, high, 5)
    picture = 16 if high < LOW else 0.44 * high if wide >= SPINE and high < FULL else (wide - 2 * INSET) * 0.625
    below = INSET + round(picture)
    scene(art, place.name, INSET, INSET, wide - 2 * INSET, round(picture))
    if wide < SPINE:
        mark(art, box, kind, "narrow-", (1, 2, wide - 2, 13) if high < LOW else (1, below + 1, wide - 2, 16))
        herds(art, box, kind, (2, below + 1, wide - 4, 12) if high < LOW else (3, below + 18, wide - 6, 26))
        return art
    mark(art, box, kind, "", (2, 2, wide - 4, 20 if high < FULL else 24))
    herds_at, name_at = (below + 1, below + 20) if high < FULL else (below + 17, below + 8)
    herds(art, box, kind, (4, herds_at, wide - 8, 13 if high < FULL else 20))
    fit(art, name(box, place.name, language), wide / 2, name_at, wide - 6, "bold print")
    if high > TOLD:
        paragraph(art, wrapped(said(box, place.says, language), wide - 10), wide / 2, below + 40, 14, "print")
    return art


def mark(art: Element, box: Box, kind: int, size: str, frame: tuple[float, float, float, float]) -> None:
    """Its road's symbol and its signpost, if it has any of them."""
    if key := marks_key(box.symbol[kind], box.signpost[kind]):
        use(art, f"{size}{key}", *frame)


def herds(art: Element, box: Box, kind: int, frame: tuple[float, float, float, float]) -> None:
    """All of them, in two rows where it is narrow; very many as numbers."""
    (white, black), (x, y, wide, high) = (box.white[kind], box.black[kind]), frame
    if white + black <= MOST:
        use(art, f"{'herd' if high > wide / 2 else 'herds'}-{white}-{black}", *frame)
        return
    for nth, count in enumerate((white, black)):
        write(art, str(count), x + wide * (1 + 2 * nth) / 4, y + high / 2, "bold print")
        herd(art, nth == 0, x + wide * (1 + 2 * nth) / 4 - 12, y + high / 2, 12)


# Characters


@lru_cache(maxsize=4096)
def character_card(box: Box, placed: Placed, value: int, order: str, language: str, wide: float, high: float) -> Stamp:
    """A character on the table: its value as things stand, when it will be activated, its hat and its weapons."""
    art, key, seat, arms, secret = Stamp(), box.keys[placed.character], placed.seat, placed.arms, not placed.up
    rect(art, "card", 0, 0, wide, high, 5)
    across = min(wide - 2 * INSET, high - 2 * INSET)
    face(art, key, (wide - across) / 2, INSET, across)
    foot = INSET + across
    if wide >= SPINE:
        hat(art, seat, wide - 16, 11, 30)
        fit(art, name(box, key, language), wide / 2, foot + 9, wide - 6, "bold print")
        rank(art, order, 11, high - 13, 9)
        arm(art, arms, (22 if order else 4, wide - 4), high - 13, 26)
    elif high < LOW:
        hat(art, seat, 11, high - 7, 20)
        arm(art, arms, (20, wide - 1), high - 8, 14)
        rank(art, order, wide - 7, 7, 6.5)
    else:
        hat(art, seat, wide / 2 - (5 if secret else 0), foot + 7, 22)
        rank(art, order, wide - 7, foot - 5, 6.5)
        arm(art, arms, (1, wide - 1), high - 9, 20)
    valued(art, value, 11 if wide >= SPINE else 8)
    if secret:
        use(art, "eye", *((2, 24, 19) if wide >= SPINE else (wide - 12, high - 13, 11) if high < LOW else (wide - 13, foot + 2, 12)))
    return art


def valued(art: Element, value: int | str, size: float) -> None:
    disc(art, "disc", size + 1, size + 1, size)
    write(art, str(value), size + 1, size + 1, "bold pale" if size < 10 else "title bold pale")


def rank(art: Element, order: str, x: float, y: float, size: float) -> None:
    """When it will be activated."""
    if order:
        disc(art, "order", x, y, size)
        write(art, order, x, y, "small bold print")


def arm(art: Element, arms: Arms, between: tuple[float, float], y: float, high: float = 20) -> None:
    """Weapons side by side, smaller where they are many."""
    carried = [key for key, count in zip(WEAPONS, arms, strict=True) for _ in range(count)]
    if not carried:
        return
    left, right = between
    whole = sum(REACH[key] for key in carried)
    scale = min(high / 26, (right - left) / whole)
    x = (left + right - whole * scale) / 2
    for key in carried:
        weapon(art, key, x + REACH[key] * scale / 2, y, 26 * scale)
        x += REACH[key] * scale


@lru_cache(maxsize=512)
def card_back(seat: int, arms: Arms, wide: float, high: float) -> Stamp:
    """A character that a viewer does not know: the back in its owner's colour, with hat, letter and weapons."""
    art = Stamp()
    use(art, "back", 0, 0, wide, high, f"hat-{seat}")
    across = min(44, wide - 4)
    middle = high / 2 if high > LOW or not any(arms) else 10
    trace(art, HAT, "cream", at(wide / 2, middle, round(across / 28, 2)))
    write(art, letter_of(seat), wide / 2, middle - 1, "bold print" if across < 40 else "title bold print")
    if any(arms):
        foot = 20 if high > LOW else 15
        rect(art, "light", 2, high - foot - 2, wide - 4, foot, foot / 2)
        arm(art, arms, (5, wide - 5), high - foot / 2 - 2, foot)
    return art


@lru_cache(maxsize=1024)
def held_card(box: Box, character: int, language: str, wide: float, high: float) -> Stamp:
    """A character in hand, with what it does in words."""
    art, card = Stamp(), box.characters[character]
    rect(art, "card", 0, 0, wide, high, 6)
    says = said(box, card.says, language)
    value = f"{card.value}{'+' if card.plus else ''}"
    if wide < 90:
        across = 34.0
        face(art, card.key, INSET, INSET, across)
        write(art, value, (INSET + across + wide) / 2, 19, "big bold print")
        fit(art, name(box, card.key, language), wide / 2, 42, wide - 4, "bold print")
        paragraph(art, wrapped(says, wide - 3, "small"), wide / 2, 47.5, 11, "small print")
        return art
    across = wide - 2 * INSET
    face(art, card.key, INSET, INSET, across)
    valued(art, value, 14)
    fit(art, name(box, card.key, language), wide / 2, across + 11, wide - 6, "name bold print")
    paragraph(art, wrapped(says, wide - 8), wide / 2, across + 20, 14, "print")
    return art


# Destinations, bosses and weapons


@lru_cache(maxsize=256)
def destination_card(box: Box, number: int, prices: tuple[int, int], language: str, wide: float, high: float) -> Stamp:
    """A road's symbol and what its herds pay; between them is room for the rewards."""
    art, small = Stamp(), wide < 100
    rect(art, "goal", 0, 0, wide, high, 8)
    top, foot, size = (12, high - 11, 20) if small else (20, high - 20, 30)
    looks = "name bold print" if small else "title bold print"
    road_symbol(art, ROADS[number], size * 0.7, top, size)
    fit(art, titled(box, ROADS[number], language), 1.3 * size, top, wide - 1.5 * size, f"left {looks}")
    trace(art, f"M8 {num(foot - (11 if small else 17))}H{num(wide - 8)}", "rule")
    for nth, price in enumerate(prices):
        x = wide * (2 * nth + 1) / 4
        herd(art, nth == 0, x - (13 if small else 18), foot, 17 if small else 22)
        write(art, f"{price} $", x + (7 if small else 10), foot, looks)
    return art


@lru_cache(maxsize=64)
def boss_card(box: Box, place: int, count: int | None, language: str, wide: float, high: float) -> Stamp:
    """On dark weave, for it is secret: what is paid for each card of a place, and how many were taken (None: of no game)."""
    art, parts = Stamp(), box.components.bosses
    rect(art, "secret", 0, 0, wide, high, 5)
    use(art, "back", 0, 0, wide, high, "secret")
    key, taken = parts.places[place], "" if count is None else f"× {count}"
    if wide < 90:
        scene(art, key, 4, 4, wide - 8, 24)
        write(art, f"{parts.worth} $", wide / 2, high - 21, "bold pale")
        write(art, taken, wide / 2, high - 9, "bold pale")
        return art
    scene(art, key, 7, 7, 56, 35)
    write(art, f"{parts.worth} $", (63 + wide) / 2, 17, "title bold pale")
    write(art, taken, (63 + wide) / 2, 34, "bold pale")
    fit(art, name(box, key, language), wide / 2, high - 12, wide - 12, "bold pale")
    return art


@lru_cache(maxsize=256)
def weapon_card(box: Box, nth: int, left: int, wide: float, high: float) -> Stamp:
    """A weapon of the reserve: what it adds, how many are left and what it costs."""
    art, parts = Stamp(), box.weapons[nth]
    rect(art, "card", 0, 0, wide, high, 5)
    weapon(art, parts.name, wide / 2, high * 0.23, min(high * 0.42, (wide - 4) * 0.65))
    write(art, f"+{parts.value}", wide * 0.3, high * 0.52, "bold print")
    write(art, f"× {left}", wide * 0.7, high * 0.52, "small print")
    coin(art, wide / 2 - 8, high - 12, 15)
    write(art, str(parts.price), wide / 2 + 7, high - 12, "bold print")
    return art
