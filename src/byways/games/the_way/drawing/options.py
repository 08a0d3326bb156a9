"""What a seat may choose, drawn where it is done: on cards and between them, on pieces, in the hand, and below it."""

from __future__ import annotations

from functools import cache
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Sheet, num, trace, transform, write
from byways.games.the_way.cards import EAST, FACES, LEFT, OPPOSITE, RIGHT
from byways.games.the_way.drawing.art import ANGLES, BOW, FULL, POINTER, card_art, outline, stub
from byways.games.the_way.drawing.layout import CARD, GAP, Box, Layout, center, corner
from byways.games.the_way.drawing.scene import Scene
from byways.games.the_way.state import BESIDE, CELLS, NEIGHBOURS, PIECES, STARTS, Card, First, Lay, Move, Piece, Place, Stay, Turn, Vary
from byways.i18n import Message

DOOR = 13  # the radius of what one steps through


def offer(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    now = followed(scene)
    for choice in scene.view.choices:
        option = sheet.option(choice)
        match choice:
            case Turn():
                offer_turn(option, scene, choice, now)
            case Card():
                offer_card(option, scene, choice.card, lay)
            case Place():
                offer_place(option, scene, CELLS[choice.place])
            case Lay():
                offer_lay(option, scene, choice.face, lay, now)
            case Move():
                offer_move(option, scene, CELLS[choice.place])
            case Stay():
                offer_stay(sheet, option, lay.stay)
            case _:
                offer_arrangement(sheet, option, scene, choice, lay)


def touched(scene: Scene) -> set[int]:
    """The places where some option lies on the card."""
    found = {CELLS[choice.place] for choice in scene.view.choices if isinstance(choice, Turn | Place | Move)}
    return found | {STARTS[PIECES.index(choice.piece)] for choice in scene.view.choices if isinstance(choice, Piece)}


def followed(scene: Scene) -> str:
    """The ways that this seat's piece can follow on the board as it is."""
    reach = scene.reach()
    return "".join(
        bridge(cell, side) + stub(scene.cards[cell], side, *corner(cell)) + stub(scene.cards[beside], OPPOSITE[side], *corner(beside))
        for cell, side, beside in scene.joined()
        if cell in reach and beside in reach
    )


@cache
def bridge(cell: int, side: int) -> str:
    """The way over the gap between two connected cards."""
    x, y = center(cell)
    return f"M{x + CARD // 2 - 1} {y}h{GAP + 2}" if side == EAST else f"M{x} {y + CARD // 2 - 1}v{GAP + 2}"


def foresee(option: Element, scene: Scene, cell: int, face: str, now: str) -> None:
    """The ways that this seat's piece could follow with another face at one place, dotted, where that would change those of now."""
    if (ways := followed(scene.imagined(cell, face))) != now:
        trace(option, ways, f"ghost would track-{scene.own}")


# Cards


def offer_turn(option: Element, scene: Scene, turn: Turn, now: str) -> None:
    """One half of the card turns it to that side, or the whole card where both sides are the same."""
    cell = CELLS[turn.place]
    x, y = corner(cell)
    face = scene.cards[cell]
    alone = scene.table.variations.clockwise or RIGHT[face] == LEFT[face]
    left, width = (x, CARD) if alone else (x + 38 if turn.way == "right" else x, 38)
    trace(option, f"M{left} {y}h{width}v76h-{width}z", "tap")
    mirror = f"translate({x + 43} {y})" if turn.way == "right" else f"translate({x + 33} {y}) scale(-1 1)"
    trace(option, BOW, "bow", mirror)
    turned = (RIGHT if turn.way == "right" else LEFT)[face]
    ghost = SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)})
    ghost.append(card_art(turned, scene.table.variations.arrows))
    outline(ghost)
    foresee(option, scene, cell, turned, now)


def offer_card(option: Element, scene: Scene, card: str, lay: Layout) -> None:
    """Equal cards are one choice."""
    for nth, held in enumerate(scene.view.hand):
        if held == card:
            x, y = lay.hand[nth]
            SubElement(option, "rect", {"class": "hold", "x": num(x - 4), "y": num(y - 4), "width": "84", "height": "84", "rx": "10"})


def offer_place(option: Element, scene: Scene, cell: int) -> None:
    x, y = corner(cell)
    card = next(step.card for step in scene.view.act if isinstance(step, Card))
    SubElement(option, "rect", {"class": "slot", "x": num(x), "y": num(y), **FULL})
    ghost = SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)})
    SubElement(ghost, "g", {"class": "turning"}).append(card_art(card, scene.table.variations.arrows))


