"""A view of The Way as SVG, and as text for a terminal or a screen reader."""

from __future__ import annotations

from functools import lru_cache, partial
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TURN, Sheet, Stamp, looked_at, num, seat_color, stylesheet, token, trace, transform, turning, write
from byways.games.the_way import GAME
from byways.games.the_way.aim import score
from byways.games.the_way.faces import EAST, EXITS, FACES, LEFT, MARKS, NORTH, OPPOSITE, RIGHT, SIDES, SOUTH, WEST, shape
from byways.games.the_way.scene import Scene, heading, in_force, seat_mark, verdict
from byways.games.the_way.state import (
    BESIDE,
    CELLS,
    CORNERS,
    MIDPOINTS,
    NEIGHBOURS,
    PIECES,
    PLACES,
    SIZE,
    STARTS,
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
from byways.games.the_way.text import text
from byways.games.the_way.view import View
from byways.speech import Message

__all__ = ["draw", "seat_mark", "text"]

CARD, GAP, LEFT_EDGE, TOP = 76, 12, 36, 106
PITCH = CARD + GAP
HAND_Y = TOP + SIZE * PITCH + 29
BELOW_Y = HAND_Y + PITCH - 2
WIDTH, HEIGHT = LEFT_EDGE + SIZE * PITCH + 4, BELOW_Y + 88

RULES = {
    ".bed": "fill:$felt;stroke:$ink;stroke-width:2",
    ".card": "fill:$card;stroke:$edge;stroke-width:1.2",
    ".under": "fill:$back;stroke:$edge;stroke-width:1",
    ".wall": "fill:none;stroke:$edge;stroke-width:24;stroke-linejoin:round",
    ".way": "fill:none;stroke:$way;stroke-width:19;stroke-linejoin:round",
    ".cap": "stroke-linecap:round",
    ".bridge": "fill:none;stroke:$way;stroke-width:19",
    ".lit": "fill:none;stroke:$accent;stroke-width:11;stroke-opacity:.75;stroke-linejoin:round",
    ".arrow": "fill:$trail;stroke:none",
    ".idle": "fill:$faint;fill-opacity:.55;stroke:none",
    ".ground": "stroke:none;fill-opacity:.28",
    ".badge": "stroke:$pale;stroke-width:1.2;stroke-linejoin:round",
    ".tick": "fill:none;stroke:$good;stroke-width:4;stroke-linecap:round;stroke-linejoin:round",
    ".lock": "fill:$ink;stroke:none",
    ".shackle": "fill:none;stroke:$ink;stroke-width:2.4",
    "text.large": "font-size:18px",
    "text.count": "font-size:16px;font-weight:600",
    ".aim": "fill:none;stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round",
    ".aim-0": "stroke:$trail",
    ".aim-1": "stroke:$sea",
    ".pending": "fill:none;stroke:$trail;stroke-width:3;stroke-dasharray:7 5",
    ".faded": "opacity:.85",
    ".chosen": "fill:none;stroke:$accent;stroke-width:4",
    ".bow": "fill:none;stroke:$ink;stroke-opacity:.42;stroke-width:2;stroke-linecap:round;stroke-linejoin:round",
    **looked_at(".bow", "stroke-opacity:1;stroke-width:3"),
    ".tap": "fill:$accent;fill-opacity:0;stroke:none",
    ".slot": "fill:$accent;fill-opacity:.12;stroke:$trail;stroke-width:2;stroke-dasharray:4 4",
    **looked_at(".tap", "fill-opacity:.2;stroke:$ink;stroke-width:3"),
    ".pointed .tap": "stroke:$trail;stroke-width:3",
    ".hold": "fill:$accent;fill-opacity:0;stroke:$ink;stroke-width:1.5",
    **looked_at(".hold", "fill-opacity:.2;stroke-width:3"),
    **looked_at(".slot", "fill-opacity:.3;stroke-width:3.5"),
    # it lies on passages, which are pale by night too
    ".trail": "fill:none;stroke-width:5;stroke-dasharray:.1 9;stroke-linecap:round;stroke-linejoin:round",
    ".would": "fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:.1 10",
    ".track-0": "stroke:$circle",
    ".track-1": "stroke:$square",
    ".turning": turning(CARD / 2, 90),
    ".take": "fill:none;stroke:none;pointer-events:none",
    ".shown .take": "pointer-events:all",
}
LIGHT = {
    "felt": "#cdbf9e",
    "card": "#efe6d0",
    "edge": "#6d5f47",
    "way": "#fffdf6",
    "back": "#b9a67f",
    "good": "#2c7546",
    "circle": "#b3362b",
    "square": "#1f5fa8",
    "sea": "#1f5fa8",
}
DARK = {
    "felt": "#2b2721",
    "card": "#4a4337",
    "edge": "#1b1814",
    "way": "#cbbfa4",
    "back": "#6b604d",
    "good": "#7fd09b",
    "circle": "#a3271c",
    "square": "#174a86",
    "sea": "#8fb8f2",
}
STYLE = stylesheet(RULES, LIGHT, DARK)

HOUSE = "M0-9L9-1H6.5V8H-6.5V-1H-9Z"
FLAG = "M-7-9H9L5-3.5L9 2H-4.5V9H-7Z"
AIM = "M2 16V2H16M60 2H74V16M74 60V74H60M16 74H2V60"
TICK = "M-8 0L-2 7L9-8"
CHEVRON = "M-6 4.5L0-5L6 4.5Z"
BOW = "M10 14A13 13 0 0 1 26 11M26 11L20.500 6M26 11L19.500 14.500"  # a turn to the right, in the upper right quarter
POINTER = "M-5-7L7 0L-5 7Z"
BENDS = (NORTH | EAST, EAST | SOUTH, SOUTH | WEST, NORTH | WEST)
ANGLES = {NORTH: 0, EAST: 90, SOUTH: 180, WEST: 270}


def corner(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, SIZE)
    return LEFT_EDGE + column * PITCH, TOP + row * PITCH


def center(cell: int) -> tuple[int, int]:
    x, y = corner(cell)
    return x + CARD // 2, y + CARD // 2


def draw(view: View, name: str, language: str = "en") -> str:
    scene, say = Scene(view), partial(GAME.say, language=language)
    head = say(Message("heading.whole", {"heading": heading(view)}))
    sheet = Sheet(name, (WIDTH, HEIGHT), f"{head}. {verdict(view, say)}", STYLE, say)
    lay_bed(sheet, scene)
    lay_cards(sheet, scene)
    light_up(sheet, scene)
    show_pending(sheet, scene)
    hold_hand(sheet, scene)
    place_tokens(sheet, scene)
    offer(sheet, scene)
    label_board(sheet)
    label_panel(sheet, scene)
    return str(sheet)


# The board


def lay_bed(sheet: Sheet, scene: Scene) -> None:
    layer = sheet.layers["board"]
    size = num(SIZE * PITCH + 4)
    edge = {"x": num(LEFT_EDGE - 8), "y": num(TOP - 8), "width": size, "height": size, "rx": "12"}
    SubElement(layer, "rect", {"class": "bed", **edge})
    trace(layer, "".join(bridge(cell, side) for cell, side, _ in scene.joined()), "bridge")


def bridge(cell: int, side: int) -> str:
    """The way over the gap between two connected cards."""
    x, y = center(cell)
    return f"M{x + CARD // 2 - 1} {y}h{GAP + 2}" if side == EAST else f"M{x} {y + CARD // 2 - 1}v{GAP + 2}"


def lay_cards(sheet: Sheet, scene: Scene) -> None:
    for cell, face in enumerate(scene.cards):
        piece = sheet.piece(f"card-{PLACES[cell]}", *corner(cell), layer="board")
        for depth in range(min(len(scene.piles[cell]), 4), 0, -1):
            shift = num(3 * depth)
            SubElement(piece, "rect", {"class": "under", "x": shift, "y": shift, "width": "76", "height": "76", "rx": "8"})
        piece.append(card_art(face, scene.table.variations.arrows))
        if cell in CORNERS:
            sign_corner(piece, scene, cell)
        if cell in scene.locked:
            lay_lock(piece)
        if scene.piles[cell]:
            write(piece, f"+{len(scene.piles[cell])}", 12, 66, "count")
        if cell in scene.locked or RIGHT[face] == face:  # the others have an option that turns them
            sheet.thing(piece, sheet.say(called(cell, face)))


def lay_lock(parent: Element) -> None:
    trace(parent, "M60 63h11v9h-11Z", "lock")
    trace(parent, "M62 63v-3.500a3.500 3.500 0 0 1 7 0v3.500", "shackle")


@lru_cache(maxsize=512)
def card_art(face: str, arrows: bool) -> Stamp:
    art = Stamp()
    SubElement(art, "rect", {"class": "card", "x": ".6", "y": ".6", "width": "74.8", "height": "74.8", "rx": "8"})
    for looks in ("wall", "way"):
        trace(art, road(face), looks)
        if EXITS[face].bit_count() == 1:
            trace(art, "M38 38h.01", f"{looks} cap")
    for side, mark in zip(SIDES, MARKS[face], strict=True):
        if mark.strip():
            turn = ANGLES[side] + (0 if mark == "o" else 180)
            down, right = BESIDE[side]
            trace(art, CHEVRON, "arrow" if arrows else "idle", f"translate({38 + 26 * right} {38 + 26 * down}) rotate({turn})")
    return art


@lru_cache(maxsize=4096)
def road(face: str, x: int = 0, y: int = 0) -> str:
    """The middle line of the ways of a card whose corner is given: corners are round, a dead end stops in the middle."""
    exits = EXITS[face]
    if exits in BENDS:
        first, second = (side for side in SIDES if exits & side)
        return f"M{end(first, x, y)}Q{x + 38} {y + 38} {end(second, x, y)}"
    return "".join(f"M{end(side, x, y)}L{x + 38} {y + 38}" for side in SIDES if exits & side)


def end(side: int, x: int, y: int) -> str:
    """Where a way meets a side of the card whose corner is given."""
    down, right = BESIDE[side]
    return f"{x + 38 + 38 * right} {y + 38 + 38 * down}"


@lru_cache(maxsize=4096)
def stub(face: str, side: int, x: int, y: int) -> str:
    """The way from a side to the middle of the card's ways, which in a corner is off the middle of the card."""
    if EXITS[face] not in BENDS:
        return f"M{end(side, x, y)}L{x + 38} {y + 38}"
    down, right = BESIDE[side]
    other_down, other_right = BESIDE[EXITS[face] ^ side]
    bend = f"{x + 38 + 19 * right} {y + 38 + 19 * down}"
    return f"M{end(side, x, y)}Q{bend} {x + 38 + 9.5 * (right + other_right):g} {y + 38 + 9.5 * (down + other_down):g}"


def sign_corner(parent: Element, scene: Scene, cell: int) -> None:
    """Start has a house, Midpoint a flag, in the colour and with the shape of its piece; a tick when it is reached."""
    start = cell in STARTS
    piece = (STARTS if start else MIDPOINTS).index(cell)
    sign_ground(parent, piece)
    trace(parent, HOUSE if start else FLAG, f"badge {seat_color(piece)}", "translate(14 14)")
    if not start and scene.table.reached[piece]:
        trace(parent, TICK, "tick", "translate(62 14)")
    aims = (STARTS if scene.table.reached[piece] else MIDPOINTS)[piece]
    if aims == cell and scene.own == piece and scene.view.outcome is None:
        trace(parent, AIM, f"aim aim-{piece}")


def called(cell: int, face: str) -> Message:
    if cell in STARTS:
        return Message("draw.start", {"piece": PIECES[STARTS.index(cell)]})
    if cell in MIDPOINTS:
        return Message("draw.midpoint", {"piece": PIECES[MIDPOINTS.index(cell)]})
    return Message("draw.card", {"place": PLACES[cell], "shape": shape(face)})


def sign_ground(parent: Element, piece: int) -> None:
    if piece == 0:
        SubElement(parent, "circle", {"class": f"ground {seat_color(0)}", "cx": "38", "cy": "38", "r": "27"})
    else:
        SubElement(parent, "rect", {"class": f"ground {seat_color(1)}", "x": "13", "y": "13", "width": "50", "height": "50"})


def light_up(sheet: Sheet, scene: Scene) -> None:
    """The ways that this seat's token can follow on the board as it is."""
    trace(sheet.layers["board"], followed(scene), "lit")


def followed(scene: Scene) -> str:
    reach = scene.reach()
    return "".join(
        bridge(cell, side) + stub(scene.cards[cell], side, *corner(cell)) + stub(scene.cards[beside], OPPOSITE[side], *corner(beside))
        for cell, side, beside in scene.joined()
        if cell in reach and beside in reach
    )


def foresee(option: Element, scene: Scene, cell: int, face: str) -> None:
    """The ways that this seat's token could follow with another face at one place, dotted, where that would change them."""
    if (ways := followed(scene.imagined(cell, face))) != followed(scene):
        trace(option, ways, f"ghost would track-{scene.own}")


def show_pending(sheet: Sheet, scene: Scene) -> None:
    """This seat's own unfinished alteration."""
    if scene.pending is None:
        return
    place = SubElement(sheet.layers["board"], "g", {"transform": transform(*corner(scene.pending))})
    if scene.ghost:
        SubElement(place, "g", {"class": "faded"}).append(card_art(scene.ghost, scene.table.variations.arrows))
    outline(place)


def outline(parent: Element) -> None:
    SubElement(parent, "rect", {"class": "pending", "x": "-2", "y": "-2", "width": "80", "height": "80", "rx": "9"})


# Pieces


def hold_hand(sheet: Sheet, scene: Scene) -> None:
    for nth, card in enumerate(scene.view.hand):
        x, y = slot(nth)
        turner = nth == scene.taken and is_turnable(scene)
        piece = sheet.piece(f"hand-{nth}", x, y - 4 if nth == scene.taken else y, looks="turner" if turner else "")
        hold_card(piece, scene, card, turner)
        sheet.thing(piece, sheet.say(Message("draw.shape", {"shape": shape(card)})))
        if nth == scene.taken:
            SubElement(piece, "rect", {"class": "chosen", "x": "-1", "y": "-1", "width": "78", "height": "78", "rx": "9"})


def is_turnable(scene: Scene) -> bool:
    """Whether the card that this seat has chosen still has no orientation."""
    return any(isinstance(choice, Place | Lay) for choice in scene.view.choices)


def hold_card(parent: Element, scene: Scene, card: str, turner: bool) -> None:
    art = card_art(card, scene.table.variations.arrows)
    if not turner:
        parent.append(art)
        return
    parent.set("data-turner", "")
    SubElement(parent, "g", {"class": "turning"}).append(art)
    trace(parent, TURN, "ink", "translate(64 13)")


def slot(nth: int, y: int = HAND_Y) -> tuple[int, int]:
    return LEFT_EDGE + nth * PITCH, y


def place_tokens(sheet: Sheet, scene: Scene) -> None:
    tokens, outcome = scene.table.tokens, scene.view.outcome
    for piece in (0, 1):
        x, y = center(tokens[piece])
        shift = (-15, 15)[piece] if tokens[0] == tokens[1] else 0
        drawn = sheet.piece(f"token-{PIECES[piece]}", x + shift, y, 0.95 if shift else 1.15)
        token(drawn, piece, "CS"[piece])
        sheet.thing(drawn, sheet.say(scene.status(piece)))
        seat = scene.player(piece)
        if seat is not None and seat in scene.view.awaited:
            SubElement(drawn, "circle", {"class": "halo", "r": "18.5"})
        if outcome and seat is not None and outcome.places != (1, 1) and seat in outcome.winners:
            trace(drawn, CROWN, "crown")


# Options


def offer(sheet: Sheet, scene: Scene) -> None:
    for choice in scene.view.choices:
        option = sheet.option(choice)
        match choice:
            case Turn():
                offer_turn(option, scene, choice)
            case Card():
                offer_card(option, scene, choice.card)
            case Place():
                offer_place(option, scene, CELLS[choice.place])
            case Lay():
                offer_lay(option, scene, choice.face)
            case Move():
                offer_move(option, scene, CELLS[choice.place])
            case Stay():
                button(option, sheet.say(Message("draw.stay")), *slot(4, HAND_Y + 18), 76, 40)
            case Vary():
                offer_variations(option, sheet.say(briefly(choice.named)), *divmod(scene.view.choices.index(choice), 4))
            case First() | Piece():
                offer_arrangement(sheet, option, scene, choice)


def offer_turn(option: Element, scene: Scene, turn: Turn) -> None:
    """One half of the card turns it to that side, or the whole card where both sides are the same."""
    cell = CELLS[turn.place]
    x, y = corner(cell)
    face = scene.cards[cell]
    alone = scene.table.variations.clockwise or RIGHT[face] == LEFT[face]
    left, width = (x, CARD) if alone else (x + 38 if turn.way == "right" else x, 38)
    SubElement(option, "rect", {"class": "tap", "x": num(left), "y": num(y), "width": num(width), "height": "76", "rx": "8"})
    mirror = f"translate({x + 43} {y})" if turn.way == "right" else f"translate({x + 33} {y}) scale(-1 1)"
    trace(option, BOW, "bow", mirror)
    turned = (RIGHT if turn.way == "right" else LEFT)[face]
    ghost = SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)})
    ghost.append(card_art(turned, scene.table.variations.arrows))
    outline(ghost)
    foresee(option, scene, cell, turned)


