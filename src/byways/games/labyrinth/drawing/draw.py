"""Draw a view of Labyrinth as SVG."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache, partial
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TURN, Say, Sheet, Stamp, called, line_color, stamped, token, trace, transform, write
from byways.games.labyrinth import GAME
from byways.games.labyrinth.drawing.art import ARROW, BARRED, COUNTER, FLAG, HOUSE, badge, box, fence, goal_mark, show_gem, tile_art, way
from byways.games.labyrinth.drawing.layout import (
    CARD,
    TILE,
    Layout,
    Place,
    Point,
    arrow_place,
    beside_number,
    entrance,
    number_place,
    shape_for,
    spot,
    zoomed,
)
from byways.games.labyrinth.drawing.options import find_trails, offer
from byways.games.labyrinth.drawing.scene import Scene, headline, seat_letter
from byways.games.labyrinth.drawing.style import STYLE
from byways.games.labyrinth.drawing.text import text
from byways.games.labyrinth.state import OPENINGS, SPARE, Grid, Slide
from byways.games.labyrinth.view import View
from byways.i18n import Message

__all__ = ["MOVING_STEPS", "draw", "seat_mark", "text", "where"]

MOVING_STEPS = 2  # slide and insertion

COPIED = "byways"  # for pieces that previews copy with `use`, because a copy inherits no styles from the original's surroundings


def lying(scene: Scene, place: Place) -> tuple[float, float, float]:
    """A tile's corner and scale. The dropped tile lies small in the frame."""
    if scene.outlet is None or place != scene.beyond:
        return *spot(scene.lay, place), 1
    (x, y), scale = entrance(scene.outlet, scene.lay, scene.grid), min(1, (scene.lay.frame - 4) / TILE)
    return x - TILE / 2 * scale, y - TILE / 2 * scale, scale


def where(view: View, piece: str, place: str, tall: bool = False) -> Point:
    """The point where a piece passes through a place. An avatar that stops there is drawn at its own spot, others in the middle."""
    kind, _, number = piece.partition("-")
    row, _, column = place.partition(",")
    at = None if place == SPARE else (int(row), int(column))
    x, y = spot(shape_for(tall)(view.maze.grid.rows, view.maze.grid.columns), at)
    if kind != "avatar":
        return x, y
    scene = Scene(view, shape_for(tall))
    if at == scene.at(scene.standing[int(number)]):
        return scene.place_of(int(number))[:2]
    return x + TILE / 2, y + TILE / 2


@cache
def speaking(language: str) -> Say:
    return partial(GAME.say, language=language)


def draw(view: View, name: str, language: str = "en", tall: bool = False) -> str:
    scene = Scene(view, shape_for(tall))
    say = speaking(language)
    sheet = Sheet(name, scene.lay.size, say(headline(view)), STYLE, say)
    trails = find_trails(scene) if len(view.act) == 2 else {}
    lay_board(sheet, scene)
    lay_tiles(sheet, scene)
    light_up(sheet, scene, trails)
    light_way_home(sheet, scene)
    place_homes(sheet, scene)
    mark_goals(sheet, scene)
    place_avatars(sheet, scene)
    offer(sheet, scene, trails)
    bar_undoing(sheet, scene)
    label_lines(sheet, scene)
    label_panel(sheet, scene)
    return str(sheet)


# Board and tiles


def lay_board(sheet: Sheet, scene: Scene) -> None:
    layer, grid = sheet.layers["board"], scene.grid
    middle = scene.lay.left + grid.columns * TILE / 2, scene.lay.top + grid.rows * TILE / 2
    SubElement(layer, "rect", {"class": "bed", **box(*middle, grid.columns * TILE + 4, grid.rows * TILE + 4), "rx": "5"})
    layer.append(resting_arrows(scene.lay, grid))


