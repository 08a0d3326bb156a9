"""What is printed on cards and tiles: symbols, places, herds, weapons, all drawn as paths around 0, 0."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Stamp, num, trace, write
from byways.games.long_road.box import Box

CARD, HIGH = 60, 84  # a caravan or character card
RULES = {
    ".card": "fill:$raised;stroke:$edge;stroke-width:1.5",
    ".back": "fill:$hide;stroke:$edge;stroke-width:1.5",
    ".stitch": "fill:none;stroke:$raised;stroke-width:1.2;stroke-dasharray:3 3",
    ".goal": "fill:$sand;stroke:$ink;stroke-width:2",
    ".icon": "fill:none;stroke:$ink;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round",
    ".symbol": "fill:$sage;stroke:$ink;stroke-width:1.2;stroke-linejoin:round",
    ".white": "fill:#fffdf6;stroke:#2e2a25;stroke-width:1.5",
    ".black": "fill:#2e2a25;stroke:$ink;stroke-width:1.3",
    ".coin": "fill:$accent;stroke:#2e2a25;stroke-width:1.2",
    ".steel": "fill:$ink;stroke:none",
    ".road": "fill:none;stroke:$hollow;stroke-width:30;stroke-linecap:round",
    ".rut": "fill:none;stroke:$faint;stroke-opacity:.5;stroke-width:2;stroke-dasharray:10 9;stroke-linecap:round",
    ".tag": "fill:$accent;stroke:$ink;stroke-width:1",
    ".gone": "opacity:.4",
    ".frame": "fill:none;stroke:$trail;stroke-width:4;stroke-linejoin:round",
    "text.small": "font-size:13px",
    "text.tiny": "font-size:11.5px",
    "text.value": "font-size:17px;font-weight:600",
    "text.dark": "fill:#2e2a25;font-size:12px;font-weight:600",
    "text.choice": "font-size:16px",
    "text.bold": "font-weight:600",
    "text.right": "text-anchor:end",
    ".seat-1": "fill:#3a3733",
    ".seat-2": "fill:#a67908",
    ".seat-3": "fill:#2c7546",
}
LIGHT = {"edge": "#8b7657", "hide": "#b48d64", "sand": "#efe0bd", "sage": "#b9c7a2"}
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


def rect(parent: Element, looks: str, x: float, y: float, width: float, height: float, radius: float = 6) -> Element:
    box = {"class": looks, "x": num(x), "y": num(y), "width": num(width), "height": num(height), "rx": num(radius)}
    return SubElement(parent, "rect", box)


def at(x: float, y: float, scale: float = 1) -> str:
    return f"translate({num(x)} {num(y)}) scale({num(scale)})"


def herd(parent: Element, white: bool, x: float, y: float, size: float = 5) -> None:
    """White herds are rings, black ones filled diamonds."""
    if white:
        SubElement(parent, "circle", {"class": "white", "cx": num(x), "cy": num(y), "r": num(size)})
    else:
        trace(parent, f"M0-{num(size + 1)}L{num(size + 1)} 0L0 {num(size + 1)}L-{num(size + 1)} 0Z", "black", at(x, y))


@lru_cache(maxsize=256)
def caravan_card(box: Box, kind: int, language: str) -> Stamp:
    art, place = Stamp(), box.places[box.place[kind]]
    rect(art, "card", 0, 0, CARD, HIGH)
    herds = [True] * box.white[kind] + [False] * box.black[kind]
    for nth, white in enumerate(herds):
        herd(art, white, 9 + 12 * nth if len(herds) < 4 else 8 + 10 * nth, 11)
    if box.symbol[kind] >= 0:
        trace(art, list(SYMBOLS.values())[box.symbol[kind]], "symbol", at(CARD - 10, 13, 0.75))
    trace(art, PLACES.get(place.name, UNKNOWN_PLACE), "icon", at(CARD / 2, 41))
    if place.signpost:
        trace(art, SIGNPOST, "icon", at(10, HIGH - 25, 0.85))
    write(art, shortened(getattr(place, language)), CARD / 2, HIGH - 9, "tiny")
    return art


@lru_cache(maxsize=256)
def character_card(box: Box, character: int, language: str) -> Stamp:
    art, card = Stamp(), box.characters[character]
    SubElement(art, "title").text = f"{getattr(card, language)}: {card.says.format(**box.words[language])}"
    rect(art, "card", 0, 0, CARD, HIGH)
    write(art, f"{card.value}{'+' if card.plus else ''}", 13, 14, "value")
    words = getattr(card, language).split()
    lines = words if len(words) < 3 else [words[0], " ".join(words[1:])]
    for nth, line in enumerate(lines):
        write(art, shortened(line), CARD / 2, 36 + 13 * nth, "tiny")
    return art


def shortened(name: str) -> str:
    """A name in as many letters as a card is wide."""
    return name if len(name) <= 10 else f"{name[:9]}."


@lru_cache(maxsize=4)
def card_back() -> Stamp:
    art = Stamp()
    rect(art, "back", 0, 0, CARD, HIGH)
    rect(art, "stitch", 5, 5, CARD - 10, HIGH - 10, 3)
    write(art, "?", CARD / 2, 44, "title")
    return art


def coin(parent: Element, x: float, y: float) -> None:
    SubElement(parent, "circle", {"class": "coin", "cx": num(x), "cy": num(y), "r": "8"})
    write(parent, "$", x, y, "dark")


def weapon(parent: Element, name: str, x: float, y: float, scale: float = 0.8) -> None:
    trace(parent, WEAPONS[name], "steel", at(x, y, scale))