def offer_card(option: Element, scene: Scene, card: str) -> None:
    """Equal cards are one choice."""
    for nth, held in enumerate(scene.view.hand):
        if held == card:
            x, y = slot(nth)
            SubElement(option, "rect", {"class": "hold", "x": num(x - 4), "y": num(y - 4), "width": "84", "height": "84", "rx": "10"})


def offer_place(option: Element, scene: Scene, cell: int) -> None:
    x, y = corner(cell)
    card = next(step.card for step in scene.view.act if isinstance(step, Card))
    SubElement(option, "rect", {"class": "slot", "x": num(x), "y": num(y), "width": "76", "height": "76", "rx": "8"})
    ghost = SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)})
    SubElement(ghost, "g", {"class": "turning"}).append(card_art(card, scene.table.variations.arrows))


def offer_lay(option: Element, scene: Scene, face: str) -> None:
    """A face to click below, and its ghost in its place, to be clicked as well while it is the one that is shown."""
    assert scene.pending is not None
    option.set("data-turn", "")
    card = next(step.card for step in scene.view.act if isinstance(step, Card))
    x, y = slot(FACES[card].index(face), BELOW_Y + 8)
    art = card_art(face, scene.table.variations.arrows)
    SubElement(option, "rect", {"class": "spot", "x": num(x - 6), "y": num(y - 6), "width": "80", "height": "80", "rx": "10"})
    SubElement(option, "g", {"transform": transform(x, y, 0.9)}).append(art)
    x, y = corner(scene.pending)
    SubElement(option, "g", {"class": "ghost", "transform": transform(x, y)}).append(art)
    foresee(option, scene, scene.pending, face)
    SubElement(option, "rect", {"class": "take", "x": num(x), "y": num(y), "width": "76", "height": "76", "rx": "8"})


