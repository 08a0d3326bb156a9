"""Draw a view of Traxx as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement

from byways import drawing, phrases
from byways.drawing import CROWN, Say, called, num, stamped, token, trace, transform, write
from byways.games.traxx.components import COLOURS, NUMBERS, colours_of
from byways.games.traxx.drawing.layout import (
    APART,
    CARD_AT,
    COLUMNS,
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
from byways.games.traxx.drawing.options import offer, write_colour
from byways.games.traxx.drawing.style import STYLE
from byways.games.traxx.drawing.text import letter, speaking, text
from byways.games.traxx.rules import halved, worth
from byways.games.traxx.state import FIELDS, Board, Draw, Field, Sheet
from byways.games.traxx.view import View, known_sheet
from byways.i18n import ENGLISH, Message

__all__ = ["draw", "text", "where"]

BAR = "M-9-4H9V4H-9Z"  # drawn across the token of a stuck player
MEDAL_DOWN = 5  # leaves the letter above a number visible
PENCIL, PENCIL_TIP = "M6-6L9.5-16.500L27-34L34-27L16.500-9.500Z", "M6-6L8.200-12.500L12.500-8.200Z"


def where(view: View, piece: str, place: str, tall: bool = False) -> tuple[float, float]:
    """The point where a pen passes through a field."""
    return Layout(view, tall).place(int(piece.removeprefix("pen-"))).of(place)


def draw(view: View, name: str, language: str = ENGLISH, tall: bool = False) -> str:
    layout, say = Layout(view, tall), speaking(language)
    label = say(Message("draw.label", {"round": view.round, "status": status(view)}))
    sheet = drawing.Sheet(name, layout.size, label, STYLE, say, layout.top)
    sheet.layers["pieces"].set("data-over-ghosts", "")  # keeps the numbers legible
    define_prints(sheet, view.board)
    seats = range(len(view.sheets))
    for paint in (lay_sheet, fresh_ink, pen, numbers):
        for seat in seats:
            paint(sheet, view, seat, layout.place(seat))
    light_line(sheet, view)
    head(sheet, view, layout)
    score_table(sheet, view, layout.table)
    small_cards(sheet, view, layout)
    offer(sheet, view)
    return str(sheet)


def status(view: View) -> Message:
    if view.outcome is not None:
        winners = view.outcome.winners
        if len(view.sheets) == 1:
            return Message("draw.score", {"score": view.sheets[0].score})
        return Message("draw.wins", {"winners": winners, "count": len(winners)}) if winners else Message("draw.nobody")
    if view.seat in view.awaited:
        return Message("draw.draw-on" if view.act else "draw.draw")
    if not view.awaited:
        return Message("draw.card")
    return Message("draw.everybody" if view.seat is None else "draw.waiting")


# Sheets


def define_prints(sheet: drawing.Sheet, board: Board) -> None:
    """Put the print shared by all sheets into the drawing once, for `use` to copy."""
    for name, art in (("print", stamped(colours, board)), ("letters", stamped(letters, sheet.say, board))):
        symbol = SubElement(sheet.layers["board"], "symbol", {"id": f"{sheet.name}-{name}", "overflow": "visible"})
        SubElement(symbol, "g", {"class": "byways"}).append(art)  # a copy inherits no styles


def colours(paper: Element, board: Board) -> None:
    """Draw all fields of each colour as one path."""
    for shade in COLOURS:
        trace(paper, "".join(hexagon(*center(field)) for field in FIELDS if board.colour[field] == shade), f"shade-{shade}")


def letters(paper: Element, say: Say, board: Board) -> None:
    for field in FIELDS:
        x, y = center(field)
        write(paper, letter(say, board.colour[field]), x, y - 20, "shade")


def lay_sheet(sheet: drawing.Sheet, view: View, seat: int, place: Place) -> None:
    looks = " ".join(filter(None, ("byways", "gone" if seat in view.removed else "", "tiny" if place.scale < LEGIBLE else "")))
    paper = sheet.piece(f"sheet-{seat}", *place, looks, "board")
    SubElement(paper, "use", {"href": f"#{sheet.name}-print"})
    SubElement(paper, "use", {"href": f"#{sheet.name}-letters", "class": "fine"})
    if place == MIDDLE:
        paper.attrib |= {"data-zoom-over": "", "data-bare": ""}
        sheet.layers["labels"].append(stamped(names_of_fields))
    else:
        heading(sheet, view, seat, place)
        sheet.zoom(paper, f"sheet-{seat}", called(sheet.say, "draw.sheet", seat=seat, score=view.sheets[seat].score))
    ink(paper, view, seat)


def names_of_fields(paper: Element) -> None:
    """Write letters to the left of the rows, and numbers at the upper right ends of the slanting lines."""
    for row in "abcdefghi":
        x, y = MIDDLE.of(next(field for field in FIELDS if field[0] == row))
        write(paper, row, x - 42, y, "faint wide")
    for line in "123456789":
        x, y = MIDDLE.of(next(field for field in FIELDS if field[1] == line))
        write(paper, line, x + 23, y - 38, "faint wide")


def heading(sheet: drawing.Sheet, view: View, seat: int, place: Place) -> None:
    """Draw the owner and score of a sheet other than the large one."""
    if place.scale < SMALL:
        token(sheet.piece(f"owner-{seat}", place.x - 48, place.y - 38, 1.1, "coarse"), seat, drawing.initial(sheet.say, seat))
        return
    x, y = place.x, place.y - place.scale * TALL / 2 - 20
    token(sheet.piece(f"owner-{seat}", x - 70, y), seat, drawing.initial(sheet.say, seat))
    stuck = f" ({sheet.say(Message('draw.stuck'))})" if view.is_stuck(seat) else ""
    sheet.label(f"{sheet.name_of(seat)} {phrases.number(view.sheets[seat].score)}{stuck}", x - 48, y, "title left")


def ink(paper: Element, view: View, seat: int) -> None:
    """Draw the line up to the last round, the start, both ends, and the viewer's dots."""
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
    """Draw the part of a line that the last round added."""
    if stretch := view.sheets[seat].stretch:
        paper = sheet.piece(f"stretch-{seat}-{view.round - bool(view.awaited)}", *place, "byways far", "board")
        paper.set("data-bare", "")  # the pen's trail marks it
        stroke(paper, stretch, "line")
        disc(paper, stretch[-1], 9, "end")
        if stretch[0] == view.starts[seat]:
            disc(paper, stretch[0], 10, "start")


