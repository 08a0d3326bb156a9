"""Explain what a player points at, and guess the choice they want to make."""

from __future__ import annotations

from math import dist

from byways.games.traxx.components import COLOURS, NUMBERS, colours_of
from byways.games.traxx.drawing.draw import all_cards
from byways.games.traxx.drawing.layout import COLUMNS, LINE, MIDDLE, TOP, UP, WIDTH, Layout, center
from byways.games.traxx.rules import halved, worth
from byways.games.traxx.state import FIELDS, NEIGHBOURS, Draw, Field
from byways.games.traxx.view import View
from byways.i18n import Message
from byways.room import Touched


def touched(view: View, piece: str, x: float, y: float, tall: bool = False) -> Touched | None:
    layout = Layout(view, tall)
    if piece.startswith("card"):
        return about_card(view, piece)
    if (other := next((seat for seat in layout.others if piece in (f"sheet-{seat}", f"owner-{seat}")), None)) is not None:
        return Touched(Message("about.sheet", {"seat": other}))
    if piece == f"owner-{layout.large}":
        return about_table(view, WIDTH, layout.large)
    if TOP < y < TOP + LINE and x < WIDTH / 4:
        return Touched(Message("about.round", {"rounds": view.round + len(view.deck)}))
    if field := field_at(x - MIDDLE.x, y - MIDDLE.y):
        return about_field(view, layout.large, field)
    return about_table(view, x, int((y - layout.table) // LINE) - 1) if x < WIDTH else None


def about_card(view: View, piece: str) -> Touched | None:
    if piece == "card":
        return Touched(Message("about.card"))
    return next((Touched(about_one(view, card, gone)) for nth, (card, gone) in enumerate(all_cards(view)) if piece == f"card-{nth}"), None)


def about_one(view: View, card: str, gone: bool) -> Message:
    if not gone:
        return Message("about.to-come", {"colours": colours_of(card)})
    if card == view.card:
        return Message("about.card")
    return Message("about.past", {"colours": colours_of(card), "round": view.turned.index(card) + 1})


def field_at(x: float, y: float) -> Field | None:
    """The field at a point, relative to the large sheet's centre."""
    field = min(FIELDS, key=lambda field: dist(center(field), (x, y)))
    return field if dist(center(field), (x, y)) <= UP * 2 / 3 else None


# Fields


def about_field(view: View, seat: int, field: Field) -> Touched:
    what = what_is(view, seat, field)
    if view.seat is None or view.outcome is not None or view.seat in view.removed:
        return Touched(what)
    if view.seat in view.awaited:
        return Touched(what, *draws_to(view, seat, field))
    return Touched(Message("about.barred", {"why": why_wait(view, seat), "what": what}))


def draws_to(view: View, seat: int, field: Field) -> list[Draw]:
    """The draws that a player may want who points at a field, even if those ends may not grow now."""
    ends = (*view.drawn[-1:], *view.sheets[seat].ends)
    return [Draw(field, end) for end in ends if field in NEIGHBOURS[end]] or [Draw(field, ends[0])]


def why_wait(view: View, seat: int) -> Message:
    if view.sheets[seat].shut:
        return Message("about.shut")
    return Message("about.done" if view.act else "about.no-card")


def what_is(view: View, seat: int, field: Field) -> Message:
    sheet, colour = view.sheets[seat], COLOURS[view.board.colour[field]]
    if field in view.board.number:
        return about_number(view, seat, view.board.number[field], colour)
    if field == view.starts[seat]:
        return Message("about.start", {"seat": seat})
    if field in sheet.line:
        return Message("about.line", {"seat": seat, "colour": colour})
    return Message("about.dots" if field in view.drawn else "about.field", {"colour": colour, "field": field})


def about_number(view: View, seat: int, number: int, colour: str) -> Message:
    sheet = view.sheets[seat]
    if points := sheet.points[number - 2]:
        return Message("about.points", {"seat": seat, "number": number, "points": points})
    share = "half" if halved(view.sheets, sheet, number) else "full"
    name = f"about.{share}-alone" if len(view.sheets) == 1 else f"about.{share}"
    return Message(name, {"number": number, "colour": colour, "points": worth(view.sheets, sheet, number)})


# The rest


def about_table(view: View, x: float, seat: int) -> Touched | None:
    """Explain a cell of the score table in a seat's row. Row -1 has the headings."""
    if seat == -1:
        return Touched(Message("about.table"))
    if not 0 <= seat < len(view.sheets):
        return None
    if x <= COLUMNS[0] - LINE and view.is_stuck(seat):
        return Touched(Message("event.stuck", {"seat": seat}))
    column = min(range(11), key=lambda nth: abs(COLUMNS[nth] - x)) if x > COLUMNS[0] - LINE else 10
    sheet = view.sheets[seat]
    if column < len(NUMBERS):
        return Touched(about_entry(view, seat, NUMBERS[column]))
    if column == len(NUMBERS):
        return Touched(Message("about.empty", {"seat": seat, "fields": sheet.empty}))
    return Touched(Message("about.total", {"seat": seat, "points": sum(sheet.points), "empty": sheet.empty, "score": sheet.score}))


def about_entry(view: View, seat: int, number: int) -> Message:
    sheet = view.sheets[seat]
    if points := sheet.points[number - 2]:
        return Message("about.points", {"seat": seat, "number": number, "points": points})
    name = "about.open-half" if halved(view.sheets, sheet, number) else "about.open"
    return Message(name, {"seat": seat, "number": number, "points": worth(view.sheets, sheet, number)})
