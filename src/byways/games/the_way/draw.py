"""A view of The Way as SVG, and as text for a terminal or a screen reader."""

from __future__ import annotations

from functools import partial
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TURN, Sheet, num, seat_color, token, trace, transform, write
from byways.games.the_way import GAME
from byways.games.the_way.art import AIM, FLAG, HOUSE, LETTERS, STYLE, back_art, card_art, lay_lock, lay_under, outline, sign_corner
from byways.games.the_way.faces import RIGHT, shape
from byways.games.the_way.layout import (
    BACK_SCALE,
    BELOW_Y,
    CARD,
    DECK,
    DECK_SCALE,
    FRAME_Y,
    HAND_Y,
    HEIGHT,
    LEFT_EDGE,
    MARGIN,
    PITCH,
    PLATE_HEIGHT,
    PLATE_WIDTH,
    PLATE_Y,
    TOP,
    WIDTH,
    back_spot,
    corner,
    in_hand,
    is_crowded,
    plate,
    standing,
    where,
)
from byways.games.the_way.offers import bridge, briefly, followed, offer, touched
from byways.games.the_way.scene import Scene, heading, in_force, seat_mark, verdict
from byways.games.the_way.state import CORNERS, MIDPOINTS, PIECES, PLACES, SIZE, STARTS, Lay, Place
from byways.games.the_way.telling import back_ids, own_ids, token_id
from byways.games.the_way.text import text
from byways.games.the_way.view import View
from byways.speech import Message

__all__ = ["draw", "seat_mark", "text", "where"]


def draw(view: View, name: str, language: str = "en") -> str:
    scene, say = Scene(view), partial(GAME.say, language=language)
    head = say(Message("heading.whole", {"heading": heading(view)}))
    sheet = Sheet(name, (WIDTH, HEIGHT), f"{head}. {verdict(view, say)}", STYLE, say)
    lay_bed(sheet, scene)
    lay_cards(sheet, scene)
    trace(sheet.layers["board"], "".join(bridge(cell, side) for cell, side, _ in scene.joined()), "bridge")
    trace(sheet.layers["board"], followed(scene), "lit")
    show_pending(sheet, scene)
    for piece in (0, 1):
        introduce(sheet, scene, piece)
    lay_deck(sheet, view)
    show_backs(sheet, scene)
    hold_hand(sheet, scene)
    place_tokens(sheet, scene)
    offer(sheet, scene)
    label(sheet, scene)
    return str(sheet)


# The board


def lay_bed(sheet: Sheet, scene: Scene) -> None:
    layer = sheet.layers["board"]
    edge = {"x": num(MARGIN), "y": num(FRAME_Y), "width": num(WIDTH - 2 * MARGIN), "height": num(SIZE * PITCH + 22), "rx": "12"}
    SubElement(layer, "rect", {"class": "bed", **edge})
    for nth in range(SIZE):
        write(layer, "abcde"[nth], LEFT_EDGE + nth * PITCH + 38, TOP - 14.5, "coordinate")
        write(layer, str(nth + 1), (MARGIN + LEFT_EDGE) / 2, TOP + nth * PITCH + 38, "coordinate")
    if scene.view.seat is not None:
        tray = {"x": num(MARGIN), "y": num(HAND_Y - 9), "width": num(WIDTH - 2 * MARGIN), "height": num(CARD + 18), "rx": "12"}
        SubElement(layer, "rect", {"class": "tray", **tray})


def lay_cards(sheet: Sheet, scene: Scene) -> None:
    for cell, face in enumerate(scene.cards):
        piece = sheet.piece(f"card-{PLACES[cell]}", *corner(cell), layer="board")
        for depth in range(min(len(scene.piles[cell]), 4), 0, -1):
            lay_under(piece, 3 * depth)
        piece.append(card_art(face, scene.table.variations.arrows, owner(cell)))
        if cell in CORNERS:
            mark_corner(piece, scene, cell)
        if cell in scene.locked:
            lay_lock(piece)
        if scene.piles[cell]:
            write(piece, f"+{len(scene.piles[cell])}", 12, 66, "count")
        if cell in scene.locked or RIGHT[face] == face:  # the others have an option that turns them
            sheet.thing(piece, sheet.say(called(scene, cell)))


def owner(cell: int) -> int | None:
    """The piece whose Start or Midpoint is there."""
    return next((piece for piece in (0, 1) if cell in (STARTS[piece], MIDPOINTS[piece])), None)


def mark_corner(parent: Element, scene: Scene, cell: int) -> None:
    """A frame marks where a piece has to go next."""
    piece = owner(cell)
    assert piece is not None
    sign_corner(parent, piece, cell in STARTS, scene.table.reached[piece])
    if scene.goal(piece) == cell and not scene.is_over:
        trace(parent, AIM, "casing")
        trace(parent, AIM, f"aim aim-{piece}")


def called(scene: Scene, cell: int) -> Message:
    if cell in STARTS:
        return Message("draw.start", {"piece": PIECES[STARTS.index(cell)]})
    if cell in MIDPOINTS:
        return Message("draw.midpoint", {"piece": PIECES[MIDPOINTS.index(cell)]})
    return Message("draw.card", {"place": PLACES[cell], "shape": shape(scene.printed(scene.cards[cell]))})


def show_pending(sheet: Sheet, scene: Scene) -> None:
    """This seat's own unfinished alteration."""
    if scene.pending is None:
        return
    place = SubElement(sheet.layers["board"], "g", {"transform": transform(*corner(scene.pending))})
    if scene.ghost:
        SubElement(place, "g", {"class": "faded"}).append(card_art(scene.ghost, scene.table.variations.arrows))
    outline(place)


# Players, deck and hands


