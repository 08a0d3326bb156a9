"""A view of The Long Way as SVG, and as text for a terminal or a screen reader."""

from __future__ import annotations

from functools import partial
from xml.etree.ElementTree import Element, SubElement

from msgspec.structs import asdict

from byways.bits import members
from byways.drawing import CROWN, TOKENS, looked_at, num, stylesheet, trace, transform, write
from byways.drawing import Sheet as Paper
from byways.game import Outcome
from byways.games.long_way import GAME
from byways.games.long_way.acts import STEPS
from byways.games.long_way.components import SIZE
from byways.games.long_way.furniture import die, display, fork
from byways.games.long_way.shoppers import Floor, Walk, walk
from byways.games.long_way.state import (
    LANE,
    WINS_ALONE,
    AnyChoice,
    Cafeteria,
    Coins,
    Display,
    Done,
    Doorway,
    Draft,
    Entrance,
    Exit,
    Fork,
    Keep,
    Reroll,
    Segment,
    Sheet,
    Stamp,
    Stop,
    Tile,
    Wall,
    stamp_of,
)
from byways.games.long_way.store import (
    ANGLES,
    CELL,
    STORE,
    TOWARDS,
    draw_tile,
    hall_middle,
    lay_floor,
    lay_walls,
    lay_way,
    middle,
    slab,
    wall_line,
    way_line,
    whole_store,
)
from byways.games.long_way.text import text
from byways.games.long_way.view import View, minus
from byways.speech import ENGLISH, Message, Sentence

__all__ = ["draw", "seat_mark", "text"]

LEFT, TOP, WIDTH = 46, 132, 540
SECOND = 74  # the line of dice, coins and score
STRIP = TOP + STORE + 54  # the middle of the buttons
OTHERS = STRIP + 28
SMALL, COLUMN, ROW = 0.25, 131, 146
POINTS = 410  # where the score is written
MARKS = "RBGOPKTN"
SHAPES = (*TOKENS, "M0-15L14-4L9 13H-9L-14-4Z", "M-14-8H0V-14L14 0L0 14V8H-14Z")

RULES = {
    ".floor": "fill:$raised;stroke:none",
    ".void": "fill:$void;stroke:$faint;stroke-width:.8;stroke-dasharray:2 4",
    ".slab": "fill:$slab;stroke:$faint;stroke-width:1.2",
    ".fresh": "fill:$fresh",
    ".dot": "fill:$ink;stroke:none",
    ".outside": "fill:none;stroke:$ink;stroke-width:8;stroke-linecap:square",
    ".wall": "fill:none;stroke:$ink;stroke-width:5.5;stroke-linecap:round",
    ".arrow": "fill:$ink;stroke:$ink;stroke-width:2;stroke-linejoin:round",
    ".wood": "fill:$wood;stroke:$ink;stroke-width:1.4;stroke-linejoin:round",
    ".grain": "fill:none;stroke:$ink;stroke-width:.8;stroke-opacity:.55",
    ".cloth": "fill:$cloth;stroke:$ink;stroke-width:1.4;stroke-linejoin:round",
    ".tag": "fill:$raised;stroke:$ink;stroke-width:1.2",
    "text.number": "font-size:16px;font-weight:600",
    ".hall": "fill:$hall;stroke:$ink;stroke-width:1.6",
    ".prongs": "fill:none;stroke:$ink;stroke-width:4;stroke-linecap:round;stroke-linejoin:round",
    ".path": "fill:none;stroke:$trail;stroke-width:4;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.85",
    ".would": "fill:none;stroke:$would;stroke-width:5;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:.1 9",
    "text.would": "fill:$would;stroke:none;font-size:26px;font-weight:600",
    ".tied": "fill:none;stroke:$trail;stroke-width:3;stroke-linecap:round;stroke-dasharray:.1 7;stroke-opacity:.8",
    ".step": "fill:$trail;stroke:$raised;stroke-width:1",
    ".die": "stroke:$ink;stroke-width:2",
    ".die.light": "fill:$pale",
    ".die.dark": "fill:#3a342d",
    ".pip": "stroke:none",
    ".pip.light": "fill:#2e2a25",
    ".pip.dark": "fill:#fffdf6",
    "text.pale": "fill:#fffdf6",
    "text.onlight": "fill:#2e2a25",
    ".coin": "fill:$accent;stroke:$ink;stroke-width:1.5",
    ".slot": "fill:none;stroke:$faint;stroke-width:1.5;stroke-dasharray:2 3",
    ".seat-6": "fill:#1c7d84",
    ".seat-7": "fill:#b94a7c",
    ".tap": "fill:$accent;fill-opacity:0;stroke:none",
    ".mark": "fill:$accent;stroke:$ink;stroke-width:1.2;fill-opacity:.85",
    ".plan": "fill:$accent;fill-opacity:.45;stroke:$ink;stroke-width:1.5;stroke-dasharray:5 3",
    ".cut": "fill:none;stroke:$accent;stroke-width:9;stroke-linecap:butt",
    **looked_at(".mark", "fill-opacity:1;stroke-width:2.5"),
    ".gone": "opacity:.45",
    "text.large": "font-size:18px",
    "text.huge": "font-size:26px;font-weight:600",
}
LIGHT = {
    "void": "#efe6d2",
    "slab": "#fffdf6",
    "fresh": "#fbe9bd",
    "wood": "#d9b07a",
    "cloth": "#9fb9c9",
    "hall": "#e9c9b8",
    "would": "#1f5fa8",
}
DARK = {
    "void": "#262320",
    "slab": "#3a352e",
    "fresh": "#57492a",
    "wood": "#8a6538",
    "cloth": "#476476",
    "hall": "#6b4a3c",
    "would": "#9cc6f5",
}
STYLE = stylesheet(RULES, LIGHT, DARK)


