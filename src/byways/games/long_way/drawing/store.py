"""Draw one store: floor, walls, doors and the shoppers' way. The origin is the corner of its first space."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement

from byways import drawing
from byways.bits import members
from byways.drawing import num, trace, transform
from byways.games.long_way.components import SIZE
from byways.games.long_way.drawing.art import disc, display, fork
from byways.games.long_way.rules.shoppers import Floor, Walk, walk
from byways.games.long_way.state import BORDERS, NO_SEGMENTS, SPACES, PerSide, Sheet, TileMask, tile_mask

CELL = 64
STORE = SIZE * CELL
ANGLES = (270, 0, 90, 180)  # angles of an arrow pointing north, east, south, west
ARROW = "M-14-4H2V-11L15 0L2 11V4H-14Z"  # a door's arrow, pointing east
TOWARDS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # unit vectors pointing north, east, south, west


@cache
def middle(space: int) -> tuple[float, float]:
    """Return the centre of a space."""
    return space % SIZE * CELL + CELL / 2, space // SIZE * CELL + CELL / 2


def lay_floor(parent: Element, sheet: Sheet) -> None:
    """Draw empty and occupied spaces, and the exterior wall with gaps at the doors."""
    SubElement(parent, "rect", {"class": "floor", "width": num(STORE), "height": num(STORE)})
    trace(parent, "".join(map(square, members(~sheet.occupied & (1 << SPACES) - 1))), "void")
    trace(parent, outside(sheet), "outside")


@cache
def square(space: int) -> str:
    x, y = middle(space)
    return f"M{num(x - 30)} {num(y - 30)}h60v60h-60Z"


def lay_arrows(parent: Element, sheet: Sheet) -> None:
    for door, inward in ((sheet.entrance, True), (sheet.exit, False)):
        if door >= 0:
            (x, y), angle = door_middle(door), ANGLES[door & 3] + 180 * inward
            trace(parent, ARROW, "arrow", f"translate({num(x)} {num(y)}) rotate({angle})")


def outside(sheet: Sheet) -> str:
    """Return the path of the exterior wall, with gaps at the doors."""
    doors = (sheet.entrance, sheet.exit)
    return "".join(
        wall_line(space, direction, -4, 4 * space + direction in doors, 44)
        for direction, border in enumerate(BORDERS)
        for space in members(border)
    )


def inner_wall(sheet: Sheet, space: int, direction: int) -> str:
    """Return the path of a wall inside a store."""
    return wall_line(space, direction, 5, bool(sheet.doorways[direction] >> space & 1), slack=4)


@cache
def wall_line(space: int, direction: int, inset: float, doorway: bool, gap: float = 22, slack: float = 0) -> str:
    """Return the path of a wall along one side of a space, `inset` inside it, with a gap for a doorway in the middle."""
    x, y = middle(space)
    reach, out = CELL / 2 - slack, CELL / 2 - inset
    along, (right, down) = direction % 2 == 0, TOWARDS[direction]
    runs = ((-reach, -gap / 2), (gap / 2, reach)) if doorway else ((-reach, reach),)
    if along:
        return "".join(f"M{num(x + a)} {num(y + out * down)}H{num(x + b)}" for a, b in runs)
    return "".join(f"M{num(x + out * right)} {num(y + a)}V{num(y + b)}" for a, b in runs)


def door_middle(door: int) -> tuple[float, float]:
    """Return the place outside a door."""
    x, y = middle(door >> 2)
    right, down = TOWARDS[door & 3]
    return x + 49 * right, y + 49 * down


@cache
def outline(mask: TileMask) -> str:
    """Return the ground of a tile around its first space's centre, as joined squares."""
    spots, squares = mask.spots, []
    for row, column in spots:
        left, top = column * CELL - 30, row * CELL - 30
        width, height = 60 + 4 * ((row, column + 1) in spots), 60 + 4 * ((row + 1, column) in spots)
        squares.append(f"M{left} {top}h{width}v60h{-width}Z" if height == 60 else f"M{left} {top}h{width}v60h{60 - width}v4h-60Z")
    return "".join(squares)


def cafeteria_middle(cafeteria: int) -> tuple[tuple[float, float], bool]:
    """Return a cafeteria's centre, and whether it lies across."""
    first, second = members(cafeteria)
    (x, y), (x2, y2) = middle(first), middle(second)
    return ((x + x2) / 2, (y + y2) / 2), second == first + 1


