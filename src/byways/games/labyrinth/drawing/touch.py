"""What teaches Labyrinth besides its texts: what lies at a point of a drawing, and pictures of its components."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TURN, Sheet, token, trace, transform
from byways.game import Game
from byways.games.labyrinth.drawing.art import ARROW, BARRED, COUNTER, FLAG, HOUSE, STYLE, badge, box, fence, goal_mark, tile_art, way
from byways.games.labyrinth.drawing.layout import CARD, Point, Shape, wide
from byways.games.labyrinth.drawing.scene import Scene, mark
from byways.games.labyrinth.state import DEGREES, OPENINGS, Direction, Insert, Pass, Slide, Walk
from byways.games.labyrinth.view import View
from byways.room import Touched
from byways.speech import Message

PIECE = re.compile(r"(avatar|home|goal)(?:-(\d{1,2}))?(?:-\d+)?")

# What lies where


def touched(view: View, piece: str, x: float, y: float, *, shape: Shape = wide) -> Touched | None:
    """A piece is known by its id, all else by where it is: tiles, arrows, and what is beside the board."""
    scene = Scene(view, shape)
    row, column = scene.lay.place(x, y, scene.grid.rows, scene.grid.columns)
    beside = scene.lay.in_panel(x, y)
    if beside is None and (row, column) == scene.beyond:
        return Touched(Message("about.dropped"))
    if found := PIECE.fullmatch(piece):
        return about_piece(scene, found[1], None if found[2] is None else int(found[2]), row, column)
    if beside is not None:
        return about_panel(scene, beside)
    if scene.grid.cell(row, column) is not None:
        return about_cell(scene, row, column)
    return about_line(scene, row, column)


def about_piece(scene: Scene, kind: str, seat: int | None, row: int, column: int) -> Touched | None:
    if kind == "goal":
        return Touched(about_goal(scene, seat), walk_to(scene, row, column))
    if seat not in scene.seats:
        return None
    framed = kind == "home" and scene.hunting and scene.view.homeward
    own = ("-framed" if framed else "-own") if seat == scene.view.seat else ""
    return Touched(Message(f"about.{kind}{own}", {"seat": seat}), walk_to(scene, row, column))


def about_goal(scene: Scene, seat: int | None) -> Message:
    """The frame around what this seat is after; at the end, somebody's flag."""
    if seat is not None:
        return Message("about.flag", {"seat": seat})
    if scene.view.homeward:
        return Message("about.home-framed")
    return Message("about.treasure-classic" if scene.maze.classic else "about.treasure")


def walk_to(scene: Scene, row: int, column: int) -> Walk | None:
    """None for what lies on the spare tile, beside the board."""
    return Walk(row, column) if scene.grid.cell(row, column) is not None else None


def about_cell(scene: Scene, row: int, column: int) -> Touched:
    cell = scene.grid.cell(row, column)
    if cell == scene.hole:
        return Touched(Message("about.hole"))
    return Touched(Message("about.fixed" if cell in scene.grid.fixed else "about.loose"), Walk(row, column))


def about_line(scene: Scene, row: int, column: int) -> Touched | None:
    """The margin at the end of a line, where its arrow is, if it has one."""
    slide = slide_from(scene, row, column)
    if slide is None:
        return None
    about = f"about.slide-{slide.axis}" if slide in scene.grid.lines else "about.still"
    return Touched(Message(about, {"index": slide.index, "direction": slide.direction}), slide)


def slide_from(scene: Scene, row: int, column: int) -> Slide | None:
    rows, columns = scene.grid.rows, scene.grid.columns
    sides: dict[int, Direction] = {-1: "right", columns: "left"}
    if 0 <= row < rows and column in sides:
        return Slide(row, sides[column])
    ends: dict[int, Direction] = {-1: "down", rows: "up"}
    return Slide(column, ends[row]) if 0 <= column < columns and row in ends else None


def about_panel(scene: Scene, at: Point) -> Touched | None:
    """Beside the board: the round and the errand, the spare tile, and the buttons, or the places where they would be."""
    lay = scene.lay
    if near(at, lay.round, 72, 24):
        return Touched(Message("about.round", {"rounds": scene.view.rounds}))
    if near(at, lay.card, CARD[0] * lay.errand, CARD[1] * lay.errand):
        return Touched(Message("about.gems") if scene.gems else about_goal(scene, None)) if scene.hunting else None
    if near(at, lay.spare, 84, 84) or near(at, lay.label, 72, 24):
        return Touched(Message("about.spare"), Insert(0))
    return about_button(scene, at)


def about_button(scene: Scene, at: Point) -> Touched | None:
    """Turns of the spare tile that are not offered are asked for beside those that are."""
    if len(scene.view.act) != 1:
        return Touched(Message("about.pass"), Pass()) if near(at, scene.lay.passing, 72, 44) else None
    lacking = [Insert(degree) for degree in DEGREES if Insert(degree) not in scene.view.choices]
    places = (scene.lay.nth_insert(nth) for nth in range(len(scene.view.choices), len(DEGREES)))
    return next((Touched(choice=choice) for choice, place in zip(lacking, places, strict=False) if near(at, place, 68, 68)), None)