def offer_move(option: Element, scene: Scene, cell: int) -> None:
    """A door in the gap; once the turn has altered something the whole card will do as well."""
    assert scene.own is not None
    at = scene.table.tokens[scene.own]
    side = next(side for side, beside in NEIGHBOURS[at] if beside == cell)
    (x, y), (to_x, to_y) = center(at), center(cell)
    if scene.view.act:
        left, top = corner(cell)
        SubElement(option, "rect", {"class": "tap", "x": num(left), "y": num(top), "width": "76", "height": "76", "rx": "8"})
    door = f"translate({(x + to_x) / 2:g} {(y + to_y) / 2:g}) rotate({ANGLES[side] - 90})"
    SubElement(option, "circle", {"class": "hit", "r": "23", "transform": door})
    SubElement(option, "circle", {"class": "spot", "r": "13", "transform": door})
    trace(option, POINTER, "sign", door)
    way = stub(scene.cards[at], side, *corner(at)) + stub(scene.cards[cell], OPPOSITE[side], *corner(cell))
    trace(option, way, f"ghost trail track-{scene.own}")


def button(option: Element, words: str, x: float, y: float, width: float, height: float, shift: int = 0) -> None:
    area = {"x": num(x), "y": num(y), "width": num(width), "height": num(height), "rx": num(height / 2)}
    SubElement(option, "rect", {"class": "spot", **area})
    write(option, words, x + width / 2 + shift, y + height / 2)


