"""A view of Labyrinth as SVG, and as text for a terminal or a screen reader."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator
from functools import lru_cache, partial
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TURN, Say, Sheet, Stamp, looked_at, num, seat_color, stylesheet, token, trace, transform, turning, write
from byways.games.labyrinth import GAME
from byways.games.labyrinth.gems import COLORS, CUTS, DEEP, DETAILS, look
from byways.games.labyrinth.scene import STEPS, Place, Scene, headline, mark, turn
from byways.games.labyrinth.state import EAST, NORTH, OPENINGS, SOUTH, WEST, Direction, Insert, Pass, Slide, Walk
from byways.games.labyrinth.text import text
from byways.games.labyrinth.view import View
from byways.speech import Message

__all__ = ["draw", "seat_mark", "text"]

TILE, MARGIN, PANEL, LEAST_WIDTH = 60, 64, 200, 360
ANGLES: dict[Direction, int] = {"right": 0, "down": 90, "left": 180, "up": 270}
NEIGHBORS = ((NORTH, SOUTH, -1, 0), (EAST, WEST, 0, 1), (SOUTH, NORTH, 1, 0), (WEST, EAST, 0, -1))

RULES = {
    ".bed": "fill:$hollow;stroke:$ink;stroke-width:2.5",
    ".loose": "fill:$hedge;stroke:$edge;stroke-width:1",
    ".fixed": "fill:$stone;stroke:$edge;stroke-width:1",
    ".stud": "fill:$edge",
    ".wall": "fill:none;stroke:$wall;stroke-width:25",
    ".way": "fill:none;stroke:$way;stroke-width:21",
    ".lit": "fill:none;stroke:$accent;stroke-width:21;stroke-opacity:.6",
    ".gem": "stroke:$wall;stroke-width:.9;stroke-linejoin:round",
    ".cut": "fill:none;stroke:#2e2a25;stroke-opacity:.6;stroke-width:.8;stroke-linecap:round",
    ".gleam": "fill:none;stroke:#fffdf6;stroke-opacity:.85;stroke-width:.9;stroke-linecap:round",
    **{f".gem-{name}": f"fill:{color}" for name, color in COLORS.items()},
    ".rest": "fill:$faint;fill-opacity:.35",
    ".barred": "fill:none;stroke:$faint;stroke-width:2;stroke-linecap:round",
    ".ring": "stroke:none;fill-opacity:.3",
    ".goal": "fill:none;stroke:$goal;stroke-width:5;stroke-linecap:round",
    ".frame": "fill:none;stroke:$goal;stroke-width:4;stroke-linecap:round;stroke-linejoin:round",
    # it lies on passages, which are pale by night too
    ".trail": "fill:none;stroke:$goal;stroke-width:5;stroke-dasharray:.1 9;stroke-linecap:round;stroke-linejoin:round",
    ".dot": "fill:$ink;fill-opacity:.55",
    ".tap": "fill:$accent;fill-opacity:0;stroke:none",
    **looked_at(".tap", "fill-opacity:.25;stroke:$ink;stroke-width:3"),
    ".pointed .tap": "stroke:$goal;stroke-width:3",
    ".slid": "transition:transform .35s ease",
    **{
        selector: looks
        for way, (down, right) in STEPS.items()
        for selector, looks in looked_at(f".slid-{way}", f"transform:translate({right * TILE}px,{down * TILE}px)").items()
    },
    ".turning": turning(TILE / 2, -90),  # degrees are counter-clockwise
    ".take": "fill:none;stroke:none;pointer-events:none",
    ".shown .take": "stroke:$trail;stroke-width:3;stroke-dasharray:9 6;pointer-events:all",
}
LIGHT = {"hedge": "#a9bb94", "stone": "#869d81", "edge": "#6f8468", "wall": "#4f5f4a", "way": "#fbf6e6", "goal": "#c8261b"}
DARK = {"hedge": "#4c5c46", "stone": "#3a4a41", "edge": "#2a352b", "wall": "#1c231c", "way": "#c9bd9d", "goal": "#d8342a"}
STYLE = stylesheet(RULES, LIGHT, DARK)

ARROW = "M-6-8L8 0L-6 8Z"
BARRED = "M-9-9L9 9M-9 9L9-9"
HOUSE = "M0-12L12-2H9V10H-9V-2H-12Z"
FLAG = "M-9-9H12L8-1L12 7H-9Z"
CORNERS = "M3 15V3H15M45 3H57V15M57 45V57H45M15 57H3V45"
COPIED = "byways"  # what previews copy with `use` takes its looks from no ancestor but itself
CROSS = "M22 22L38 38M38 22L22 38"


def corner(row: int, column: int) -> tuple[int, int]:
    return MARGIN + column * TILE, MARGIN + row * TILE


def center(scene: Scene, cell: int) -> tuple[int, int]:
    x, y = corner(*scene.at(cell))
    return x + TILE // 2, y + TILE // 2


def width(scene: Scene) -> int:
    return max(LEAST_WIDTH, 2 * MARGIN + scene.grid.columns * TILE)


def panel(scene: Scene, right: int, down: int) -> tuple[int, int]:
    """A place in the panel below the board."""
    return 20 + right, 2 * MARGIN + scene.grid.rows * TILE + down


def spot(scene: Scene, place: Place) -> tuple[int, int]:
    """The corner of a tile, wherever it lies."""
    return corner(*place) if place else panel(scene, width(scene) - 40 - TILE, 24)


def draw(view: View, name: str, language: str = "en") -> str:
    scene = Scene(view)
    size = width(scene), 2 * MARGIN + scene.grid.rows * TILE + PANEL
    say = partial(GAME.say, language=language)
    sheet = Sheet(name, size, say(headline(view)), STYLE, say)
    trails = find_trails(scene) if len(view.act) == 2 else {}
    lay_board(sheet, scene)
    lay_tiles(sheet, scene)
    light_up(sheet, scene, trails)
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
    across, tall = num(grid.columns * TILE + 6), num(grid.rows * TILE + 6)
    SubElement(layer, "rect", {"class": "bed", "x": num(MARGIN - 3), "y": num(MARGIN - 3), "width": across, "height": tall, "rx": "5"})
    for slide in grid.slides:
        trace(layer, ARROW, "rest", arrow_place(slide, scene))


def bar_undoing(sheet: Sheet, scene: Scene) -> None:
    """A cross on the arrow that would undo the last slide."""
    last = scene.view.last
    if last and last.undoing in scene.grid.lines:
        crossed = sheet.piece("barred", *entrance(last.undoing, scene), layer="labels")
        trace(sheet.thing(crossed, sheet.say(Message("draw.barred"))), BARRED, "barred")


def entrance(slide: Slide, scene: Scene) -> tuple[int, int]:
    """Outside the board, where the spare comes in."""
    x, y = center(scene, scene.grid.lines[slide].hole)
    down, right = STEPS[slide.direction]
    return x - 50 * right, y - 50 * down


def arrow_place(slide: Slide, scene: Scene) -> str:
    """At the entrance, pointing the way the tiles go."""
    x, y = entrance(slide, scene)
    return f"translate({num(x)} {num(y)}) rotate({ANGLES[slide.direction]})"


def lay_tiles(sheet: Sheet, scene: Scene) -> None:
    fixed = {scene.at(cell) for cell in scene.grid.fixed}
    for number, (tile, place) in scene.places.items():
        turner = place is None and bool(scene.view.choices) and len(scene.view.act) < 2
        piece = sheet.piece(f"tile-{number}", *spot(scene, place), looks=f"{COPIED} turner" if turner else COPIED, layer="board")
        piece.append(tile_art(tile.connector, tile.gems, place in fixed, turner))
        if turner:
            piece.set("data-turner", "")


@lru_cache(maxsize=2048)
def tile_art(connector: str, gems: tuple[str, str], fixed: bool, turner: bool = False) -> Stamp:
    """A tile from its corner; the passages of one that can be turned do so in place, while its gems keep their corners."""
    art = Stamp()
    SubElement(art, "rect", {"class": "fixed" if fixed else "loose", "x": ".5", "y": ".5", "width": "59", "height": "59", "rx": "3"})
    if fixed:
        trace(art, "M49 9h4v4h-4ZM7 47h4v4h-4Z", "stud")
    passages = SubElement(art, "g", {"class": "turning"}) if turner else art
    trace(passages, way(OPENINGS[connector]), "wall")
    trace(passages, way(OPENINGS[connector]), "way")
    for gem, at in zip(gems, ("translate(10 10)", "translate(50 50)"), strict=True):
        show_gem(art, gem, at)
    return art


def show_gem(parent: Element, gem: str, at: str) -> None:
    cut, color, detail = look(gem)
    trace(parent, CUTS[cut], f"gem gem-{color}", at)
    trace(parent, DETAILS[detail], "gleam" if color in DEEP else "cut", at)


@lru_cache(maxsize=4096)
def way(openings: int, x: int = 0, y: int = 0) -> str:
    """The middle line of the passage of a tile whose corner is given: bends are round, straight runs go through."""
    north, east, south, west = (openings & side for side in (NORTH, EAST, SOUTH, WEST))
    middle, right, bottom = f"M{x + 30} {y + 30}", x + TILE, y + TILE
    if north and south:
        return f"M{x + 30} {y}V{bottom}" + (f"{middle}H{right}" if east else "") + (f"{middle}H{x}" if west else "")
    if east and west:
        return f"M{x} {y + 30}H{right}" + (f"{middle}V{y}" if north else "") + (f"{middle}V{bottom}" if south else "")
    return f"M{x + 30} {y if north else bottom}Q{x + 30} {y + 30} {right if east else x} {y + 30}"


@lru_cache(maxsize=16)
def bow(openings: int) -> tuple[float, float]:
    """How far the middle of a passage is from the middle of its tile: only a bend's is."""
    if openings.bit_count() > 2 or openings in (NORTH | SOUTH, EAST | WEST):
        return 0, 0
    return 7.5 if openings & EAST else -7.5, 7.5 if openings & SOUTH else -7.5