def light_line(sheet: drawing.Sheet, view: View) -> None:
    """For a winner, light up the line from end to end."""
    if view.outcome is not None and view.seat is not None and view.outcome.is_victory_of(view.seat):
        joy = sheet.joy("lights", *MIDDLE, stroke_width=8)
        for stretch in pairwise(view.sheets[view.seat].line):
            SubElement(joy, "path", {"d": way(stretch)})


def pen(sheet: drawing.Sheet, view: View, seat: int, place: Place) -> None:
    """Draw a pencil at the most recently extended end."""
    if tip := (*view.sheets[seat].stretch, *(view.drawn if seat == view.seat else ()))[-1:]:
        scale = max(place.scale, 0.7) if place.scale > SMALL else 0.4
        piece = sheet.piece(f"pen-{seat}", *place.of(tip[0]), scale, "byways pen far")
        piece.attrib |= {"data-pen": "", "data-bare": ""}
        pencil(piece, seat)


def pencil(piece: Element, seat: int) -> None:
    trace(piece, PENCIL, f"seat {drawing.seat_color(seat)}")
    trace(piece, PENCIL_TIP, "lead")


def disc(paper: Element, field: Field, radius: float, looks: str) -> None:
    x, y = center(field)
    SubElement(paper, "circle", {"class": looks, "cx": num(x), "cy": num(y), "r": num(radius)})


