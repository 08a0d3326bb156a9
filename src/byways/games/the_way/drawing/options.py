"""Draw a seat's choices where they take effect: on cards and between them, on pieces, in the hand, and below it."""

from __future__ import annotations

from functools import cache
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import TURN, Sheet, num, token, trace, transform, write
from byways.games.the_way.cards import EAST, FACES, LEFT, OPPOSITE, RIGHT, openings, shape
from byways.games.the_way.drawing.art import ANGLES, BOW, FULL, LETTERS, POINTER, TICK, card_art, outline, stub
from byways.games.the_way.drawing.layout import CARD, GAP, Box, Layout, center, corner
from byways.games.the_way.drawing.scene import Scene
from byways.games.the_way.rules import possible_places
from byways.games.the_way.rules.events import own_ids
from byways.games.the_way.state import (
    BESIDE,
    CELLS,
    NEIGHBOURS,
    PIECES,
    STARTS,
    AnyChoice,
    Card,
    First,
    Lay,
    Move,
    Piece,
    Place,
    Stay,
    Turn,
    Vary,
)
from byways.i18n import Message

DOOR = 13  # the radius of the arrow for a step
INSIDE, OUTSIDE = 33, 19  # how far a handle's target extends into its card and beyond


def offer(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    now, walkable = followed(scene), {choice.place for choice in scene.view.choices if isinstance(choice, Move)}
    handled = [choice for choice in scene.view.choices if isinstance(choice, Turn) and choice.place in walkable]
    for choice in (*(choice for choice in scene.view.choices if choice not in handled), *handled):  # handles are above the cards
        option = sheet.option(choice, label=label_with_arrows(sheet, scene, choice))
        match choice:
            case Turn():
                offer_turn(option, scene, choice, now, choice in handled)
            case Card():
                offer_card(option, scene, choice.card, lay)
                held = [name for name, card in zip(own_ids(scene.view.hand), scene.view.hand, strict=True) if card == choice.card]
                sheet.drag_on(option, held, free_places(scene))
            case Place():
                offer_place(option, scene, CELLS[choice.place])
                sheet.drag(option, taken_id(scene))
            case Lay():
                offer_lay(option, scene, choice.face, lay, now)
            case Move():
                offer_move(option, scene, CELLS[choice.place])
            case Stay():
                offer_stay(sheet, option, lay.stay)
            case _:
                offer_arrangement(sheet, option, scene, choice, lay)
    lay_turner(sheet, scene)


def label_with_arrows(sheet: Sheet, scene: Scene, choice: AnyChoice) -> str | None:
    """Return a label that names a card's arrows, if they count. The choices' sentences do not."""
    match choice:
        case Card(card) if scene.arrows == "counting":
            return sheet.say(Message("choose.card", {"card": card, "shape": shape(card)}))
        case Lay(face) if scene.arrows == "counting":
            return sheet.say(Message("choose.lay", {"face": face, "openings": openings(face)}))
    return None


def taken_id(scene: Scene) -> str:
    """Return the id of the card taken from the hand."""
    assert scene.taken is not None
    return own_ids(scene.view.hand)[scene.taken]


def free_places(scene: Scene) -> dict[str, tuple[float, float, float, float]]:
    """Return the choices of places that a card can cover, each with its box."""
    assert scene.own is not None
    places = possible_places(scene.table.tokens[1 - scene.own])
    return {str(place): (*corner(CELLS[place.place]), CARD, CARD) for place in places}


def touched(scene: Scene) -> set[int]:
    """Return the places with an option on the card."""
    found = {CELLS[choice.place] for choice in scene.view.choices if isinstance(choice, Turn | Place | Move)}
    return found | {STARTS[PIECES.index(choice.piece)] for choice in scene.view.choices if isinstance(choice, Piece)}


def followed(scene: Scene) -> str:
    """Return the ways that this seat's piece can follow now."""
    reach = scene.reach()
    return "".join(
        bridge(cell, side) + stub(scene.cards[cell], side, *corner(cell)) + stub(scene.cards[beside], OPPOSITE[side], *corner(beside))
        for cell, side, beside in scene.joined()
        if cell in reach and beside in reach
    )


@cache
def bridge(cell: int, side: int) -> str:
    """Return the way across the gap between two connected cards."""
    x, y = center(cell)
    return f"M{x + CARD // 2 - 1} {y}h{GAP + 2}" if side == EAST else f"M{x} {y + CARD // 2 - 1}v{GAP + 2}"


def preview(option: Element, scene: Scene, cell: int, face: str, now: str) -> None:
    """Dot the ways that this seat's piece could follow with another face at one place, if they differ from the current ones."""
    if (ways := followed(scene.imagined(cell, face))) != now:
        trace(option, ways, f"ghost would track-{scene.own}")


# Cards


def offer_turn(option: Element, scene: Scene, turn: Turn, now: str, handled: bool) -> None:
    """Offer a turn on one half of the card, or on the whole card if it is the only turn; by a handle if the token can walk there."""
    cell = CELLS[turn.place]
    x, y = corner(cell)
    face = scene.cards[cell]
    alone = scene.table.variations.clockwise or RIGHT[face] == LEFT[face]
    if handled:
        lay_handle(option, *far_corner(scene, cell, turn.way == "right"), turn.way == "right")
    else:
        left, width = (x, CARD) if alone else (x + 38 if turn.way == "right" else x, 38)
        trace(option, f"M{left} {y}h{width}v76h-{width}z", "tap")
        mirror = f"translate({x + 43} {y})" if turn.way == "right" else f"translate({x + 33} {y}) scale(-1 1)"
        trace(option, BOW, "bow", mirror)
    turned = (RIGHT if turn.way == "right" else LEFT)[face]
    ghost = SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)})
    ghost.append(card_art(turned, scene.arrows))
    outline(ghost)
    preview(option, scene, cell, turned, now)


