"""The faces of cards in any size: place, character, card back, destination, boss and weapon."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element

from byways.drawing import Stamp, use, write
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.drawing.art import coin, disc, entitle, fit, hat, herd, letter_of, paragraph, rect, title_lines, weapon, wrapped
from byways.games.long_road.drawing.emblems import MOST, marks_key
from byways.games.long_road.drawing.phrases import name, said, titled
from byways.games.long_road.drawing.portraits import face
from byways.games.long_road.drawing.vignettes import scene
from byways.games.long_road.state import Arms, Placed

INSET = 2
SPINE = 62  # a card narrower than this has no room for its name
FULL, TOLD = 110, 150  # one as high as this has all its symbols as large as they are, and its bonus in words
SLIM = 80  # a full one narrower than this has its herds in two rows
TIGHT, PAGE = 90, 90  # one lower than FULL is tight, or else has room for a few words if it is wide
LOW = 50  # and one lower than this has no room for anything below its picture but herds
REACH = {"dagger": 15, "pistol": 27, "rifle": 40}  # how wide weapons are that are 26 high
OX = 24  # how high one is at most
PILL = 24  # at the foot of a card of the hand, what choosing it brings


# Places


@lru_cache(maxsize=2048)
def caravan_card(box: Box, kind: int, language: str, wide: float, high: float) -> Stamp:
    """Picture, road symbol, signpost, name and herds; a narrow one has no name, and one of the hand has its bonus in words."""
    art, place = Stamp(), box.places[box.place[kind]]
    rect(art, "card", 0, 0, wide, high, 5)
    picture = picture_height(wide, high)
    below = INSET + picture
    scene(art, place.name, INSET, INSET, wide - 2 * INSET, picture)
    named = name(box, place.name, language)
    if wide < SPINE:
        mark(art, box, kind, "narrow-", (1, 2, wide - 2, 13 if high < LOW else 16))
        herds(art, box, kind, (2, below + 1, wide - 4, high - below - 3))
        return art
    mark(art, box, kind, "", (2, 2, wide - 4, 20 if high < FULL else 24))
    if high < FULL:
        on_low(art, box, kind, language, wide, high, below)
        return art
    if wide < SLIM:
        entitle(art, named, wide / 2, below + 14, wide - 4)
        herds(art, box, kind, (4, below + 27, wide - 8, 34))
        return art
    fit(art, named, wide / 2, below + 9, wide - 6)
    herds(art, box, kind, (4, below + 18, wide - 8, 26 if high > TOLD else 23))
    if high > TOLD:
        paragraph_between(art, wrapped(said(box, place.says, language), wide - 10, "plain"), wide / 2, (below + 44, high - PILL))
    return art


def on_low(art: Element, box: Box, kind: int, language: str, wide: float, high: float, below: float) -> None:
    """The foot of a card that is not high: its name, its herds, which what choosing it brings may cover, and its bonus if there is room."""
    place, room = box.places[box.place[kind]], wide - 6
    named = name(box, place.name, language)
    lines = len(title_lines(named, room))
    entitle(art, named, wide / 2, below + 2 + 6 * lines, room)
    foot = below + 2 + 12 * lines
    herds(art, box, kind, (4, foot, wide - 8, 14))
    if wide >= PAGE and high > TIGHT:
        paragraph(art, wrapped(said(box, place.says, language), wide - 4, "small plain"), wide / 2, foot + 14, 11, "small plain")


def picture_height(wide: float, high: float) -> int:
    """How much of a caravan card is its picture."""
    if high < LOW:
        return 16
    if high < FULL:
        return round((0.44 if high < TIGHT else 0.38 if wide < PAGE else 0.2) * high)
    return round(0.39 * high if high > TOLD else max(0.42 * high, (wide - 2 * INSET) * 0.625))


def mark(art: Element, box: Box, kind: int, size: str, frame: tuple[float, float, float, float]) -> None:
    """Its road's symbol and its signpost, if it has any of them."""
    if key := marks_key(box.symbol[kind], box.signpost[kind]):
        use(art, f"{size}{key}", *frame)