def light_up(sheet: Sheet, scene: Scene, trails: dict[int, str]) -> None:
    """The passages within reach; under the pieces, so that these stay clear."""
    lit = (way(OPENINGS[scene.maze.tiles[cell].connector], *corner(*scene.at(cell))) for cell in trails)
    trace(sheet.layers["board"], "".join(lit), "lit")


# Pieces


def mark_goals(sheet: Sheet, scene: Scene) -> None:
    """X marks the spot; a home to return to is only framed. At the end everybody's treasures are flagged."""
    if scene.hunting:
        goal = sheet.thing(sheet.piece("goal", *spot(scene, scene.goal), looks=COPIED), sheet.say(Message("draw.goal")))
        trace(goal, CORNERS, "frame")
        if not scene.view.homeward:
            trace(goal, CROSS, "goal")
    taken: Counter[Place] = Counter()
    for seat, nth, place in scene.treasures:
        x, y = spot(scene, place)
        flag = sheet.piece(f"goal-{seat}-{nth}", x + 14 + 19 * taken[place], y + 45)
        taken[place] += 1
        trace(flag, "M-9-10V12", "ink")
        badge(flag, FLAG, seat, 0, 0, 1)


def badge(parent: Element, shape: str, seat: int, x: float, y: float, scale: float) -> None:
    """A house or a flag of a seat, with its letter."""
    group = SubElement(parent, "g", {"transform": transform(x, y, scale)})
    trace(group, shape, f"seat {seat_color(seat)}")
    write(group, mark(seat), 0, -1 if shape == FLAG else 2, "letter")