def offer_arrangement(sheet: Sheet, option: Element, scene: Scene, choice: First | Piece) -> None:
    nth = scene.view.choices.index(choice)
    x, y = LEFT_EDGE + 146 * nth, BELOW_Y + 16
    button(option, sheet.say(choice.sentence), x, y, 136, 44, 9 if isinstance(choice, Piece) else 0)
    if isinstance(choice, Piece):
        badge = SubElement(option, "g", {"transform": transform(x + 20, y + 22, 0.7)})
        token(badge, PIECES.index(choice.piece))


def offer_variations(option: Element, words: str, row: int, column: int) -> None:
    """In large letters on two lines, to be read and met by a finger on a phone too."""
    x, y, lines = LEFT_EDGE - 8 + 111 * column, BELOW_Y - 3 + 45 * row, wrap(words, 12)
    SubElement(option, "rect", {"class": "spot", "x": num(x), "y": num(y), "width": "108", "height": "43", "rx": "14"})
    for nth, line in enumerate(lines):
        write(option, line, x + 54, y + 21.5 + 19 * nth - 9.5 * (len(lines) - 1), "large")


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


# Labels


def label_board(sheet: Sheet) -> None:
    for nth in range(SIZE):
        sheet.label("abcde"[nth], LEFT_EDGE + nth * PITCH + 38, TOP - 18, "faint")
        sheet.label(str(nth + 1), 15, TOP + nth * PITCH + 38, "faint")