class Scene:
    """Whose sheet is drawn large, with the seat's own act on it, and the way through it as it is now."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.main = view.seat if view.seat is not None else best_seat(view)
        self.draft = view.draft if view.seat is not None and view.act else Draft(view.sheets[self.main], "waiting")
        self.sheet = self.draft.sheet
        self.way = walk(self.sheet) if self.sheet.entrance >= 0 and self.sheet.exit >= 0 else None
        self.fresh = sum(cells_of(view, self.sheet, nth) for nth in range(len(view.sheets[self.main].tiles), len(self.sheet.tiles)))
        self.others = [seat for seat in range(len(view.sheets)) if seat != self.main]

    @property
    def size(self) -> tuple[int, int]:
        return WIDTH, OTHERS + ROW * -(-len(self.others) // 4)


def best_seat(view: View) -> int:
    """Whose sheet a spectator sees large: that of the player with the dice, at the end the winner's."""
    return view.outcome.places.index(1) if view.outcome else view.active


def cells_of(view: View, sheet: Sheet, nth: int) -> int:
    tile = sheet.tiles[nth]
    return stamp_of(view.chart[tile.light - 1][tile.dark - 1]).cells << tile.space


def at_main(space: int) -> tuple[float, float]:
    x, y = middle(space)
    return LEFT + x, TOP + y


def draw(view: View, name: str, language: str = ENGLISH) -> str:
    scene, say = Scene(view), partial(GAME.say, language=language)
    label = say(Message("draw.label", {"round": view.round, "status": status(view)}))
    paper = Paper(name, scene.size, label, STYLE, say)
    ground = SubElement(paper.layers["board"], "g", {"transform": transform(LEFT, TOP)})
    lay_floor(ground, scene.sheet)
    lay_tiles(paper, scene)
    lay_walls(SubElement(paper.layers["pieces"], "g", {"transform": transform(LEFT, TOP)}), scene.sheet)
    if scene.way:
        floor = Floor(scene.sheet) if view.outcome else None
        lay_way(SubElement(paper.layers["pieces"], "g", {"transform": transform(LEFT, TOP)}), scene.way, floor)
    lay_displays(paper, scene)
    lay_others(paper, scene)
    lay_dice(paper, scene)
    offer(paper, scene)
    write_labels(paper, scene)
    return str(paper)


# Pieces


