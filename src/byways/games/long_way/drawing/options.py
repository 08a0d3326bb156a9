"""The choices in a drawing of The Long Way: each lies on what it changes, or has a place of its own that nothing else ever has.

What shows a preview has `data-confirm`: a finger's first tap shows it, the second takes it.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Sheet as Paper
from byways.drawing import num, trace, transform, write
from byways.games.long_way.drawing.art import coin, display, fork, furnish
from byways.games.long_way.drawing.layout import COINS, DICE, HEAD, KEEP, LEFT, POINTS, STRIP, TOP, WIDTH
from byways.games.long_way.drawing.scene import Scene
from byways.games.long_way.drawing.store import ANGLES, CELL, TOWARDS, door_middle, draw_tile, middle, wall_line, way_line
from byways.games.long_way.rules.acts import STEPS
from byways.games.long_way.rules.shoppers import walk
from byways.games.long_way.state import (
    LANE,
    AnyChoice,
    Cafeteria,
    Coins,
    Display,
    Done,
    Doorway,
    Entrance,
    Exit,
    Fork,
    Keep,
    Placing,
    Reroll,
    Segment,
    Stop,
    Tile,
    Wall,
    minus,
)
from byways.i18n import Message

FORESEEN = (Exit, Tile, Fork, Display, Segment, Doorway)  # what changes the way


def offer(paper: Paper, scene: Scene) -> None:
    for choice in scene.view.choices:
        option = paper.option(choice)
        if isinstance(choice, Placing | Segment):
            offer_place(option, scene, choice)
        else:
            offer_thing(option, paper, scene, choice)
        if isinstance(choice, FORESEEN):
            option.set("data-confirm", "")
            foresee(option, scene, choice)


def offer_place(option: Element, scene: Scene, choice: AnyChoice) -> None:
    """What is drawn in the store is offered where it would be."""
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


def offer_thing(option: Element, paper: Paper, scene: Scene, choice: AnyChoice) -> None:
    match choice:
        case Reroll(die):
            offer_reroll(option, DICE[die])
        case Coins():
            offer_coins(option)
        case Cafeteria():
            pill(option, "offer ring lit", WIDTH / 2, STRIP, 176)
        case Keep():
            offer_button(option, paper.say(Message("button.keep")), KEEP, HEAD, 64)
        case Stop():
            offer_button(option, paper.say(Message("button.stop")), LEFT + 62, STRIP, 132)
        case Done():
            name = "button.done-stop" if scene.sheet.stopped else "button.done"  # who stops reads that this is the end
            offer_button(option, paper.say(Message(name)), WIDTH - LEFT - 62, STRIP, 132, "prime")


def foresee(option: Element, scene: Scene, choice: AnyChoice) -> None:
    """The shoppers' way and its score as they would be with this choice, dotted beside what they are."""
    sheet = STEPS[type(choice)](scene.view.draft, choice, scene.view.roll).sheet
    if sheet.entrance < 0 or sheet.exit < 0 or sheet == scene.sheet:
        return
    way = walk(sheet)
    if way:
        trace(option, way_line(way), "ghost would", transform(LEFT, TOP))
    trace(option, "M-9 0H9M3-6L9 0L3 6", "ghost ink", transform(POINTS + 42, HEAD - 10))
    write(option, minus(way.score if way else 0), POINTS + 76, HEAD - 10, "ghost would")


def at_main(space: int) -> tuple[float, float]:
    x, y = middle(space)
    return LEFT + x, TOP + y


# Buttons, dice, coins and cafeterias


def offer_button(option: Element, words: str, x: float, y: float, width: float, looks: str = "offer") -> None:
    pill(option, f"{looks} lit", x, y, width)
    write(option, words, x, y, "large prime" if looks == "prime" else "large")


def pill(option: Element, looks: str, x: float, y: float, width: float, height: float = 38) -> None:
    box = {"x": num(x - width / 2), "y": num(y - height / 2), "width": num(width), "height": num(height)}
    SubElement(option, "rect", {"class": looks, **box, "rx": num(min(width, height) / 2)})


def offer_reroll(option: Element, x: float) -> None:
    """On the die, with the coin that it costs."""
    tap(option, x, HEAD, 46, 50)
    SubElement(option, "rect", {"class": "offer ring lit", "x": num(x - 22), "y": num(HEAD - 22), "width": "44", "height": "44", "rx": "9"})
    coin(option, x + 15, HEAD + 17, 11)