def near(at: Point, middle: Point, across: float, down: float) -> bool:
    return abs(at[0] - middle[0]) <= across / 2 and abs(at[1] - middle[1]) <= down / 2


# Pictures of components

GEMS = ("emerald", "ruby")
SHAPES = {"figure.straight": "│", "figure.bend": "└", "figure.tee": "┬", "figure.cross": "┼"}
AT_CORNER, AT_MIDDLE = transform(4, 4), transform(34, 34, 1.5)


def shapes(game: Game, language: str) -> str:
    """The four shapes of tile."""
    sheet = Sheet("figure-shapes", (92 * len(SHAPES), 104), "", STYLE)
    for nth, (name, connector) in enumerate(SHAPES.items()):
        left = 16 + 92 * nth
        put_tile(sheet.layers["pieces"], connector, False, transform(left, 12))
        sheet.label(game.say(Message(name), language), left + 30, 88)
    return str(sheet)


def players(game: Game, language: str) -> str:
    """Avatar and home of every seat."""
    sheet = Sheet("figure-players", (78 * len(game.seat_names), 100), "", STYLE)
    for seat in range(len(game.seat_names)):
        left = 78 * seat
        token(SubElement(sheet.layers["pieces"], "g", {"transform": transform(left + 24, 36, 1.2)}), seat, mark(seat))
        badge(sheet.layers["pieces"], HOUSE, seat, left + 56, 36, 1)
        sheet.label(game.say(Message("seat.name", {"seat": seat}), language), left + 39, 80)
    return str(sheet)


def symbol(name: str, paint: Callable[[Element], object], game: Game, language: str) -> str:
    """One thing of the legend; the page has the words for it."""
    sheet = Sheet(f"figure-{name}", (68, 68), "", STYLE)
    paint(sheet.layers["pieces"])
    return str(sheet)


def put_tile(parent: Element, connector: str, fixed: bool, at: str = AT_CORNER) -> Element:
    placed = SubElement(parent, "g", {"transform": at})
    placed.append(tile_art(connector, GEMS, fixed))
    return placed


def fixed_tile(parent: Element) -> None:
    put_tile(parent, "┴", True)


def loose_tile(parent: Element) -> None:
    put_tile(parent, "└", False)


def reach(parent: Element) -> None:
    tile = put_tile(parent, "─", False)
    trace(tile, way(OPENINGS["─"]), "lit")
    SubElement(tile, "circle", {"class": "dot", "cx": "30", "cy": "30", "r": "3.5"})


def treasure(parent: Element) -> None:
    tile = put_tile(parent, "┐", True)
    goal_mark(tile, 0, cross=True)


def home(parent: Element) -> Element:
    tile = put_tile(parent, "─", True)
    fence(tile, 0)
    badge(tile, HOUSE, 0, 48, 12, 1)
    return tile


def way_home(parent: Element) -> None:
    goal_mark(home(parent), 0, cross=False)


def avatar(parent: Element, at: str = AT_MIDDLE) -> Element:
    placed = SubElement(parent, "g", {"transform": at})
    token(placed, 0, mark(0))
    return placed


def at_turn(parent: Element) -> None:
    SubElement(avatar(parent), "circle", {"class": "halo", "r": "19"})


def winner(parent: Element) -> None:
    trace(avatar(parent, transform(34, 46, 1.5)), CROWN, "crown")


def flag(parent: Element) -> None:
    trace(parent, "M-9-10V12", "ink", AT_MIDDLE)
    badge(parent, FLAG, 0, 34, 34, 1.5)


def arrow(parent: Element) -> None:
    SubElement(parent, "rect", {"class": "spot", **box(34, 34, 40, 60), "rx": "20"})
    trace(parent, ARROW, "sign", AT_MIDDLE)


def resting_arrow(parent: Element) -> None:
    trace(parent, ARROW, "rest", AT_MIDDLE)


def barred_arrow(parent: Element) -> None:
    resting_arrow(parent)
    trace(parent, BARRED, "barred", AT_MIDDLE)


def turner(parent: Element) -> None:
    trace(parent, TURN, "round-arrow", f"{AT_MIDDLE} {COUNTER}")


SYMBOLS: dict[str, Callable[[Element], object]] = {
    "avatar": avatar,
    "at-turn": at_turn,
    "home": home,
    "treasure": treasure,
    "way-home": way_home,
    "loose": loose_tile,
    "fixed": fixed_tile,
    "reach": reach,
    "arrow": arrow,
    "resting-arrow": resting_arrow,
    "barred-arrow": barred_arrow,
    "turner": turner,
    "winner": winner,
    "flag": flag,
}
SHEETS: dict[str, Callable[[Game, str], str]] = {
    "shapes": shapes,
    "players": players,
    **{name: partial(symbol, name, paint) for name, paint in SYMBOLS.items()},
}
