"""What is printed on cards and tiles: the looks of the table, words that find room, and symbols drawn around 0, 0."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from byways.drawing import RULES as BASE
from byways.drawing import looked_at, num, seat_color, trace, write
from byways.games.long_road import GAME

SIZE = 12  # of most letters
SIZES = {"big": 20, "title": 16, "name": 13, "small": 11.5}
WIDTHS = {**dict.fromkeys(" .,:;'()!fijlrtI", 0.28), **dict.fromkeys("mwMW", 0.8), **dict.fromkeys("ABCDGHNOPQRUVXKE", 0.59)}
BLACK = "#2b2621"  # what is printed on cards, which are light by day and by night
RULES = {
    "text": BASE["text"].replace("16px", f"{SIZE}px"),
    **{f"text.{looks}": f"font-size:{size}px" for looks, size in SIZES.items()},
    "text.letter": f"{BASE['text.letter']};font-size:12px",
    "text.bold": "font-weight:600",
    "text.right": "text-anchor:end",
    "text.print": f"fill:{BLACK}",
    "text.pale": "fill:#fffdf6",
    ".lane": "fill:$tepee",
    ".lane-1": "fill:$cactus",
    ".lane-2": "fill:$rock",
    ".way": "fill:none;stroke:#fff;stroke-opacity:$glare;stroke-width:30",
    ".ruts": "fill:none;stroke:#7a6238;stroke-opacity:.25;stroke-width:2;stroke-dasharray:14 9",
    ".panel": "fill:$hollow;fill-opacity:.55",
    ".card": "fill:$face;stroke:#8a7650;stroke-width:1.2",
    ".goal": f"fill:$board;stroke:{BLACK};stroke-width:1.8",
    ".slot": "fill:none;stroke:$faint;stroke-width:1.2;stroke-dasharray:3 3",
    ".seat-box": "fill:$raised;stroke:$hollow;stroke-width:1.2",
    ".turn": "fill:$raised;stroke:$ink;stroke-width:2",
    ".back": "stroke:#fff;stroke-width:1.2",
    ".weave": "fill:none;stroke:#fff;stroke-opacity:.2;stroke-width:1.3",
    ".secret": "fill:#3a332b;stroke:#8a7650;stroke-width:1.2",
    ".disc": f"fill:{BLACK};stroke:#fff;stroke-width:1.2",
    ".order": f"fill:#fff;stroke:{BLACK};stroke-width:1.2",
    ".light": f"fill:#fff;stroke:{BLACK};stroke-width:1",
    ".icon": "fill:none;stroke:$ink;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round",
    ".sign-post": "fill:#e2a42e;stroke:#2b2621;stroke-width:1.2;stroke-linejoin:round",
    ".crossed": f"fill:none;stroke:{BLACK};stroke-width:1.6;stroke-linecap:round",
    ".paper-hat": "fill:#fffdf6",
    ".rule": "fill:none;stroke:#cdb98a;stroke-width:1",
    ".steel": f"fill:{BLACK}",
    ".metal": "fill:$ink",
    ".symbol": f"fill:#e3b27a;stroke:{BLACK};stroke-width:1.3;stroke-linejoin:round",
    ".white": f"fill:#fff;stroke:{BLACK};stroke-width:1.2",
    ".black": f"fill:{BLACK};stroke:{BLACK};stroke-width:1.2",
    ".coin": "fill:#e2a42e;stroke:#7a5200;stroke-width:1.2",
    ".tag": "fill:$accent;stroke:$ink;stroke-width:1",
    ".gone": "opacity:.4",
    ".now": "fill:none;stroke:$trail;stroke-width:4",
    ".may": "fill-opacity:0;stroke:$choice;stroke-width:2.5",
    ".pill": "fill:$choice;stroke:$on;stroke-width:1",
    "text.on": "fill:$on;font-weight:600",
    ".picked": "fill:$choice;stroke:#fff;stroke-width:1.5",
    ".frame": "fill:none;stroke:$choice;stroke-width:3;stroke-dasharray:7 5",
    ".badge": "fill:$trail;stroke:$raised;stroke-width:1",
    "text.badge-word": "fill:$paper;font-weight:600",
    **looked_at(".may", "stroke-width:5"),
    **looked_at(".pill", "fill:$ink;stroke:$ink"),
    **looked_at(".on", "fill:$paper"),
    ".seat-1": "fill:#3a3733",
    ".seat-2": "fill:#a67908",
    ".seat-3": "fill:#2c7546",
}
LIGHT = {
    **{"tepee": "#ebd2a8", "cactus": "#d3ddb9", "rock": "#d9d2da", "glare": ".38"},
    **{"face": "#fffdf7", "board": "#fbf1d8", "choice": "#0b6b66", "on": "#ffffff"},
}
DARK = {
    **{"tepee": "#4a3a26", "cactus": "#38422c", "rock": "#38343f", "glare": ".07"},
    **{"face": "#f1e9d8", "board": "#e9dcc0", "choice": "#57cfc0", "on": "#08211e"},
}

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
EYE = "M-6 0Q0-6 6 0Q0 6-6 0ZM-6 5L6-5"  # crossed: the others cannot see it
TICK = "M-4 0L-1 3.500L5-4"


def rect(parent: Element, looks: str, x: float, y: float, width: float, height: float, radius: float = 4) -> Element:
    box = {"class": looks, "x": num(x), "y": num(y), "width": num(width), "height": num(height), "rx": num(radius)}
    return SubElement(parent, "rect", box)


def disc(parent: Element, looks: str, x: float, y: float, radius: float) -> Element:
    return SubElement(parent, "circle", {"class": looks, "cx": num(x), "cy": num(y), "r": num(radius)})


def at(x: float, y: float, scale: float = 1) -> str:
    return f"translate({num(x)} {num(y)})" + ("" if scale == 1 else f" scale({num(scale)})")


def fit(parent: Element, words: str, x: float, y: float, room: float, looks: str = "") -> Element:
    """Words in so much room: those that are too long are narrower."""
    text = write(parent, words, x, y, looks)
    if width(words, looks) > room:
        text.set("textLength", num(room))
        text.set("lengthAdjust", "spacingAndGlyphs")
    return text


def width(words: str, looks: str = "") -> float:
    """About how wide words are."""
    size = next((SIZES[look] for look in looks.split() if look in SIZES), SIZE)
    return size * (1.05 if "bold" in looks else 1) * sum(WIDTHS.get(letter, 0.5) for letter in words)


def wrapped(words: str, room: float, looks: str = "") -> list[str]:
    """Words in lines that are so wide."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer, looks) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def paragraph(parent: Element, lines: list[str], x: float, y: float, step: float, looks: str = "") -> None:
    for nth, line in enumerate(lines):
        write(parent, line, x, y + step * (nth + 0.5), looks)


