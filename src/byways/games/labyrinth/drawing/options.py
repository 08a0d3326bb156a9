"""The legal choices as clickable elements, each with a preview."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Say, Sheet, Stamp, num, token, trace, transform, write
from byways.games.labyrinth.drawing.art import ARROW, bow, box, tile_art
from byways.games.labyrinth.drawing.layout import TILE, Layout, Point, arrow_place, entrance, number_place, spot, zoomed
from byways.games.labyrinth.drawing.scene import Scene, seat_letter
from byways.games.labyrinth.state import OPENINGS, STEPS, Grid, Insert, Pass, Slide, Walk
from byways.i18n import Message


def offer(sheet: Sheet, scene: Scene, trails: dict[int, str]) -> None:
    for nth, choice in enumerate(scene.view.choices):
        option = sheet.option(choice)
        if isinstance(choice, Slide):
            offer_slide(sheet, option, scene, choice)
        elif isinstance(choice, Insert):
            offer_insert(option, scene, choice, nth)
        elif isinstance(choice, Walk):
            offer_walk(option, scene, choice.row * scene.grid.columns + choice.column, trails)
        elif isinstance(choice, Pass):
            offer_pass(option, scene, sheet.say)


def offer_slide(sheet: Sheet, option: Element, scene: Scene, slide: Slide) -> None:
    """Offer a slide as an arrow button; the line can also be dragged. The preview moves the line by one tile, and the spare in.

    The tile that drops out disappears below its neighbour, because beside the board it would cover numbers and the panel.
    """
    option.append(slide_button(slide, scene.lay, scene.grid))
    line = scene.grid.lines[slide]
    down, right = STEPS[slide.direction]
    (x, y), inwards = (
        entrance(slide, scene.lay, scene.grid),
        scene.lay.frame / 2,
    )  # where a hint's badge covers neither number nor arrow
    option.set("data-anchor", f"{num(x + inwards * right)} {num(y + inwards * down)}")
    x, y = scene.lay.corner(*scene.at(line.cells[0]))
    across, tall = (len(line.cells) * TILE, TILE) if right else (TILE, len(line.cells) * TILE)
    sheet.swipe(option, (x, y, across, tall), (right, down))
    whole = {"x": num(x), "y": num(y), "width": num(across), "height": num(tall), "rx": "4"}
    slid = SubElement(SubElement(option, "g", {"class": "ghost"}), "g", {"class": f"slid slid-{slide.direction}"})
    for piece, (by_x, by_y) in carried(scene, slide):
        SubElement(slid, "use", {"href": f"#{sheet.name}-{piece}", **({"x": num(by_x), "y": num(by_y)} if by_x or by_y else {})})
    SubElement(option, "rect", {"class": "ghost outline", **whole})


@lru_cache(maxsize=256)
def slide_button(slide: Slide, lay: Layout, grid: Grid) -> Stamp:
    art, (across, tall) = Stamp(), (56, 30) if slide.axis == "column" else (30, 56)
    button = zoomed(art, lay, entrance(slide, lay, grid))
    down, right = STEPS[slide.direction]
    hit = box(right * lay.reach / 2, down * lay.reach / 2, across + 6 + abs(right) * lay.reach, tall + 6 + abs(down) * lay.reach)
    SubElement(button, "rect", {"class": "hit", **hit})
    SubElement(button, "rect", {"class": "spot", **box(0, 0, across, tall), "rx": "15"})
    trace(button, ARROW, "sign", arrow_place(slide))
    write(button, str(slide.index + 1), *number_place(slide, grid))
    return art


def carried(scene: Scene, slide: Slide) -> Iterator[tuple[str, Point]]:
    """The pieces that move with a line, each with its initial offset. Pieces that enter begin outside."""
    line = scene.grid.lines[slide]
    (row, column), (down, right) = scene.at(line.hole), STEPS[slide.direction]
    x, y = scene.lay.corner(row - down, column - right)  # where the spare starts

    def entering(at: Point) -> Point:
        return x - at[0], y - at[1]

    tiles = [scene.maze.tiles[cell].number for cell in line.cells if cell != line.dropped]
    yield from ((f"tile-{number}", (0, 0)) for number in tiles)
    yield f"tile-{scene.spare.number}", entering(spot(scene.lay, None))
    if scene.maze.classic and scene.hunting and not scene.view.homeward:
        goal = scene.goal
        if goal is None or scene.grid.cell(*goal) in line.cells:
            yield "goal", (0, 0) if goal else entering(spot(scene.lay, None))
    for seat in scene.seats:
        if (at := scene.standing[seat]) in line.cells:
            yield f"avatar-{seat}", entering(scene.lay.corner(*scene.at(at))) if at == line.dropped else (0, 0)


def offer_insert(option: Element, scene: Scene, insert: Insert, nth: int) -> None:
    """Offer an insertion: the turned spare as a button in the panel, and its preview in the hole, which can be clicked while shown."""
    assert scene.hole is not None
    spare = scene.spare.turn(insert.degree)
    button = zoomed(option, scene.lay, scene.lay.at(scene.lay.nth_insert(nth)))
    option.set("data-turn", "")
    SubElement(button, "rect", {"class": "spot", **box(0, 0, 68, 68), "rx": "6"})
    art = tile_art(spare.connector, spare.gems, False)
    SubElement(button, "g", {"transform": transform(-TILE / 2, -TILE / 2)}).append(art)
    x, y = scene.lay.corner(*scene.at(scene.hole))
    ghost = SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)})
    ghost.append(art)
    for seat in scene.seats:
        if scene.standing[seat] == scene.hole:  # rides in on the spare, which would hide it
            right, down, scale = scene.place_of(seat)
            token(SubElement(ghost, "g", {"transform": transform(right - x, down - y, scale)}), seat, seat_letter(seat))
    SubElement(option, "rect", {"class": "take", "x": num(x), "y": num(y), "width": "60", "height": "60", "rx": "3"})


def offer_walk(option: Element, scene: Scene, cell: int, trails: dict[int, str]) -> None:
    x, y = scene.lay.corner(*scene.at(cell))
    SubElement(option, "rect", {"class": "tap", "x": num(x), "y": num(y), "width": "60", "height": "60", "rx": "3"})
    if cell not in scene.standing:
        right, down = bow(OPENINGS[scene.maze.tiles[cell].connector])
        SubElement(option, "circle", {"class": "dot", "cx": num(x + 30 + right), "cy": num(y + 30 + down), "r": "3.5"})
    trace(option, trails[cell], "ghost trail")
    lay_start(option, scene)


def lay_start(option: Element, scene: Scene) -> None:
    """Keep the trail off its avatar in the ghost of a whole act, where the avatar may have moved with a line."""
    seat = scene.view.seat
    assert seat is not None
    token(SubElement(option, "g", {"class": "ghost planned", "transform": transform(*scene.place_of(seat))}), seat, seat_letter(seat))


def find_trails(scene: Scene) -> dict[int, str]:
    """A shortest path to every cell within the viewer's reach, as SVG path data with rounded bends."""
    assert scene.view.seat is not None
    start, doorways = scene.standing[scene.view.seat], dict[int, str]()
    for cell, before in scene.grid.came_from(scene.maze.ways, start).items():
        (x, y), (x2, y2) = scene.center(before), scene.center(cell)
        doorways[cell] = f"{doorways[before]}Q{x} {y} {num((x + x2) / 2)} {num((y + y2) / 2)}" if doorways else f"M{x} {y}"
    tiles = scene.maze.tiles
    return {cell: doorway + stop(scene.center(cell), OPENINGS[tiles[cell].connector]) for cell, doorway in doorways.items()}


def stop(middle: tuple[int, int], openings: int) -> str:
    (x, y), (right, down) = middle, bow(openings)
    return f"L{num(x + right)} {num(y + down)}"


def offer_pass(option: Element, scene: Scene, say: Say) -> None:
    button = zoomed(option, scene.lay, scene.lay.at(scene.lay.passing))
    SubElement(button, "rect", {"class": "spot", **box(0, 0, 68, 40), "rx": "20"})
    write(button, say(Message("draw.pass")), 0, 0)
