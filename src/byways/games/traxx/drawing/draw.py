"""A view of Traxx as SVG, and as text for a terminal or a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways import drawing
from byways.drawing import CROWN, Say, Stamp, called, num, token, trace, transform, write
from byways.games.traxx import GAME
from byways.games.traxx.components import COLOURS, NUMBERS, colours_of
from byways.games.traxx.drawing.layout import (
    APART,
    CARD_AT,
    LEGIBLE,
    LINE,
    MIDDLE,
    SMALL,
    TABLE,
    TALL,
    TOP,
    WIDTH,
    Layout,
    Place,
    center,
    cross,
    hexagon,
    spent,
    way,
)
from byways.games.traxx.drawing.options import offer
from byways.games.traxx.drawing.style import STYLE
from byways.games.traxx.drawing.text import letter, speaking, text
from byways.games.traxx.rules import halved, worth
from byways.games.traxx.state import FIELDS, Board, Draw, Field, Sheet
from byways.games.traxx.view import View, hoped, signed
from byways.i18n import ENGLISH, Message

__all__ = ["draw", "text", "where"]

MEDAL_DOWN = 5  # so that the letter above stays free
PEN, LEAD = "M6-6L9.5-16.500L27-34L34-27L16.500-9.500Z", "M6-6L8.200-12.500L12.500-8.200Z"


@lru_cache(maxsize=16)
def tinted(board: Board) -> Stamp:
    """All fields of each colour as one path."""
    paper = Stamp()
    for shade in COLOURS:
        trace(paper, "".join(hexagon(*center(field)) for field in FIELDS if board.colour[field] == shade), f"shade-{shade}")
    return paper


def where(view: View, piece: str, place: str, tall: bool = False) -> tuple[float, float]:
    """Where a pen is that draws through a field."""
    return Layout(view, tall).place(int(piece.removeprefix("pen-"))).of(place)


def draw(view: View, name: str, language: str = ENGLISH, tall: bool = False) -> str:
    layout, say = Layout(view, tall), speaking(language)
    label = say(Message("draw.label", {"round": view.round, "status": status(view)}))
    sheet = drawing.Sheet(name, layout.size, label, STYLE, say, layout.top)
    stamps(sheet, view.board)
    seats = range(len(view.sheets))
    for seat in seats:
        lay_sheet(sheet, view, seat, layout.place(seat))
    for paint in (fresh_ink, numbers, pen):
        for seat in seats:
            paint(sheet, view, seat, layout.place(seat))
    head(sheet, view, layout)
    score_table(sheet, view, layout.table)
    cards_to_come(sheet, view, layout)
    offer(sheet, view)
    return str(sheet)


# Sheets


def stamps(sheet: drawing.Sheet, board: Board) -> None:
    """What is printed on every sheet is in the drawing once."""
    stamp(sheet, "print").append(tinted(board))
    stamp(sheet, "letters").append(letters(sheet.say, board))


def stamp(sheet: drawing.Sheet, name: str) -> Element:
    symbol = SubElement(sheet.layers["board"], "symbol", {"id": f"{sheet.name}-{name}", "overflow": "visible"})
    return SubElement(symbol, "g", {"class": "byways"})  # a copy knows no looks of what is around it


def copy(sheet: drawing.Sheet, parent: Element, name: str, looks: str = "") -> None:
    SubElement(parent, "use", {"href": f"#{sheet.name}-{name}", **({"class": looks} if looks else {})})


def lay_sheet(sheet: drawing.Sheet, view: View, seat: int, place: Place) -> None:
    looks = " ".join(filter(None, ("byways", "gone" if seat in view.removed else "", "tiny" if place.scale < LEGIBLE else "")))
    paper = sheet.piece(f"sheet-{seat}", *place, looks, "board")
    copy(sheet, paper, "print")
    copy(sheet, paper, "letters", "fine")
    if place == Place(*MIDDLE):
        paper.set("data-zoom-over", "")
        sheet.layers["labels"].append(names_of_fields())
    else:
        heading(sheet, view, seat, place)
        sheet.zoom(paper, f"sheet-{seat}", board_of(sheet, view, seat))
    ink(paper, view, seat)


def board_of(sheet: drawing.Sheet, view: View, seat: int) -> str:
    return called(sheet.say, "draw.sheet", seat=seat, score=signed(view.sheets[seat].score))


@lru_cache(maxsize=16)
def letters(say: Say, board: Board) -> Stamp:
    paper = Stamp()
    for field in FIELDS:
        x, y = center(field)
        write(paper, letter(say, board.colour[field]), x, y - 20, "shade")
    return paper


@cache
def names_of_fields() -> Stamp:
    """Letters of the rows at the left, numbers of the slanting lines where they begin, up at the right."""
    paper, place = Stamp(), Place(*MIDDLE)
    for row in "abcdefghi":
        x, y = place.of(next(field for field in FIELDS if field[0] == row))
        write(paper, row, x - 42, y, "faint wide")
    for line in "123456789":
        x, y = place.of(next(field for field in FIELDS if field[1] == line))
        write(paper, line, x + 23, y - 38, "faint wide")
    return paper


def heading(sheet: drawing.Sheet, view: View, seat: int, place: Place) -> None:
    """Whose sheet it is, and what it is worth."""
    if place.scale < SMALL:
        token(sheet.piece(f"owner-{seat}", place.x - 48, place.y - 38, 1.1, "coarse"), seat, GAME.seat_names[seat][0])
        return
    x, y = place.x, place.y - place.scale * TALL / 2 - 20
    token(sheet.piece(f"owner-{seat}", x - 70, y), seat, GAME.seat_names[seat][0])
    sheet.label(f"{sheet.name_of(seat)} {signed(view.sheets[seat].score)}", x - 48, y, "title left")


def ink(paper: Element, view: View, seat: int) -> None:
    """The line up to the last round, the start, both ends, and the dots of what is not inked yet."""
    scored, drawn = view.sheets[seat], view.drawn if seat == view.seat else ()
    stroke(paper, scored.older, "line")
    if drawn:
        act = next(step for step in view.act if isinstance(step, Draw))
        stroke(paper, (act.origin, *drawn), "dots")
    for end in dict.fromkeys((scored.line[0], scored.line[-1], *drawn)):
        disc(paper, end, 6 if end in drawn else 9, "end")
    disc(paper, view.starts[seat], 10, "start")


def stroke(paper: Element, fields: tuple[Field, ...], looks: str) -> None:
    trace(paper, way(fields), "rim")
    trace(paper, way(fields), looks)


def fresh_ink(sheet: drawing.Sheet, view: View, seat: int, place: Place) -> None:
    """What the last round added to a line."""
    if stretch := view.sheets[seat].stretch:
        paper = sheet.piece(f"stretch-{seat}-{view.round - bool(view.awaited)}", *place, "byways far", "board")
        stroke(paper, stretch, "line")
        disc(paper, stretch[-1], 9, "end")
        if stretch[0] == view.starts[seat]:
            disc(paper, stretch[0], 10, "start")


def pen(sheet: drawing.Sheet, view: View, seat: int, place: Place) -> None:
    """Where the line was last drawn on."""
    if tip := (*view.sheets[seat].stretch, *(view.drawn if seat == view.seat else ()))[-1:]:
        scale = max(place.scale, 0.7) if place.scale > SMALL else 0.4
        pencil(sheet.piece(f"pen-{seat}", *place.of(tip[0]), scale, "byways pen far"), seat)


def pencil(piece: Element, seat: int) -> None:
    trace(piece, PEN, f"seat {drawing.seat_color(seat)}")
    trace(piece, LEAD, "lead")


def disc(paper: Element, field: Field, radius: float, looks: str) -> None:
    x, y = center(field)
    SubElement(paper, "circle", {"class": looks, "cx": num(x), "cy": num(y), "r": num(radius)})


def numbers(sheet: drawing.Sheet, view: View, seat: int, place: Place) -> None:
    """Every number with what it pays to this seat now, or has paid."""
    scored, hopes, is_large = view.sheets[seat], hoped(view, seat), place == Place(*MIDDLE)
    scale = place.scale if is_large else max(1.3 * place.scale, 0.62) if place.scale > SMALL else place.scale
    for field, number in view.board.number.items():
        points = hopes.points[number - 2]
        piece = sheet.piece(
            f"number-{seat}-{number}",
            *place.of(field, MEDAL_DOWN),
            scale,
            "" if is_large else "far" if place.scale > SMALL else "far tiny fine",
        )
        looks = "medal" if not points else "got" if scored.points[number - 2] else "dotted"
        medal(piece, number, points or worth(view.sheets, hopes, number), looks)
        if is_large:
            sheet.thing(piece, called(sheet.say, "draw.number", number=number))


def medal(piece: Element, number: int, points: int, looks: str) -> None:
    """A number in a disc; where it pays less, struck out beside what it pays."""
    piece.append(medal_art(number, points, looks))


@lru_cache(maxsize=256)
def medal_art(number: int, points: int, looks: str) -> Stamp:
    piece = Stamp()
    if points == number:
        SubElement(piece, "circle", {"class": looks, "r": "16"})
        write(piece, str(number), 0, 0, "big")
        return piece
    SubElement(piece, "rect", {"class": looks, "x": "-26", "y": "-15", "width": "52", "height": "30", "rx": "15"})
    write(piece, str(number), -11, 0, "small")
    trace(piece, "M-21 6L-2-6", "struck")
    write(piece, str(points), 11, 0, "big")
    return piece


# Card, table, deck


def head(sheet: drawing.Sheet, view: View, layout: Layout) -> None:
    """The card of the round; in the corners of the large sheet, which round it is and what the sheet is worth."""
    sheet.label(sheet.say(Message("draw.round", {"round": view.round, "rounds": view.round + len(view.deck)})), 14, TOP + 16, "title left")
    count = Message("draw.cards", {"cards": len(view.deck)}) if view.deck else Message("draw.no-cards")
    sheet.label(sheet.say(count), 14, TOP + 40, "left faint what")
    standing(sheet, view, layout.large)
    piece = sheet.piece("card", *CARD_AT)
    if view.card:
        card_face(sheet, view, piece)
    elif view.deck:
        card_back(piece)


def card_face(sheet: drawing.Sheet, view: View, piece: Element) -> None:
    sheet.thing(piece, called(sheet.say, "draw.of-round", colours=colours_of(view.card)))
    face(piece, len(view.card), "face")
    used = spent(view)
    for nth, shade in enumerate(view.card):
        of_card(sheet.say, piece, nth, shade, nth in used)


def face(piece: Element, colours: int, looks: str) -> None:
    SubElement(piece, "rect", {"class": looks, "x": "-30", "y": "-36", "width": num(APART * colours + 14), "height": "70", "rx": "12"})


def card_back(piece: Element) -> None:
    face(piece, 4, "back")
    for nth in range(4):
        trace(piece, hexagon(APART * nth, 0, 0.6), "weave")


def standing(sheet: drawing.Sheet, view: View, seat: int) -> None:
    """The score of the large sheet, and what it will be with the dots."""
    before, after = view.sheets[seat].score, hoped(view, seat).score
    token(sheet.piece(f"owner-{seat}", WIDTH - 24, TOP + 18, 1.2), seat, GAME.seat_names[seat][0])
    sheet.label(signed(after), WIDTH - 50, TOP + 18, "score right")
    if before != after:
        sheet.label(f"+{after - before}", WIDTH - 14, TOP + 52, "wide right soon")


def of_card(say: Say, piece: Element, nth: int, shade: str, used: bool) -> None:
    """A colour of the card of the round."""
    trace(piece, hexagon(APART * nth, 0, 0.72), f"shade-{shade}{' spent' if used else ''}")
    write(piece, letter(say, shade), APART * nth, 0, "big used" if used else "big")
    if used:
        trace(piece, cross(nth), "cross")


def status(view: View) -> Message:
    """What goes on, in a few words."""
    if view.outcome is not None:
        winners = view.outcome.winners
        if len(view.sheets) == 1:
            return Message("draw.score", {"score": signed(view.sheets[0].score)})
        return Message("draw.wins", {"winners": winners, "count": len(winners)}) if winners else Message("draw.nobody")
    if view.seat in view.awaited:
        return Message("draw.draw-on" if view.act else "draw.draw")
    if not view.awaited:
        return Message("draw.card")
    return Message("draw.everybody" if view.seat is None else "draw.waiting")


def score_table(sheet: drawing.Sheet, view: View, top: float) -> None:
    """A row for each seat, the viewer's with what the dots will bring; a grey dot where a number is worth half only."""
    left, places = TABLE[0], columns()
    heads = [*map(str, NUMBERS), sheet.say(Message("draw.empty")), sheet.say(Message("draw.total"))]
    for words, x in zip(heads, places, strict=True):
        sheet.label(words, x, top + LINE / 2, "faint wide")
    for seat, scored in enumerate(view.sheets):
        y = top + LINE * (seat + 1.5)
        trace(sheet.layers["labels"], f"M{left} {num(y - LINE / 2)}H{WIDTH - left}", "rule")
        owner(sheet, view, seat, left, y)
        row(sheet, view, scored, hoped(view, seat), y)
        write(sheet.piece(f"score-{seat}", places[-1], y), signed(hoped(view, seat).score), 0, 0, "own wide")


