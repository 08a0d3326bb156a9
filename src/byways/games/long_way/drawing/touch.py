"""Describe the thing at a point of the drawing, and the choice that a click there would make."""

from __future__ import annotations

from byways.games.long_way.components import SIZE
from byways.games.long_way.drawing.layout import COINS as PURSE
from byways.games.long_way.drawing.layout import HEAD, LEFT, POINTS, RIM, STRIP, TOP, WIDTH
from byways.games.long_way.drawing.others import store_of
from byways.games.long_way.drawing.scene import Scene
from byways.games.long_way.drawing.store import CELL, STORE
from byways.games.long_way.rules import border
from byways.games.long_way.rules.acts import CAFETERIA, COINS, DONE
from byways.games.long_way.state import (
    DIRECTION,
    DISPLAYS,
    MOST_CAFETERIAS,
    SPACES,
    AnyChoice,
    Die,
    Display,
    Doorway,
    Entrance,
    Exit,
    Fork,
    Reroll,
    Segment,
    Sheet,
    Side,
    Stage,
    Tile,
    Wall,
    beside,
    name_of,
)
from byways.games.long_way.view import View, way_so_far
from byways.i18n import Message
from byways.room import Touched

SUPPLY = 88  # half the width of the cafeteria supply
INSIDE = 18  # distance from a space's centre at which its borders begin
DICE: dict[str, Die] = {"die-light": "light", "die-dark": "dark"}


def touched(view: View, piece: str, x: float, y: float, tall: bool = False) -> Touched | None:
    kind, _, number = piece.partition("-")
    if kind == "shopper":
        return Touched(Message("about.shoppers"))
    if kind in ("sheet", "badge") and number in map(str, range(len(view.sheets))) and piece != f"sheet-{Scene(view).main}":
        return Touched(store_of(view, int(number)))
    if piece in DICE:
        die = DICE[piece]
        return Touched(Message("about.light-die" if die == "light" else "about.dark-die"), Reroll(die))
    if piece == "rolled":
        return Touched(Message("about.rolled"))
    return at_point(view, x, y)


def at_point(view: View, x: float, y: float) -> Touched | None:
    scene, right, down = Scene(view), x - LEFT, y - TOP
    if 0 <= right < STORE and 0 <= down < STORE:
        space = int(down // CELL) * SIZE + int(right // CELL)
        return Touched(about_space(scene.sheet, space), in_space(view, scene, space, right % CELL - CELL / 2, down % CELL - CELL / 2))
    if -RIM < right < STORE + RIM and -RIM < down < STORE + RIM and (edge := edge_at(right, down)):
        return Touched(about_edge(scene.sheet, *edge), at_edge(stage_of(view), *edge))
    if abs(y - HEAD) < 28 and x < WIDTH:
        return above_store(scene, x)
    if abs(y - STRIP) < 24 and 0 < x < WIDTH:
        return below_store(view, scene, x)
    return None


def stage_of(view: View) -> Stage:
    """Return what this seat has to draw next; "waiting" for spectators and players who have stopped."""
    return "waiting" if view.seat is None or view.sheets[view.seat].stopped else view.draft.stage


# Above and below the store


def above_store(scene: Scene, x: float) -> Touched | None:
    if PURSE - 10 < x < POINTS - 24:
        return Touched(Message("about.coins"), COINS)
    if x < POINTS - 24 or scene.sheet.exit < 0:
        return None
    return Touched(Message("about.score", {"way": way_so_far(scene.way)}) if scene.way else Message("about.no-way"))


def below_store(view: View, scene: Scene, x: float) -> Touched:
    if abs(x - WIDTH / 2) > SUPPLY:
        return Touched("", DONE)
    left = MOST_CAFETERIAS - len(scene.sheet.cafeterias)
    return Touched(Message("about.supply", {"left": left}) if left else "", CAFETERIA if stage_of(view) == "option" else None)


# The outer wall


def edge_at(right: float, down: float) -> tuple[int, Side] | None:
    """Return the space and side nearest to a point outside the store, or None at a corner."""
    column, row = int(right // CELL), int(down // CELL)
    if 0 <= column < SIZE:
        return (column, "north") if row < 0 else (SPACES - SIZE + column, "south")
    if 0 <= row < SIZE:
        return (row * SIZE, "west") if column < 0 else (row * SIZE + SIZE - 1, "east")
    return None


def about_edge(sheet: Sheet, space: int, side: Side) -> Message:
    door = 4 * space + DIRECTION[side]
    return Message("about.entrance" if door == sheet.entrance else "about.exit" if door == sheet.exit else "about.outer-wall")


def at_edge(stage: Stage, space: int, side: Side) -> AnyChoice | None:
    match stage:
        case "entrance":
            return Entrance(space, side)
        case "exit":
            return Exit(space, side)
        case "bonus":
            return Doorway(space, side)
    return None


# Spaces


def about_space(sheet: Sheet, space: int) -> Message:
    for kind, bits in enumerate(sheet.displays, 1):
        if bits >> space & 1:
            return Message("about.display", {"display": DISPLAYS[kind - 1], "kind": kind})
    if sheet.cafeteria >> space & 1:
        return Message("about.cafeteria")
    return Message("about.floor" if sheet.occupied >> space & 1 else "about.empty", {"space": name_of(space)})


def in_space(view: View, scene: Scene, space: int, right: float, down: float) -> AnyChoice | None:
    """Return the choice that a click makes at `right` and `down` of a space's centre."""
    side = side_towards(right, down)
    match stage_of(view):
        case "entrance" | "exit" as stage:
            return at_edge(stage, space, side)
        case "fork":
            return fork_at(space, side)
        case "display":
            return Display(space, view.dice[right > 0])
        case "bonus":
            return border(Doorway(space, side)) if max(abs(right), abs(down)) > INSIDE else Wall(space)
        case "side" if space == scene.draft.at:
            return Segment(side)
        case "waiting":
            return None if view.seat is None or view.sheets[view.seat].stopped else DONE
    return Tile(space)


def side_towards(right: float, down: float) -> Side:
    if abs(right) > abs(down):
        return "east" if right > 0 else "west"
    return "south" if down > 0 else "north"


def fork_at(space: int, side: Side) -> Fork:
    """Return the cafeteria that crosses a border of a space."""
    there = beside(space, DIRECTION[side])
    return Fork(space if there is None else min(space, there), "down" if side in ("north", "south") else "across")
