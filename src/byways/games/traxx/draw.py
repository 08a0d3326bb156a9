"""A view of Traxx as SVG, and as text for a terminal or a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from xml.etree.ElementTree import Element, SubElement

from byways import drawing
from byways.drawing import CROWN, Say, num, stylesheet, token, trace, transform, write
from byways.games.traxx import GAME
from byways.games.traxx.components import COLOURS, NUMBERS, colours_of
from byways.games.traxx.rules import halved
from byways.games.traxx.state import FIELDS, PLACES, Board, Done, Draw, Field, Sheet
from byways.games.traxx.text import text
from byways.games.traxx.view import View, signed
from byways.speech import ENGLISH, Message, Value

__all__ = ["draw", "text"]

WIDTH, TOP, HALF, UP = 600, 92, 30, 52  # half a field's width, and the way from row to row
TALL = 8 * UP + 70  # the height of the large sheet
MIDDLE = WIDTH / 2, TOP + TALL / 2  # of the large sheet
PAIR = 290  # the height of two sheets side by side
TABLE, LINE, CARD = (12, 124, 36), 28, (118, 27)  # columns and rows of the score table, the size of a small card
CARD_AT, APART = (266, 44), 44  # where the card of the round lies, and how far apart its colours are
SMALL = {0: (0, 0.33), 1: (190, 0.33), 2: (174, 0.3), 3: (116, 0.2)}  # how wide and how large other sheets are, by how many there are
MEDAL_DOWN = 5  # so that the letter above stays free
HEXAGON = ((0, -34.6), (30, -17.3), (30, 17.3), (0, 34.6), (-30, 17.3), (-30, -17.3))

RULES = {
    **{f".shade-{shade}": f"fill:${COLOURS[shade]};stroke:$seam;stroke-width:1.5;stroke-linejoin:round" for shade in COLOURS},
    "text.shade": "fill:#1c1916;font-size:19px;font-weight:600",
    "text.big": "fill:#1c1916;font-size:20px;font-weight:600",
    "text.used": "fill:$ink",
    "text.huge": "fill:#2e2a25;font-size:34px;font-weight:600",
    "text.own": "font-weight:600",
    "text.wide": "font-size:19px",
    ".mark": "fill:#5b3a86;stroke:#fffdf6;stroke-width:1.5",  # gold is for numbers that were reached
    "text.marked": "fill:#fffdf6;font-size:19px;font-weight:600",
    ".medal": "fill:#fffdf6;stroke:#2e2a25;stroke-width:2",
    ".got": "fill:$accent;stroke:#2e2a25;stroke-width:2",
    ".casing": "fill:none;stroke:#fffdf6;stroke-width:14;stroke-linecap:round;stroke-linejoin:round",
    ".line": "fill:none;stroke:#2b2622;stroke-width:8;stroke-linecap:round;stroke-linejoin:round",
    ".dots": "fill:none;stroke:#2b2622;stroke-width:7;stroke-dasharray:.1 12;stroke-linecap:round",
    ".start": "fill:#2b2622;stroke:#fffdf6;stroke-width:3",
    ".end": "fill:#fffdf6;stroke:#2b2622;stroke-width:3.5",
    ".next": "fill:none;stroke:$glow;stroke-width:5;stroke-linejoin:round",
    ".cross": "fill:none;stroke:$ink;stroke-width:3;stroke-linecap:round",
    ".spent": "fill-opacity:.28",
    ".gone": "opacity:.3",
    ".turned path": "fill-opacity:.28;stroke-opacity:.28",
    ".turned text.shade": "fill:$ink",
    ".now": "fill:none;stroke:$glow;stroke-width:3",
    ".rule": "fill:none;stroke:$faint;stroke-width:1",
    ".half": "fill:$faint",
}
LIGHT = {
    **{"blue": "#8fb5e3", "green": "#9bcd86", "yellow": "#f4d75e", "grey": "#b5b1a8", "red": "#e78b7b", "white": "#fdfaf2"},
    "glow": "#c8261b",
    "seam": "#8f8674",
}
DARK = {
    **{"blue": "#6d94c6", "green": "#78a866", "yellow": "#cfb043", "grey": "#8f8b83", "red": "#c06b5c", "white": "#e2ddd0"},
    "glow": "#ff9a86",
    "seam": "#1f1d1a",
}
STYLE = stylesheet(RULES, LIGHT, DARK)


def center(field: Field) -> tuple[float, float]:
    """The middle of a field on a sheet, from the middle of the sheet."""
    row, line = PLACES[field]
    return (line - 4) * 2 * HALF - (row - 4) * HALF, (row - 4) * UP


def hexagon(x: float, y: float, size: float = 1) -> str:
    return "M" + "L".join(f"{num(x + right * size)} {num(y + down * size)}" for right, down in HEXAGON) + "Z"


@lru_cache(maxsize=16)
def tinted(board: Board) -> tuple[tuple[str, str], ...]:
    """All fields of each colour as one path."""
    return tuple((shade, "".join(hexagon(*center(field)) for field in FIELDS if board.colour[field] == shade)) for shade in COLOURS)


def way(fields: tuple[Field, ...]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in map(center, fields))


class Layout:
    """What stands where: the card, the viewer's sheet, the score table, and below it the others' sheets beside the deck.

    A spectator sees all sheets in the place of one.
    """

    def __init__(self, view: View) -> None:
        seats = range(len(view.sheets))
        self.large = 0 if len(seats) == 1 else view.seat
        self.others = [seat for seat in seats if seat != self.large]
        self.table = TOP + (TALL + 6 if self.large is not None else (len(seats) + 1) // 2 * PAIR)
        self.below = self.table + LINE * (len(seats) + 1) + 10
        beside = self.large is not None and self.others
        self.deck = 12 + (len(self.others) * SMALL[len(self.others)][0] if beside else 0), self.below + 18
        self.columns = int((WIDTH - self.deck[0]) // CARD[0])
        rows = -(-(len(view.deck) + len(view.turned)) // self.columns)
        self.size = WIDTH, max(self.deck[1] + 18 + rows * CARD[1] + 8, self.below + 200 if beside else 0)

    def places(self) -> Iterator[tuple[int, float, float, float]]:
        """Each seat with the middle of its sheet and its scale."""
        for nth, seat in enumerate(self.others):
            if self.large is None:
                yield seat, 150 + nth % 2 * 300, TOP + 140 + nth // 2 * PAIR, 0.48
            else:
                wide, scale = SMALL[len(self.others)]
                yield seat, 8 + wide * (nth + 0.5), self.below + 32 + scale * TALL / 2, scale
        if self.large is not None:
            yield self.large, *MIDDLE, 1


@lru_cache
def speaking(language: str) -> Say:
    return partial(GAME.say, language=language)


@lru_cache(maxsize=1 << 10)
def called(say: Say, name: str, **values: Value) -> str:
    """What a thing is called. There are not many, and all of them are in every drawing."""
    return say(Message(name, values))


def draw(view: View, name: str, language: str = ENGLISH) -> str:
    layout, say = Layout(view), speaking(language)
    label = say(Message("draw.label", {"round": view.round, "status": status(view)}))
    sheet = drawing.Sheet(name, layout.size, label, STYLE, say)
    for place in layout.places():
        lay_sheet(sheet, view, *place)
    head(sheet, view)
    score_table(sheet, view, layout.table)
    cards_to_come(sheet, view, layout)
    offer(sheet, view)
    return str(sheet)


# Sheets


def lay_sheet(sheet: drawing.Sheet, view: View, seat: int, x: float, y: float, scale: float) -> None:
    paper = sheet.piece(f"sheet-{seat}", x, y, scale, "gone" if seat in view.removed else "", "board")
    for shade, d in tinted(view.board):
        trace(paper, d, f"shade-{shade}")
    if scale == 1:
        letters(paper, view.board)
        label_fields(sheet, x, y)
    else:
        heading(sheet, view, seat, x, y - scale * TALL / 2 - 14)
        sheet.thing(paper, called(sheet.say, "draw.sheet", seat=seat))
    ink(paper, view, seat, view.drawn if seat == view.seat else ())
    medals(sheet, paper, view.board, view.sheets[seat], scale)


def letters(paper: Element, board: Board) -> None:
    for field in FIELDS:
        x, y = center(field)
        write(paper, board.colour[field], x, y - 20, "shade")


def label_fields(sheet: drawing.Sheet, x: float, y: float) -> None:
    """Letters of the rows at the left, numbers of the slanting lines where they begin, up at the right."""
    for row in "abcdefghi":
        at_x, at_y = center(next(field for field in FIELDS if field[0] == row))
        sheet.label(row, x + at_x - 42, y + at_y, "faint wide")
    for line in "123456789":
        at_x, at_y = center(next(field for field in FIELDS if field[1] == line))
        sheet.label(line, x + at_x + 23, y + at_y - 38, "faint wide")


def heading(sheet: drawing.Sheet, view: View, seat: int, x: float, y: float) -> None:
    piece = sheet.piece(f"owner-{seat}", x - 46, y, 0.8)
    token(piece, seat, GAME.seat_names[seat][0])
    sheet.label(f"{sheet.name_of(seat)} {signed(view.sheets[seat].score)}", x - 30, y, "left wide")


def ink(paper: Element, view: View, seat: int, drawn: tuple[Field, ...]) -> None:
    """The line, the start, both ends, and the dots of what is not inked yet."""
    line = view.sheets[seat].line
    trace(paper, way(line), "casing")
    trace(paper, way(line), "line")
    if drawn:
        act = next(step for step in view.act if isinstance(step, Draw))
        trace(paper, way((act.origin, *drawn)), "casing")
        trace(paper, way((act.origin, *drawn)), "dots")
    for end in dict.fromkeys((line[0], line[-1], *drawn)):
        disc(paper, end, 6 if end in drawn else 9, "end")
    disc(paper, view.starts[seat], 10, "start")


def disc(paper: Element, field: Field, radius: float, looks: str) -> None:
    x, y = center(field)
    SubElement(paper, "circle", {"class": looks, "cx": num(x), "cy": num(y), "r": num(radius)})


def medals(sheet: drawing.Sheet, paper: Element, board: Board, scored: Sheet, scale: float) -> None:
    for field, number in board.number.items():
        drawn = medal(paper, field, number, "got" if scored.points[number - 2] else "medal", scale)
        if scale == 1:
            sheet.thing(drawn, called(sheet.say, "draw.number", number=number))


def medal(paper: Element, field: Field, number: int, looks: str, scale: float = 1) -> Element:
    x, y = center(field)
    drawn = SubElement(paper, "circle", {"class": looks, "cx": num(x), "cy": num(y + MEDAL_DOWN), "r": "16" if scale == 1 else "25"})
    write(paper, str(number), x, y + MEDAL_DOWN, "big" if scale == 1 else "huge")
    return drawn


# Card, table, deck


def head(sheet: drawing.Sheet, view: View) -> None:
    sheet.label(sheet.say(Message("draw.round", {"round": view.round, "rounds": view.round + len(view.deck)})), 14, 28, "title left")
    sheet.label(sheet.say(status(view)), 14, 56, "left wide")
    piece = sheet.piece("card", *CARD_AT)
    used = spent(view)
    if view.card:
        sheet.thing(piece, called(sheet.say, "draw.of-round", colours=colours_of(view.card)))
    for nth, shade in enumerate(view.card):
        of_card(piece, nth, shade, nth in used)


def of_card(piece: Element, nth: int, shade: str, used: bool) -> None:
    """A colour of the card of the round."""
    trace(piece, hexagon(APART * nth, 0, 0.72), f"shade-{shade}{' spent' if used else ''}")
    write(piece, shade, APART * nth, 0, "big used" if used else "big")
    if used:
        trace(piece, cross(nth), "cross")


def spent(view: View) -> list[int]:
    """Which colours of the card are used up, by their places on it."""
    used: list[int] = []
    for field in view.drawn:
        used.append(next_spent(view, field, used))
    return used


def next_spent(view: View, field: Field, used: list[int]) -> int:
    return next(nth for nth, shade in enumerate(view.card) if shade == view.board.colour[field] and nth not in used)


def cross(nth: int) -> str:
    """What strikes out a colour of the card."""
    return f"M{APART * nth - 13} 13L{APART * nth + 13}-13"


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
    """A row for each seat; a grey dot where a number is worth half only."""
    left, places = TABLE[0], columns()
    heads = [*map(str, NUMBERS), sheet.say(Message("draw.empty")), sheet.say(Message("draw.total"))]
    for words, x in zip(heads, places, strict=True):
        sheet.label(words, x, top + LINE / 2, "faint wide")
    for seat, scored in enumerate(view.sheets):
        y = top + LINE * (seat + 1.5)
        trace(sheet.layers["labels"], f"M{left} {num(y - LINE / 2)}H{WIDTH - left}", "rule")
        owner(sheet, view, seat, left, y)
        for points, number, x in zip(scored.points, NUMBERS, places, strict=False):
            if points:
                sheet.label(str(points), x, y, "own wide")
            elif halved(view.sheets, scored, number):
                SubElement(sheet.layers["labels"], "circle", {"class": "half", "cx": num(x), "cy": num(y), "r": "4"})
        sheet.label(signed(-scored.empty), places[-2], y, "wide")
        sheet.label(signed(scored.score), places[-1], y, "own wide")


def columns() -> list[int]:
    """The middles of the table's columns: nine numbers, empty fields, the total."""
    left, names, column = TABLE
    return [left + names + column * nth + (column // 2 if nth < 9 else 30 + 26 * (nth - 9)) for nth in range(11)]


def owner(sheet: drawing.Sheet, view: View, seat: int, left: float, y: float) -> None:
    piece = sheet.piece(f"seat-{seat}", left + 16, y, 0.8)
    token(piece, seat, GAME.seat_names[seat][0])
    if view.outcome and seat in view.outcome.winners and (view.outcome.title or len(view.sheets) > 1):
        trace(piece, CROWN, "crown", transform(0, 2, 0.6))  # within its own row
    name = sheet.say(Message("draw.gone", {"seat": seat})) if seat in view.removed else sheet.name_of(seat)
    busy = " …" if seat in view.awaited and seat != view.seat else ""
    sheet.label(f"{name}{busy}", left + 36, y, "left wide own" if seat == view.seat else "left wide")


def cards_to_come(sheet: drawing.Sheet, view: View, layout: Layout) -> None:
    at, top = layout.deck
    count = Message("draw.cards", {"cards": len(view.deck)}) if view.deck else Message("draw.no-cards")
    sheet.label(sheet.say(count), at, top, "left faint wide")
    for nth, (card, gone) in enumerate(all_cards(view)):
        x, y = at + nth % layout.columns * CARD[0], top + 14 + nth // layout.columns * CARD[1]
        piece = sheet.piece(f"card-{nth}", x, y, looks="turned" if gone and card != view.card else "")
        small_card(piece, card)
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


def small_card(piece: Element, card: str) -> None:
    for place, shade in enumerate(card):
        trace(piece, hexagon(11 + 21 * place, 13, 0.35), f"shade-{shade}")
        write(piece, shade, 11 + 21 * place, 13, "shade")


def mark(piece: Element, card: str, now: bool) -> None:
    """The card of this round has a frame, earlier ones are struck out."""
    wide = 21 * len(card) + 2
    if now:
        SubElement(piece, "rect", {"class": "now", "x": "-2", "y": "0", "width": num(wide + 2), "height": "26", "rx": "6"})
    else:
        trace(piece, f"M0 13H{wide}", "cross")


# Options


def offer(sheet: drawing.Sheet, view: View) -> None:
    both = {field for field in FIELDS if sum(isinstance(choice, Draw) and choice.to == field for choice in view.choices) > 1}
    for choice in view.choices:
        option = sheet.option(choice)
        if isinstance(choice, Done):
            offer_done(option, sheet.say(Message("draw.done" if view.act else "draw.pass")))
        else:
            offer_draw(SubElement(option, "g", {"transform": transform(*MIDDLE)}), view, choice, choice.to in both)
            trace(option, cross(next_spent(view, choice.to, spent(view))), "ghost cross", transform(*CARD_AT))


def offer_done(option: Element, words: str) -> None:
    SubElement(option, "rect", {"class": "spot", "x": "494", "y": "16", "width": "96", "height": "54", "rx": "27"})
    write(option, words, 542, 43, "title")


def offer_draw(option: Element, view: View, choice: Draw, both: bool) -> None:
    """The field lights up, with its letter where the line would come in; beside both ends it has one such place for each. Pointed at, it
    shows the line and strikes out its colour on the card."""
    if not both:
        trace(option, hexagon(*center(choice.to)), "hit")
    beckon(option, view.board.colour[choice.to], choice.to, choice.origin)


def beckon(option: Element, shade: str, to: Field, origin: Field) -> None:
    (x, y), (from_x, from_y) = center(to), center(origin)
    trace(option, hexagon(x, y, 0.9), "next")
    trace(option, way((origin, to)), "ghost dots")
    at_x, at_y = from_x + 0.62 * (x - from_x), from_y + 0.62 * (y - from_y)
    SubElement(option, "circle", {"class": "spot", "cx": num(at_x), "cy": num(at_y), "r": "12"})
    write(option, shade, at_x, at_y)