def lay_tiles(paper: Paper, scene: Scene) -> None:
    view, sheet = scene.view, scene.sheet
    for nth, tile in enumerate(sheet.tiles):
        piece = paper.piece(f"tile-{scene.main}-{nth + 1}", *at_main(tile.space), layer="board")
        slab(piece, stamp_of(view.chart[tile.light - 1][tile.dark - 1]), "slab fresh" if scene.fresh >> tile.space & 1 else "slab")
    for nth, hall in enumerate(sheet.cafeterias):
        (x, y), lying = hall_middle(hall)
        fork(paper.piece(f"cafeteria-{scene.main}-{nth + 1}", LEFT + x, TOP + y, layer="board"), lying)


def lay_displays(paper: Paper, scene: Scene) -> None:
    shown = {space: kind for kind, bits in enumerate(scene.sheet.displays, 1) for space in members(bits)}
    for nth in range(len(scene.sheet.tiles)):
        for space in members(cells_of(scene.view, scene.sheet, nth)):
            if space in shown:
                x, y = at_main(space)
                display(paper.piece(f"display-{scene.main}-{nth + 1}", x, y + 2), shown[space])


# The other stores


def lay_others(paper: Paper, scene: Scene) -> None:
    for nth, seat in enumerate(scene.others):
        row, column = divmod(nth, 4)
        x, y = 14 + column * COLUMN, OTHERS + 26 + row * ROW
        piece = paper.piece(f"sheet-{seat}", x, y, SMALL, "gone" if seat in scene.view.removed else "")
        paper.thing(piece, paper.say(Message("thing.store", {"seat": seat})))
        piece.append(whole_store(scene.view.chart, scene.view.sheets[seat], scene.view.outcome is not None))
        paper.label(caption(paper, scene.view, seat), x + 26, y - 18, "left")
        badge(paper, scene.view, seat, x + 9, y - 18, 0.66)


def caption(paper: Paper, view: View, seat: int) -> str:
    sheet = view.sheets[seat]
    if view.outcome and view.outcome.scores:
        return f"{paper.name_of(seat)} {minus(view.outcome.scores[seat])}"
    if seat in view.removed or sheet.stopped:
        return paper.say(Message("draw.gone" if seat in view.removed else "draw.stopped", {"seat": seat}))
    coins = f" {sheet.coins}¢" if sheet.coins else ""
    return paper.name_of(seat) + (" …" if seat in view.awaited else coins)


def badge(paper: Paper, view: View, seat: int, x: float, y: float, scale: float) -> None:
    piece = paper.piece(f"badge-{seat}", x, y, scale)
    seat_mark(view, piece, seat)
    if view.outcome and seat in view.outcome.winners and has_won(view.outcome):
        trace(piece, CROWN, "crown")
    elif seat == view.active and not view.outcome and view.phase != "doors":
        SubElement(piece, "circle", {"class": "halo", "r": "19"})


def seat_mark(view: View, parent: Element, seat: int) -> None:
    trace(parent, SHAPES[seat], f"seat seat-{seat}")
    write(parent, MARKS[seat], 0, 2 if seat == 2 else 0, "letter")


def has_won(outcome: Outcome) -> bool:
    """Alone one wins from 9 points on."""
    return len(outcome.places) > 1 or bool(outcome.scores and outcome.scores[0] >= WINS_ALONE)


# Dice, tile, coins and score


def lay_dice(paper: Paper, scene: Scene) -> None:
    view = scene.view
    for nth, (pips, name) in enumerate(zip(view.dice, ("light", "dark"), strict=True)):
        piece = paper.piece(f"die-{name}", 38 + 48 * nth, SECOND)
        die(paper.thing(piece, paper.say(Message("terminal.die" if pips else "terminal.die-due", {"die": name, "pips": pips}))), pips, name)
    if tile := view.roll.tile:
        piece = paper.piece("rolled", 130, SECOND - 9 * (tile.depth - 1), 0.28)
        rolled_tile(paper.thing(piece, paper.say(Message("thing.rolled"))), tile)
    badge(paper, view, scene.main, 32, 28, 1)
    lay_coins(paper, scene.sheet.coins)
    if scene.sheet.exit >= 0:
        lay_score(paper, scene.way)


def rolled_tile(parent: Element, stamp: Stamp) -> None:
    """The tile of the dice: its first space is moved right when the tile reaches out to the left of it."""
    spot = SubElement(parent, "g", {"transform": transform(-stamp.left * CELL, 0)})
    draw_tile(spot, stamp, "slab")


