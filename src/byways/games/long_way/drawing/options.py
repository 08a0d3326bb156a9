"""The choices in a drawing of The Long Way. Each is drawn on the thing it changes, or has a fixed place.

Options with a preview have `data-confirm`: on a touch screen, the first tap shows the preview and the second chooses.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Sheet as Paper
from byways.drawing import num, trace, transform, write
from byways.games.long_way.drawing.art import coin, disc, display, fork, furnish, rect
from byways.games.long_way.drawing.layout import COINS, DICE, HEAD, KEEP, LEFT, POINTS, STRIP, TOP, WIDTH
from byways.games.long_way.drawing.scene import Scene
from byways.games.long_way.drawing.store import ANGLES, CELL, TOWARDS, door_middle, draw_tile, middle, wall_line, way_line
from byways.games.long_way.rules.acts import APPLY
from byways.games.long_way.rules.shoppers import walk
from byways.games.long_way.state import (
    DIRECTION,
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
    format_points,
)
from byways.i18n import Message

PREVIEWED = (Exit, Tile, Fork, Display, Segment, Doorway)  # choices that change the way


def offer(paper: Paper, scene: Scene) -> None:
    for choice in scene.view.choices:
        earns = isinstance(choice, Display) and APPLY[Display](scene.view.draft, choice, scene.view.roll).stage == "bonus"
        option = paper.option(choice, label=paper.say(Message("draw.earns", {"choice": choice.sentence})) if earns else None)
        if isinstance(choice, Tile):
            paper.drag(option, "rolled")
        if isinstance(choice, Placing | Segment):
            offer_place(option, scene, choice)
        else:
            offer_thing(option, paper, scene, choice)
        if isinstance(choice, PREVIEWED):
            option.set("data-confirm", "")
            preview(option, scene, choice)
        if isinstance(choice, Display) and earns:
            announce_bonus(option, choice.space, paper.say(Message("draw.bonus")))


def offer_place(option: Element, scene: Scene, choice: AnyChoice) -> None:
    """Offer something to draw at its place in the store."""
    match choice:
        case Entrance(space, side) | Exit(space, side):
            offer_door(option, 4 * space + DIRECTION[side], isinstance(choice, Entrance))
        case Tile(space):
            offer_tile(option, scene, space)
        case Fork(space, lie):
            offer_fork(option, space, lie == "across")
        case Display(space, kind):
            offer_display(option, scene, space, kind)
        case Wall(space):
            offer_wall(option, space)
        case Segment(side):
            offer_segment(option, scene.draft.at, DIRECTION[side])
        case Doorway(space, side):
            offer_doorway(option, space, DIRECTION[side])


def offer_thing(option: Element, paper: Paper, scene: Scene, choice: AnyChoice) -> None:
    match choice:
        case Reroll(die):
            offer_reroll(option, DICE[die])
        case Coins():
            offer_coins(option)
        case Cafeteria():
            rect(option, "offer ring lit", WIDTH / 2, STRIP, 176, 38, 19)
        case Keep():
            offer_button(option, paper.say(Message("button.keep")), KEEP, HEAD, 64)
        case Stop():
            offer_button(option, paper.say(Message("button.stop")), LEFT + 62, STRIP, 132)
        case Done():
            name = "button.done-stop" if scene.sheet.stopped else "button.done"
            offer_button(option, paper.say(Message(name)), WIDTH - LEFT - 62, STRIP, 132, "prime")


def preview(option: Element, scene: Scene, choice: AnyChoice) -> None:
    """Draw the shoppers' way and its score after this choice, as a dotted ghost."""
    sheet = APPLY[type(choice)](scene.view.draft, choice, scene.view.roll).sheet
    if sheet.entrance < 0 or sheet.exit < 0 or sheet == scene.sheet:
        return
    way = walk(sheet)
    if way:
        trace(option, way_line(way), "ghost would outlook", transform(LEFT, TOP))
    trace(option, "M-9 0H9M3-6L9 0L3 6", "ghost ink outlook", transform(POINTS + 42, HEAD - 10))
    write(option, format_points(way.score if way else 0), POINTS + 76, HEAD - 10, "ghost would outlook")


def announce_bonus(option: Element, space: int, words: str) -> None:
    """Write above the space that this display earns a bonus."""
    x, y = at_main(space)
    rect(option, "ghost chip", x, y - 46, 80, 26, 13)
    write(option, words, x, y - 46, "ghost chip-word")


def at_main(space: int) -> tuple[float, float]:
    x, y = middle(space)
    return LEFT + x, TOP + y