# The art; each has its middle at x, y


def herd(parent: Element, white: bool, x: float, y: float, size: float = 7) -> None:
    """White herds are rings, black ones filled diamonds."""
    if white:
        disc(parent, "white", x, y, 0.8 * size)
    else:
        trace(parent, f"M0-{num(size)}L{num(size)} 0L0 {num(size)}L-{num(size)} 0Z", "black", at(x, y))


def coin(parent: Element, x: float, y: float, size: float = 8.6) -> None:
    disc(parent, "coin", x, y, size)
    write(parent, "$", x, y, "small bold print")


def weapon(parent: Element, key: str, x: float, y: float, scale: float = 1, looks: str = "steel") -> None:
    trace(parent, WEAPONS[key], looks, at(x, y, scale))


def road_symbol(parent: Element, road: str, x: float, y: float, scale: float = 1) -> None:
    trace(parent, SYMBOLS[road], "symbol", at(x, y, scale))


def portrait(parent: Element, key: str, x: float, y: float, wide: float) -> None:
    rect(parent, "light", x, y, wide, wide, 4)
    write(parent, key[:2].title(), x + wide / 2, y + wide / 2, "big print")


def vignette(parent: Element, place: str, x: float, y: float, wide: float) -> None:
    """As high as 61 where it is 98 wide."""
    rect(parent, "light", x, y, wide, wide * 61 / 98, 3)
    trace(parent, PLACES.get(place, UNKNOWN_PLACE), "icon", at(x + wide / 2, y + wide * 31 / 98, wide / 42))


def hat(parent: Element, seat: int, x: float, y: float, scale: float = 1, letter: bool = True) -> None:
    """In the colour of a seat, with its letter."""
    trace(parent, HAT, f"seat {seat_color(seat)}", at(x, y, scale))
    if letter:
        write(parent, letter_of(seat), x, y - scale, "letter")


def letter_of(seat: int) -> str:
    return GAME.seat_names[seat][0]
