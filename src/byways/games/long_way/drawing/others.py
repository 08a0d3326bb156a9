"""Draw the other players' stores, each with its owner's token, score and coins."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TOKENS, trace, transform, write
from byways.drawing import Sheet as Paper
from byways.game import Outcome
from byways.games.long_way.drawing.art import disc, shopper
from byways.games.long_way.drawing.layout import Layout
from byways.games.long_way.drawing.store import door_middle, whole_store
from byways.games.long_way.rules.acts import ROLLS, rolls_that_fit
from byways.games.long_way.rules.shoppers import walk
from byways.games.long_way.state import WINS_ALONE, Sheet, format_points
from byways.games.long_way.view import View, with_room
from byways.i18n import Message

MARKS = "RBGOPKTN"


def lay_rivals(paper: Paper, view: View, seats: list[int], lay: Layout) -> None:
    for nth, seat in enumerate(seats):
        place = lay.berths[nth]
        looks = " ".join(("rival", *["far"] * (not lay.numbered), *["gone"] * (seat in view.removed)))
        piece = paper.piece(f"sheet-{seat}", *place.corner, place.scale, looks, "board")
        paper.zoom(piece, f"sheet-{seat}", paper.say(store_of(view, seat)))
        piece.append(whole_store(view.chart, view.sheets[seat], view.outcome is not None))
        if view.outcome and view.sheets[seat].exit >= 0 and walk(view.sheets[seat]):
            x, y = door_middle(view.sheets[seat].exit)
            at = place.corner[0] + x * place.scale, place.corner[1] + y * place.scale
            shopper(paper.piece(f"shopper-{seat}", *at, 1.6 * place.scale), f"seat seat-{seat}")
        badge = paper.piece(f"badge-{seat}", *place.name, lay.names)
        lay_name(badge, view, seat, (0, 34) if place.beside else (lay.apart, 0))
        if lay.named:
            write(badge, paper.say(name_of(view, seat)), 34 if place.beside else 108, 16, "left small")


def store_of(view: View, seat: int) -> Message:
    sheet = view.sheets[seat]
    counts = {"tiles": len(sheet.tiles), "cafeterias": len(sheet.cafeterias), "coins": sheet.coins}
    said = Message("about.store", {"seat": seat, **counts, "score": format_points(points(sheet))})
    rolls = rolls_that_fit(view.chart, sheet)
    is_open = view.outcome is None and not sheet.stopped and seat not in view.removed
    return with_room(said, rolls) if is_open and rolls < ROLLS else said


def points(sheet: Sheet) -> int:
    way = walk(sheet)
    return way.score if way else 0


def lay_name(parent: Element, view: View, seat: int, step: tuple[float, float]) -> None:
    """Draw token, score and coins. `step` leads from the token to the score, sideways or down."""
    sheet = view.sheets[seat]
    token(SubElement(parent, "g", {"transform": transform(14, 16, 0.95)}), view, seat)
    if sheet.exit >= 0:
        write(parent, format_points(points(sheet)), 13 + step[0], 16 + step[1], "large")
    if sheet.coins:
        x, y, reach = coins_at(*step)
        disc(parent, "coin", x, y, reach)
        write(parent, str(sheet.coins), x, y, "small onlight")


def coins_at(right: float, down: float) -> tuple[float, float, float]:
    """Return a coin's position and radius: after the score, or below it."""
    if not right:
        return 14, 16 + 1.9 * down, 10
    return (48 + right, 16, 10) if right > 40 else (33 + right, 16, 8)


def name_of(view: View, seat: int) -> Message:
    if seat in view.removed or (view.sheets[seat].stopped and not view.outcome):
        return Message("draw.gone" if seat in view.removed else "draw.stopped", {"seat": seat})
    return Message("seat.name", {"seat": seat})


def token(parent: Element, view: View, seat: int) -> None:
    """Draw a seat's token: ringed while it has the dice, dotted while it is awaited, barred once it has stopped, crowned if it has won."""
    seat_mark(view, parent, seat)
    if view.outcome:
        if seat in view.outcome.winners and has_won(view.outcome):
            trace(parent, CROWN, "crown")
        return
    if seat == view.active and view.phase != "doors":
        disc(parent, "halo", 0, 0, 18)
    if view.sheets[seat].stopped:
        trace(parent, "M-15 15L15-15", "ink cross")
    elif seat in view.awaited and seat != view.seat:
        for right in (-6, 0, 6):
            disc(parent, "dot", right, 20, 2.2)


def seat_mark(view: View, parent: Element, seat: int) -> None:
    trace(parent, TOKENS[seat], f"seat seat-{seat}")
    write(parent, MARKS[seat], 0, 2 if seat == 2 else 0, "letter")


def has_won(outcome: Outcome) -> bool:
    """Whether the winners deserve a crown. A solo player needs 9 points."""
    return len(outcome.places) > 1 or bool(outcome.scores and outcome.scores[0] >= WINS_ALONE)
