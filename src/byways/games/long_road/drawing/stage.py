"""The stage of a show: a sale with the acting character in front, and the final count."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from byways.drawing import Sheet, Stamp, stamped, use, write
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS
from byways.games.long_road.drawing.art import coin, disc, fit, rect, seat_token, write_numeral
from byways.games.long_road.drawing.cards import caravan_card, character_card, destination_card
from byways.games.long_road.drawing.layout import Card, Frame, in_row
from byways.games.long_road.drawing.phrases import say
from byways.games.long_road.drawing.portraits import face
from byways.games.long_road.drawing.style import STYLE
from byways.games.long_road.state import Placed
from byways.i18n import Message
from byways.show import Token

State = Literal["wait", "now", "done"]
Source: TypeAlias = Literal["boss", "end tile", "arrivals", "weapons"]  # of the final count
PERSON, WARE = (80, 120), (98, 112)  # sizes at which characters and cards are drawn before scaling


class Person(NamedTuple):
    """A character in a sale: its current value, and what it has earned."""

    placed: Placed
    value: int
    state: State = "wait"
    earned: int = 0


class Ware(NamedTuple):
    """A caravan card. `owner` took it, unless it was discarded."""

    number: int
    owner: int | None = None
    sold: bool = False


class SaleStage(NamedTuple):
    """A sale after one of its parts. Characters are in order of activation."""

    box: Box
    road: int
    prices: tuple[int, int]
    viewer: int | None
    acting: int | None
    money: tuple[int, ...]
    gains: tuple[int, ...]
    people: tuple[Person, ...]
    wares: tuple[Ware, ...]


class Layout(NamedTuple):
    """The areas of a stage. On a tall one, only the acting character is large; the others are portraits in a row."""

    size: tuple[float, float]
    seats: Frame
    ground: Frame
    goal: Frame
    people: Frame
    front: float  # scale of the acting character
    wares: Frame
    across: int  # cards per row
    small: float  # scale of a taken card
    tall: bool = False


WIDE = Layout(
    (1000, 420),
    Frame(6, 4, 988, 54),
    Frame(6, 64, 988, 352),
    Frame(18, 74, 92, 72),
    Frame(126, 110, 572, 260),  # beside the destination, which shows the prices
    1.75,
    Frame(716, 96, 270, 300),
    3,
    0.26,
)
TALL = Layout(
    (400, 420),
    Frame(3, 2, 394, 44),
    Frame(3, 50, 394, 367),
    Frame(8, 55, 92, 72),
    Frame(8, 346, 384, 66),
    2.1,
    Frame(296, 70, 96, 262),
    1,
    0.14,
    True,
)


def sign(amount: int) -> str:
    return f"{'−' if amount < 0 else '+'}{abs(amount)} $"


def draw_sale(stage: SaleStage, name: str, language: str, tall: bool) -> str:
    lay, words = TALL if tall else WIDE, partial(say, stage.box, language=language)
    sheet = Sheet(name, lay.size, words(Message("show.sale", {"road": ROADS[stage.road]})), STYLE, words)
    board = sheet.layers["board"]
    rect(board, f"lane-{stage.road}", *lay.ground, 12)
    high = lay.ground.wide * (76 / 394 if tall else 134 / 988)  # as on the table
    land = lay.ground._replace(y=lay.ground.y + lay.ground.high - high, high=high)
    use(board, f"land-{'small-' if tall else ''}{ROADS[stage.road]}", *land, "land")
    goal = destination_card(stage.box, stage.road, stage.prices, language, lay.goal.wide, lay.goal.high)
    sheet.lay("goal", goal, lay.goal.x, lay.goal.y)
    lay_plates(sheet, lay, language, stage.viewer, stage.acting, stage.money, stage.gains)
    lay_wares(sheet, stage, lay, language)
    (lay_portraits if tall else lay_people)(sheet, stage, lay, language)
    return str(sheet)


def lay_plates(
    sheet: Sheet,
    lay: Layout,
    language: str,
    viewer: int | None,
    acting: int | None,
    money: tuple[int, ...],
    gains: tuple[int, ...] | None = None,
) -> None:
    """Draw each seat's purse, with what it got in this sale."""
    for seat, held in enumerate(money):
        frame = plate(lay, seat, len(money))
        whose = "" if lay.tall else sheet.say(Message("draw.you" if seat == viewer else "draw.seat", {"seat": seat}))
        gained = sign(gains[seat]) if gains and gains[seat] else ""
        art = stamped(lay_plate, seat, language, whose, gained, seat == acting, frame.wide, frame.high)
        sheet.lay(f"plate-{seat}", art, frame.x, frame.y, layer="board")
        x, y = frame.x + frame.wide - (50 if lay.tall else 76), frame.y + (15 if lay.tall else frame.high / 2)
        sheet.lay(f"purse-{seat}", stamped(coin, 0, 0, 18 if lay.tall else 24), x, y, layer="board")
        sheet.lay(
            f"money-{seat}",
            stamped(write, str(held), 0, 0, "left big ink"),
            x + (13 if lay.tall else 18),
            y,
            layer="board",
        )