def far_corner(scene: Scene, cell: int, second: bool) -> tuple[int, int, int, int]:
    """Return one of a card's two corners away from this seat's token, and the signs of the direction out of the card there."""
    assert scene.own is not None
    (x, y), along = center(cell), 1 if second else -1
    down, right = BESIDE[next(side for side, beside in NEIGHBOURS[scene.table.tokens[scene.own]] if beside == cell)]
    out_right, out_down = right or along, down or along
    return x + CARD // 2 * out_right, y + CARD // 2 * out_down, out_right, out_down


def lay_handle(parent: Element, x: float, y: float, right: int, down: int, clockwise: bool) -> None:
    """Draw a round handle at a card's corner; the card is to the right and down of it by these signs. The handle's target is larger."""
    left, top = (edge - (INSIDE if sign > 0 else OUTSIDE) for edge, sign in ((x, right), (y, down)))
    side = num(INSIDE + OUTSIDE)
    SubElement(parent, "rect", {"class": "hit", "x": num(left), "y": num(top), "width": side, "height": side})
    SubElement(parent, "circle", {"class": "handle", "cx": num(x - 8 * right), "cy": num(y - 8 * down), "r": "13"})
    trace(parent, TURN, "turn-sign", f"translate({num(x - 8 * right)} {num(y - 8 * down)}) scale({'' if clockwise else '-'}.9 .9)")


def offer_card(option: Element, scene: Scene, card: str, lay: Layout) -> None:
    """Offer a card from the hand. Equal cards are one choice."""
    for nth, held in enumerate(scene.view.hand):
        if held == card:
            x, y = lay.hand[nth]
            SubElement(option, "rect", {"class": "hold", "x": num(x - 4), "y": num(y - 4), "width": "84", "height": "84", "rx": "10"})


def offer_place(option: Element, scene: Scene, cell: int) -> None:
    x, y = corner(cell)
    card = next(step.card for step in scene.view.act if isinstance(step, Card))
    SubElement(option, "rect", {"class": "slot", "x": num(x), "y": num(y), **FULL})
    ghost = SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)})
    SubElement(ghost, "g", {"class": "turning"}).append(card_art(card, scene.arrows))