def row(sheet: drawing.Sheet, view: View, scored: Sheet, hopes: Sheet, y: float) -> None:
    for points, number, x in zip(hopes.points, NUMBERS, columns(), strict=False):
        if points:
            sheet.label(str(points), x, y, "own wide" if scored.points[number - 2] else "soon own wide")
        elif halved(view.sheets, hopes, number):
            SubElement(sheet.layers["labels"], "circle", {"class": "half", "cx": num(x), "cy": num(y), "r": "4"})
    sheet.label(signed(-hopes.empty), columns()[-2], y, "wide" if hopes.line == scored.line else "soon wide")


@cache
def columns() -> list[int]:
    """The middles of the table's columns: nine numbers, empty fields, the total."""
    left, names, column = TABLE
    return [left + names + column * nth + (column // 2 if nth < 9 else 30 + 26 * (nth - 9)) for nth in range(11)]


def owner(sheet: drawing.Sheet, view: View, seat: int, left: float, y: float) -> None:
    piece = sheet.piece(f"seat-{seat}", left + 16, y, 0.8)
    token(piece, seat)
    if view.outcome and seat in view.outcome.winners and (view.outcome.title or len(view.sheets) > 1):
        trace(piece, CROWN, "crown", transform(0, 2, 0.6))  # within its own row
    name = sheet.say(Message("draw.gone", {"seat": seat})) if seat in view.removed else sheet.name_of(seat)
    busy = " …" if seat in view.awaited and seat != view.seat else ""
    sheet.label(f"{name}{busy}", left + 36, y, "left wide own" if seat == view.seat else "left wide")


def cards_to_come(sheet: drawing.Sheet, view: View, layout: Layout) -> None:
    for nth, (card, gone) in enumerate(all_cards(view)):
        piece = sheet.piece(f"card-{nth}", *layout.deck.spot(nth), looks="turned" if gone and card != view.card else "")
        small_card(sheet.say, piece, card)
        sheet.thing(piece, called(sheet.say, "draw.one-card", colours=colours_of(card)))
        if gone:
            mark(piece, card, card == view.card)


def all_cards(view: View) -> Iterator[tuple[str, bool]]:
    """The whole deck in one order, and whether each card has been turned up."""
    left = list(view.deck)
    for card in sorted((*view.deck, *view.turned), key=lambda card: (len(card), card)):
        yield card, card not in left
        if card in left:
            left.remove(card)


def small_card(say: Say, piece: Element, card: str) -> None:
    piece.append(card_art(say, card))


@lru_cache(maxsize=256)
def card_art(say: Say, card: str) -> Stamp:
    piece = Stamp()
    for place, shade in enumerate(card):
        trace(piece, hexagon(11 + 21 * place, 13, 0.35), f"shade-{shade}")
        write(piece, letter(say, shade), 11 + 21 * place, 13, "shade")
    return piece


def mark(piece: Element, card: str, now: bool) -> None:
    """The card of this round has a frame, earlier ones are struck out."""
    wide = 21 * len(card) + 2
    if now:
        SubElement(piece, "rect", {"class": "now", "x": "-2", "y": "0", "width": num(wide + 2), "height": "26", "rx": "6"})
    else:
        trace(piece, f"M0 13H{wide}", "cross")
