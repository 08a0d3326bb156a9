"""Card faces at any size: places, characters, card backs, destinations, bosses and weapons."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element

from byways.drawing import Stamp, use, write
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.drawing.art import (
    coin,
    disc,
    fit,
    hat,
    herd,
    letter_of,
    paragraph,
    rect,
    title_lines,
    weapon,
    wrap,
    wrap_within,
    write_numeral,
    write_title,
)
from byways.games.long_road.drawing.emblems import MOST, marks_key
from byways.games.long_road.drawing.layout import Spot
from byways.games.long_road.drawing.phrases import name, said, titled
from byways.games.long_road.drawing.portraits import face
from byways.games.long_road.drawing.vignettes import scene
from byways.games.long_road.state import UNARMED, Arms, Placed

INSET = 2
# Sizes at which the layout of a card changes
SPINE = 62  # narrower cards have no name
FULL, TOLD = 110, 150  # at least this high: symbols at full size, and the bonus in words
SLIM = 80  # a full card narrower than this has its herds in two rows
PAGE = 60  # a card below FULL at least this wide has room for a few words
LOW = 50  # a lower card is in one of two rows
SIDE = 40  # a two-row character at least this wide has a column beside its portrait
BRIM = 26  # width of the hat beside a portrait
FINGER = 25  # minimum size of a touch target
REACH = {"dagger": 15, "pistol": 27, "rifle": 40}  # widths of weapons drawn 26 high
OX = 24  # maximum height of an ox
LEAST = 22  # a portrait in hand is no smaller, whatever the ability says
PILL = 24  # height kept free at the bottom of a card in hand


# Places


@lru_cache(maxsize=2048)
def caravan_card(box: Box, kind: int, language: str, wide: float, high: float, free: float = 0) -> Stamp:
    """Draw a caravan card: picture, herds and, if there is room, marks, name and bonus. Pills cover its bottom `free` units."""
    art = Stamp()
    rect(art, "card", 0, 0, wide, high, 5)
    if wide < SPINE:
        draw_narrow_place(art, box, kind, wide, high - free, beside=high < LOW)
    elif high < FULL:
        draw_low_place(art, box, kind, language, wide, high - free)
    else:
        draw_high_place(art, box, kind, language, wide, high, max(free, PILL))
    return art


def draw_high_place(art: Element, box: Box, kind: int, language: str, wide: float, high: float, free: float) -> None:
    """Draw a caravan card on the wide sheet, or one in hand, which has its bonus in words."""
    place = box.places[box.place[kind]]
    named, lines = name(box, place.name, language), wrap(said(box, place.says, language), wide - 10, "plain") if high > TOLD else []
    picture = min(0.39 * high, high - free - 46 - 13 * len(lines)) if lines else max(0.42 * high, (wide - 2 * INSET) * 0.625)
    below = INSET + round(picture)
    scene(art, place.name, INSET, INSET, wide - 2 * INSET, below - INSET)
    draw_marks(art, box, kind, (2, 2, wide - 4, 24))
    if wide < SLIM:
        write_title(art, named, wide / 2, below + 14, wide - 4)
        draw_herds(art, box, kind, (4, below + 26, wide - 8, 34))
        return
    fit(art, named, wide / 2, below + 9, wide - 6)
    draw_herds(art, box, kind, (4, below + 18, wide - 8, 26 if lines else 23))
    centred_paragraph(art, lines, (wide / 2, wide - 4), (below + 44, high - free))


def draw_narrow_place(art: Element, box: Box, kind: int, wide: float, high: float, beside: bool) -> None:
    """Draw a card of a long caravan without marks, which matter only when it is played. In two rows, the herds are beside the picture."""
    picture = (round(0.45 * wide), high - 2 * INSET) if beside else (wide - 2 * INSET, round(0.46 * high))
    scene(art, box.places[box.place[kind]].name, INSET, INSET, *picture)
    right, below = INSET + picture[0], INSET + picture[1]
    draw_herds(art, box, kind, (right + 1, 2, wide - right - 3, high - 4) if beside else (2, below + 1, wide - 4, high - below - 3))


def draw_low_place(art: Element, box: Box, kind: int, language: str, wide: float, high: float) -> None:
    """Draw a card with name and herds, and with the bonus if the card is large enough."""
    place, room = box.places[box.place[kind]], wide - 6
    named = name(box, place.name, language)
    below_picture = 2 + 12 * len(title_lines(named, room)) + 14
    says = wrap(said(box, place.says, language), wide - 4, "small plain")
    room_above = high - 2 * INSET - below_picture
    told = wide >= PAGE and 20 + 11 * len(says) <= room_above
    picture = min(round(0.44 * high), room_above - (11 * len(says) if told else 0))
    below, foot = INSET + picture, INSET + picture + below_picture
    scene(art, place.name, INSET, INSET, wide - 2 * INSET, picture)
    draw_marks(art, box, kind, (2, 2, wide - 4, 20))
    write_title(art, named, wide / 2, (below + foot - 12) / 2, room)
    draw_herds(art, box, kind, (4, foot - 14, wide - 8, 14))
    if told:
        paragraph(art, says, wide / 2, foot, 11, "small plain")


def draw_marks(art: Element, box: Box, kind: int, frame: tuple[float, float, float, float]) -> None:
    """Draw the road symbol and the signpost, if the card has them."""
    if key := marks_key(box.symbol[kind], box.signpost[kind]):
        use(art, key, *frame)


def draw_herds(art: Element, box: Box, kind: int, frame: tuple[float, float, float, float]) -> None:
    """Draw all herds, in two rows if space is narrow. More than four are shown as numbers."""
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
def character_card(box: Box, placed: Placed, value: int, order: str, language: str, wide: float, high: float, free: float = 0) -> Stamp:
    """Draw a character on the table: current value, place in the order of activation, hat and weapons.

    Pills cover its bottom `free` units.
    """
    art, key = Stamp(), box.keys[placed.character]
    named, full = name(box, key, language), wide >= SPINE and high >= FULL
    rect(art, "card", 0, 0, wide, high, 5)
    if full:
        across = min(wide - 2 * INSET, high - 46)
        foot = INSET + across
        face(art, key, (wide - across) / 2, INSET, across)
        hat(art, placed.seat, language, wide - 16, 11, 30)
        fit(art, named, wide / 2, foot + 8, wide - 6)
        order_badge(art, order, order_spot(wide, high))
        draw_weapons(art, placed.arms, (22 if order else 4, wide - 4), foot + 26, 20)
        if not placed.up:
            use(art, "eye", 2, 24, 19)
    elif wide >= SPINE:
        draw_strip(art, box, placed, order, language, wide, high - free)
    elif wide >= SIDE and FINGER < high - free < LOW:
        draw_beside(art, box, placed, order, language, wide, high - free)
    else:
        draw_spine(art, box, placed, order, language, wide, high - free)
    value_badge(art, value, 11 if full else 8)
    return art


def draw_strip(art: Element, box: Box, placed: Placed, order: str, language: str, wide: float, high: float) -> None:
    """Draw the portrait on the left, hat and weapons beside it, and the name below."""
    across = strip_portrait(wide, high)
    beside = INSET + across + 1
    face(art, box.keys[placed.character], INSET, INSET, across)
    order_badge(art, order, order_spot(wide, high))
    hat(art, placed.seat, language, (beside + wide) / 2, 10, BRIM)
    draw_weapons(art, placed.arms, (beside, wide - 1), across / 2 + 10, 20)
    if not placed.up:
        use(art, "eye", across - 11, 3, 12)
    named = name(box, box.keys[placed.character], language)
    (write_title if high > LOW else fit)(art, named, wide / 2, (INSET + across + high) / 2, wide - 4)


def draw_beside(art: Element, box: Box, placed: Placed, order: str, language: str, wide: float, high: float) -> None:
    """Draw a two-row character, with everything else in a column beside the portrait."""
    across = beside_portrait(wide, high)
    face(art, box.keys[placed.character], INSET, high - INSET - across, across)
    hat(art, placed.seat, language, (INSET + across + wide) / 2, 8, 20)
    order_badge(art, order, order_spot(wide, high))
    draw_weapons(art, placed.arms, (INSET + across + 1, wide - 1), high - 6, 10)
    if not placed.up:
        use(art, "eye", 17, 1, 10)


def draw_spine(art: Element, box: Box, placed: Placed, order: str, language: str, wide: float, high: float) -> None:
    """Draw a narrow card without a name: a portrait, with hat, weapons and order below it or, on a short card, on top of it.

    If option buttons leave little height, draw only the portrait, or nothing.
    """
    if high < FINGER / 2:
        return
    across, top = min(wide, high) - 2 * INSET, spine_top(wide, high)
    foot = top + across
    face(art, box.keys[placed.character], wide - INSET - across, top, across)
    if high <= FINGER:
        return
    order_badge(art, order, order_spot(wide, high))
    if high >= LOW:
        if high - foot > 30 or placed.arms == UNARMED:  # a pill, which only its own player sees, leaves no room for hat and weapons
            hat(art, placed.seat, language, (wide - 14 if order else wide) / 2, foot + 8, 18 if order else 22)
        draw_weapons(art, placed.arms, (1, wide - 1), high - 9, 18)
    else:
        hat(art, placed.seat, language, 11, high - 7, 20)
        draw_weapons(art, placed.arms, (20, wide - 1), high - 8, 14)
    if not placed.up:
        use(art, "eye", wide - 14, 3, 11)


def strip_portrait(wide: float, high: float) -> float:
    return min(high - (28 if high > LOW else 15), wide - BRIM - 4)


def spine_top(wide: float, high: float) -> float:
    """The top of a narrow portrait: lower if there is room, so that the value does not hide the face."""
    return 8 if high - wide >= 38 else INSET


def beside_portrait(wide: float, high: float) -> float:
    return min(wide - 20, high - 2 * INSET)


def order_spot(wide: float, high: float) -> Spot:
    """Return where a character of this size shows its place in the order of activation."""
    if wide >= SPINE:
        return (11, INSET + min(wide - 2 * INSET, high - 46) + 25) if high >= FULL else (9, strip_portrait(wide, high) - 4)
    if high >= LOW:
        return wide - 7.5, spine_top(wide, high) + min(wide, high) - 2 * INSET + 8
    return ((INSET + beside_portrait(wide, high) + wide) / 2, 19) if wide >= SIDE else (wide - 7, 7)


def value_badge(art: Element, value: int | str, size: float) -> None:
    disc(art, "disc", size + 1, size + 1, size)
    write_numeral(art, str(value), size + 1, size + 1, "pale" if size < 10 else "title pale")


def order_badge(art: Element, order: str, spot: Spot) -> None:
    if order:
        disc(art, "order", *spot, 6.5)
        write_numeral(art, order, *spot, "small")


def draw_weapons(art: Element, arms: Arms, between: tuple[float, float], y: float, high: float = 20) -> None:
    """Draw weapons side by side, smaller if there are many."""
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
def card_back(seat: int, arms: Arms, language: str, wide: float, high: float) -> Stamp:
    """Draw an unknown character: a card back in its player's colour, with hat, letter and weapons."""
    art = Stamp()
    use(art, "back", 0, 0, wide, high, f"hat-{seat}")
    across = min(44, wide - 4)
    middle = high / 2 if high > LOW or not any(arms) else 10
    use(art, "hat-plain", (wide - across) / 2, middle - across / 2, across, looks="cream")
    write(art, letter_of(seat, language), wide / 2, middle - 1, "" if across < 40 else "title")
    if any(arms):
        foot = 20 if high > LOW else 15
        rect(art, "light", 2, high - foot - 2, wide - 4, foot, foot / 2)
        draw_weapons(art, arms, (5, wide - 5), high - foot / 2 - 2, foot)
    return art