def bar_undoing(sheet: Sheet, scene: Scene) -> None:
    """Cross out the arrow that would undo the last slide."""
    last = scene.view.last
    if last and last.undoing in scene.grid.lines:
        (x, y), (right, down) = entrance(last.undoing, scene.lay, scene.grid), beside_number(last.undoing)
        crossed = sheet.piece("barred", x + right * scene.lay.zoom, y + down * scene.lay.zoom, scene.lay.zoom, layer="labels")
        trace(sheet.thing(crossed, sheet.say(Message("draw.barred"))), BARRED, "barred")


@lru_cache(maxsize=4)
def resting_arrows(lay: Layout, grid: Grid) -> Stamp:
    art = Stamp()
    for slide in grid.slides:
        trace(zoomed(art, lay, entrance(slide, lay, grid)), ARROW, "rest", arrow_place(slide))
    return art


def lay_tiles(sheet: Sheet, scene: Scene) -> None:
    fixed = {scene.at(cell) for cell in scene.grid.fixed}
    for number, (tile, place) in scene.places.items():
        if place is None and scene.view.choices and len(scene.view.act) < 2:
            turner = sheet.piece(f"tile-{number}", *lying(scene, place), f"{COPIED} turner", "board")
            SubElement(turner, "g", {"class": "turning"}).append(tile_art(tile.connector, tile.gems, False))
            turner.set("data-turner", "")
        else:
            art = tile_art(tile.connector, tile.gems, place in fixed)
            sheet.lay(f"tile-{number}", art, *lying(scene, place), COPIED, "board")


def light_up(sheet: Sheet, scene: Scene, trails: dict[int, str]) -> None:
    """Light up the passages within reach, below the pieces."""
    lit = (way(OPENINGS[scene.maze.tiles[cell].connector], *scene.lay.corner(*scene.at(cell))) for cell in trails)
    trace(sheet.layers["board"], "".join(lit), "lit")


def light_way_home(sheet: Sheet, scene: Scene) -> None:
    """For a winner, light up the maze from the farthest passage to the home."""
    view = scene.view
    if view.outcome is None or view.seat is None or not view.outcome.is_victory_of(view.seat):
        return
    joy, far = sheet.joy("lights", stroke_width=21), dict[int, int]()
    for cell, before in scene.grid.came_from(scene.maze.ways, view.avatars[view.seat].home).items():
        far[cell] = far[before] + 1 if far else 0
    for steps in sorted(set(far.values()), reverse=True):
        lit = (way(OPENINGS[scene.maze.tiles[cell].connector], *scene.lay.corner(*scene.at(cell))) for cell in far if far[cell] == steps)
        SubElement(joy, "path", {"d": "".join(lit)})


# Pieces


def mark_goals(sheet: Sheet, scene: Scene) -> None:
    """Mark the viewer's goal and, at the end, flag all treasures."""
    if scene.hunting:
        assert scene.view.seat is not None
        goal = sheet.thing(sheet.piece("goal", *lying(scene, scene.goal), COPIED), sheet.say(Message("draw.goal")))
        goal_mark(goal, scene.view.seat, not scene.view.homeward)
    taken: Counter[Place] = Counter()
    for seat, nth, place in scene.treasures:
        (x, y), scale = spot(scene.lay, place), scene.lay.token
        flag = sheet.piece(f"goal-{seat}-{nth}", x + (14 + 19 * taken[place]) * scale, y + TILE - 15 * scale, scale)
        taken[place] += 1
        trace(flag, "M-9-10V12", "ink")
        badge(flag, FLAG, seat, 0, 0, 1)


def place_homes(sheet: Sheet, scene: Scene) -> None:
    taken, scale = Counter[int](), scene.lay.token
    for seat in scene.seats:
        home = scene.view.avatars[seat].home
        art, label = stamped(lay_home, seat, taken[home], scale), called(sheet.say, "about.home", seat=seat)
        sheet.lay(f"home-{seat}", art, *spot(scene.lay, scene.at(home)), label=label)
        taken[home] += 1


