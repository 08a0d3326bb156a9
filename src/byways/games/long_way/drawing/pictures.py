"""Pictures for the how-to-play page: the chart of tiles, the six displays, and each symbol in the drawing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, cast
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import TOKENS, num, trace, transform
from byways.drawing import Sheet as Paper
from byways.game import Game
from byways.games.long_way.components import Components
from byways.games.long_way.drawing.art import coin, die, disc, display, fork, rect
from byways.games.long_way.drawing.store import ARROW, CELL, draw_tile, wall_line
from byways.games.long_way.drawing.style import STYLE
from byways.games.long_way.state import DISPLAYS, TileMask, tile_mask
from byways.i18n import Message
from byways.room import Picture

SMALL, GAP = 0.38, 14  # the scale of a tile in the chart, and the gap between tiles
DICE = 46  # the width of the row and the column of dice
SYMBOL = 60
Art: TypeAlias = Callable[[Element], object]  # draws something around 0, 0


def paper(game: Game, language: str, title: str, size: tuple[float, float]) -> Paper:
    say = partial(game.say, language=language)
    return Paper(f"sheet-{title}", size, say(Message(f"picture.{title}")), STYLE, say)


# The chart


def chart(game: Game, language: str) -> str:
    """Draw all tiles, with a row per face of the light die and a column per face of the dark one."""
    rows = [[tile_mask(layout) for layout in shape.layouts] for shape in cast(Components, game.components).chart.shapes]
    wide = GAP + SMALL * CELL * max(width_of(row[0]) for row in rows)
    heights = [GAP + SMALL * CELL * row[0].depth for row in rows]
    sheet = paper(game, language, "chart", (DICE + 6 * wide, DICE + sum(heights)))
    for dark in range(6):
        die(sheet.piece(f"dark-{dark + 1}", DICE + wide * (dark + 0.5), DICE / 2, 0.7), dark + 1, "dark")
    top: float = DICE
    for light, (row, high) in enumerate(zip(rows, heights, strict=True)):
        die(sheet.piece(f"light-{light + 1}", DICE / 2, top + high / 2, 0.7), light + 1, "light")
        for dark, mask in enumerate(row):
            x, y = DICE + wide * (dark + 0.5), top + high / 2
            draw_tile(sheet.piece(f"tile-{light + 1}-{dark + 1}", *first_space(mask, x, y), SMALL), mask, "slab")
        top += high
    return str(sheet)


def width_of(mask: TileMask) -> int:
    columns = [column for _, column in mask.spots]
    return 1 + max(columns) - min(columns)


def first_space(mask: TileMask, x: float, y: float) -> tuple[float, float]:
    """Return the centre of the first space of a tile centred at x, y."""
    right = mask.left + width_of(mask) - 1
    return x - SMALL * CELL * (mask.left + right) / 2, y - SMALL * CELL * (mask.depth - 1) / 2


# Displays


def displays(game: Game, language: str) -> str:
    sheet = paper(game, language, "displays", (540, 140))
    for nth, name in enumerate(DISPLAYS):
        row, column = divmod(nth, 3)
        x, y = 40 + 180 * column, 36 + 68 * row
        display(sheet.piece(f"display-{nth + 1}", x, y), nth + 1)
        sheet.label(sheet.say(Message("picture.kind", {"display": name})), x + 36, y, "left large")
    return str(sheet)


# The legend


def symbol(title: str, art: Art, game: Game, language: str) -> str:
    sheet = paper(game, language, title, (SYMBOL, SYMBOL))
    art(sheet.piece(title, SYMBOL / 2, SYMBOL / 2))
    return str(sheet)


def traced(path: str, looks: str, turned: int = 0, size: float = 1) -> Art:
    return lambda piece: trace(piece, path, looks, f"rotate({turned}) scale({num(size)})")


def space(parent: Element, looks: str) -> None:
    rect(parent, looks, 0, 0, 54, 54, 3)


def bare(parent: Element) -> None:
    space(parent, "slab")
    disc(parent, "dot", 0, 0, 4)


def walled(parent: Element, doorway: bool) -> None:
    """Draw a space with a wall along its upper side."""
    space(parent, "slab")
    trace(parent, wall_line(0, 0, 10, doorway, slack=9), "wall", transform(-CELL / 2, -CELL / 2))


def ringed(parent: Element) -> None:
    trace(parent, TOKENS[1], "seat seat-1", "scale(1.3)")
    disc(parent, "halo", 0, 0, 24)


def way(parent: Element) -> None:
    trace(parent, "M-20 16H8V-20", "path", "scale(1.1)")
    disc(parent, "joint", -22, 17.6, 6)


LEGEND: dict[str, Art] = {
    "light-die": lambda piece: die(piece, 3, "light"),
    "dark-die": lambda piece: die(piece, 5, "dark"),
    "entrance": traced(ARROW, "arrow", 90, 1.5),
    "exit": traced(ARROW, "arrow", 270, 1.5),
    "empty": lambda piece: space(piece, "void"),
    "bare": bare,
    "wall": lambda piece: walled(piece, False),
    "doorway": lambda piece: walled(piece, True),
    "display": lambda piece: display(piece, 5),
    "cafeteria": lambda piece: fork(SubElement(piece, "g", {"transform": transform(0, 0, 0.5)}), True),
    "way": way,
    "tied": traced("M-22 18H10V-24", "tied"),
    "would": traced("M-22 18H10V-24", "would"),
    "mark": lambda piece: disc(piece, "may", 0, 0, 9),
    "coin": lambda piece: coin(piece, 0, 0, 16),
    "slot": lambda piece: disc(piece, "slot", 0, 0, 13),
    "active": ringed,
}
PICTURES: dict[str, Picture] = {
    "chart": chart,
    "displays": displays,
    **{title: partial(symbol, title, art) for title, art in LEGEND.items()},
}
