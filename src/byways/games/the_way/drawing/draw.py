"""Draw a view of The Way as SVG."""

from __future__ import annotations

from functools import cache, partial
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TURN, Say, Sheet, called, num, seat_color, stamped, token, trace, transform, write
from byways.games.the_way import GAME
from byways.games.the_way.cards import RIGHT, shape
from byways.games.the_way.drawing.art import AIM, FLAG, HOUSE, LETTERS, back_art, card_art, lay_lock, lay_under, outline, road, sign_corner
from byways.games.the_way.drawing.layout import (
    ACROSS,
    BACK_SCALE,
    DECK_SCALE,
    DOWN,
    FRAME_Y,
    LEFT_EDGE,
    MARGIN,
    PITCH,
    TALL,
    TOP,
    WIDE,
    Box,
    Layout,
    corner,
    is_crowded,
    standing,
    where,
)
from byways.games.the_way.drawing.options import bridge, briefly, followed, offer, touched
from byways.games.the_way.drawing.scene import Arrows, Scene, heading, in_force, seat_mark, verdict
from byways.games.the_way.drawing.style import STYLE
from byways.games.the_way.drawing.text import text
from byways.games.the_way.rules.events import back_ids, own_ids, token_id
from byways.games.the_way.state import CORNERS, MIDPOINTS, PIECES, PLACES, SIZE, STARTS, Lay, Place
from byways.games.the_way.view import View
from byways.i18n import Message

__all__ = ["draw", "seat_mark", "text", "where"]


@cache
def speaking(language: str) -> Say:
    return partial(GAME.say, language=language)


def draw(view: View, name: str, language: str = "en", tall: bool = False) -> str:
    lay = TALL if tall else WIDE
    scene, say = Scene(view), speaking(language)
    head = say(Message("heading.whole", {"heading": heading(view)}))
    _, top, width, height = lay.sheet
    sheet = Sheet(name, (width, height), f"{head}. {verdict(view, say)}", STYLE, say, top)
    lay_bed(sheet, scene, lay)
    lay_cards(sheet, scene)
    trace(sheet.layers["board"], "".join(bridge(cell, side) for cell, side, _ in scene.joined()), "bridge")
    trace(sheet.layers["board"], followed(scene), "lit")
    light_way_home(sheet, scene)
    show_pending(sheet, scene)
    for piece in (0, 1):
        introduce(sheet, scene, piece, lay.plates[piece])
    lay_deck(sheet, view, lay)
    show_backs(sheet, scene, lay)
    hold_hand(sheet, scene, lay)
    place_tokens(sheet, scene)
    offer(sheet, scene, lay)
    label(sheet, scene, lay)
    return str(sheet)


# The board