def introduce(sheet: Sheet, scene: Scene, piece: int) -> None:
    """A piece's plate: who plays it, where it has to go, and how many games that player has won."""
    layer, left, seat = sheet.layers["board"], plate(piece), scene.player(piece)
    looks = "plate active" if seat is not None and seat in scene.view.awaited else "plate"
    size = {"width": num(PLATE_WIDTH), "height": num(PLATE_HEIGHT), "rx": "12"}
    SubElement(layer, "rect", {"class": looks, "x": num(left), "y": num(PLATE_Y), **size})
    token(SubElement(layer, "g", {"transform": transform(left + 23, PLATE_Y + 25, 1.1)}), piece, LETTERS[piece])
    write(layer, sheet.say(scene.named(piece)), left + 46, PLATE_Y + 15, "name left")
    if scene.has_won(piece):
        write(layer, sheet.say(Message("draw.won")), left + 46, PLATE_Y + 36, "left")
    else:
        goal = scene.goal(piece)
        trace(layer, HOUSE if goal in STARTS else FLAG, f"badge {seat_color(piece)}", f"translate({num(left + 54)} {num(PLATE_Y + 36)})")
        write(layer, PLACES[goal], left + 68, PLATE_Y + 36, "left")
    if seat is not None and not scene.table.single:
        for nth in range(3):
            pip = f"seat {seat_color(piece)}" if nth < scene.table.won[seat] else "pip"
            SubElement(layer, "circle", {"class": pip, "cx": num(left + 126 + 12 * nth), "cy": num(PLATE_Y + 14), "r": "4.500"})


def lay_deck(sheet: Sheet, view: View) -> None:
    """Face down: what is still to be dealt, or the card left out."""
    piece = sheet.piece("deck", *DECK, DECK_SCALE)
    for depth in range(max(view.stock - 1, 0), 0, -1):
        lay_under(piece, 5 * depth)
    piece.append(back_art(None))
    sheet.thing(piece, sheet.say(Message("draw.stock", {"cards": view.stock}) if view.stock > 1 else Message("draw.left-out")))


def show_backs(sheet: Sheet, scene: Scene) -> None:
    """The cards of others, face down."""
    for seat, size in enumerate(scene.view.sizes):
        for nth, name in enumerate(back_ids(seat, size) if seat != scene.view.seat else ()):
            piece = sheet.piece(name, *back_spot(scene, seat, nth), BACK_SCALE)
            piece.append(back_art(None if scene.table.circle is None else scene.table.piece(seat)))


def hold_hand(sheet: Sheet, scene: Scene) -> None:
    for nth, (name, card) in enumerate(zip(own_ids(scene.view.hand), scene.view.hand, strict=True)):
        if nth == scene.laid:
            continue
        x, y = in_hand(scene.view, nth)
        turner = nth == scene.taken and is_turnable(scene)
        lifted = y - 4 if nth == scene.taken else y
        piece = sheet.piece(name, x, lifted, 0.5 if is_crowded(scene.view) else 1, "turner" if turner else "")
        hold_card(piece, scene, card, turner)
        sheet.thing(piece, sheet.say(Message("draw.shape", {"shape": shape(scene.printed(card))})))
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
    trace(parent, TURN, "shackle", "translate(64 13)")


def place_tokens(sheet: Sheet, scene: Scene) -> None:
    """Above everything: no preview hides a piece. What lies beneath is met through it."""
    tokens, met = scene.table.tokens, touched(scene)
    for piece in (0, 1):
        scale = 1 if tokens[0] == tokens[1] else 1.15
        looks = "passed" if tokens[piece] in met else ""
        drawn = sheet.piece(token_id(piece), *standing(scene, piece, tokens[piece]), scale, looks, "labels")
        token(drawn, piece, LETTERS[piece])
        sheet.thing(drawn, sheet.say(scene.status(piece)))
        seat = scene.player(piece)
        if seat is not None and seat in scene.view.awaited:
            SubElement(drawn, "circle", {"class": "halo", "r": "18.5"})
        if seat is not None and is_crowned(scene, seat):
            trace(drawn, CROWN, "crown")


def is_crowned(scene: Scene, seat: int) -> bool:
    """Who has won, or at the end of a game within a set, who has won that."""
    outcome, table = scene.view.outcome, scene.table
    if outcome is not None:
        return outcome.places != (1, 1) and seat in outcome.winners
    return table.phase == "gather" and table.results[-1] == seat


# Labels


def label(sheet: Sheet, scene: Scene) -> None:
    view = scene.view
    middle = WIDTH / 2 - 22
    title = Message("heading.single" if view.table.single else "heading.set", {"game": view.table.game or 1})
    sheet.label(sheet.say(title), middle, 20, "faint")
    if view.table.phase == "play":
        sheet.label(sheet.say(Message("draw.turn", {"turn": view.table.turn // 2 + 1})), middle, 41, "faint")
    if in_force(view):
        sheet.label(sheet.say(briefly(in_force(view))), WIDTH - MARGIN - 8, BELOW_Y + 9, "right")
    if view.unseen and not view.act and view.table.phase in ("play", "gather", "over"):
        show_unseen(sheet, view)


def show_unseen(sheet: Sheet, view: View) -> None:
    """The cards that lie in other hands or aside: everybody may know the deck."""
    top, scale = (HAND_Y, 0.55) if view.seat is None else (BELOW_Y, 0.5)
    where = Message("draw.off-table" if view.seat is None else "draw.unseen")
    sheet.label(sheet.say(where), LEFT_EDGE, top + 9, "left faint")
    for nth, card in enumerate(view.unseen):
        small = SubElement(sheet.layers["labels"], "g", {"transform": transform(LEFT_EDGE + scale * PITCH * nth, top + 21, scale)})
        small.append(card_art(card, view.table.variations.arrows))