def label_panel(sheet: Sheet, scene: Scene) -> None:
    view = scene.view
    rules = briefly(in_force(view)) if in_force(view) else ""
    extra = "; ".join(sheet.say(words) for words in (score(view.table), rules) if words)
    sheet.label(sheet.say(heading(view)), LEFT_EDGE - 8, 20, "title left")
    sheet.label(extra, LEFT_EDGE + 190, 21, "left faint")
    for piece in (0, 1):
        y = 46 + 24 * piece
        token(SubElement(sheet.layers["labels"], "g", {"transform": transform(LEFT_EDGE + 2, y, 0.72)}), piece)
        sheet.label(sheet.say(scene.status(piece)), LEFT_EDGE + 20, y, "left")
    if view.outcome:
        sheet.label(verdict(view, sheet.say), LEFT_EDGE, HAND_Y - 17, "left")
    elif view.hand:
        sheet.label(sheet.say(Message("draw.hand")), LEFT_EDGE, HAND_Y - 17, "left faint")
    if view.unseen and not view.act and view.table.phase in ("play", "over"):
        show_unseen(sheet, view)


def show_unseen(sheet: Sheet, view: View) -> None:
    """The cards that lie in other hands or aside: everybody may know the deck."""
    where = Message("draw.unseen" if view.hand else "draw.off-table")
    sheet.label(sheet.say(where), LEFT_EDGE, BELOW_Y + 16, "left faint")
    for nth, card in enumerate(view.unseen):
        small = SubElement(sheet.layers["labels"], "g", {"transform": transform(LEFT_EDGE + 48 * nth, BELOW_Y + 32, 0.54)})
        small.append(card_art(card, view.table.variations.arrows))