def lay_home(paper: Element, seat: int, nth: int, scale: float) -> None:
    fence(paper, seat, nth)
    badge(paper, HOUSE, seat, TILE - (12 + 18 * nth) * scale, 12 * scale, scale)


def place_avatars(sheet: Sheet, scene: Scene) -> None:
    """Place avatars. Halo and crown are separate pieces, so that an avatar's art never changes."""
    for seat in scene.seats:
        # All halos are below all avatars, so that none covers a neighbour on the same tile.
        if seat in scene.view.awaited:
            halo = sheet.piece("halo", *scene.place_of(seat))
            SubElement(halo, "circle", {"class": "halo", "r": "19"})
    for seat in scene.seats:
        label = called(sheet.say, "about.avatar", seat=seat)
        sheet.lay(f"avatar-{seat}", stamped(token, seat, seat_letter(seat)), *scene.place_of(seat), f"{COPIED} avatar", label=label)
    for seat in scene.view.outcome.winners if scene.view.outcome else ():
        trace(sheet.piece(f"crown-{seat}", *scene.place_of(seat)), CROWN, "crown")


def seat_mark(view: View, parent: Element, seat: int) -> None:
    token(parent, seat, seat_letter(seat))


# Labels


def label_lines(sheet: Sheet, scene: Scene) -> None:
    """Number the lines in the frame from 1, except where there is a slide button or a dropped tile."""
    shown = scene.outlet, *(choice for choice in scene.view.choices if isinstance(choice, Slide))
    sheet.layers["labels"].append(numbers(scene.lay, scene.grid, shown))


@lru_cache(maxsize=256)
def numbers(lay: Layout, grid: Grid, shown: tuple[Slide | None, ...]) -> Stamp:
    art = Stamp()
    rows = [Slide(row, way) for row in range(grid.rows) for way in ("right", "left")]
    columns = [Slide(column, way) for column in range(grid.columns) for way in ("down", "up")]
    for slide in rows + columns:
        if slide not in shown:
            write(zoomed(art, lay, entrance(slide, lay, grid)), str(slide.index + 1), *number_place(slide, grid), "faint")
    return art


def label_panel(sheet: Sheet, scene: Scene) -> None:
    view, lay, say = scene.view, scene.lay, sheet.say
    panel = zoomed(sheet.layers["labels"], scene.lay, lay.panel)
    write(panel, say(Message("draw.round", {"round": view.round})), *lay.round, "faint")
    if scene.hunting:
        show_errand(panel, scene, say)
    write(panel, say(Message("draw.spare")), *lay.label, "faint")
    if view.choices and len(view.act) < 2:
        x, y = lay.spare_corner
        knob = zoomed(sheet.layers["labels"], scene.lay, (x + TILE - 6, y + 2))
        SubElement(knob, "circle", {"class": "knob", "r": "11"})
        trace(knob, TURN, "round-arrow", f"{COUNTER} scale(.8)")


def show_errand(panel: Element, scene: Scene, say: Say) -> None:
    """Draw a card with the viewer's goal: its treasure's gems, or its home."""
    view, (x, y), scale = scene.view, scene.lay.card, scene.lay.errand
    assert view.seat is not None
    SubElement(panel, "rect", {"class": f"errand {line_color(view.seat)}", **box(x, y, CARD[0] * scale, CARD[1] * scale), "rx": "8"})
    for nth, gem in enumerate(scene.gems):
        show_gem(panel, gem, transform(x + (32 * nth - 16) * scale, y - 12 * scale, 1.9 * scale))
    if view.homeward:
        badge(panel, HOUSE, view.seat, x, y - 12 * scale, 1.5 * scale)
    write(panel, say(errand(view)), x, y + 22 * scale)


def errand(view: View) -> Message:
    """The viewer's goal in a word or two."""
    if view.homeward:
        return Message("draw.home")
    if view.treasures == 1:
        return Message("draw.treasure")
    return Message("draw.treasure-nth", {"nth": view.found + 1, "treasures": view.treasures})
