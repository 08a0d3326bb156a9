"""A view of The Way as SVG, and as text for a terminal or a screen reader."""

from __future__ import annotations

from functools import cache, partial
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TURN, Sheet, num, seat_color, stamped, token, trace, transform, write
from byways.games.the_way import GAME
from byways.games.the_way.art import AIM, FLAG, HOUSE, LETTERS, STYLE, back_art, card_art, lay_lock, lay_under, outline, sign_corner
from byways.games.the_way.faces import RIGHT, shape
from byways.games.the_way.layout import (
    ACROSS,
    BACK_SCALE,
    DECK_SCALE,
    DOWN,
    FRAME_Y,
    LEFT_EDGE,
    MARGIN,
    PITCH,
    TOP,
    WIDE,
    Box,
    Layout,
    corner,
    is_crowded,
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


def draw(view: View, name: str, language: str = "en", lay: Layout = WIDE) -> str:
    scene, say = Scene(view), partial(GAME.say, language=language)
    head = say(Message("heading.whole", {"heading": heading(view)}))
    _, top, width, height = lay.sheet
    sheet = Sheet(name, (width, height), f"{head}. {verdict(view, say)}", STYLE, say, top)
    lay_bed(sheet, scene, lay)
    lay_cards(sheet, scene)
    trace(sheet.layers["board"], "".join(bridge(cell, side) for cell, side, _ in scene.joined()), "bridge")
    trace(sheet.layers["board"], followed(scene), "lit")
    show_pending(sheet, scene)
    for piece in (0, 1):
        introduce(sheet, scene, piece, lay.plates[piece])
    lay_deck(sheet, view, lay)
    show_backs(sheet, scene, lay)
    hold_hand(sheet, scene, lay)
    place_tokens(sheet, scene)
    offer(sheet, scene, lay)
    label(sheet, view, lay)
    return str(sheet)


# The board


def lay_bed(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    layer = sheet.layers["board"]
    rounded(layer, "bed", Box(MARGIN, FRAME_Y, ACROSS - 2 * MARGIN, DOWN))
    for nth in range(SIZE):
        write(layer, "abcde"[nth], LEFT_EDGE + nth * PITCH + 38, TOP - 14.5, "coordinate")
        write(layer, str(nth + 1), (MARGIN + LEFT_EDGE) / 2, TOP + nth * PITCH + 38, "coordinate")
    if scene.view.seat is not None:
        rounded(layer, "tray", lay.tray)


def rounded(layer: Element, looks: str, box: Box) -> None:
    x, y, width, height = map(num, box)
    SubElement(layer, "rect", {"class": looks, "x": x, "y": y, "width": width, "height": height, "rx": "12"})


def lay_cards(sheet: Sheet, scene: Scene) -> None:
    for cell, face in enumerate(scene.cards):
        locked, goes_there = cell in scene.locked, None if cell not in CORNERS else aimed_at(scene, cell)
        art = stamped(lay_card, cell, face, scene.table.variations.arrows, len(scene.piles[cell]), locked, goes_there)
        is_thing = locked or RIGHT[face] == face  # the others have an option that turns them
        label = sheet.say(called(scene, cell)) if is_thing else ""
        sheet.lay(f"card-{PLACES[cell]}", art, *corner(cell), layer="board", label=label)


def lay_card(paper: Element, cell: int, face: str, arrows: bool, pile: int, locked: bool, goes_there: tuple[bool, bool] | None) -> None:
    for depth in range(min(pile, 4), 0, -1):
        lay_under(paper, 3 * depth)
    paper.append(card_art(face, arrows, owner(cell)))
    if goes_there is not None:
        mark_corner(paper, cell, *goes_there)
    if locked:
        lay_lock(paper)
    if pile:
        write(paper, f"+{pile}", 12, 66, "count")


@cache
def owner(cell: int) -> int | None:
    """The piece whose Start or Midpoint is there."""
    return next((piece for piece in (0, 1) if cell in (STARTS[piece], MIDPOINTS[piece])), None)


def aimed_at(scene: Scene, cell: int) -> tuple[bool, bool]:
    """Whether the owner of a corner has reached its Midpoint, and whether it has to go there next."""
    piece = owner(cell)
    assert piece is not None
    return scene.table.reached[piece], scene.goal(piece) == cell and not scene.is_over


def mark_corner(parent: Element, cell: int, reached: bool, is_goal: bool) -> None:
    """A frame marks where a piece has to go next."""
    piece = owner(cell)
    assert piece is not None
    sign_corner(parent, piece, cell in STARTS, reached)
    if is_goal:
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


def introduce(sheet: Sheet, scene: Scene, piece: int, plate: Box) -> None:
    """A piece's plate: who plays it, where it has to go, and how many games that player has won."""
    layer, (left, top, width, _), seat = sheet.layers["board"], plate, scene.player(piece)
    rounded(layer, "plate active" if seat is not None and seat in scene.view.awaited else "plate", plate)
    token(SubElement(layer, "g", {"transform": transform(left + 23, top + 25, 1.1)}), piece, LETTERS[piece])
    write(layer, sheet.say(scene.named(piece)), left + 46, top + 15, "name left")
    if scene.has_won(piece):
        write(layer, sheet.say(Message("draw.won")), left + 46, top + 36, "left")
    else:
        goal = scene.goal(piece)
        trace(layer, HOUSE if goal in STARTS else FLAG, f"badge {seat_color(piece)}", f"translate({num(left + 54)} {num(top + 36)})")
        write(layer, PLACES[goal], left + 68, top + 36, "left")
    if seat is not None and not scene.table.single:
        for nth in range(3):
            pip = f"seat {seat_color(piece)}" if nth < scene.table.won[seat] else "pip"
            SubElement(layer, "circle", {"class": pip, "cx": num(left + width - 36 + 12 * nth), "cy": num(top + 14), "r": "4.500"})


def lay_deck(sheet: Sheet, view: View, lay: Layout) -> None:
    """Face down: what is still to be dealt, or the card left out."""
    piece = sheet.piece("deck", *lay.deck, DECK_SCALE)
    for depth in range(max(view.stock - 1, 0), 0, -1):
        lay_under(piece, 5 * depth)
    piece.append(back_art(None))
    sheet.thing(piece, sheet.say(Message("draw.stock", {"cards": view.stock}) if view.stock > 1 else Message("draw.left-out")))


def show_backs(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    """The cards of others, face down."""
    for seat, size in enumerate(scene.view.sizes):
        for nth, name in enumerate(back_ids(seat, size) if seat != scene.view.seat else ()):
            piece = sheet.piece(name, *lay.back_spot(scene, seat, nth), BACK_SCALE)
            piece.append(back_art(None if scene.table.circle is None else scene.table.piece(seat)))


def hold_hand(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    for nth, (name, card) in enumerate(zip(own_ids(scene.view.hand), scene.view.hand, strict=True)):
        if nth == scene.laid:
            continue
        x, y = lay.hand_spot(scene.view, nth)
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


def label(sheet: Sheet, view: View, lay: Layout) -> None:
    title = Message("heading.single" if view.table.single else "heading.set", {"game": view.table.game or 1})
    sheet.label(sheet.say(title), *lay.title, "faint")
    if view.table.phase == "play":
        sheet.label(sheet.say(Message("draw.turn", {"turn": view.table.turn // 2 + 1})), *lay.turn, "faint")
    if in_force(view):
        sheet.label(sheet.say(briefly(in_force(view))), *lay.varied, "right")
    if view.unseen and not view.act and view.table.phase in ("play", "gather", "over"):
        show_unseen(sheet, view, lay)


def show_unseen(sheet: Sheet, view: View, lay: Layout) -> None:
    """The cards that lie in other hands or aside: everybody may know the deck."""
    box, scale = lay.unseen_box(view), lay.shown if view.seat is not None else 0.55
    sheet.label(sheet.say(Message("draw.off-table" if view.seat is None else "draw.unseen")), box.x, box.y + 9, "left faint")
    for nth, card in enumerate(view.unseen):
        small = SubElement(sheet.layers["labels"], "g", {"transform": transform(*lay.unseen_spot(view, nth, scale), scale)})
        small.append(card_art(card, view.table.variations.arrows))