def herds(art: Element, box: Box, kind: int, frame: tuple[float, float, float, float]) -> None:
    """All of them, in two rows where it is narrow; very many as numbers."""
    (white, black), (x, y, wide, high) = (box.white[kind], box.black[kind]), frame
    if white + black <= MOST:
        two = white + black > 2 and high > 0.4 * wide
        room = min(high, OX * (2 if two else 1))
        use(art, f"{'herd' if two else 'herds'}-{white}-{black}", x, y + (high - room) / 2, wide, room)
        return
    for nth, count in enumerate((white, black)):
        write(art, str(count), x + wide * (1 + 2 * nth) / 4, y + high / 2)
        herd(art, nth == 0, x + wide * (1 + 2 * nth) / 4 - 12, y + high / 2, 12)


# Characters


@lru_cache(maxsize=4096)
def character_card(box: Box, placed: Placed, value: int, order: str, language: str, wide: float, high: float) -> Stamp:
    """A character on the table: its value as things stand, when it will be activated, its hat and its weapons."""
    art, named = Stamp(), name(box, box.keys[placed.character], language)
    rect(art, "card", 0, 0, wide, high, 5)
    if wide < SPINE:
        as_spine(art, box, placed, order, wide, high)
    elif high < FULL:
        foot = as_strip(art, box, placed, order, wide, high)
        entitle(art, named, wide / 2, (foot + high) / 2, wide - 4)
    else:
        across = min(wide - 2 * INSET, high - 46)
        foot = INSET + across
        face(art, box.keys[placed.character], (wide - across) / 2, INSET, across)
        hat(art, placed.seat, wide - 16, 11, 30)
        fit(art, named, wide / 2, foot + 9, wide - 6)
        rank(art, order, 11, foot + 24, 9)
        arm(art, placed.arms, (22 if order else 4, wide - 4), foot + 24, 24)
        if not placed.up:
            use(art, "eye", 2, 24, 19)
    valued(art, value, 11 if wide >= SPINE and high >= FULL else 8)
    return art


STRIP, BRIM = 28, 26  # what is at least below the portrait where a card is not high, and how wide the hat beside it is


def as_strip(art: Element, box: Box, placed: Placed, order: str, wide: float, high: float) -> float:
    """The portrait to the left, hat and weapons beside it; how far down that reaches."""
    across = min(high - STRIP, wide - BRIM - 4)
    face(art, box.keys[placed.character], INSET, INSET, across)
    rank(art, order, 9, across - 4, 6.5)
    beside = INSET + across + 1
    hat(art, placed.seat, (beside + wide) / 2, 9, BRIM)
    arm(art, placed.arms, (beside, wide - 1), across / 2 + 10, 20)
    if not placed.up:
        use(art, "eye", across - 11, 3, 12)
    return INSET + across


def as_spine(art: Element, box: Box, placed: Placed, order: str, wide: float, high: float) -> None:
    """No name: the portrait, and all else below it or, where there is no room, on it."""
    across, secret = min(wide, high) - 2 * INSET, not placed.up
    foot = INSET + across
    face(art, box.keys[placed.character], (wide - across) / 2, INSET, across)
    if high < LOW:
        hat(art, placed.seat, 11, high - 7, 20)
        arm(art, placed.arms, (20, wide - 1), high - 8, 14)
        rank(art, order, wide - 7, 7, 6.5)
    else:
        hat(art, placed.seat, wide / 2 - (5 if secret else 0), foot + 7, 22)
        rank(art, order, wide - 7, foot - 5, 6.5)
        arm(art, placed.arms, (1, wide - 1), high - 9, 20)
    if secret:
        use(art, "eye", *((wide - 12, high - 13, 11) if high < LOW else (wide - 13, foot + 2, 12)))