def offer_lay(option: Element, scene: Scene, face: str, lay: Layout, now: str) -> None:
    """Offer an orientation as a button below the hand, and as a ghost on the board that can be clicked while shown."""
    assert scene.pending is not None
    option.set("data-turn", "")
    card = next(step.card for step in scene.view.act if isinstance(step, Card))
    spot = lay.face_spot(FACES[card].index(face))
    art = card_art(face, scene.arrows)
    button(option, spot, 10)
    SubElement(option, "g", {"transform": transform(spot.x + 5, spot.y + 5, (spot.width - 10) / CARD)}).append(art)
    x, y = corner(scene.pending)
    SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)}).append(art)
    preview(option, scene, scene.pending, face, now)
    SubElement(option, "rect", {"class": "take", "x": num(x), "y": num(y), **FULL})
    SubElement(option, "circle", {"class": "ghost ready", "cx": num(x + 4), "cy": num(y + 4), "r": "13"})
    trace(option, TICK, "ghost turn-sign", transform(x + 4, y + 4, 0.8))


def lay_turner(sheet: Sheet, scene: Scene) -> None:
    """Draw the handle that turns the card about to be laid. Keyboard users have the four options."""
    if scene.pending is None or not any(isinstance(choice, Lay) for choice in scene.view.choices):
        return
    x, y = corner(scene.pending)
    handle = SubElement(sheet.layers["labels"], "g", {"class": "turner", "data-turner": "", "aria-hidden": "true"})
    lay_handle(handle, x + CARD, y + CARD, 1, 1, True)


# Steps


def offer_move(option: Element, scene: Scene, cell: int) -> None:
    """Offer a step on the whole card, with a round arrow between the two cards. On a touch screen, the first tap shows the step."""
    assert scene.own is not None
    option.set("data-confirm", "")
    at = scene.table.tokens[scene.own]
    side = next(side for side, beside in NEIGHBOURS[at] if beside == cell)
    left, top = corner(cell)
    SubElement(option, "rect", {"class": "tap walk", "x": num(left), "y": num(top), **FULL})
    away = -1 if cell == scene.pending else 1 if at == scene.pending else 0  # away from the altered card
    lay_door(option, at, side, away)
    way = stub(scene.cards[at], side, *corner(at)) + stub(scene.cards[cell], OPPOSITE[side], *corner(cell))
    trace(option, way, f"ghost trail track-{scene.own}")
    token(SubElement(option, "g", {"class": "ghost arriving", "transform": transform(*center(cell), 1.15)}), scene.own, LETTERS[scene.own])


def lay_door(option: Element, at: int, side: int, away: int) -> None:
    """Draw the round arrow in the gap, or beside it on either card: `away` is -1 for the first card and 1 for the next."""
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
    """Offer a piece on its Start."""
    (x, y), words = center(STARTS[PIECES.index(choice.piece)]), sheet.say(choice.sentence)
    wide = max(92, 8.5 * len(words))
    SubElement(option, "rect", {"class": "ring", "x": num(x - 41), "y": num(y - 41), "width": "82", "height": "82", "rx": "10"})
    chip = {"x": num(x - wide / 2), "y": num(y + 22), "width": num(wide), "height": "25", "rx": "12.5"}
    SubElement(option, "rect", {"class": "chip", **chip})
    write(option, words, x, y + 34.5, "chip-word")


def offer_words(option: Element, lines: list[str], area: Box) -> None:
    """Draw a button with lines of text."""
    x, y = area.middle
    button(option, area)
    for nth, line in enumerate(lines):
        write(option, line, x, y + 19 * nth - 9.5 * (len(lines) - 1), "large")


def briefly(variations: tuple[str, ...]) -> Message:
    """Name variations in a few words."""
    match variations:
        case ():
            return Message("draw.vary-nothing")
        case (first,):
            return Message("draw.vary-one", {"first": first})
        case (first, second):
            return Message("draw.vary-two", {"first": first, "second": second})
    return Message("draw.vary-all")