# Buttons, dice, coins and cafeterias


def offer_button(option: Element, words: str, x: float, y: float, width: float, looks: str = "offer") -> None:
    rect(option, f"{looks} lit", x, y, width, 38, 19)
    write(option, words, x, y, "large prime" if looks == "prime" else "large")


def offer_reroll(option: Element, x: float) -> None:
    """Offer a reroll on the die, with the coin it costs."""
    rect(option, "tap", x, HEAD, 46, 50)
    rect(option, "offer ring lit", x, HEAD, 44, 44, 9)
    coin(option, x + 17, HEAD + 25, 9)  # covers no pip


def offer_coins(option: Element) -> None:
    """Offer coins below the player's own, in place of their number."""
    rect(option, "tap", COINS + 34, HEAD, 88, 54)
    rect(option, "offer ring lit", COINS + 34, HEAD, 86, 54, 12)
    write(option, "+2", COINS + 34, HEAD + 13.5, "large")


# Places in the store


def offer_door(option: Element, door: int, inward: bool) -> None:
    (x, y), (right, down) = door_middle(door), TOWARDS[door & 3]
    x, y = LEFT + x, TOP + y
    rect(option, "tap", x, y, 36 + 26 * abs(down), 36 + 26 * abs(right))
    disc(option, "offer lit", x, y, 14)
    trace(option, "M-7-3H1V-8L9 0L1 8V3H-7Z", "sign", f"translate({num(x)} {num(y)}) rotate({ANGLES[door & 3] + 180 * inward})")


def offer_tile(option: Element, scene: Scene, space: int) -> None:
    x, y = at_main(space)
    rect(option, "tap", x, y, 60, 60)
    disc(option, "may lit", x, y, 8)
    assert scene.view.roll.tile is not None
    draw_tile(SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)}), scene.view.roll.tile, "plan")


def offer_fork(option: Element, space: int, lying: bool) -> None:
    x, y = at_main(space)
    x, y = (x + CELL / 2, y) if lying else (x, y + CELL / 2)
    rect(option, "tap", x, y, 40, 40)
    disc(option, "may lit", x, y, 7)
    fork(SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)}), lying)


def offer_display(option: Element, scene: Scene, space: int, kind: int) -> None:
    """Offer a display on its half of the space, or on the whole space if the dice show the same number."""
    light, dark = scene.view.dice
    x, y = at_main(space)
    width = CELL if light == dark else CELL / 2
    x += 0 if light == dark else -width / 2 if kind == light else width / 2
    rect(option, "tap", x, y, width, CELL)
    rect(option, "offer lit", x, y, width - 3, 60, 6)
    if light == dark:
        display(SubElement(option, "g", {"transform": transform(x, y + 2)}), kind)
        return
    furnish(SubElement(option, "g", {"transform": transform(x, y - 9, 0.62)}), kind)
    write(option, str(kind), x, y + 18, "large")
    x, y = at_main(space)
    display(SubElement(option, "g", {"class": "ghost planned", "transform": transform(x, y + 2)}), kind)


def offer_wall(option: Element, space: int) -> None:
    """Offer a wall on the whole space.

    Its sign appears only under the pointer or the focus, because signs on all spaces would hide the store.
    """
    x, y = at_main(space)
    rect(option, "tap lit", x, y, 58, 58, 4)
    disc(option, "ghost may shy", x, y, 11)
    trace(option, f"M{num(x - 5)} {num(y)}h10M{num(x)} {num(y - 5)}v10", "ghost plus shy")


def offer_segment(option: Element, space: int, direction: int) -> None:
    x, y = at_main(space)
    right, down = TOWARDS[direction]
    rect(option, "tap", x + 27 * right, y + 27 * down, 34 + 8 * abs(down), 34 + 8 * abs(right))
    disc(option, "may lit", x + 20 * right, y + 20 * down, 8)
    trace(option, wall_line(space, direction, 5, False, slack=4), "ghost wall", transform(LEFT, TOP))


def offer_doorway(option: Element, space: int, direction: int) -> None:
    x, y = at_main(space)
    right, down = TOWARDS[direction]
    x, y = x + 32 * right, y + 32 * down
    rect(option, "tap", x, y, 32, 32)
    width, height = (20, 8) if down else (8, 20)
    rect(option, "ghost may shy", x, y, width, height, 4)
    trace(option, f"M{num(x - 16 * down)} {num(y - 16 * right)}L{num(x + 16 * down)} {num(y + 16 * right)}", "ghost cut")