def offer_coins(option: Element) -> None:
    tap(option, COINS + 34, HEAD, 88, 54)
    SubElement(
        option, "rect", {"class": "offer ring lit", "x": num(COINS - 9), "y": num(HEAD - 27), "width": "86", "height": "54", "rx": "12"}
    )
    pill(option, "offer lit", COINS + 62, HEAD - 9, 34, 24)
    write(option, "+2", COINS + 62, HEAD - 9, "large")


# Places in the store


def tap(option: Element, x: float, y: float, width: float, height: float) -> None:
    box = {"x": num(x - width / 2), "y": num(y - height / 2), "width": num(width), "height": num(height)}
    SubElement(option, "rect", {"class": "tap", **box})


def offer_door(option: Element, door: int, inward: bool) -> None:
    (x, y), (right, down) = door_middle(door), TOWARDS[door & 3]
    x, y = LEFT + x, TOP + y
    tap(option, x, y, 36 + 26 * abs(down), 36 + 26 * abs(right))
    SubElement(option, "circle", {"class": "offer lit", "cx": num(x), "cy": num(y), "r": "14"})
    trace(option, "M-7-3H1V-8L9 0L1 8V3H-7Z", "sign", f"translate({num(x)} {num(y)}) rotate({ANGLES[door & 3] + 180 * inward})")


def offer_tile(option: Element, scene: Scene, space: int) -> None:
    x, y = at_main(space)
    tap(option, x, y, 60, 60)
    SubElement(option, "circle", {"class": "may lit", "cx": num(x), "cy": num(y), "r": "8"})
    assert scene.view.roll.tile is not None
    draw_tile(SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)}), scene.view.roll.tile, "plan")


def offer_fork(option: Element, space: int, lying: bool) -> None:
    x, y = at_main(space)
    x, y = (x + CELL / 2, y) if lying else (x, y + CELL / 2)
    tap(option, x, y, 40, 40)
    SubElement(option, "circle", {"class": "may lit", "cx": num(x), "cy": num(y), "r": "7"})
    fork(SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)}), lying)


def offer_display(option: Element, scene: Scene, space: int, kind: int) -> None:
    """Each half of a space is one of the two kinds, and shows itself there only; with doubles the whole space is the one."""
    light, dark = scene.view.dice
    x, y = at_main(space)
    width = CELL if light == dark else CELL / 2
    x += 0 if light == dark else -width / 2 if kind == light else width / 2
    tap(option, x, y, width, CELL)
    box = {"x": num(x - width / 2 + 1.5), "y": num(y - 30), "width": num(width - 3), "height": "60"}
    SubElement(option, "rect", {"class": "offer lit", **box, "rx": "6"})
    if light == dark:
        display(SubElement(option, "g", {"transform": transform(x, y + 2)}), kind)
        return
    furnish(SubElement(option, "g", {"transform": transform(x, y - 9, 0.62)}), kind)
    write(option, str(kind), x, y + 18, "large")


def offer_wall(option: Element, space: int) -> None:
    x, y = at_main(space)
    tap(option, x, y, 32, 32)
    SubElement(option, "circle", {"class": "may lit", "cx": num(x), "cy": num(y), "r": "9"})
    trace(option, f"M{num(x - 4)} {num(y)}h8M{num(x)} {num(y - 4)}v8", "plus")
    SubElement(option, "rect", {"class": "ghost outline", "x": num(x - 27), "y": num(y - 27), "width": "54", "height": "54", "rx": "4"})


def offer_segment(option: Element, space: int, lane: int) -> None:
    x, y = at_main(space)
    right, down = TOWARDS[lane]
    tap(option, x + 27 * right, y + 27 * down, 34 + 8 * abs(down), 34 + 8 * abs(right))
    SubElement(option, "circle", {"class": "may lit", "cx": num(x + 20 * right), "cy": num(y + 20 * down), "r": "8"})
    trace(option, wall_line(space, lane, 5, False, slack=4), "ghost wall", transform(LEFT, TOP))


def offer_doorway(option: Element, space: int, lane: int) -> None:
    x, y = at_main(space)
    right, down = TOWARDS[lane]
    x, y = x + 32 * right, y + 32 * down
    tap(option, x, y, 32, 32)
    width, height = (24, 12) if down else (12, 24)
    box = {"x": num(x - width / 2), "y": num(y - height / 2), "width": num(width), "height": num(height), "rx": "4"}
    SubElement(option, "rect", {"class": "may lit", **box})
    trace(option, f"M{num(x - 16 * down)} {num(y - 16 * right)}L{num(x + 16 * down)} {num(y + 16 * right)}", "ghost cut")
