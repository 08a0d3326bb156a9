"""The layout of a drawing: the board in its frame, and the panel to its right or, in a tall drawing, below it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import transform
from byways.games.labyrinth.state import Direction, Grid, Slide

TILE = 60
ANGLES: dict[Direction, int] = {"right": 0, "down": 90, "left": 180, "up": 270}
CARD = 66, 72  # size of the card with the viewer's goal

Point: TypeAlias = tuple[float, float]
Place: TypeAlias = tuple[int, int] | None  # row and column, which for a dropped tile are just beyond the board; None for the spare


@dataclass(frozen=True, eq=False)
class Layout:
    """`left` and `top` are the first tile's corner. Places in the panel are centres, before zooming."""

    size: Point
    left: int
    top: int
    frame: int
    panel: Point
    round: Point
    card: Point
    label: Point
    spare: Point
    insert: Point
    next_insert: float
    passing: Point
    errand: float = 1
    """The scale of the card with the viewer's goal."""
    inserts_across: int = 4
    zoom: float = 1
    """The scale of things in the frame and the panel; tiles always have the same size."""
    token: float = 1
    """The scale of avatars, houses and flags."""
    reach: float = 0
    """How far the arrows can also be touched on the board, for fingers on small phones."""

    def corner(self, row: int, column: int) -> tuple[int, int]:
        return self.left + column * TILE, self.top + row * TILE

    def place(self, x: float, y: float, rows: int, columns: int) -> tuple[int, int]:
        """The row and column at a point. The frame counts as the row or column before the first or after the last."""
        return self._along(y - self.top, rows), self._along(x - self.left, columns)

    def _along(self, far: float, count: int) -> int:
        if -self.frame <= far < 0:
            return -1
        return count if 0 <= far - count * TILE < self.frame else int(far // TILE)

    def at(self, point: Point) -> Point:
        """Convert a place in the panel to a point on the sheet."""
        return self.panel[0] + point[0] * self.zoom, self.panel[1] + point[1] * self.zoom

    def in_panel(self, x: float, y: float) -> Point | None:
        right, down = x - self.panel[0], y - self.panel[1]
        return (right / self.zoom, down / self.zoom) if right >= 0 and down >= 0 else None

    def nth_insert(self, nth: int) -> Point:
        down, right = divmod(nth, self.inserts_across)
        return self.insert[0] + right * self.next_insert, self.insert[1] + down * self.next_insert

    @property
    def spare_corner(self) -> Point:
        x, y = self.at(self.spare)
        return x - TILE / 2, y - TILE / 2


Shape: TypeAlias = Callable[[int, int], Layout]

FRAME, PANEL, LEAST_HEIGHT = 36, 156, 484


@lru_cache(maxsize=64)
def wide(rows: int, columns: int) -> Layout:
    across = 2 * FRAME + columns * TILE
    return Layout(
        size=(across + PANEL, max(LEAST_HEIGHT, 2 * FRAME + rows * TILE)),
        left=FRAME,
        top=FRAME,
        frame=FRAME,
        panel=(across, 0),
        round=(78, 18),
        card=(78, 98),
        label=(78, 180),
        spare=(78, 230),
        insert=(42, 312),
        next_insert=72,
        passing=(78, 456),
        errand=1.75,
        inserts_across=2,
    )


USUAL, LEAST_SPAN, BELOW = 7, 5, 138


@lru_cache(maxsize=64)
def tall(rows: int, columns: int) -> Layout:
    """A layout for phones. Frame and panel appear as large on the screen as with a 7 by 7 board."""
    span = max(rows, columns, LEAST_SPAN)
    zoom = span / USUAL
    frame = round(FRAME * zoom)
    across, down = 2 * frame + span * TILE, 2 * frame + rows * TILE
    return Layout(
        size=(across, down + round(BELOW * zoom)),
        left=frame + (span - columns) * TILE // 2,
        top=frame,
        frame=frame,
        panel=(0, down),
        round=(60, 14),
        card=(60, 80),
        label=(162, 14),
        spare=(162, 70),
        insert=(244, 70),
        next_insert=70,
        passing=(430, 70),
        errand=1.45,
        zoom=zoom,
        token=max(1, sqrt(zoom)),
        reach=12,
    )


def shape_for(is_tall: bool) -> Shape:
    return tall if is_tall else wide


def spot(lay: Layout, place: Place) -> Point:
    """A tile's corner, on or beside the board."""
    return lay.corner(*place) if place else lay.spare_corner


def zoomed(parent: Element, lay: Layout, at: Point) -> Element:
    """A group at a place in the frame or the panel, to draw in around 0, 0."""
    return SubElement(parent, "g", {"transform": transform(*at, lay.zoom)})


def entrance(slide: Slide, lay: Layout, grid: Grid) -> Point:
    """The point in the frame where the spare enters a line, even if the line does not slide."""
    (x, y), half = lay.corner(0, 0), lay.frame / 2
    along = slide.index * TILE + TILE // 2
    match slide.direction:
        case "right":
            return x - half, y + along
        case "left":
            return x + grid.columns * TILE + half, y + along
        case "down":
            return x + along, y - half
        case "up":
            return x + along, y + grid.rows * TILE + half


def arrow_place(slide: Slide) -> str:
    """An arrow's transform relative to the entrance: beside the line's number, pointing in the slide's direction."""
    x, y = beside_number(slide)
    return f"translate({x} {y}) rotate({ANGLES[slide.direction]}) scale(.75)"


def beside_number(slide: Slide) -> tuple[int, int]:
    return (12, 0) if slide.axis == "column" else (0, 12)


def number_place(slide: Slide, grid: Grid) -> tuple[int, int]:
    """The offset of a line's number from the entrance: beside the arrow, if there is one."""
    if slide not in grid.lines:
        return 0, 0
    return (-14, 0) if slide.axis == "column" else (0, -13)