def place_homes(sheet: Sheet, scene: Scene) -> None:
    taken: Counter[int] = Counter()
    for seat in scene.seats:
        home = scene.view.avatars[seat].home
        piece = sheet.thing(sheet.piece(f"home-{seat}", *corner(*scene.at(home))), sheet.say(Message("about.home", {"seat": seat})))
        SubElement(piece, "circle", {"class": f"ring {seat_color(seat)}", "cx": "30", "cy": "30", "r": num(max(4, 20 - 4 * taken[home]))})
        badge(piece, HOUSE, seat, 48 - 18 * taken[home], 13, 0.8)
        taken[home] += 1


def place_avatars(sheet: Sheet, scene: Scene) -> None:
    together: dict[int, list[int]] = {}
    for seat in scene.seats:
        together.setdefault(scene.standing[seat], []).append(seat)
    outcome = scene.view.outcome
    for seat in scene.seats:
        here = together[scene.standing[seat]]
        x, y = center(scene, scene.standing[seat])
        right, down, scale = slot(len(here), here.index(seat))
        piece = sheet.piece(f"avatar-{seat}", x + right, y + down, scale, f"{COPIED} avatar")
        token(sheet.thing(piece, sheet.say(Message("about.avatar", {"seat": seat}))), seat, mark(seat))
        if seat in scene.view.awaited:
            SubElement(piece, "circle", {"class": "halo", "r": "19"})
        if outcome and seat in outcome.winners:
            trace(piece, CROWN, "crown")


def seat_mark(view: View, parent: Element, seat: int) -> None:
    token(parent, seat, mark(seat))