def lay_coins(paper: Paper, coins: int) -> None:
    piece = backed(paper.piece("coin-box", 206, SECOND), -8, 92)
    write(piece, paper.say(Message("draw.coins", {"coins": coins})), 0, -14, "left faint")
    for nth in range(max(4, min(coins, 8))):
        SubElement(piece, "circle", {"class": "coin" if nth < coins else "slot", "cx": num(8 + 19 * nth), "cy": "10", "r": "8"})


def backed(piece: Element, left: float, width: float) -> Element:
    """On a ground of its own: else the glow of what is pointed at would blur its letters."""
    SubElement(piece, "rect", {"class": "paper", "x": num(left), "y": "-30", "width": num(width), "height": "54", "rx": "6"})
    return piece


def lay_score(paper: Paper, way: Walk | None) -> None:
    piece = backed(paper.piece("score", POINTS, SECOND), -70, 190)
    write(piece, minus(way.score if way else 0), 0, -14, "huge")
    write(piece, paper.say(worth(way)), 25, 12, "faint")


def worth(way: Walk | None) -> Message:
    """Why a way is worth what it is."""
    if way is None:
        return Message("draw.no-way")
    return Message("draw.way-empty" if way.empties else "draw.way", {"displays": way.displays, "empties": way.empties})


# Options


def offer(paper: Paper, scene: Scene) -> None:
    buttons = [choice for choice in scene.view.choices if isinstance(choice, BUTTONS)]
    for choice in scene.view.choices:
        option = paper.option(choice)
        match choice:
            case Entrance(space, side) | Exit(space, side):
                offer_door(option, 4 * space + LANE[side], isinstance(choice, Entrance))
            case Tile(space):
                offer_tile(option, scene, space)
            case Fork(space, lie):
                offer_fork(option, space, lie == "across")
            case Display(space, kind):
                offer_display(option, scene, space, kind)
            case Wall(space):
                offer_wall(option, space)
            case Segment(side):
                offer_segment(option, scene.draft.at, LANE[side])
            case Doorway(space, side):
                offer_doorway(option, space, LANE[side])
            case _:
                offer_button(option, paper.say(button(choice)), buttons.index(choice), len(buttons))
        foresee(option, scene, choice)


def foresee(option: Element, scene: Scene, choice: AnyChoice) -> None:
    """The shoppers' way and its score as they would be with this choice, dotted beside what they are."""
    if not isinstance(choice, DRAWN):
        return
    sheet = STEPS[type(choice)](scene.view.draft, choice, scene.view.roll).sheet
    if sheet.entrance < 0 or sheet.exit < 0 or sheet == scene.sheet:
        return
    way = walk(sheet)
    if way:
        trace(option, way_line(way), "ghost would", transform(LEFT, TOP))
    trace(option, "M-9 0H9M3-6L9 0L3 6", "ghost ink", transform(POINTS + 38, SECOND - 14))
    write(option, minus(way.score if way else 0), POINTS + 72, SECOND - 14, "ghost would")


DRAWN = (Exit, Tile, Fork, Display, Segment, Doorway)


BUTTONS = (Reroll, Keep, Cafeteria, Stop, Coins, Done)


def button(choice: AnyChoice) -> Message:
    return Message(f"button.{type(choice).__name__.lower()}", asdict(choice))


def offer_button(option: Element, words: str, nth: int, count: int) -> None:
    width = 150
    x = WIDTH / 2 + (nth - (count - 1) / 2) * (width + 12)
    SubElement(
        option, "rect", {"class": "spot", "x": num(x - width / 2), "y": num(STRIP - 21), "width": num(width), "height": "42", "rx": "21"}
    )
    write(option, words, x, STRIP, "large")


def tap(option: Element, x: float, y: float, width: float, height: float) -> None:
    box = {"x": num(x - width / 2), "y": num(y - height / 2), "width": num(width), "height": num(height)}
    SubElement(option, "rect", {"class": "tap", **box})