def lay_bed(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    sheet.layers["board"].append(stamped(bed, lay.tray if scene.view.seat is not None else None))


def bed(paper: Element, tray: Box | None) -> None:
    rounded(paper, "bed", Box(MARGIN, FRAME_Y, ACROSS - 2 * MARGIN, DOWN))
    for nth in range(SIZE):
        write(paper, "abcde"[nth], LEFT_EDGE + nth * PITCH + 38, TOP - 14.5, "coordinate")
        write(paper, str(nth + 1), (MARGIN + LEFT_EDGE) / 2, TOP + nth * PITCH + 38, "coordinate")
    if tray is not None:
        rounded(paper, "tray", tray)


def rounded(layer: Element, looks: str, box: Box) -> None:
    x, y, width, height = map(num, box)
    SubElement(layer, "rect", {"class": looks, "x": x, "y": y, "width": width, "height": height, "rx": "12"})


def lay_cards(sheet: Sheet, scene: Scene) -> None:
    for cell, face in enumerate(scene.cards):
        locked, goes_there = cell in scene.locked, None if cell not in CORNERS else aimed_at(scene, cell)
        beneath = len(scene.piles[cell])
        count = "" if not beneath or (scene.ghost and cell == scene.pending) else f"+{beneath}"  # a preview would cover it
        art = stamped(lay_card, cell, face, scene.arrows, beneath, count, locked, goes_there)
        is_thing = locked or RIGHT[face] == face  # other cards have an option that turns them
        label = name_of_card(sheet.say, scene, cell) if is_thing else ""
        sheet.lay(f"card-{PLACES[cell]}", art, *corner(cell), layer="board", label=label)


def lay_card(
    paper: Element, cell: int, face: str, arrows: Arrows, beneath: int, count: str, locked: bool, goes_there: tuple[bool, bool] | None
) -> None:
    for depth in range(min(beneath, 4), 0, -1):
        lay_under(paper, 3 * depth)
    paper.append(card_art(face, arrows, owner(cell)))
    if goes_there is not None:
        mark_corner(paper, cell, *goes_there)
    if locked:
        lay_lock(paper)
    if count:
        write(paper, count, 12, 66, "count")


def light_way_home(sheet: Sheet, scene: Scene) -> None:
    """For a game's winner, light up the ways to its Start, the farthest first."""
    outcome, own = scene.view.outcome, scene.own
    if own is None or not (outcome.is_victory_of(scene.view.seat) if outcome else scene.has_won(own)):
        return
    joy = sheet.joy("lights", stroke_width=14)
    for cell in reversed(scene.connected(STARTS[own])):
        SubElement(joy, "path", {"d": road(scene.cards[cell], *corner(cell))})


@cache
def owner(cell: int) -> int | None:
    """Return the piece whose Start or Midpoint is at a place."""
    return next((piece for piece in (0, 1) if cell in (STARTS[piece], MIDPOINTS[piece])), None)


def aimed_at(scene: Scene, cell: int) -> tuple[bool, bool]:
    """Whether a corner's owner has reached its Midpoint, and whether it has to go to this corner next."""
    piece = owner(cell)
    assert piece is not None
    return scene.table.reached[piece], scene.goal(piece) == cell and not scene.is_over


def mark_corner(parent: Element, cell: int, reached: bool, is_goal: bool) -> None:
    """Draw a corner's sign, with a frame if its piece has to go there next."""
    piece = owner(cell)
    assert piece is not None
    sign_corner(parent, piece, cell in STARTS, reached)
    if is_goal:
        trace(parent, AIM, "casing")
        trace(parent, AIM, f"aim aim-{piece}")


def name_of_card(say: Say, scene: Scene, cell: int) -> str:
    if cell in STARTS:
        return called(say, "draw.start", piece=PIECES[STARTS.index(cell)])
    if cell in MIDPOINTS:
        return called(say, "draw.midpoint", piece=PIECES[MIDPOINTS.index(cell)])
    return called(say, "draw.card", place=PLACES[cell], shape=shape(scene.table.counted(scene.cards[cell])))


def show_pending(sheet: Sheet, scene: Scene) -> None:
    """Mark the card that this seat is altering."""
    if scene.pending is None:
        return
    place = SubElement(sheet.layers["board"], "g", {"transform": transform(*corner(scene.pending))})
    if scene.ghost:
        SubElement(place, "g", {"class": "faded"}).append(card_art(scene.ghost, scene.arrows))
    outline(place)


# Players, deck and hands


def introduce(sheet: Sheet, scene: Scene, piece: int, plate: Box) -> None:
    """Draw a piece's plate: its player, where it has to go, and the games won."""
    seat, named = scene.player(piece), sheet.say(scene.named(piece))
    active = seat is not None and seat in scene.view.awaited
    won = sheet.say(Message("draw.won")) if scene.has_won(piece) else ""
    games = None if seat is None or scene.table.single else scene.table.won[seat]
    sheet.layers["board"].append(stamped(lay_plate, piece, plate, active, named, won, scene.goal(piece), games))


def lay_plate(paper: Element, piece: int, plate: Box, active: bool, named: str, won: str, goal: int, games: int | None) -> None:
    left, top, width, _ = plate
    rounded(paper, "plate active" if active else "plate", plate)
    token(SubElement(paper, "g", {"transform": transform(left + 23, top + 25, 1.1)}), piece, LETTERS[piece])
    write(paper, named, left + 46, top + 15, "name left")
    if won:
        write(paper, won, left + 46, top + 36, "left")
    else:
        trace(paper, HOUSE if goal in STARTS else FLAG, f"badge {seat_color(piece)}", f"translate({num(left + 54)} {num(top + 36)})")
        write(paper, PLACES[goal], left + 68, top + 36, "left")
    for nth in range(3 if games is not None else 0):
        pip = f"seat {seat_color(piece)}" if nth < (games or 0) else "pip"
        SubElement(paper, "circle", {"class": pip, "cx": num(left + width - 36 + 12 * nth), "cy": num(top + 14), "r": "4.500"})


def lay_deck(sheet: Sheet, view: View, lay: Layout) -> None:
    """Draw the cards to be dealt, or the card left out, face down."""
    label = called(sheet.say, "draw.stock", cards=view.stock) if view.stock > 1 else called(sheet.say, "draw.left-out")
    sheet.lay("deck", stamped(lay_stock, view.stock), *lay.deck, DECK_SCALE, label=label)


def lay_stock(paper: Element, cards: int) -> None:
    for depth in range(max(cards - 1, 0), 0, -1):
        lay_under(paper, 5 * depth)
    paper.append(back_art(None))


def show_backs(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    """Draw other seats' cards, face down."""
    for seat, size in enumerate(scene.view.sizes):
        for nth, name in enumerate(back_ids(seat, size) if seat != scene.view.seat else ()):
            art = back_art(None if scene.table.circle is None else scene.table.piece(seat))
            sheet.lay(name, art, *lay.back_spot(scene, seat, nth), BACK_SCALE)


def hold_hand(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    for nth, (name, card) in enumerate(zip(own_ids(scene.view.hand), scene.view.hand, strict=True)):
        if nth == scene.laid:
            continue
        x, y = lay.hand_spot(scene.view, nth)
        turner = nth == scene.taken and is_turnable(scene)
        lifted = y - 4 if nth == scene.taken else y
        piece = sheet.piece(name, x, lifted, 0.5 if is_crowded(scene.view) else 1, "turner" if turner else "")
        hold_card(piece, scene, card, turner)
        sheet.thing(piece, sheet.say(Message("draw.shape", {"shape": shape(scene.table.counted(card))})))
        if nth == scene.taken:
            SubElement(piece, "rect", {"class": "chosen", "x": "-1", "y": "-1", "width": "78", "height": "78", "rx": "9"})


def is_turnable(scene: Scene) -> bool:
    """Whether this seat still has to choose the orientation of its card."""
    return any(isinstance(choice, Place | Lay) for choice in scene.view.choices)


def hold_card(parent: Element, scene: Scene, card: str, turner: bool) -> None:
    art = card_art(card, scene.arrows)
    if not turner:
        parent.append(art)
        return
    parent.set("data-turner", "")
    SubElement(parent, "g", {"class": "turning"}).append(art)
    trace(parent, TURN, "shackle", "translate(64 13)")


def place_tokens(sheet: Sheet, scene: Scene) -> None:
    """Draw the tokens above all previews. Clicks go through a token to an option beneath it."""
    tokens, met = scene.table.tokens, touched(scene)
    for piece in (0, 1):
        scale = 1 if tokens[0] == tokens[1] else 1.15
        looks = "passed" if tokens[piece] in met else ""
        seat, label = scene.player(piece), sheet.say(scene.status(piece))
        art = stamped(lay_token, piece, seat is not None and seat in scene.view.awaited, seat is not None and is_crowned(scene, seat))
        sheet.lay(token_id(piece), art, *standing(scene, piece, tokens[piece]), scale, looks, "labels", label)


def lay_token(paper: Element, piece: int, awaited: bool, crowned: bool) -> None:
    token(paper, piece, LETTERS[piece])
    if awaited:
        SubElement(paper, "circle", {"class": "halo", "r": "18.5"})
    if crowned:
        trace(paper, CROWN, "crown")


def is_crowned(scene: Scene, seat: int) -> bool:
    """Whether a seat has won everything or, at the end of a game within a set, that game."""
    outcome, table = scene.view.outcome, scene.table
    if outcome is not None:
        return outcome.places != (1, 1) and seat in outcome.winners
    return table.phase == "gather" and table.results[-1] == seat


# Labels


def label(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    view = scene.view
    title = Message("heading.single" if view.table.single else "heading.set", {"game": view.table.game or 1})
    sheet.label(sheet.say(title), *lay.title, "faint")
    if view.table.phase == "play":
        sheet.label(sheet.say(Message("draw.turn", {"turn": view.table.turn // 2 + 1})), *lay.turn, "faint")
    if in_force(view):
        sheet.label(sheet.say(briefly(in_force(view))), *lay.varied, "right")
    if scene.shows_unseen:
        show_unseen(sheet, scene, lay)


def show_unseen(sheet: Sheet, scene: Scene, lay: Layout) -> None:
    """Show the cards in other hands or left out, as a set, because the deck is public."""
    view = scene.view
    box, scale = lay.unseen_box(view), lay.shown if view.seat is not None else 0.55
    sheet.label(sheet.say(Message("draw.off-table" if view.seat is None else "draw.unseen")), box.x, box.y + 9, "left faint")
    for nth, card in enumerate(view.unseen):
        sheet.layers["labels"].append(stamped(lay_small, card, scene.arrows, *lay.unseen_spot(view, nth, scale), scale))


def lay_small(paper: Element, card: str, arrows: Arrows, x: float, y: float, scale: float) -> None:
    SubElement(paper, "g", {"transform": transform(x, y, scale)}).append(card_art(card, arrows))