def plate(lay: Layout, seat: int, seats: int) -> Frame:
    return in_row(lay.seats, Card(lay.seats.wide, lay.seats.high, 4), seat, seats)


def lay_plate(paper: Stamp, seat: int, language: str, whose: str, gained: str, acting: bool, wide: float, high: float) -> None:
    rect(paper, "turn" if acting else "seat-box", 0, 0, wide, high, 7)
    seat_token(paper, seat, language, 17, high / 2 if whose else 15)
    if whose:
        write(paper, whose, 36, high / 2 - (9 if gained else 0), "left title ink")
    if gained:
        write(paper, gained, *((36, high / 2 + 12) if whose else (8, high - 10)), "left small ink")


def lay_wares(sheet: Sheet, stage: SaleStage, lay: Layout, language: str) -> None:
    """Lay out the remaining cards, a dashed slot for each sold one, and taken cards on their player's plate."""
    columns = lay.across if len(stage.wares) > lay.across * 2 or not lay.tall else 1
    columns = 2 if lay.tall and len(stage.wares) > 3 else columns
    rows = max(1, -(-len(stage.wares) // columns))
    area = lay.wares
    scale = min(0.85, (area.wide - 6 * (columns - 1)) / columns / WARE[0], (area.high - 6 * (rows - 1)) / rows / WARE[1])
    wide, high = WARE[0] * scale, WARE[1] * scale
    if stage.wares and not lay.tall:
        write(sheet.layers["board"], sheet.say(Message("show.left")), area.x + area.wide / 2, area.y - 12, "ink")
    stacks = dict.fromkeys(range(len(stage.money)), 0)
    for nth, ware in enumerate(stage.wares):
        x = area.x + area.wide - (columns - nth % columns) * (wide + 6) + 6
        y = area.y + nth // columns * (high + 6)
        sheet.lay(f"slot-{ware.number}", stamped(lay_slot, ware.sold, sheet.say(Message("show.gone")), wide, high), x, y, layer="board")
        if ware.owner is not None:
            frame = plate(lay, ware.owner, len(stage.money))
            x = frame.x + (40 if lay.tall else 100) + stacks[ware.owner] * 40 * lay.small
            y = frame.y + frame.high - WARE[1] * lay.small - 2
            stacks[ware.owner] += 1
        if ware.owner is not None or not ware.sold:
            kind = ware.number % stage.box.kinds
            sheet.lay(f"card-{ware.number}", caravan_card(stage.box, kind, language, *WARE), x, y, lay.small if ware.sold else scale)


def lay_slot(paper: Stamp, sold: bool, words: str, wide: float, high: float) -> None:
    rect(paper, "vacant" if sold else "hit", 0, 0, wide, high, 5)
    if sold:
        fit(paper, words, wide / 2, high / 2, wide - 4, "small ink")


def lay_people(sheet: Sheet, stage: SaleStage, lay: Layout, language: str) -> None:
    """Lay out characters side by side in order of activation, with the acting one large."""
    area, front = lay.people, PERSON[0] * lay.front
    others = max(1, sum(one.state != "now" for one in stage.people))
    wide = min(PERSON[0] * 1.2, (area.wide - front) / others - 8)
    scales = [lay.front if one.state == "now" else wide / PERSON[0] for one in stage.people]
    lefts = [*accumulate((PERSON[0] * scale + 8 for scale in scales), initial=area.x)]
    if (now := next((nth for nth, one in enumerate(stage.people) if one.state == "now"), None)) is not None:
        sheet.lay("beam", stamped(rect, "beam", 0, 0, front + 24, lay.ground.high), lefts[now] - 12, lay.ground.y)
    for nth, (one, scale, x) in enumerate(zip(stage.people, scales, lefts, strict=False)):
        y = area.y + area.high / 2 - PERSON[1] * scale / 2 + (20 if one.state != "now" else 0)
        sheet.lay(f"who-{one.placed.character}", person(stage.box, one, language), x, y, scale)
        mark_person(sheet, one, nth, x + PERSON[0] * scale / 2, (y - 14, y + PERSON[1] * scale))


def lay_portraits(sheet: Sheet, stage: SaleStage, lay: Layout, language: str) -> None:
    """Lay out a row of portraits, with the acting character in front."""
    area = lay.people
    size = min(46, area.wide / max(1, len(stage.people)) - 4)
    left = area.x + (area.wide - len(stage.people) * (size + 4)) / 2
    for nth, one in enumerate(stage.people):
        x = left + nth * (size + 4)
        sheet.lay(
            f"chip-{one.placed.character}",
            stamped(lay_chip, stage.box.keys[one.placed.character], one.state, one.placed.seat, size),
            x,
            area.y,
        )
        if one.state == "done":
            lay_earned(sheet, one, x + size / 2, area.y + size + 8)
    now = next((one for one in stage.people if one.state == "now"), None)
    if now is not None:
        front = PERSON[0] * lay.front
        x, y = lay.ground.x + 104, lay.ground.y + 30
        sheet.lay("beam", stamped(rect, "beam", 0, 0, front + 16, area.y - lay.ground.y - 6), x - 8, lay.ground.y)
        sheet.lay(f"who-{now.placed.character}", person(stage.box, now, language), x, y, lay.front)
        lay_earned(sheet, now, x + front / 2, y + PERSON[1] * lay.front)


def person(box: Box, one: Person, language: str) -> Stamp:
    art = character_card(box, one.placed, one.value, "", language, *PERSON)
    return art if one.state == "wait" else stamped(lay_person, art, one.state, one.placed.seat)


def lay_person(paper: Stamp, art: Stamp, state: State, seat: int) -> None:
    paper.append(art)
    rect(paper, "veil" if state == "done" else f"lit by-{seat}", 0, 0, *PERSON, 5)


def lay_chip(paper: Stamp, key: str, state: State, seat: int, size: float) -> None:
    rect(paper, "card", 0, 0, size, size, 5)
    face(paper, key, 1, 1, size - 2)
    if state != "wait":
        rect(paper, "veil" if state == "done" else f"lit by-{seat}", 0, 0, size, size, 5)


def mark_person(sheet: Sheet, one: Person, nth: int, x: float, ends: tuple[float, float]) -> None:
    """Draw a character's place in the order above it, and its earnings below."""
    sheet.lay(f"nth-{one.placed.character}", stamped(lay_number, "✓" if one.state == "done" else str(nth + 1), one.state), x, ends[0])
    if one.state != "wait":
        lay_earned(sheet, one, x, ends[1])


def lay_number(paper: Stamp, words: str, state: State) -> None:
    disc(paper, "order" if state == "wait" else "disc", 0, 0, 10)
    write_numeral(paper, words, 0, 0, "" if state == "wait" else "pale")


def lay_earned(sheet: Sheet, one: Person, x: float, y: float) -> None:
    sheet.lay(f"earned-{one.placed.character}", stamped(lay_pill, sign(one.earned), one.placed.seat), x, y)


def lay_pill(paper: Stamp, words: str, seat: int) -> None:
    rect(paper, f"purse-pill by-{seat}", -21, -11, 42, 22, 11)
    write(paper, words, 0, 0, "name pale")


# The final count


class Items(NamedTuple):
    """A seat's income from one source."""

    source: Source
    worth: int
    tokens: tuple[Token, ...]


class Column(NamedTuple):
    """A seat in the final count: its money so far, and the sources."""

    seat: int
    money: int
    items: tuple[Items, ...]


def draw_count(box: Box, viewer: int | None, columns: tuple[Column, ...], name: str, language: str, tall: bool) -> str:
    lay, words = TALL if tall else WIDE, partial(say, box, language=language)
    sheet = Sheet(name, lay.size, words(Message("show.end")), STYLE, words)
    rect(sheet.layers["board"], "panel", *lay.ground, 12)
    money = {column.seat: column.money for column in columns}
    seats = max(money) + 1
    lay_plates(sheet, lay, language, viewer, None, tuple(money.get(seat, 0) for seat in range(seats)))
    for column in columns:
        frame = plate(lay, column.seat, seats)
        for nth, items in enumerate(column.items):
            y, high = lay.ground.y + 8 + nth * 88, 80
            label = sheet.say(Message(f"tally.{items.source.replace(' ', '-')}"))
            art = stamped(
                lay_items, label, sign(items.worth), tuple(token.art for token in items.tokens if token.art), frame.wide - 8, high
            )
            sheet.lay(f"{items.source.replace(' ', '-')}-{column.seat}", art, frame.x + 4, y)
    return str(sheet)


def lay_items(paper: Stamp, label: str, worth: str, arts: tuple[str, ...], wide: float, high: float) -> None:
    rect(paper, "seat-box", 0, 0, wide, high, 6)
    fit(paper, label, wide / 2, 13, wide - 8, "ink")
    step = min(46, (wide - 8) / max(1, len(arts)))
    for nth, art in enumerate(arts):
        use(paper, art, wide / 2 + (nth - len(arts) / 2) * step, 23, step - 4, 32)
    write(paper, worth, wide / 2, high - 13, "title ink")