@lru_cache(maxsize=64)
def slot(count: int, nth: int) -> tuple[float, float, float]:
    """Where the nth of several avatars stands on one tile, from its centre, and how large."""
    if count == 1:
        return 0, 0, 1
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    row, column = divmod(nth, columns)
    step = 54 / columns
    return (column - (columns - 1) / 2) * step, (row - (rows - 1) / 2) * step, round(1.66 / columns, 2)


# Options


def offer(sheet: Sheet, scene: Scene, trails: dict[int, str]) -> None:
    for nth, choice in enumerate(scene.view.choices):
        option = sheet.option(choice)
        if isinstance(choice, Slide):
            offer_slide(option, scene, choice, sheet.name)
        elif isinstance(choice, Insert):
            offer_insert(option, scene, choice, nth, sheet.name)
        elif isinstance(choice, Walk):
            offer_walk(option, scene, choice.row * scene.grid.columns + choice.column, trails)
        elif isinstance(choice, Pass):
            offer_pass(option, scene, sheet.say)


def offer_slide(option: Element, scene: Scene, slide: Slide, name: str) -> None:
    """An arrow; its ghost is the line with all that lies and stands on it, on its way by one tile, the spare coming in."""
    at = arrow_place(slide, scene)
    SubElement(option, "rect", {"class": "hit", "x": "-28", "y": "-30", "width": "48", "height": "60", "transform": at})
    SubElement(option, "circle", {"class": "spot", "r": "15", "transform": at})
    trace(option, ARROW, "sign", f"{at} scale(.75)")
    line = scene.grid.lines[slide]
    down, right = STEPS[slide.direction]
    x, y = corner(*scene.at(line.cells[0]))
    across, tall = (len(line.cells) * TILE, TILE) if right else (TILE, len(line.cells) * TILE)
    shifted = {"x": num(x + right * TILE), "y": num(y + down * TILE), "width": num(across), "height": num(tall), "rx": "4"}
    slid = SubElement(SubElement(option, "g", {"class": "ghost"}), "g", {"class": f"slid slid-{slide.direction}"})
    for piece, (by_x, by_y) in carried(scene, slide):
        SubElement(slid, "use", {"href": f"#{name}-{piece}", **({"x": num(by_x), "y": num(by_y)} if by_x or by_y else {})})
    SubElement(option, "rect", {"class": "ghost outline", **shifted})


def carried(scene: Scene, slide: Slide) -> Iterator[tuple[str, tuple[int, int]]]:
    """The pieces that move with a line, each with how far from where it lies it begins: what comes in begins outside."""
    line = scene.grid.lines[slide]
    (row, column), (down, right) = scene.at(line.hole), STEPS[slide.direction]
    x, y = corner(row - down, column - right)  # where the spare comes from

    def entering(at: tuple[int, int]) -> tuple[int, int]:
        return x - at[0], y - at[1]

    tiles = [scene.maze.tiles[cell].number for cell in line.cells]
    yield from ((f"tile-{number}", (0, 0)) for number in tiles)
    yield f"tile-{scene.spare.number}", entering(spot(scene, None))
    if scene.maze.classic and scene.hunting and not scene.view.homeward:
        goal = scene.goal
        if goal is None or scene.grid.cell(*goal) in line.cells:
            yield "goal", (0, 0) if goal else entering(spot(scene, None))
    for seat in scene.seats:
        if (at := scene.standing[seat]) in line.cells:
            yield f"avatar-{seat}", entering(corner(*scene.at(at))) if at == line.dropped else (0, 0)


def offer_insert(option: Element, scene: Scene, insert: Insert, nth: int, name: str) -> None:
    """The turned spare to click below the board, and its ghost in the hole, to be clicked as well while it is the one that is shown."""
    assert scene.hole is not None
    spare = scene.spare.turn(insert.degree)
    x, y = panel(scene, 4 + nth * 82, 106)
    option.set("data-turn", "")
    SubElement(option, "rect", {"class": "spot", "x": num(x - 4), "y": num(y - 4), "width": "68", "height": "84", "rx": "6"})
    write(option, f"{insert.degree}°", x + 30, y + 69)
    art = tile_art(spare.connector, spare.gems, False)
    SubElement(option, "g", {"transform": transform(x, y)}).append(art)
    x, y = corner(*scene.at(scene.hole))
    ghost = SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)})
    ghost.append(art)
    for seat in scene.seats:
        if scene.standing[seat] == scene.hole:  # comes in on the spare, which would hide it
            SubElement(ghost, "use", {"href": f"#{name}-avatar-{seat}", "x": num(-x), "y": num(-y)})
    SubElement(option, "rect", {"class": "take", "x": num(x), "y": num(y), "width": "60", "height": "60", "rx": "3"})