def offer_door(option: Element, door: int, inward: bool) -> None:
    x, y = at_main(door >> 2)
    right, down = TOWARDS[door & 3]
    tap(option, x + 51 * right, y + 51 * down, 38 + 24 * abs(down), 38 + 24 * abs(right))
    SubElement(option, "circle", {"class": "spot", "cx": num(x + 51 * right), "cy": num(y + 51 * down), "r": "15"})
    angle = ANGLES[door & 3] + 180 * inward
    trace(option, "M-7-3H1V-8L9 0L1 8V3H-7Z", "sign", f"translate({num(x + 51 * right)} {num(y + 51 * down)}) rotate({angle})")


def offer_tile(option: Element, scene: Scene, space: int) -> None:
    x, y = at_main(space)
    tap(option, x, y, 60, 60)
    SubElement(option, "circle", {"class": "mark", "cx": num(x), "cy": num(y), "r": "7"})
    assert scene.view.roll.tile is not None
    draw_tile(SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)}), scene.view.roll.tile, "plan")


def offer_fork(option: Element, space: int, lying: bool) -> None:
    x, y = at_main(space)
    x, y = (x + CELL / 2, y) if lying else (x, y + CELL / 2)
    tap(option, x, y, 40, 40)
    SubElement(option, "circle", {"class": "mark", "cx": num(x), "cy": num(y), "r": "6"})
    fork(SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)}), lying)


def offer_display(option: Element, scene: Scene, space: int, kind: int) -> None:
    """Each half of a space is one of the two kinds; with doubles the whole space is the one."""
    light, dark = scene.view.dice
    x, y = at_main(space)
    if light != dark:
        x += -15 if kind == light else 15
    SubElement(option, "rect", {"class": "mark", "x": num(x - 14), "y": num(y - 20), "width": "28", "height": "40", "rx": "6"})
    tap(option, x, y, 30, 60)
    display(SubElement(option, "g", {"transform": transform(x - 1.5, y + 2, 0.48)}), kind)
    x, y = at_main(space)
    display(SubElement(option, "g", {"class": "ghost", "transform": transform(x, y + 2)}), kind)


def offer_wall(option: Element, space: int) -> None:
    x, y = at_main(space)
    SubElement(option, "circle", {"class": "mark", "cx": num(x), "cy": num(y), "r": "9"})
    trace(option, f"M{num(x - 4)} {num(y)}h8M{num(x)} {num(y - 4)}v8", "ink")
    tap(option, x, y, 40, 40)
    SubElement(option, "rect", {"class": "ghost outline", "x": num(x - 27), "y": num(y - 27), "width": "54", "height": "54", "rx": "4"})


def offer_segment(option: Element, space: int, lane: int) -> None:
    x, y = at_main(space)
    right, down = TOWARDS[lane]
    tap(option, x + 24 * right, y + 24 * down, 24 + 24 * abs(down), 24 + 24 * abs(right))
    SubElement(option, "circle", {"class": "mark", "cx": num(x + 20 * right), "cy": num(y + 20 * down), "r": "8"})
    trace(option, wall_line(space, lane, 5, False, slack=4), "ghost wall", transform(LEFT, TOP))


def offer_doorway(option: Element, space: int, lane: int) -> None:
    x, y = at_main(space)
    right, down = TOWARDS[lane]
    x, y = x + 32 * right, y + 32 * down
    tap(option, x, y, 24 + 10 * abs(down), 24 + 10 * abs(right))
    width, height = (22, 12) if down else (12, 22)
    box = {"x": num(x - width / 2), "y": num(y - height / 2), "width": num(width), "height": num(height), "rx": "4"}
    SubElement(option, "rect", {"class": "mark", **box})
    trace(option, f"M{num(x - 16 * down)} {num(y - 16 * right)}L{num(x + 16 * down)} {num(y + 16 * right)}", "ghost cut")


# Labels


def write_labels(paper: Paper, scene: Scene) -> None:
    view = scene.view
    paper.label(paper.say(status(view)), 58, 28, "title left")
    for nth in range(SIZE):
        paper.label("abcdefg"[nth], LEFT + CELL * nth + 10, TOP - 20, "faint")
        paper.label(str(nth + 1), LEFT - 21, TOP + CELL * nth + 11, "faint")


MOST_NAMED = 4  # there is no room for more names


def status(view: View) -> Sentence:
    """What is going on, in a few words."""
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
