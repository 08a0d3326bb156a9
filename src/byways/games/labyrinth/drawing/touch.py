"""Explain what a player points at, and guess the choice they want to make."""

from __future__ import annotations

import re

from byways.games.labyrinth.drawing.layout import CARD, Point, shape_for
from byways.games.labyrinth.drawing.scene import Scene
from byways.games.labyrinth.state import DEGREES, Direction, Insert, Pass, Slide, Walk
from byways.games.labyrinth.view import View
from byways.i18n import Message
from byways.room import Touched

PIECE = re.compile(r"(avatar|home|goal)(?:-(\d{1,2}))?(?:-\d+)?")


def touched(view: View, piece: str, x: float, y: float, tall: bool = False) -> Touched | None:
    """Find a piece by its id, and everything else by its place."""
    scene = Scene(view, shape_for(tall))
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
    """Explain the viewer's goal mark or, at the end, a seat's flag."""
    if seat is not None:
        return Message("about.flag", {"seat": seat})
    if scene.view.homeward:
        return Message("about.home-framed")
    return Message("about.treasure-classic" if scene.maze.classic else "about.treasure")


def walk_to(scene: Scene, row: int, column: int) -> Walk | None:
    """The walk to a place; None for the spare."""
    return Walk(row, column) if scene.grid.cell(row, column) is not None else None


def about_cell(scene: Scene, row: int, column: int) -> Touched:
    cell = scene.grid.cell(row, column)
    if cell == scene.hole:
        return Touched(Message("about.hole"))
    return Touched(Message("about.fixed" if cell in scene.grid.fixed else "about.loose"), Walk(row, column))


def about_line(scene: Scene, row: int, column: int) -> Touched | None:
    """Explain the margin at the end of a line, with its arrow if the line slides."""
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
    """Explain the panel: the round, the goal card, the spare, and the buttons or their empty places."""
    lay = scene.lay
    if near(at, lay.round, 72, 24):
        return Touched(Message("about.round", {"rounds": scene.view.rounds}))
    if near(at, lay.card, CARD[0] * lay.errand, CARD[1] * lay.errand):
        return Touched(Message("about.gems") if scene.gems else about_goal(scene, None)) if scene.hunting else None
    if near(at, lay.spare, 84, 84) or near(at, lay.label, 72, 24):
        return Touched(Message("about.spare"), Insert(0))
    return about_button(scene, at)


def about_button(scene: Scene, at: Point) -> Touched | None:
    """Explain the pass button, or a turn of the spare that is not offered. Its place comes after the offered ones."""
    if len(scene.view.act) != 1:
        return Touched(Message("about.pass"), Pass()) if near(at, scene.lay.passing, 72, 44) else None
    lacking = [Insert(degree) for degree in DEGREES if Insert(degree) not in scene.view.choices]
    places = (scene.lay.nth_insert(nth) for nth in range(len(scene.view.choices), len(DEGREES)))
    return next((Touched("", choice) for choice, place in zip(lacking, places, strict=False) if near(at, place, 68, 68)), None)


def near(at: Point, middle: Point, across: float, down: float) -> bool:
    return abs(at[0] - middle[0]) <= across / 2 and abs(at[1] - middle[1]) <= down / 2
