"""What is printed on cards and tiles: symbols, places, herds, weapons, all drawn as paths around 0, 0; and cards as chips of one line."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import RULES as BASE
from byways.drawing import Stamp, looked_at, num, token, trace, write
from byways.games.long_road import GAME
from byways.games.long_road.box import Box
from byways.games.long_road.words import name

CHIP = 14.6  # how high a card or a character is, drawn as one line of words
SIZE = 12.5  # of letters
WIDTHS = {**dict.fromkeys(" .,:;'()!fijlrtI", 0.29), **dict.fromkeys("mwMW", 0.83), **dict.fromkeys("ABCDGHNOPQRUVXKE", 0.6)}
RULES = {
    "text": BASE["text"].replace("16px", f"{SIZE}px"),
    ".card": "fill:$raised;stroke:$edge;stroke-width:1",
    ".back": "fill:$hide;stroke:$edge;stroke-width:1",
    ".goal": "fill:$sand;stroke:$ink;stroke-width:1.5",
    ".icon": "fill:none;stroke:$ink;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round",
    ".symbol": "fill:$sage;stroke:$ink;stroke-width:1.2;stroke-linejoin:round",
    ".white": "fill:#fffdf6;stroke:#2e2a25;stroke-width:1.5",
    ".black": "fill:#2e2a25;stroke:$ink;stroke-width:1.3",
    ".coin": "fill:$accent;stroke:#2e2a25;stroke-width:1.2",
    ".steel": "fill:$ink;stroke:none",
    ".lane": "fill:$hollow;stroke:none;fill-opacity:.6",
    ".tag": "fill:$accent;stroke:$ink;stroke-width:1",
    ".gone": "opacity:.4",
    ".frame": "fill:none;stroke:$trail;stroke-width:3;stroke-linejoin:round",
    ".badge": "fill:$trail;stroke:$raised;stroke-width:1",
    "text.badge-word": "fill:$paper;font-size:12px;font-weight:600",
    "text.pale": "fill:#fffdf6",
    **looked_at(".word", "fill:#2e2a25"),
    "text.value": "font-weight:600",
    "text.dark": "fill:#2e2a25;font-size:11px;font-weight:600",
    "text.bold": "font-weight:600",
    "text.right": "text-anchor:end",
    ".seat-1": "fill:#3a3733",
    ".seat-2": "fill:#a67908",
    ".seat-3": "fill:#2c7546",
}
LIGHT = {"edge": "#8b7657", "hide": "#8a6743", "sand": "#efe0bd", "sage": "#b9c7a2"}
DARK = {"edge": "#6d5c43", "hide": "#6e5237", "sand": "#4a3f2b", "sage": "#55664a"}

SYMBOLS = {
    "tepee": "M0-9L8 8H-8ZM0 8L0 0M-2-12L0-9L2-12",
    "cactus": "M-2.5 9V-8Q0-11 2.5-8V9ZM-2.5 3H-6Q-8 3-8 0V-3M2.5 0H6Q8 0 8-3V-6",
    "rock": "M-9 8L-7-3L-2-8L4-5L9 2L8 8Z",
}
PLACES = {
    "ranch": "M-12 9V-2L0-11L12-2V9ZM-4 9V1H4V9",
    "saloon": "M-10-8H0V9H-10ZM0-8H10V9H0ZM-7-3H-3M-7 1H-3M3-3H7M3 1H7",
    "relay": "M-8 9L-10-2Q-9-11 0-11Q9-11 10-2L8 9H4L5-2Q4-6 0-6Q-4-6-5-2L-4 9Z",
    "store": "M-9-4H9L11 9H-11ZM-5-4Q-5-11 0-11Q5-11 5-4",
    "stagecoach": "M0-11A11 11 0 1 0 .1-11ZM0-11V11M-11 0H11M-8-8L8 8M8-8L-8 8",
    "canyon": "M-13-7H-6L-4 9H4L6-7H13M-13 9H13",
    "crossroads": "M0 11V-11M-2-9H9L12-6L9-3H-2M2 1H-9L-12 4L-9 7H2",
    "river": "M-13-6Q-8-11-4-6T5-6T13-6M-13 1Q-8-4-4 1T5 1T13 1M-13 8Q-8 3-4 8T5 8T13 8",
}
UNKNOWN_PLACE = "M-9-9H9V9H-9Z"  # somebody's own place
SIGNPOST = "M0 7V-7M-5-6H3L6-3.5L3-1H-5Z"
WEAPONS = {
    "dagger": "M0-11L2.5-7V2H-2.5V-7ZM-6 2H6V4H-6ZM-1.5 4H1.5V10H-1.5Z",
    "pistol": "M-11-5H9V0H-1L-3 4H-5L-7 9H-12L-9 0H-11Z",
    "rifle": "M-15-1H14V1.5H3L1 4H-5L-15 8V3Z",
}
HAT = "M-14 5Q-10 7 0 7T14 5Q15 3 9 3Q8-7 4-7Q0-5-4-7Q-8-7-9 3Q-15 3-14 5Z"
STAR = "M0-10L2.6-3.4L9.5-3.1L4.2 1.3L5.9 8.1L0 4.3L-5.9 8.1L-4.2 1.3L-9.5-3.1L-2.6-3.4Z"


def rect(parent: Element, looks: str, x: float, y: float, width: float, height: float, radius: float = 4) -> Element:
    box = {"class": looks, "x": num(x), "y": num(y), "width": num(width), "height": num(height), "rx": num(radius)}
    return SubElement(parent, "rect", box)


def at(x: float, y: float, scale: float = 1) -> str:
    return f"translate({num(x)} {num(y)}) scale({num(scale)})"


def fit(parent: Element, words: str, x: float, y: float, room: float, looks: str = "") -> Element:
    """Words in so much room: those that are a little too long are narrower, those that are far too long end in a full stop."""
    while width(words) > 1.25 * room:
        words = f"{words[:-2].rstrip()}."
    text = write(parent, words, x, y, looks)
    if width(words) > room:
        text.set("textLength", num(room))
        text.set("lengthAdjust", "spacingAndGlyphs")
    return text


def width(words: str) -> float:
    """About how wide words are."""
    return SIZE * sum(WIDTHS.get(letter, 0.5) for letter in words)


def herd(parent: Element, white: bool, x: float, y: float, size: float = 4) -> None:
    """White herds are rings, black ones filled diamonds."""
    if white:
        SubElement(parent, "circle", {"class": "white", "cx": num(x), "cy": num(y), "r": num(size)})
    else:
        trace(parent, f"M0-{num(size + 1)}L{num(size + 1)} 0L0 {num(size + 1)}L-{num(size + 1)} 0Z", "black", at(x, y))


def herds(parent: Element, box: Box, kind: int, x: float, y: float) -> float:
    """The herds of a card in a row; where they end."""
    for nth in range(box.herds[kind]):
        herd(parent, nth < box.white[kind], x + 4 + 9.5 * nth, y)
    return x + 9.5 * box.herds[kind]


@lru_cache(maxsize=1024)
def caravan_chip(box: Box, kind: int, language: str, wide: float) -> Stamp:
    """A caravan card in one line: herds, the place, and where there is room its picture, symbol and signpost."""
    art, place = Stamp(), box.places[box.place[kind]]
    rect(art, "card", 0, 0, wide, CHIP)
    left = herds(art, box, kind, 3, CHIP / 2) + 3
    right = wide - 2.0
    if wide > 80 and box.symbol[kind] >= 0:
        trace(art, list(SYMBOLS.values())[box.symbol[kind]], "symbol", at(right - 8, CHIP / 2 + 1, 0.66))
        right -= 17
    if wide > 120 and place.signpost:
        trace(art, SIGNPOST, "icon", at(right - 7, CHIP / 2, 0.8))
        right -= 15
    if wide > 120:
        trace(art, PLACES.get(place.name, UNKNOWN_PLACE), "icon", at(left + 10, CHIP / 2, 0.6))
        left += 21
    if right - left > 12:
        fit(art, name(box, place.name, language), left, CHIP / 2, right - left, "left")
    return art


@lru_cache(maxsize=1024)
def character_chip(seat: int, value: int | None, wide: float) -> Stamp:
    """A character in one line, with room for its name: whose it is and its value as things stand, None for one that is hidden."""
    art = Stamp()
    rect(art, "back" if value is None else "card", 0, 0, wide, CHIP)
    token(SubElement(art, "g", {"transform": at(8, CHIP / 2, 0.46)}), seat, GAME.seat_names[seat][0])
    write(art, "?" if value is None else str(value), 22, CHIP / 2, "value pale" if value is None else "value")
    return art


def coin(parent: Element, x: float, y: float, size: float = 7) -> None:
    SubElement(parent, "circle", {"class": "coin", "cx": num(x), "cy": num(y), "r": num(size)})
    write(parent, "$", x, y, "dark")


def weapon(parent: Element, key: str, x: float, y: float, scale: float = 0.65) -> None:
    trace(parent, WEAPONS[key], "steel", at(x, y, scale))
