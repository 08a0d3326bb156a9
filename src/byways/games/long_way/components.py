"""The chart of tiles, read from a file and checked."""

from __future__ import annotations

import re

import msgspec

from byways import game
from byways.components import Flaw, Words

SIZE = 7
SIDES = "NESW"
OFFSETS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows down and columns right, in the order of SIDES
SPACE = re.compile(r"([0-6])([0-6])(\.|[NESW]{1,4})")

Layout = dict[tuple[int, int], str]  # the walled sides of each space


def read_layout(text: str) -> Layout:
    """Parse a layout such as '00N 10. 11ES': the spaces of a tile, each with its walled sides."""
    layout: Layout = {}
    for word in text.split():
        match = SPACE.fullmatch(word)
        if not match or len(set(match[3])) < len(match[3]):
            raise Flaw("flaw.space", word=word)
        if (at := (int(match[1]), int(match[2]))) in layout:
            raise Flaw("flaw.space-twice", layout=text, space=match[1] + match[2])
        layout[at] = match[3].strip(".")
    return layout


def connected(spaces: set[tuple[int, int]]) -> bool:
    queue = [min(spaces)]
    reached = set(queue)
    for row, column in queue:
        beside = {(row + down, column + right) for down, right in OFFSETS} & spaces - reached
        reached |= beside
        queue += beside
    return reached == spaces


def outer_walls(layout: Layout) -> int:
    """Count the walls on the outline of a tile."""
    return sum(
        (row + OFFSETS[SIDES.index(side)][0], column + OFFSETS[SIDES.index(side)][1]) not in layout
        for (row, column), sides in layout.items()
        for side in sides
    )


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tiles for one face of the light die: the same spaces with six wall layouts."""

    name: Words
    layouts: tuple[str, str, str, str, str, str]

    def __post_init__(self) -> None:
        layouts = [read_layout(text) for text in self.layouts]
        for dark, layout in enumerate(layouts, 1):
            if not any(layout.values()):
                raise Flaw("flaw.no-wall", tile=dark)
            if layout.keys() != layouts[0].keys():
                raise Flaw("flaw.other-spaces", tile=dark)
            if layout in layouts[: dark - 1]:
                raise Flaw("flaw.same-walls", tile=dark, other=1 + layouts.index(layout))
        spaces = set(layouts[0])
        if min(row for row, _ in spaces) or min(column for _, column in spaces):
            raise Flaw("flaw.corner")
        if not connected(spaces):
            raise Flaw("flaw.connected")

    @property
    def spaces(self) -> frozenset[tuple[int, int]]:
        return frozenset(read_layout(self.layouts[0]))


Shapes = tuple[Shape, Shape, Shape, Shape, Shape, Shape]


class Chart(game.Part, frozen=True):
    shapes: Shapes

    def __post_init__(self) -> None:
        layouts = [read_layout(text) for shape in self.shapes for text in shape.layouts]
        if len({shape.spaces for shape in self.shapes}) < 2:
            raise Flaw("flaw.same-shapes")
        if all(all(layout.values()) for layout in layouts):
            raise Flaw("flaw.no-open-space")
        if not any(map(outer_walls, layouts)):
            raise Flaw("flaw.no-outer-wall")


class Components(game.Components, frozen=True):
    chart: Chart