def offer_walk(option: Element, scene: Scene, cell: int, trails: dict[int, str]) -> None:
    x, y = corner(*scene.at(cell))
    SubElement(option, "rect", {"class": "tap", "x": num(x), "y": num(y), "width": "60", "height": "60", "rx": "3"})
    if cell not in scene.standing:
        right, down = bow(OPENINGS[scene.maze.tiles[cell].connector])
        SubElement(option, "circle", {"class": "dot", "cx": num(x + 30 + right), "cy": num(y + 30 + down), "r": "3.5"})
    trace(option, trails[cell], "ghost trail")


def find_trails(scene: Scene) -> dict[int, str]:
    """A shortest way to every cell within reach of this seat's avatar, as the path to draw: from doorway to doorway, round the bends."""
    assert scene.view.seat is not None
    grid, tiles = scene.grid, scene.maze.tiles
    start = scene.standing[scene.view.seat]
    doorways, front = {start: f"M{' '.join(map(num, center(scene, start)))}"}, deque([start])
    while front:
        cell = front.popleft()
        row, column = scene.at(cell)
        x, y = center(scene, cell)
        openings = OPENINGS[tiles[cell].connector]
        for out, back, down, right in NEIGHBORS:
            beside = grid.cell(row + down, column + right) if openings & out else None
            if beside is not None and beside not in doorways and OPENINGS[tiles[beside].connector] & back:
                doorways[beside] = f"{doorways[cell]}Q{x} {y} {x + 30 * right} {y + 30 * down}"
                front.append(beside)
    return {cell: doorway + stop(center(scene, cell), OPENINGS[tiles[cell].connector]) for cell, doorway in doorways.items()}


def stop(middle: tuple[int, int], openings: int) -> str:
    (x, y), (right, down) = middle, bow(openings)
    return f"L{num(x + right)} {num(y + down)}"


def offer_pass(option: Element, scene: Scene, say: Say) -> None:
    x, y = panel(scene, 0, 112)
    SubElement(option, "rect", {"class": "spot", "x": num(x), "y": num(y), "width": "92", "height": "36", "rx": "18"})
    write(option, say(Message("draw.pass")), x + 46, y + 18)


# Labels


def label_lines(sheet: Sheet, scene: Scene) -> None:
    """Numbers on all four sides, but not on a tile that has dropped out there."""
    rows, columns = scene.grid.rows, scene.grid.columns
    covered = scene.beyond
    for row in range(rows):
        for side, shift in ((-1, 7), (columns, 53)):
            label_line(sheet, str(row), row, side, shift, 30, covered)
    for column in range(columns):
        for side, shift in ((-1, 7), (rows, 53)):
            label_line(sheet, str(column), side, column, 30, shift, covered)


def label_line(sheet: Sheet, words: str, row: int, column: int, right: int, down: int, covered: tuple[int, int] | None) -> None:
    if (row, column) != covered:
        x, y = corner(row, column)
        sheet.label(words, x + right, y + down, "faint")


def label_panel(sheet: Sheet, scene: Scene) -> None:
    view, say = scene.view, sheet.say
    sheet.label(say(Message("draw.round", {"round": view.round})), *panel(scene, 0, 22), "title left")
    sheet.label(say(turn(view)), *panel(scene, 0, 48), "left")
    sheet.label(say(errand(view)) if scene.hunting else "", *panel(scene, 0, 70), "left")
    for nth, gem in enumerate(scene.gems):
        show_gem(sheet.layers["labels"], gem, transform(*panel(scene, 160 + 18 * nth, 70)))
    x, y = spot(scene, None)
    sheet.label(say(Message("draw.spare")), x, y - 12, "left faint")
    if scene.view.choices and len(view.act) < 2:
        trace(sheet.layers["labels"], TURN, "ink", f"translate({x + 53} {y - 12})")


def errand(view: View) -> Message:
    """What this seat is after, in a few words."""
    if view.homeward:
        return Message("draw.home")
    if view.treasures == 1:
        return Message("draw.treasure")
    return Message("draw.treasure-nth", {"nth": view.found + 1, "treasures": view.treasures})
