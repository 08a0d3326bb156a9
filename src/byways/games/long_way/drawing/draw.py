"""Draw a view of The Long Way as SVG."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from xml.etree.ElementTree import Element, SubElement

from byways.bits import members
from byways.drawing import Sheet as Paper
from byways.drawing import num, stamped, trace, transform, write
from byways.game import Outcome
from byways.games.long_way import GAME
from byways.games.long_way.components import SIZE
from byways.games.long_way.drawing.art import coin, die, disc, display, fork, furnish, rect, shopper
from byways.games.long_way.drawing.layout import COINS, DICE, HEAD, LEFT, POINTS, STRIP, TOP, WIDTH, shape_for
from byways.games.long_way.drawing.options import offer
from byways.games.long_way.drawing.others import lay_rivals, seat_mark, token
from byways.games.long_way.drawing.scene import Scene
from byways.games.long_way.drawing.store import (
    ANGLES,
    CELL,
    TOWARDS,
    cafeteria_middle,
    door_middle,
    draw_tile,
    inner_wall,
    lay_floor,
    lay_walls,
    lay_way,
    line,
    middle,
    outline,
)
from byways.games.long_way.drawing.style import STYLE
from byways.games.long_way.drawing.text import text
from byways.games.long_way.rules.acts import COINS as COINS_BONUS
from byways.games.long_way.rules.events import ENTRANCE, EXIT
from byways.games.long_way.rules.shoppers import Floor, Walk
from byways.games.long_way.state import MOST_CAFETERIAS, TileMask, format_points, space_of, tile_mask, wall_piece
from byways.games.long_way.view import View
from byways.i18n import ENGLISH, Message, Sentence

__all__ = ["draw", "seat_mark", "text", "where"]


OUTER = 36 / 49  # how far along the line from a space to the place outside its door the exterior wall is
DOOR_ARROW = "M-8-2.500H1V-7L9 0L1 7V2.500H-8Z"


def draw(view: View, name: str, language: str = ENGLISH, tall: bool = False) -> str:
    scene, say = Scene(view), partial(GAME.say, language=language)
    lay = shape_for(tall)(len(scene.others))
    label = say(Message("draw.label", {"round": view.round, "status": status(view)}))
    paper = Paper(name, lay.size, label, STYLE, say)
    ground = paper.piece(f"sheet-{scene.main}", LEFT, TOP, layer="board")
    ground.attrib |= {"data-zoom-over": "", "data-bare": ""}
    lay_floor(ground, scene.sheet)
    lay_doors(paper, scene)
    lay_tiles(paper, scene)
    lay_walls(paper.piece(f"walls-{scene.main}", LEFT, TOP), scene.sheet, scene.bonuses)
    lay_bonuses(paper, scene)
    way = paper.piece("way", LEFT, TOP, looks=scene.outlook)
    if scene.way:
        lay_way(way, scene.way, Floor(scene.sheet) if view.outcome else None)
    if scene.sheet.entrance < 0 and view.outcome is None:
        lay_sketch(way, paper.say)
    lay_stops(paper, scene)
    lay_displays(paper, scene)
    lay_costs(paper, scene)
    lay_rivals(paper, view, scene.others, lay)
    lay_head(paper, scene)
    lay_supply(paper, scene)
    if scene.has_toured:
        shopper(paper.piece(f"shopper-{scene.main}", *where(view, f"shopper-{scene.main}", EXIT)), f"seat seat-{scene.main}")
    open_doors(paper, scene)
    offer(paper, scene)
    paper.layers["labels"].append(stamped(write_labels))
    return str(paper)


def where(view: View, piece: str, place: str, tall: bool = False) -> tuple[float, float]:
    """Return where a shopper is drawn: at a space in its store, or outside a door. A `walker` walks in a store that is drawn large."""
    seat, scene = int(piece.rpartition("-")[2]), Scene(view)
    sheet = view.sheets[seat]
    doors = {ENTRANCE: sheet.entrance, EXIT: sheet.exit}
    x, y = door_middle(doors[place]) if place in doors else middle(space_of(place))
    if seat == scene.main or piece.startswith("walker-"):
        return LEFT + x, TOP + y
    there = shape_for(tall)(len(scene.others)).berths[scene.others.index(seat)]
    (left, top), scale = there.corner, there.scale
    return left + x * scale, top + y * scale


# The large store


def lay_doors(paper: Paper, scene: Scene) -> None:
    """Draw a sign with a word at each door. At the end, shoppers stand at the exit instead."""
    for name, door in (("entrance", scene.sheet.entrance), ("exit", scene.sheet.exit)):
        if door < 0 or (name == "exit" and scene.has_toured):
            continue
        x, y = door_middle(door)
        piece = paper.piece(f"{name}-{scene.main}", LEFT + x, TOP + y, layer="board")
        paper.thing(piece, paper.say(Message(f"thing.{name}")))
        lay_sign(piece, paper.say(Message(f"draw.{name}")))
        trace(piece, DOOR_ARROW, "inside", f"translate(0 8) rotate({ANGLES[door & 3] + 180 * (name == 'entrance')})")


def lay_sign(piece: Element, words: str) -> None:
    """Draw a sign, wider for a long word, which is squeezed."""
    is_long = len(words) > 3
    rect(piece, "dot", 0, 0, 38 if is_long else 34, 34, 6)
    text = write(piece, words, 0, -7, "inside")
    if is_long:
        text.set("textLength", "33")
        text.set("lengthAdjust", "spacingAndGlyphs")


LEAVES = "M-4-22H4V0H-4Z", "M-4 0H4V22H-4Z"
SHINE = "M-4-22V22L-78 60V-60Z"


def open_doors(paper: Paper, scene: Scene) -> None:
    """For a winner, open the doors of the store."""
    outcome = scene.view.outcome
    if outcome is None or not outcome.is_victory_of(scene.view.seat):
        return
    joy = paper.joy("doors", LEFT, TOP, layer="pieces")
    for door in (scene.sheet.entrance, scene.sheet.exit):
        if door >= 0:
            (x, y), (outside_x, outside_y) = middle(door >> 2), door_middle(door)
            at = (x + (outside_x - x) * OUTER, y + (outside_y - y) * OUTER)
            doorway = SubElement(joy, "g", {"transform": f"{transform(*at)} rotate({ANGLES[door & 3]})"})
            trace(doorway, SHINE, "shine")
            for leaf in LEAVES:
                trace(doorway, leaf, "leaf")


SKETCH = ((2.5, 1.5), (2.5, 5.5), (4.5, 5.5), (4.5, 1.5))  # x and y in spaces
BARRIER = ((4, 0), (4, 5))


def lay_sketch(parent: Element, say: Callable[[Sentence], str]) -> None:
    """Hint at the aim in an empty store: walls make the way between two doors long, and displays stand on it."""
    sketch = SubElement(parent, "g", {"class": "sketch"})
    points, barrier = ([(x * CELL, y * CELL) for x, y in corners] for corners in (SKETCH, BARRIER))
    trace(sketch, line(points), "path")
    trace(sketch, line(barrier), "wall")
    for kind, (x, y) in ((3, (2.5, 3.5)), (1, (3.5, 5.5)), (5, (4.5, 3.5))):
        furnish(SubElement(sketch, "g", {"transform": transform(x * CELL, y * CELL)}), kind)
    for name, (x, y), angle in (("entrance", points[0], 90), ("exit", points[-1], -90)):
        trace(sketch, DOOR_ARROW, "dot", f"translate({num(x)} {num(y - 28)}) rotate({angle})")
        write(parent, say(Message(f"draw.{name}")), x, y - 48, "faint small")


def lay_tiles(paper: Paper, scene: Scene) -> None:
    view, sheet = scene.view, scene.sheet
    for nth, tile in enumerate(sheet.tiles):
        x, y = middle(tile.space)
        piece = paper.piece(f"tile-{scene.main}-{nth + 1}", LEFT + x, TOP + y, layer="board")
        mask = tile_mask(view.chart[tile.light - 1][tile.dark - 1])
        trace(piece, outline(mask), "slab fresh" if scene.fresh >> tile.space & 1 else "slab")
    for nth, cafeteria in enumerate(sheet.cafeterias):
        (x, y), lying = cafeteria_middle(cafeteria)
        fork(paper.piece(f"cafeteria-{scene.main}-{nth + 1}", LEFT + x, TOP + y, layer="board"), lying)


def lay_bonuses(paper: Paper, scene: Scene) -> None:
    """Draw the walls and doorways of bonuses as pieces, in a frame that a mark can surround."""
    for direction, (right, down) in enumerate(TOWARDS):
        for space in members(scene.bonuses[direction]):
            piece, (x, y) = paper.piece(wall_piece(scene.main, space, direction), LEFT, TOP), middle(space)
            rect(piece, "around", x + 27 * right, y + 27 * down, 34 + 30 * abs(down), 34 + 30 * abs(right))
            trace(piece, inner_wall(scene.sheet, space, direction), "wall")


def lay_stops(paper: Paper, scene: Scene) -> None:
    """Write on the plate of each cafeteria, above the way, when the shoppers visit it."""
    piece = paper.piece("stops", LEFT, TOP, looks=scene.outlook)
    for cafeteria in scene.sheet.cafeterias:
        if order := scene.order(cafeteria):
            (x, y), _ = cafeteria_middle(cafeteria)
            disc(piece, "joint", x, y, 10)
            write(piece, str(order), x, y - 0.5, "inside")


def lay_displays(paper: Paper, scene: Scene) -> None:
    shown = {space: kind for kind, bits in enumerate(scene.sheet.displays, 1) for space in members(bits)}
    for nth in range(len(scene.sheet.tiles)):
        for space in members(scene.cells(nth)):
            if space in shown:
                x, y = middle(space)
                piece = paper.piece(f"display-{scene.main}-{nth + 1}", LEFT + x, TOP + y + 2)
                display(piece, shown[space], bool(scene.passed >> space & 1), scene.outlook)


def lay_costs(paper: Paper, scene: Scene) -> None:
    """Write −1 on each empty space on the way."""
    piece = paper.piece("costs", LEFT, TOP, looks=scene.outlook)
    for space in members(scene.passed & ~scene.sheet.occupied):
        x, y = middle(space)
        write(piece, format_points(-1), x + 18, y + 21, "cost")


# Dice, tile, coins and score; cafeterias left


def lay_head(paper: Paper, scene: Scene) -> None:
    view = scene.view
    token(paper.piece(f"badge-{scene.main}", 24, HEAD), view, scene.main)
    for pips, (name, x) in zip(view.dice, DICE.items(), strict=True):
        label = paper.say(Message("terminal.die" if pips else "terminal.die-due", {"die": name, "pips": pips}))
        paper.lay(f"die-{name}", stamped(die, pips, name), x, HEAD, label=label)
    if tile := view.roll.tile:
        piece = paper.piece("rolled", 153, HEAD - 9 * (tile.depth - 1), 0.28)
        rolled_tile(paper.thing(piece, paper.say(Message("thing.rolled"))), tile)
    lay_coins(paper, scene)
    if scene.sheet.exit >= 0:
        lay_score(paper, scene)


def rolled_tile(parent: Element, mask: TileMask) -> None:
    """Draw the rolled tile with its leftmost column at 0, whichever column its first space is in. Its gaps can be grabbed too."""
    SubElement(parent, "rect", {"class": "hit", **grip(mask)})
    spot = SubElement(parent, "g", {"transform": transform(-mask.left * CELL, 0)})
    draw_tile(spot, mask, "slab")


def grip(mask: TileMask) -> dict[str, str]:
    across, down = max(LEAST_GRIP, mask.width), max(LEAST_GRIP, mask.depth)
    left, top = ((mask.width - across) / 2 - 0.5) * CELL, ((mask.depth - down) / 2 - 0.5) * CELL
    return {"x": num(left), "y": num(top), "width": num(across * CELL), "height": num(down * CELL)}


LEAST_GRIP = 2  # spaces
MOST_SHOWN = 4  # coins side by side


def lay_coins(paper: Paper, scene: Scene) -> None:
    coins, is_offered = scene.sheet.coins, COINS_BONUS in scene.view.choices
    art = stamped(lay_purse, coins, "" if is_offered else paper.say(Message("draw.coins", {"coins": coins})))
    paper.lay(f"coins-{scene.main}", art, COINS, HEAD, label=paper.say(Message("thing.coins", {"coins": coins})))


def lay_purse(piece: Element, coins: int, words: str) -> None:
    backed(piece, -8, 84)
    for nth in range(MOST_SHOWN if coins <= MOST_SHOWN else 1):
        if nth < coins:
            coin(piece, 5 + 19 * nth, -9)
        else:
            disc(piece, "slot", 5 + 19 * nth, -9, 8)
    if coins > MOST_SHOWN:
        write(piece, f"× {coins}", 22, -9, "large left")
    write(piece, words, -5, 14, "left small faint")


def backed(piece: Element, left: float, width: float) -> Element:
    """Put paper behind a piece. Otherwise the glow of a pointed-at piece blurs its letters."""
    rect(piece, "paper", left + width / 2, 0, width, 54, 6)
    return piece


def lay_score(paper: Paper, scene: Scene) -> None:
    way, piece = scene.way, backed(paper.piece("score", POINTS, HEAD, looks=scene.outlook), -22, 148)
    write(piece, format_points(way.score if way else 0), -14, -10, "huge left")
    write(piece, paper.say(worth(way)), -14, 15, "left small faint")


def worth(way: Walk | None) -> Message:
    """Explain the score of a way."""
    if way is None:
        return Message("draw.no-way")
    return Message("draw.way-empty" if way.empties else "draw.way", {"displays": way.displays, "empties": way.empties})


def lay_supply(paper: Paper, scene: Scene) -> None:
    """Show the cafeterias that can still be drawn, and dashed slots for the others."""
    left = MOST_CAFETERIAS - len(scene.sheet.cafeterias)
    art = stamped(lay_left, left, paper.say(Message("draw.supply")))
    paper.lay(f"supply-{scene.main}", art, WIDTH / 2, STRIP, label=paper.say(Message("thing.supply", {"left": left})))


def lay_left(piece: Element, left: int, words: str) -> None:
    write(piece, words, -78, 0, "left large" if left else "left faint")
    for nth in range(MOST_CAFETERIAS):
        spot = SubElement(piece, "g", {"transform": transform(22 + 40 * nth, 0, 0.32)})
        if nth < left:
            fork(spot, True)
        else:
            rect(spot, "slot", 0, 0, 112, 48, 14)


# Labels


def write_labels(labels: Element) -> None:
    for nth in range(SIZE):
        write(labels, "abcdefg"[nth], LEFT + CELL * nth + 7, TOP - 16, "faint small")
        write(labels, str(nth + 1), LEFT - 17, TOP + CELL * nth + 8, "faint small")


MOST_NAMED = 4  # names for which there is room


def status(view: View) -> Sentence:
    """Describe the current state of the game in a few words."""
    if view.outcome is not None:
        return ending(view.outcome)
    if view.seat in view.awaited:
        return Message("ask.coins") if view.phase == "coins" else Message(f"ask.{view.draft.stage}")
    if not view.awaited:
        return Message("draw.rolls", {"seat": view.active})
    name = "draw.waiting" if len(view.awaited) <= MOST_NAMED else "draw.waiting-many"
    return Message(name, {"seats": view.awaited, "count": len(view.awaited)})


def ending(outcome: Outcome) -> Sentence:
    winners = outcome.winners
    if outcome.title:
        return outcome.title
    return Message("draw.wins", {"winners": winners, "count": len(winners)}) if winners else Message("draw.nobody")