def numbers(sheet: drawing.Sheet, view: View, seat: int, place: Place) -> None:
    """Draw every number with the points that it now pays this seat, or has paid."""
    scored, known, is_large = view.sheets[seat], known_sheet(view, seat), place == MIDDLE
    scale = max(1.3 * place.scale, 0.62) if SMALL < place.scale < LEGIBLE else place.scale  # larger where no letters are in the way
    looks = "" if is_large else "far" if place.scale > SMALL else "far tiny fine"
    for field, number in view.board.number.items():
        piece = sheet.piece(f"number-{seat}-{number}", *place.of(field, MEDAL_DOWN), scale, looks)
        points = known.points[number - 2]
        state = "medal" if not points else "got" if scored.points[number - 2] else "dotted"
        piece.append(stamped(medal, number, points or worth(view.sheets, known, number), state))
        if is_large:
            sheet.thing(piece, called(sheet.say, "draw.number", number=number))


def medal(piece: Element, number: int, points: int, looks: str) -> None:
    """Draw a number centred on a disc. If it is now worth fewer points, draw it struck out, with the points beside it."""
    if points == number:
        SubElement(piece, "circle", {"class": looks, "r": "16"})
        write(piece, str(number), 0, 0, "big")
    else:
        SubElement(piece, "rect", {"class": looks, "x": "-26", "y": "-15", "width": "52", "height": "30", "rx": "15"})
        write(piece, str(number), -11, 0, "small")
        trace(piece, "M-21 6L-2-6", "struck")
        write(piece, str(points), 11, 0, "big")


# The card of the round, the score table, all cards


def head(sheet: drawing.Sheet, view: View, layout: Layout) -> None:
    """Draw the round's card and, in the large sheet's upper corners, the round and the score."""
    sheet.label(sheet.say(Message("draw.round", {"round": view.round, "rounds": view.round + len(view.deck)})), 14, TOP + 16, "title left")
    count = Message("draw.cards", {"cards": len(view.deck)}) if view.deck else Message("draw.no-cards")
    sheet.label(sheet.say(count), 14, TOP + 40, "left faint what")
    standing(sheet, view, layout.large)
    piece = sheet.piece("card", *CARD_AT)
    if view.card:
        sheet.thing(piece, called(sheet.say, "draw.of-round", colours=colours_of(view.card)))
        card_box(piece, len(view.card), "face")
        used = spent(view)
        for nth, shade in enumerate(view.card):
            card_colour(piece, sheet.say, nth, shade, nth in used)
    elif view.deck:
        card_box(piece, 4, "back")
        for nth in range(4):
            trace(piece, hexagon(APART * nth, 0, 0.6), "weave")


def card_box(piece: Element, colours: int, looks: str) -> None:
    SubElement(piece, "rect", {"class": looks, "x": "-30", "y": "-36", "width": num(APART * colours + 14), "height": "70", "rx": "12"})


def card_colour(piece: Element, say: Say, nth: int, shade: str, used: bool) -> None:
    trace(piece, hexagon(APART * nth, 0, 0.72), f"shade-{shade}{' spent' if used else ''}")
    write(piece, letter(say, shade), APART * nth, 0, "big used" if used else "big")
    if used:
        trace(piece, cross(nth), "cross")


def standing(sheet: drawing.Sheet, view: View, seat: int) -> None:
    """Draw the large sheet's score, with the points that the dots will add."""
    before, after = view.sheets[seat].score, known_sheet(view, seat).score
    token(sheet.piece(f"owner-{seat}", WIDTH - 24, TOP + 18, 1.2), seat, drawing.initial(sheet.say, seat))
    sheet.label(phrases.number(after), WIDTH - 50, TOP + 18, "score right")
    if before != after:
        sheet.label(f"+{after - before}", WIDTH - 14, TOP + 52, "wide right soon")


def score_table(sheet: drawing.Sheet, view: View, top: float) -> None:
    """Draw a row per seat, including the viewer's dots. Numbers of the last round are framed; a grey dot marks those that pay half."""
    heads = [*map(str, NUMBERS), sheet.say(Message("draw.empty")), sheet.say(Message("draw.total"))]
    for words, x in zip(heads, COLUMNS, strict=True):
        sheet.label(words, x, top + LINE / 2, "faint wide")
    if any(half_numbers(view, known_sheet(view, seat)) for seat in range(len(view.sheets))):
        half_dot(sheet, TABLE[0] + 16, top + LINE / 2)
        sheet.label(sheet.say(Message("draw.half")), TABLE[0] + 36, top + LINE / 2, "faint left what")
    for seat, scored in enumerate(view.sheets):
        known, y = known_sheet(view, seat), top + LINE * (seat + 1.5)
        trace(sheet.layers["labels"], f"M{TABLE[0]} {num(y - LINE / 2)}H{WIDTH - TABLE[0]}", "rule")
        owner(sheet, view, seat, y)
        for number in scored.reached(view.board):
            place = {"x": num(COLUMNS[number - 2] - 15), "y": num(y - 12), "width": "30", "height": "24", "rx": "8"}
            SubElement(sheet.layers["labels"], "rect", {"class": "fresh", **place})
        table_row(sheet, view, scored, known, y)
        write(sheet.piece(f"score-{seat}", COLUMNS[-1], y), phrases.number(known.score), 0, 0, "own wide")


