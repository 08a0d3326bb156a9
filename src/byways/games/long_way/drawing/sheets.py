"""The Long Way on paper: a sheet for each player, and the chart of tiles."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Say, num, picture, transform, write
from byways.game import Game
from byways.games.long_way.components import SIZE, Components
from byways.games.long_way.drawing.art import coin, disc, display, fork
from byways.games.long_way.drawing.pictures import chart
from byways.games.long_way.drawing.style import STYLE
from byways.games.long_way.state import DISPLAYS
from byways.i18n import Message
from byways.sheets import Board, Order, Prints

Point: TypeAlias = tuple[float, float]
UNIT = 0.196  # millimetres per unit of the drawing, so that two sheets fit on a page
CELL, RIM = 70, 36  # a space to write in, and the border for doors and letters
STORE = SIZE * CELL
SHEET = (960, STORE + 2 * RIM + 4)
LEFT, RIGHT = STORE + 2 * RIM + 24, SHEET[0] - 6  # of the column beside the store
COINS, CAFETERIAS = 14, 2
CHART = 170  # the width of the chart, so that a player's sheet fits below it
LEGEND = ("light-die", "dark-die", "entrance", "exit", "bare", "wall", "doorway", "display", "cafeteria", "way")


def prints(game: Game[Components], order: Order) -> Prints:
    tiles = chart(game, order.language)
    say = partial(game.say, language=order.language)
    size = (SHEET[0] * UNIT, SHEET[1] * UNIT)
    return Prints(
        (
            Board(Message("print.chart"), chart_size(tiles), tiles, ("chart",), Message("print.chart-hint")),
            Board(Message("print.sheet-of"), size, player_sheet(say), hint=Message("print.sheet-hint"), count=order.players),
        ),
        LEGEND,
    )


def chart_size(svg: str) -> tuple[float, float]:
    wide, high = map(float, svg.partition('viewBox="0 0 ')[2].partition('"')[0].split())
    return CHART, CHART * high / wide


def player_sheet(say: Say) -> str:
    def paint(root: Element) -> None:
        store(SubElement(root, "g", {"transform": transform(RIM, RIM)}))
        write(root, say(Message("print.name")), LEFT, 30, "left")
        line(root, LEFT + 70, 40)
        rewards(root, say)
        furniture(root, say)
        scoring(root, say)

    return picture(SHEET, paint, STYLE)


def store(parent: Element) -> None:
    """Draw an empty store: dotted spaces inside a thick wall, with the names of rows and columns."""
    SubElement(parent, "rect", {"class": "slab", "width": num(STORE), "height": num(STORE)})
    for nth in range(1, SIZE):
        at = num(CELL * nth)
        dotted = {"stroke": "#6d6557", "stroke-width": "1.2", "stroke-dasharray": "2 5", "fill": "none"}
        SubElement(parent, "path", {"d": f"M{at} 0V{num(STORE)}M0 {at}H{num(STORE)}", **dotted})
    SubElement(parent, "rect", {"fill": "none", "stroke": "#2e2a25", "stroke-width": "7", "width": num(STORE), "height": num(STORE)})
    for nth in range(SIZE):
        write(parent, "abcdefg"[nth], CELL * (nth + 0.5), -20, "faint")
        write(parent, str(nth + 1), -20, CELL * (nth + 0.5), "faint")


def line(root: Element, x: float, y: float) -> None:
    SubElement(root, "path", {"d": f"M{num(x)} {num(y)}H{num(RIGHT)}", "stroke": "#2e2a25", "stroke-width": "1.2"})


def rewards(root: Element, say: Say) -> None:
    """Draw rings to fill in: one for each coin and each of the two cafeterias."""
    write(root, say(Message("print.coins")), LEFT, 82, "left large")
    for nth in range(COINS):
        row, column = divmod(nth, COINS // 2)
        disc(root, "slot", LEFT + 20 + 48 * column, 116 + 46 * row, 18)
    coin(root, RIGHT - 20, 82, 14)
    write(root, say(Message("print.cafeterias")), LEFT, 216, "left large")
    for nth in range(CAFETERIAS):
        disc(root, "slot", RIGHT - 82 + 48 * nth, 216, 18)


def furniture(root: Element, say: Say) -> None:
    """Draw the six displays, each with the number that stands for it on the sheet."""
    write(root, say(Message("print.displays")), LEFT, 262, "left large")
    for nth in range(len(DISPLAYS)):
        display(SubElement(root, "g", {"transform": transform(LEFT + 30 + 58 * nth, 306, 0.9)}), nth + 1)
    fork(SubElement(root, "g", {"transform": transform(RIGHT - 34, 262, 0.42)}), True)


def scoring(root: Element, say: Say) -> None:
    for nth, name in enumerate(("print.on-way", "print.empty-way", "print.total")):
        y, last = 380 + 56 * nth, nth == 2
        write(root, say(Message(name)), LEFT, y, "left large" if last else "left")
        box = {"x": num(RIGHT - 84), "y": num(y - 21), "width": "84", "height": "42", "rx": "8"}
        SubElement(root, "rect", {"fill": "#ffffff", "stroke": "#2e2a25", "stroke-width": "3" if last else "1.4", **box})