@lru_cache(maxsize=1024)
def held_card(box: Box, character: int, language: str, wide: float, high: float) -> Stamp:
    """Draw a character in hand, with its ability in words."""
    art, card = Stamp(), box.characters[character]
    rect(art, "card", 0, 0, wide, high, 6)
    named, says = name(box, card.key, language), said(box, card.says, language)
    value = f"{card.value}{'+' if card.plus else ''}"
    if high < LOW:
        face(art, card.key, 0, 0, wide)
        value_badge(art, value, 8)
        return art
    if high < TOLD:
        lines = wrap_within(says, wide - 2, int((high - LEAST - 15.5) / 10.8), "small plain")
        most = 26 if wide < 70 else 34 if wide < 90 else 40 if wide < 110 else 50
        across = min(most, high - 15.5 - 10.8 * len(lines))
        face(art, card.key, INSET, INSET, across)
        write(art, value, (INSET + across + wide) / 2, across / 2 + 2, "big")
        fit(art, named, wide / 2, across + 8, wide - 4)
        centred_paragraph(art, lines, (wide / 2, wide - 2), (across + 13.5, high - 2), 10.8, "small plain")
        return art
    lines = wrap(says, wide - 8, "plain")
    across = min(wide - 2 * INSET, high - PILL - 19 - 13 * len(lines))
    face(art, card.key, (wide - across) / 2, INSET, across)
    value_badge(art, value, 14)
    fit(art, named, wide / 2, across + 11, wide - 6, "name")
    centred_paragraph(art, lines, (wide / 2, wide - 4), (across + 19, high - PILL))
    return art


