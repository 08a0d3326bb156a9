"""The looks of The Way: its colours, cards, backs and signs."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import RULES as BASE
from byways.drawing import Stamp, looked_at, num, seat_color, stylesheet, trace, turning, write
from byways.games.the_way.cards import EAST, EXITS, MARKS, NORTH, OPPOSITE, SIDES, SOUTH, WEST
from byways.games.the_way.drawing.layout import CARD
from byways.games.the_way.state import BESIDE

DARK_INK = "#2b2621"  # on cards, which are light by night too
UNUSED = (".outline", ".mark", "text.marked", ".seat-2", ".seat-3", ".seat-4", ".seat-5")
RULES = {
    **{selector: "" for selector in BASE if selector in UNUSED},
    "text": BASE["text"].replace("16px", "17px"),
    "text.letter": "fill:$pale;font-size:17px;font-weight:600",
    ".bed": "fill:$felt",
    "text.coordinate": "fill:$chalk;font-weight:600",
    ".plate": "fill:$raised;stroke:$line;stroke-width:1.5",
    ".plate.active": "stroke:$ink;stroke-width:3",
    ".tray": "fill:$tray",
    ".pip": "fill:none;stroke:$faint;stroke-width:1.5",
    ".card": "fill:$card;stroke:$edge;stroke-width:1.2",
    ".card.of-0": "fill:$blush;stroke:$circle;stroke-width:2.5",
    ".card.of-1": "fill:$haze;stroke:$square;stroke-width:2.5",
    ".under": "fill:$back;stroke:$edge;stroke-width:1",
    ".weave": "fill:none;stroke:$pale;stroke-width:4;stroke-opacity:.7",
    ".deck": "fill:$back;stroke:$pale;stroke-width:4",
    ".wall": "fill:none;stroke:$edge;stroke-width:24;stroke-linejoin:round",
    ".way": "fill:none;stroke:$way;stroke-width:19;stroke-linejoin:round",
    ".cap": "stroke-linecap:round",
    ".bridge": "fill:none;stroke:$way;stroke-width:19",
    ".lit": "fill:none;stroke:$open;stroke-width:10;stroke-opacity:.5;stroke-linejoin:round",
    ".arrow": "fill:$circle;stroke:none",
    ".ground": "stroke:none;fill-opacity:.3",
    ".badge": "stroke:$pale;stroke-width:1;stroke-linejoin:round",
    "text.initial": "fill:$pale;font-weight:600",
    ".check": "fill:none;stroke:$good;stroke-width:4.5;stroke-linecap:round;stroke-linejoin:round",
    ".lock": f"fill:{DARK_INK};stroke:none",
    ".shackle": f"fill:none;stroke:{DARK_INK};stroke-width:2.4",
    "text.count": f"fill:{DARK_INK};font-weight:600",
    "text.name": "font-size:18px;font-weight:600",
    "text.right": "text-anchor:end",
    "text.large": "font-size:18px",
    ".halo": f"fill:none;stroke:{DARK_INK};stroke-width:2.5;stroke-dasharray:4 3",
    ".casing": "fill:none;stroke:$pale;stroke-width:8.5;stroke-linecap:round;stroke-linejoin:round",
    ".aim": "fill:none;stroke-width:5.5;stroke-linecap:round;stroke-linejoin:round",
    ".aim-0": "stroke:$circle",
    ".aim-1": "stroke:$square",
    ".pending": "fill:none;stroke:$choice;stroke-width:3.5;stroke-linejoin:round;stroke-dasharray:7 5",
    ".faded": "opacity:.85",
    ".chosen": "fill:none;stroke:$choice;stroke-width:4.5",
    ".bow": f"fill:none;stroke:{DARK_INK};stroke-opacity:.38;stroke-width:2;stroke-linecap:round;stroke-linejoin:round",
    **looked_at(".bow", "stroke-opacity:1;stroke-width:3"),
    ".tap": "fill:$choice;fill-opacity:0;stroke:none;stroke-linejoin:round",
    ".slot": "fill:$open;fill-opacity:.16;stroke:$open;stroke-width:2.5;stroke-dasharray:5 4",
    **looked_at(".tap", f"fill-opacity:.18;stroke:{DARK_INK};stroke-width:3"),
    ".pointed .tap": "stroke:$trail;stroke-width:3",
    ".hold": "fill:$choice;fill-opacity:0;stroke:$choice;stroke-width:2.5",
    **looked_at(".hold", "fill-opacity:.18;stroke-width:4.5"),
    **looked_at(".slot", "fill-opacity:.34;stroke-width:3.5"),
    ".door": "fill:$open;stroke:$pale;stroke-width:2.5",
    **looked_at(".door", f"fill:{DARK_INK}"),
    ".arrowhead": "fill:$pale;stroke:$pale;stroke-width:1.5;stroke-linejoin:round",
    ".ring": "fill:$open;fill-opacity:.16;stroke:$open;stroke-width:3.5",
    **looked_at(".ring", "fill-opacity:.4"),
    ".chip": "fill:$open;stroke:$pale;stroke-width:1.5",
    "text.chip-word": "fill:$pale;font-weight:600",
    # it lies on passages, which are pale by night too
    ".trail": "fill:none;stroke-width:5;stroke-dasharray:.1 9;stroke-linecap:round;stroke-linejoin:round",
    ".would": "fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:.1 10",
    ".track-0": "stroke:$circle",
    ".track-1": "stroke:$square",
    ".turning": turning(CARD / 2, 90),
    ".take": "fill:none;stroke:none;pointer-events:none",
    ".shown .take": "pointer-events:all",
    ".passed": "pointer-events:none",
}
LIGHT = {
    "felt": "#5d4f3b",
    "chalk": "#f6f1e4",
    "tray": "#e9dfc7",
    "line": "#d8cdb4",
    "card": "#dcdfba",
    "edge": "#6b6d48",
    "way": "#fffdf6",
    "back": "#8b7b5c",
    "good": "#1f6b3c",
    "circle": "#b3322b",
    "square": "#2a5da8",
    "blush": "#f1cfc4",
    "haze": "#c8d8ee",
    "open": "#0b6b66",
}
DARK = {
    "felt": "#100e0b",
    "chalk": "#d8cfbd",
    "tray": "#2b2721",
    "line": "#4f483c",
    "card": "#b7ba93",
    "edge": "#45462d",
    "way": "#f1e9d8",
    "back": "#6b5f48",
    "good": "#1f6b3c",
    "circle": "#a3271c",
    "square": "#1f4f94",
    "blush": "#d9a497",
    "haze": "#a3bbdd",
    "open": "#0b6b66",
}
STYLE = stylesheet(RULES, LIGHT, DARK)

HOUSE = "M0-9L9-1H6.5V8H-6.5V-1H-9Z"
FLAG = "M-7-9H9L5-3.5L9 2H-4.5V9H-7Z"
AIM = "M5-3H71Q79-3 79 5V71Q79 79 71 79H5Q-3 79-3 71V5Q-3-3 5-3Z"
TICK = "M-8 0L-2 7L9-8"
CHEVRON = "M-6 4.5L0-5L6 4.5Z"
BOW = "M10 14A13 13 0 0 1 26 11l-5.5-5m5.5 5l-6.5 3.5"  # a turn to the right, in the upper right quarter
POINTER = "M-4.500-6.500L6.500 0L-4.500 6.500Z"
BENDS = (NORTH | EAST, EAST | SOUTH, SOUTH | WEST, NORTH | WEST)
ANGLES = {NORTH: 0, EAST: 90, SOUTH: 180, WEST: 270}
LETTERS = "CS"  # Circle and Square
FULL = {"width": num(CARD), "height": num(CARD), "rx": "8"}


@lru_cache(maxsize=512)
def card_art(face: str, arrows: bool, owner: int | None = None) -> Stamp:
    """A card; `owner` is the piece whose corner it is. Arrows that do not count are not there."""
    art = Stamp()
    looks = "card" if owner is None else f"card of-{owner}"
    SubElement(art, "rect", {"class": looks, **FULL})
    for part in ("wall", "way"):
        trace(art, road(face), part)
        if EXITS[face].bit_count() == 1:
            trace(art, "M38 38h.01", f"{part} cap")
    for side, mark in zip(SIDES, MARKS[face] if arrows else (), strict=arrows):
        if mark.strip():
            turn = ANGLES[side] + (0 if mark == "o" else 180)
            down, right = BESIDE[side]
            trace(art, CHEVRON, "arrow", f"translate({38 + 26 * right} {38 + 26 * down}) rotate({turn})")
    return art


@lru_cache(maxsize=4096)
def road(face: str, x: int = 0, y: int = 0) -> str:
    """The middle line of the ways of a card whose corner is given: corners are round, a dead end stops in the middle."""
    exits = EXITS[face]
    if exits in BENDS:
        first, second = (side for side in SIDES if exits & side)
        return f"M{end(first, x, y)}Q{x + 38} {y + 38} {end(second, x, y)}"
    lines = [line(side, x, y, 76) for side in (NORTH, WEST) if exits & side and exits & OPPOSITE[side]]
    return "".join(lines) + "".join(line(side, x, y) for side in SIDES if exits & side and not exits & OPPOSITE[side])


def line(side: int, x: int, y: int, length: int = 38) -> str:
    """Straight from a side of the card whose corner is given."""
    down, right = BESIDE[side]
    return f"M{end(side, x, y)}" + (f"h{-right * length}" if right else f"v{-down * length}")


def end(side: int, x: int, y: int) -> str:
    """Where a way meets a side of the card whose corner is given."""
    down, right = BESIDE[side]
    return f"{x + 38 + 38 * right} {y + 38 + 38 * down}"


@lru_cache(maxsize=4096)
def stub(face: str, side: int, x: int, y: int) -> str:
    """The way from a side to the middle of the card's ways, which in a corner is off the middle of the card."""
    if EXITS[face] not in BENDS:
        return line(side, x, y)
    down, right = BESIDE[side]
    other_down, other_right = BESIDE[EXITS[face] ^ side]
    bend = f"{x + 38 + 19 * right} {y + 38 + 19 * down}"
    return f"M{end(side, x, y)}Q{bend} {x + 38 + 9.5 * (right + other_right):g} {y + 38 + 9.5 * (down + other_down):g}"