def lay_walls(parent: Element, sheet: Sheet, without: PerSide = NO_SEGMENTS) -> None:
    """Draw the walls inside a store, and dots on occupied spaces with nothing else to see."""
    lines = [inner_wall(sheet, space, side) for side in range(4) for space in members(sheet.walls[side] & ~without[side])]
    trace(parent, "".join(lines), "wall")
    walled = sheet.walls[0] | sheet.walls[1] | sheet.walls[2] | sheet.walls[3]
    shown = walled | sheet.cafeteria
    for bits in sheet.displays:
        shown |= bits
    for space in members(sheet.occupied & ~shown):
        disc(parent, "dot", *middle(space), 4)


def lay_way(parent: Element, way: Walk, floor: Floor | None) -> None:
    """Draw the legs, offset so that each of them shows on shared spaces. With a floor, other paths of the same length are dotted."""
    if floor:
        taken = {frozenset(pair) for leg in way.legs for pair in pairwise(leg)}
        trace(parent, "".join(tied_lines(way, floor, taken)), "tied")
    for points in leg_points(way):
        trace(parent, line(points), "path")
        disc(parent, "joint", *points[0], 5)


def leg_points(way: Walk) -> Iterator[list[tuple[float, float]]]:
    for nth, leg in enumerate(way.legs):
        shift = 5 * (nth - (len(way.legs) - 1) / 2)
        yield [(x + shift, y + shift) for x, y in map(middle, leg)]


def line(points: list[tuple[float, float]]) -> str:
    # A one-point path would draw nothing, so it gets a tiny dash.
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("h.1" if len(points) == 1 else "")


def way_line(way: Walk) -> str:
    """Return all legs of a way as one path."""
    return "".join(map(line, leg_points(way)))


def tied_lines(way: Walk, floor: Floor, taken: set[frozenset[int]]) -> Iterator[str]:
    for layers in way.layers:
        for here, there in pairwise(layers):
            for space in members(here):
                for onward in members(floor.around(1 << space) & there):
                    if frozenset((space, onward)) not in taken:
                        (x, y), (x2, y2) = middle(space), middle(onward)
                        yield f"M{num(x)} {num(y)}L{num(x2)} {num(y2)}"


def draw_tile(parent: Element, mask: TileMask, looks: str) -> None:
    """Draw a tile with its walls and dots, around its first space's centre."""
    trace(parent, outline(mask), looks)
    for (row, column), offset in zip(mask.spots, mask.offsets, strict=True):
        x, y = column * CELL, row * CELL
        sides = [direction for direction in range(4) if mask.walls[direction] >> offset & 1]
        if sides:
            lines = "".join(wall_line(0, direction, 5, False, slack=4) for direction in sides)
            trace(parent, lines, "wall", f"translate({x - CELL // 2} {y - CELL // 2})")
        else:
            disc(parent, "dot", x, y, 4)


@lru_cache(256)  # every player's drawing shows every store
def whole_store(chart: tuple[tuple[str, ...], ...], sheet: Sheet, is_over: bool, with_way: bool = True) -> drawing.Stamp:
    """Draw a whole store. Until the game is over, its newest tile stands out, and only a zoom shows the current way."""
    art = drawing.Stamp()
    lay_floor(art, sheet)
    lay_arrows(art, sheet)
    for nth, tile in enumerate(sheet.tiles, 1):
        x, y = middle(tile.space)
        spot = SubElement(art, "g", {"transform": transform(x, y)})
        is_newest = nth == len(sheet.tiles) and not is_over
        trace(spot, outline(tile_mask(chart[tile.light - 1][tile.dark - 1])), "slab fresh" if is_newest else "slab")
    for cafeteria in sheet.cafeterias:
        (x, y), lying = cafeteria_middle(cafeteria)
        fork(SubElement(art, "g", {"transform": transform(x, y)}), lying)
    lay_walls(art, sheet)
    if with_way and (way := walk(sheet)):
        lay_way(art if is_over else SubElement(art, "g", {"class": "present"}), way, Floor(sheet) if is_over else None)
    for kind, bits in enumerate(sheet.displays, 1):
        for space in members(bits):
            x, y = middle(space)
            display(SubElement(art, "g", {"transform": transform(x, y + 2)}), kind)
    return art
