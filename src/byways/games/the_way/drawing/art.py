"""Drawings of cards, card backs and signs."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Stamp, num, seat_color, trace, write
from byways.games.the_way.cards import EAST, EXITS, MARKS, NORTH, OPPOSITE, SIDES, SOUTH, WEST
from byways.games.the_way.drawing.layout import CARD
from byways.games.the_way.drawing.scene import Arrows
from byways.games.the_way.state import BESIDE

HOUSE = "M0-9L9-1H6.5V8H-6.5V-1H-9Z"
FLAG = "M-7-9H9L5-3.5L9 2H-4.5V9H-7Z"
AIM = "M5-3H71Q79-3 79 5V71Q79 79 71 79H5Q-3 79-3 71V5Q-3-3 5-3Z"
TICK = "M-8 0L-2 7L9-8"
CHEVRON = "M-6 4.5L0-5L6 4.5Z"
BOW = "M10 14A13 13 0 0 1 26 11l-5.5-5m5.5 5l-6.5 3.5"  # a right turn, in the upper right quarter
POINTER = "M-4.500-6.500L6.500 0L-4.500 6.500Z"
BENDS = (NORTH | EAST, EAST | SOUTH, SOUTH | WEST, NORTH | WEST)
ANGLES = {NORTH: 0, EAST: 90, SOUTH: 180, WEST: 270}
LETTERS = "CS"  # Circle and Square
FULL = {"width": num(CARD), "height": num(CARD), "rx": "8"}


@lru_cache(maxsize=512)
def card_art(face: str, arrows: Arrows = "hidden", owner: int | None = None) -> Stamp:
    """Draw a card. `owner` is the piece whose corner it is."""
    art = Stamp()
    looks = "card" if owner is None else f"card of-{owner}"
    SubElement(art, "rect", {"class": looks, **FULL})
    for part in ("wall", "way"):
        trace(art, road(face), part)
        if EXITS[face].bit_count() == 1:
            trace(art, "M38 38h.01", f"{part} cap")
    for side, mark in zip(SIDES, MARKS[face], strict=True):
        if mark.strip() and arrows != "hidden":
            turn = ANGLES[side] + (0 if mark == "o" else 180)
            down, right = BESIDE[side]
            trace(
                art, CHEVRON, "arrow" if arrows == "counting" else "idle", f"translate({38 + 26 * right} {38 + 26 * down}) rotate({turn})"
            )
    return art


@lru_cache(maxsize=4096)
def road(face: str, x: int = 0, y: int = 0) -> str:
    """Return the path of a card's ways, given its upper left corner. Bends are round; dead ends stop in the middle."""
    exits = EXITS[face]
    if exits in BENDS:
        first, second = (side for side in SIDES if exits & side)
        return f"M{end(first, x, y)}Q{x + 38} {y + 38} {end(second, x, y)}"
    lines = [line(side, x, y, 76) for side in (NORTH, WEST) if exits & side and exits & OPPOSITE[side]]
    return "".join(lines) + "".join(line(side, x, y) for side in SIDES if exits & side and not exits & OPPOSITE[side])


def line(side: int, x: int, y: int, length: int = 38) -> str:
    """Return a straight line inwards from a side."""
    down, right = BESIDE[side]
    return f"M{end(side, x, y)}" + (f"h{-right * length}" if right else f"v{-down * length}")


def end(side: int, x: int, y: int) -> str:
    """Return the point where a way meets a side."""
    down, right = BESIDE[side]
    return f"{x + 38 + 38 * right} {y + 38 + 38 * down}"


@lru_cache(maxsize=4096)
def stub(face: str, side: int, x: int, y: int) -> str:
    """Return the path from a side to where the card's ways meet, which on a bend is not the card's centre."""
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
    """Draw a card beneath another."""
    SubElement(parent, "rect", {"class": "under", "x": num(shift), "y": num(shift), **FULL})


@lru_cache
def back_art(piece: int | None) -> Stamp:
    """Draw a card face down, in the colour of the piece's player if there is one."""
    art = Stamp()
    SubElement(art, "rect", {"class": "deck" if piece is None else f"seat {seat_color(piece)}", "x": "2", "y": "2", **FULL})
    trace(art, "M40 14L66 40L40 66L14 40Z", "weave")
    return art


def sign_corner(parent: Element, piece: int, is_start: bool, is_reached: bool = False) -> None:
    """Mark a Start with a house and a Midpoint with a flag, in its piece's colour, shape and letter, with a tick once it is reached."""
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