def lay_lock(parent: Element) -> None:
    trace(parent, "M60 63h11v9h-11Z", "lock")
    trace(parent, "M62 63v-3.500a3.500 3.500 0 0 1 7 0v3.500", "shackle")


def lay_under(parent: Element, shift: float) -> None:
    """A card beneath another."""
    SubElement(parent, "rect", {"class": "under", "x": num(shift), "y": num(shift), **FULL})


@lru_cache
def back_art(piece: int | None) -> Stamp:
    """A card face down, of a piece's player or of nobody."""
    art = Stamp()
    SubElement(art, "rect", {"class": "deck" if piece is None else f"seat {seat_color(piece)}", "x": "2", "y": "2", **FULL})
    trace(art, "M40 14L66 40L40 66L14 40Z", "weave")
    return art


def sign_corner(parent: Element, piece: int, is_start: bool, is_reached: bool = False) -> None:
    """Start has a house, Midpoint a flag, in the colour and with the shape and letter of its piece; a tick when it has been reached."""
    if piece == 0:
        SubElement(parent, "circle", {"class": f"ground {seat_color(0)}", "cx": "38", "cy": "38", "r": "25"})
    else:
        SubElement(parent, "rect", {"class": f"ground {seat_color(1)}", "x": "15", "y": "15", "width": "46", "height": "46"})
    badge(parent, piece, is_start, 14, 15, 1.35)
    if is_reached and not is_start:
        trace(parent, TICK, "check", "translate(62 14)")


def badge(parent: Element, piece: int, is_start: bool, x: float, y: float, scale: float) -> None:
    trace(parent, HOUSE if is_start else FLAG, f"badge {seat_color(piece)}", f"translate({num(x)} {num(y)}) scale({num(scale)})")
    write(parent, LETTERS[piece], x + (0 if is_start else 0.5), y + (2 if is_start else -4.5), "initial")


def outline(parent: Element) -> None:
    trace(parent, "M-2-2h80v80h-80z", "pending")