def offer_lay(option: Element, scene: Scene, face: str, lay: Layout, now: str) -> None:
    """A face to click below, and its ghost in its place, to be clicked as well while it is the one that is shown."""
    assert scene.pending is not None
    option.set("data-turn", "")
    card = next(step.card for step in scene.view.act if isinstance(step, Card))
    spot = lay.face_spot(FACES[card].index(face))
    art = card_art(face, scene.table.variations.arrows)
    button(option, spot, 10)
    SubElement(option, "g", {"transform": transform(spot.x + 5, spot.y + 5, (spot.width - 10) / CARD)}).append(art)
    x, y = corner(scene.pending)
    SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)}).append(art)
    foresee(option, scene, scene.pending, face, now)
    SubElement(option, "rect", {"class": "take", "x": num(x), "y": num(y), **FULL})


# A step, which ends the turn


def offer_move(option: Element, scene: Scene, cell: int) -> None:
    """A door between two cards. Once the turn has altered something the whole card will do as well, but nothing on the card that was
    altered: who clicks there twice has meant to turn it twice."""
    assert scene.own is not None
    at = scene.table.tokens[scene.own]
    side = next(side for side, beside in NEIGHBOURS[at] if beside == cell)
    if scene.view.act and cell != scene.pending:
        left, top = corner(cell)
        SubElement(option, "rect", {"class": "tap", "x": num(left), "y": num(top), **FULL})
    away = -1 if cell == scene.pending else 1 if at == scene.pending else 0  # from the altered card
    lay_door(option, at, side, away)
    way = stub(scene.cards[at], side, *corner(at)) + stub(scene.cards[cell], OPPOSITE[side], *corner(cell))
    trace(option, way, f"ghost trail track-{scene.own}")


def lay_door(option: Element, at: int, side: int, away: int) -> None:
    """In the gap, or beside it on one of the cards: back on the first one or on the next."""
    (x, y), (down, right) = center(at), BESIDE[side]
    far = (CARD + GAP) / 2 + away * (DOOR - GAP / 2)
    door = f"translate({x + far * right:g} {y + far * down:g}) rotate({ANGLES[side] - 90})"
    hit = {"x": num(-23 if away < 0 else -DOOR), "width": num(2 * DOOR + 10)} if away else {"x": "-23", "width": "46"}
    SubElement(option, "rect", {"class": "hit", **hit, "y": "-23", "height": "46", "transform": door})
    SubElement(option, "circle", {"class": "door", "r": num(DOOR), "transform": door})
    trace(option, POINTER, "arrowhead", door)


def offer_stay(sheet: Sheet, option: Element, area: Box) -> None:
    x, y = area.middle
    button(option, area)
    write(option, sheet.say(Message("draw.stay")), x, y - 8, "large")
    write(option, sheet.say(Message("draw.ends-turn")), x, y + 9)


def button(option: Element, area: Box, round: float = 14) -> None:
    x, y, width, height = map(num, area)
    SubElement(option, "rect", {"class": "spot", "x": x, "y": y, "width": width, "height": height, "rx": num(round)})


# Before the first turn


def offer_arrangement(sheet: Sheet, option: Element, scene: Scene, choice: First | Piece | Vary, lay: Layout) -> None:
    match choice:
        case First():
            offer_words(option, [sheet.say(choice.sentence)], lay.first)
        case Piece():
            offer_piece(sheet, option, choice)
        case Vary():
            words = wrap(sheet.say(briefly(choice.named)), lay.letters)
            offer_words(option, words, lay.varies[scene.view.choices.index(choice)])


def offer_piece(sheet: Sheet, option: Element, choice: Piece) -> None:
    """On the piece itself."""
    x, y = center(STARTS[PIECES.index(choice.piece)])
    SubElement(option, "circle", {"class": "ring", "cx": num(x), "cy": num(y), "r": "33"})
    SubElement(option, "rect", {"class": "chip", "x": num(x - 46), "y": num(y + 22), "width": "92", "height": "25", "rx": "12.5"})
    write(option, sheet.say(choice.sentence), x, y + 34.5, "chip-word")


def offer_words(option: Element, lines: list[str], area: Box) -> None:
    """In large letters, to be read and met by a finger on a phone too."""
    x, y = area.middle
    button(option, area)
    for nth, line in enumerate(lines):
        write(option, line, x, y + 19 * nth - 9.5 * (len(lines) - 1), "large")


def briefly(variations: tuple[str, ...]) -> Message:
    """Variations in the few words that there is room for."""
    match variations:
        case ():
            return Message("draw.vary-nothing")
        case (first,):
            return Message("draw.vary-one", {"first": first})
        case (first, second):
            return Message("draw.vary-two", {"first": first, "second": second})
    return Message("draw.vary-all")