def centred_paragraph(
    art: Element, lines: list[str], across: Spot, between: tuple[float, float], step: float = 13, looks: str = "plain"
) -> None:
    """Write lines, no wider than `across` (middle and room), centred between two heights, or from the upper one if they need more."""
    (x, room), (top, foot) = across, between
    paragraph(art, lines, x, max(top, (top + foot - step * len(lines)) / 2), step, looks, room)


# Destinations, bosses and weapons


@lru_cache(maxsize=256)
def destination_card(box: Box, number: int, prices: tuple[int, int], language: str, wide: float, high: float) -> Stamp:
    """Draw a destination: symbol, name and prices, with room for the rewards between them."""
    art, small = Stamp(), wide < 100
    use(art, f"goal-{'small-' if small else ''}{ROADS[number]}", -1, -1, wide + 2, high + 2, "goal")
    top, foot, size = (12, high - 11, 20) if small else (20, high - 20, 30)
    looks = "name" if small else "title"
    fit(art, titled(box, ROADS[number], language), 1.3 * size, top, wide - 1.5 * size, f"left {looks}")
    for nth, price in enumerate(prices):
        write(art, f"{price} $", wide * (2 * nth + 1) / 4 + (9 if small else 13), foot, looks)
    return art


@lru_cache(maxsize=64)
def boss_card(box: Box, place: int, count: int | None, language: str, wide: float, high: float) -> Stamp:
    """Draw a boss, dark because it is secret: its pay, its place, and how many cards were taken (None outside a game)."""
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
    """Draw a weapon in the reserve: what it adds, how many are left, and its price."""
    art, parts = Stamp(), box.weapons[nth]
    rect(art, "card", 0, 0, wide, high, 5)
    weapon(art, parts.name, wide / 2, 14, min(26, (wide - 4) * 0.65))
    write(art, f"+{parts.value}", wide * 0.3, 32)
    write(art, f"× {left}", wide * 0.7, 32, "small plain")
    coin(art, wide / 2 - 8, high - 12, 15)
    write(art, str(parts.price), wide / 2 + 7, high - 12)
    return art