def valued(art: Element, value: int | str, size: float) -> None:
    disc(art, "disc", size + 1, size + 1, size)
    write(art, str(value), size + 1, size + 1, "pale" if size < 10 else "title pale")


def rank(art: Element, order: str, x: float, y: float, size: float) -> None:
    """When it will be activated."""
    if order:
        disc(art, "order", x, y, size)
        write(art, order, x, y, "small")


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
    use(art, "hat-plain", (wide - across) / 2, middle - across / 2, across, looks="cream")
    write(art, letter_of(seat), wide / 2, middle - 1, "" if across < 40 else "title")
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
    named, says = name(box, card.key, language), said(box, card.says, language)
    value = f"{card.value}{'+' if card.plus else ''}"
    if high < LOW:
        face(art, card.key, 0, 0, wide)
        valued(art, value, 8)
        return art
    if high < TOLD:
        lines = wrapped(says, wide - 2, "small plain")
        across = 26.0 if wide < 70 or len(lines) > 5 else 34.0 if wide < 90 else 40.0 if wide < 110 else 50.0
        face(art, card.key, INSET, INSET, across)
        write(art, value, (INSET + across + wide) / 2, across / 2 + 2, "big")
        fit(art, named, wide / 2, across + 8, wide - 4)
        paragraph_between(art, lines, wide / 2, (across + 13.5, high - 2), 10.8, "small plain")
        return art
    across = wide - 2 * INSET
    face(art, card.key, INSET, INSET, across)
    valued(art, value, 14)
    fit(art, named, wide / 2, across + 11, wide - 6, "name")
    paragraph_between(art, wrapped(says, wide - 8, "plain"), wide / 2, (across + 19, high - PILL))
    return art


def paragraph_between(
    art: Element, lines: list[str], x: float, between: tuple[float, float], step: float = 13, looks: str = "plain"
) -> None:
    """In the middle between two heights, or from the upper one where it is long."""
    top, foot = between
    paragraph(art, lines, x, max(top, (top + foot - step * len(lines)) / 2), step, looks)


# Destinations, bosses and weapons


@lru_cache(maxsize=256)
def destination_card(box: Box, number: int, prices: tuple[int, int], language: str, wide: float, high: float) -> Stamp:
    """A road's symbol and what its herds pay; between them is room for the rewards."""
    art, small = Stamp(), wide < 100
    use(art, f"goal-{'small-' if small else ''}{ROADS[number]}", -1, -1, wide + 2, high + 2, "goal")
    top, foot, size = (12, high - 11, 20) if small else (20, high - 20, 30)
    looks = "name" if small else "title"
    fit(art, titled(box, ROADS[number], language), 1.3 * size, top, wide - 1.5 * size, f"left {looks}")
    for nth, price in enumerate(prices):
        write(art, f"{price} $", wide * (2 * nth + 1) / 4 + (7 if small else 10), foot, looks)
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
        write(art, f"{parts.worth} $", wide / 2, high - 21, "pale")
        write(art, taken, wide / 2, high - 9, "pale")
        return art
    scene(art, key, 7, 7, 56, 35)
    write(art, f"{parts.worth} $", (63 + wide) / 2, 17, "title pale")
    write(art, taken, (63 + wide) / 2, 34, "pale")
    fit(art, name(box, key, language), wide / 2, high - 12, wide - 12, "pale")
    return art


@lru_cache(maxsize=256)
def weapon_card(box: Box, nth: int, left: int, wide: float, high: float) -> Stamp:
    """A weapon of the reserve: what it adds, how many are left and what it costs."""
    art, parts = Stamp(), box.weapons[nth]
    rect(art, "card", 0, 0, wide, high, 5)
    weapon(art, parts.name, wide / 2, 14, min(26, (wide - 4) * 0.65))
    write(art, f"+{parts.value}", wide * 0.3, 32)
    write(art, f"× {left}", wide * 0.7, 32, "small plain")
    coin(art, wide / 2 - 8, high - 12, 15)
    write(art, str(parts.price), wide / 2 + 7, high - 12)
    return art
