"""Labyrinth's art: tiles with their gems, houses, flags and goals."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Stamp, line_color, num, seat_color, stamped, trace, transform, write
from byways.games.labyrinth.drawing.gems import CUTS, DEEP, DETAILS, look
from byways.games.labyrinth.drawing.layout import TILE
from byways.games.labyrinth.drawing.scene import seat_letter
from byways.games.labyrinth.state import EAST, NORTH, OPENINGS, SOUTH, WEST

ARROW = "M-6-8L8 0L-6 8Z"
BARRED = "M-9-9L9 9M-9 9L9-9"
COUNTER = "scale(-1 1)"  # mirrors the shared arrow, which is clockwise
HOUSE = "M0-12L12-2H9V10H-9V-2H-12Z"
FLAG = "M-9-9H12L8-1L12 7H-9Z"
CORNERS = "M-2 13V-2H13M47-2H62V13M62 47V62H47M13 62H-2V47"
CROSS = "M22 22L38 38M38 22L22 38"


@lru_cache(maxsize=2048)
def tile_art(connector: str, gems: tuple[str, str], fixed: bool) -> Stamp:
    """A tile, drawn from its corner. The tiles of many tables exceed this cache, so their parts are cached too."""
    art = Stamp()
    art.append(stamped(lay_ground, connector, fixed))
    for gem, at in zip(gems, ("translate(10 10)", "translate(50 50)"), strict=True):
        art.append(stamped(show_gem, gem, at))
    return art


def lay_ground(art: Element, connector: str, fixed: bool) -> None:
    SubElement(art, "rect", {"class": "fixed" if fixed else "loose", "x": ".5", "y": ".5", "width": "59", "height": "59", "rx": "3"})
    if fixed:
        trace(art, "M49 9h4v4h-4ZM7 47h4v4h-4Z", "stud")
    trace(art, way(OPENINGS[connector]), "wall")
    trace(art, way(OPENINGS[connector]), "way")


def show_gem(parent: Element, gem: str, at: str) -> None:
    cut, color, detail = look(gem)
    trace(parent, CUTS[cut], f"gem gem-{color}", at)
    trace(parent, DETAILS[detail], "gleam" if color in DEEP else "cut", at)


@lru_cache(maxsize=4096)
def way(openings: int, x: int = 0, y: int = 0) -> str:
    """The centre line of a tile's passage, from the tile's corner. Bends are round; straight passages are one line."""
    north, east, south, west = (openings & side for side in (NORTH, EAST, SOUTH, WEST))
    middle, right, bottom = f"M{x + 30} {y + 30}", x + TILE, y + TILE
    if north and south:
        return f"M{x + 30} {y}V{bottom}" + (f"{middle}H{right}" if east else "") + (f"{middle}H{x}" if west else "")
    if east and west:
        return f"M{x} {y + 30}H{right}" + (f"{middle}V{y}" if north else "") + (f"{middle}V{bottom}" if south else "")
    return f"M{x + 30} {y if north else bottom}Q{x + 30} {y + 30} {right if east else x} {y + 30}"


@lru_cache(maxsize=16)
def bow(openings: int) -> tuple[float, float]:
    """The offset of a passage's middle from its tile's middle. Only bends have one."""
    if openings.bit_count() > 2 or openings in (NORTH | SOUTH, EAST | WEST):
        return 0, 0
    return 7.5 if openings & EAST else -7.5, 7.5 if openings & SOUTH else -7.5


def badge(parent: Element, shape: str, seat: int, x: float, y: float, scale: float) -> None:
    """Draw a seat's house or flag, with its letter."""
    group = SubElement(parent, "g", {"transform": transform(x, y, scale)})
    trace(group, shape, f"seat {seat_color(seat)}")
    write(group, seat_letter(seat), 0, -1 if shape == FLAG else 2, "letter")


def fence(parent: Element, seat: int, nth: int = 0) -> None:
    """Draw a frame around a home in its owner's colour. A second owner's frame is inside the first."""
    at, long = num(3 + 6 * nth), num(54 - 12 * nth)
    for looks in ("fence", f"yard {line_color(seat)}"):
        SubElement(parent, "rect", {"class": looks, "x": at, "y": at, "width": long, "height": long, "rx": "5"})


def goal_mark(parent: Element, seat: int, cross: bool) -> None:
    """Mark a seat's goal in its colour: a treasure with a frame and a cross, a home with a frame."""
    shapes = {"frame": CORNERS, "goal": CROSS} if cross else {"frame": CORNERS}
    trace(parent, "".join(shapes.values()), "rim")
    for looks, shape in shapes.items():
        trace(parent, shape, f"{looks} {line_color(seat)}")


def box(x: float, y: float, width: float, height: float) -> dict[str, str]:
    """The attributes of a rectangle centred on a point."""
    return {"x": num(x - width / 2), "y": num(y - height / 2), "width": num(width), "height": num(height)}