def table_row(sheet: drawing.Sheet, view: View, scored: Sheet, known: Sheet, y: float) -> None:
    for points, number, x in zip(known.points, NUMBERS, COLUMNS, strict=False):
        if points:
            sheet.label(str(points), x, y, "own wide" if scored.points[number - 2] else "soon own wide")
        elif number in half_numbers(view, known):
            half_dot(sheet, x, y)
    sheet.label(phrases.number(-known.empty), COLUMNS[-2], y, "wide" if known.line == scored.line else "soon wide")


def half_numbers(view: View, known: Sheet) -> list[int]:
    """The numbers that a sheet could still reach for half their points."""
    return [
        number for number in NUMBERS if not known.points[number - 2] and (view.deck or view.awaited) and halved(view.sheets, known, number)
    ]


def half_dot(sheet: drawing.Sheet, x: float, y: float) -> None:
    SubElement(sheet.layers["labels"], "circle", {"class": "half", "cx": num(x), "cy": num(y), "r": "4"})


def owner(sheet: drawing.Sheet, view: View, seat: int, y: float) -> None:
    left = TABLE[0]
    piece = sheet.piece(f"seat-{seat}", left + 16, y, 0.8)
    token(piece, seat)
    if view.is_stuck(seat):
        trace(piece, BAR, "medal")
    if view.outcome and seat in view.outcome.winners and (view.outcome.title or len(view.sheets) > 1):
        trace(piece, CROWN, "crown", transform(0, 2, 0.6))  # small enough for its own row
    name = sheet.say(Message("draw.gone", {"seat": seat})) if seat in view.removed else sheet.name_of(seat)
    busy = " …" if seat in view.awaited and seat != view.seat else ""
    sheet.label(f"{name}{busy}", left + 36, y, "left wide own" if seat == view.seat else "left wide")


def small_cards(sheet: drawing.Sheet, view: View, layout: Layout) -> None:
    """Draw all cards of the game. The round's card is framed, earlier ones are struck out."""
    for nth, (card, is_out) in enumerate(all_cards(view)):
        is_now = is_out and card == view.card
        piece = sheet.piece(f"card-{nth}", *layout.deck.spot(nth), looks="turned" if is_out and not is_now else "")
        if not is_out:
            piece.set("data-chance", card)
        piece.append(stamped(small_card, sheet.say, card))
        sheet.thing(piece, called(sheet.say, "draw.one-card", colours=colours_of(card)))
        if is_out:
            (frame_card if is_now else strike_card)(piece, card)


def all_cards(view: View) -> Iterator[tuple[str, bool]]:
    """The cards in a fixed order, each with whether it has been turned up."""
    left = list(view.deck)
    for card in sorted((*view.deck, *view.turned), key=lambda card: (len(card), card)):
        yield card, card not in left
        if card in left:
            left.remove(card)


def small_card(piece: Element, say: Say, card: str) -> None:
    for place, shade in enumerate(card):
        trace(piece, hexagon(11 + 21 * place, 13, 0.35), f"shade-{shade}")
        write_colour(piece, letter(say, shade), 11 + 21 * place, 13, "shade")


def frame_card(piece: Element, card: str) -> None:
    SubElement(piece, "rect", {"class": "now", "x": "-2", "y": "0", "width": num(21 * len(card) + 4), "height": "26", "rx": "6"})


def strike_card(piece: Element, card: str) -> None:
    trace(piece, f"M0 13H{21 * len(card) + 2}", "cross")
