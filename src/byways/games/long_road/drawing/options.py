"""Draw every choice on the piece it concerns: a card, character, weapon, reward or player. Other choices go to the tray."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Sheet, transform, use
from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.drawing.art import disc, fit, rect, road_symbol, weapon, width, wrap, write_numeral
from byways.games.long_road.drawing.cards import FINGER, FULL, LOW, caravan_card, order_spot
from byways.games.long_road.drawing.layout import Frame, Layout, Spot
from byways.games.long_road.drawing.phrases import pill
from byways.games.long_road.drawing.scene import chosen_cards, first_of
from byways.games.long_road.rules.events import piece_of
from byways.games.long_road.state import Cards
from byways.games.long_road.view import View
from byways.games.long_road.view.promises import promise, queue

Offered: TypeAlias = Mapping[str, Sequence[AnyChoice]]
TRAY = ""  # the target of choices that concern no piece
HANGING = 14  # how far pills hang below what lies on a road, on the wide sheet
BETWEEN = 3  # the same between two rows


def lay_options(
    sheet: Sheet, view: View, lay: Layout, places: Mapping[str, Frame], offered: Offered, feet: Mapping[str, float], language: str
) -> None:
    for piece, choices in offered.items():
        if piece == TRAY:
            lay_tray(sheet, lay, choices, len(choices) == len(view.choices))
            continue
        pieces, alone = (piece, *equals(view, piece)), len(choices) == 1
        spots = (areas(one, places, len(choices), lay) for one in pieces)
        for choice, *where in zip(choices, *spots, strict=True):
            option = offer(sheet, view, lay, choice, where, alone)
            for one in pieces if is_asked(lay, alone) else ():
                rect(option, "may", *places[one], 6)
            if (road := destination(view, choice)) is not None:
                sheet.drag(option, piece, lay.road(road, lay.lane))
            option.set("data-on", piece)  # its place changes when others leave the hand
            if isinstance(choice, c.Play | c.Ford):
                foresee_card(option, view, lay, choice, int(piece.partition("-")[2]) % view.box.kinds, language)
            foresee(option, view, lay, choice, feet)


def by_piece(view: View) -> Offered:
    """Return the choices, grouped by the piece they concern."""
    found: dict[str, list[AnyChoice]] = {}
    for choice in view.choices:
        found.setdefault(target(view, choice), []).append(choice)
    return found


def feet(view: View, lay: Layout, places: Mapping[str, Frame], offered: Offered) -> dict[str, float]:
    """Return how much of the bottom of each card and character its pills cover, so that nothing is drawn under them."""
    covered = {}
    for piece, choices in offered.items():
        for one in (piece, *equals(view, piece)) if piece.startswith(("card", "who", "placed")) else ():
            spots = zip(choices, areas(one, places, len(choices), lay), strict=True)
            pills = [pill for choice, area in spots if (pill := pill_frame(area, lay, choice, len(choices) == 1))]
            covered[one] = max((places[one].y + places[one].high - pill.y + 1 for pill in pills), default=0)
    return covered


# The place of a choice


def target(view: View, choice: AnyChoice) -> str:
    """Return the piece that a choice concerns."""
    match choice:
        case c.Play(code) | c.Change(code) | c.Under(code) | c.Ford(code) | c.Take(code) | c.Keep(code):
            return f"card-{card_of(view, choice, code)}"
        case c.Pick(key) | c.Assign(key) | c.Saloon(key):
            return f"held-{view.box.character_of[key]}"
        case c.Move(road, nth) | c.Arm(_, road, nth):
            number = ROADS.index(road)
            return piece_of(number, nth - 1, view.roads[number].line[nth - 1])
        case c.Seize(_, key) | c.Call(key) | c.Recruit(key):
            return piece_named(view, view.box.character_of[key])
        case c.Buy(name) | c.Bargain(name) | c.Find(name):
            return f"reserve-{WEAPONS.index(name)}"
        case c.Reward(kind):
            return f"{kind}-{view.todo[0].road}-0"
        case c.Rob(seat):
            return f"seat-{seat}"
    return TRAY


def equals(view: View, piece: str) -> Iterator[str]:
    """Yield the other cards of the same kind in the same pile, which are the same choice."""
    kind, _, number = piece.partition("-")
    if kind == "card":
        chosen, card = chosen_cards(view), int(number)
        for cards in (*(road.cards for road in view.roads), *(() if view.seat is None else (view.hands[view.seat],))):
            if card in cards:
                yield from (f"card-{one}" for one in cards if one != card and (one - card) % view.box.kinds == 0 and one not in chosen)


def card_of(view: View, choice: AnyChoice, code: str) -> int:
    taken = chosen_cards(view)
    if isinstance(choice, c.Keep):
        return first_of(view, (*taken, *within_reach(view)), code, [])[0]
    if isinstance(choice, c.Take | c.Ford):
        return first_of(view, view.roads[ROADS.index(choice.road)].cards, code, taken)[0]
    assert view.seat is not None
    return first_of(view, view.hands[view.seat], code, taken)[0]


def within_reach(view: View) -> Cards:
    """Return the cards of the caravan being sold, then those of all roads."""
    here = view.sale.road if view.sale else 0
    return tuple(card for number in (here, *range(len(ROADS))) for card in view.roads[number].cards)


def piece_named(view: View, character: int) -> str:
    return next(
        piece_of(number, nth, placed)
        for number, road in enumerate(view.roads)
        for nth, placed in enumerate(road.line)
        if placed.character == character
    )


def areas(piece: str, places: Mapping[str, Frame], count: int, lay: Layout) -> Sequence[Frame]:
    """Divide a piece among its choices: a single one covers all of it, several share its bottom."""
    frame = places[piece]
    if piece.startswith(("coin", "dagger")):
        return [reward_area(piece, places)]
    if count == 1:
        return [frame]
    if piece.startswith("card") and frame.y >= lay.team.y:
        return at_foot(frame, count, 2)
    if piece.startswith(("who", "placed")) and not lay.tall:
        return at_foot(frame._replace(high=frame.high + HANGING), count, 3)
    if frame.high < LOW or (piece.startswith("reserve") and lay.tall):
        return grid(frame, count, 2)
    return at_foot(frame, count, 2 if frame.wide >= 2 * FINGER else 1)


def at_foot(frame: Frame, count: int, across: int) -> list[Frame]:
    columns = min(count, across)
    high = min(frame.high + 4, FINGER * -(-count // columns))  # extends slightly beyond a narrow character, to be large enough for a finger
    return grid(Frame(frame.x, frame.y + frame.high - high, frame.wide, high), count, columns)


def grid(frame: Frame, count: int, columns: int) -> list[Frame]:
    wide, high = frame.wide / columns, frame.high / -(-count // columns)
    return [Frame(frame.x + nth % columns * wide, frame.y + nth // columns * high, wide, high) for nth in range(count)]


def reward_area(piece: str, places: Mapping[str, Frame]) -> Frame:
    """Return the part of a destination with its coins or its daggers, divided between the last coin and the first dagger."""
    kind, number, _ = piece.split("-")
    row = places[f"rewards-{number}"]
    coins, daggers = ([frame.x for name, frame in places.items() if name.startswith(f"{one}-{number}-")] for one in ("coin", "dagger"))
    border = (max(coins) + min(daggers)) / 2 if coins and daggers else row.x + row.wide / 2
    border = min(max(border, row.x + FINGER), row.x + row.wide - FINGER)
    high = max(row.high, FINGER)
    left, right = (row.x, border) if kind == "coin" else (border, row.x + row.wide)
    return Frame(left, row.y + (row.high - high) / 2, right - left, high)


# How an option looks


def offer(sheet: Sheet, view: View, lay: Layout, choice: AnyChoice, where: Sequence[Frame], alone: bool) -> Element:
    """Outline an available choice, with a pill showing what it gains."""
    worth = promise(view, choice)
    option = sheet.option(choice, "asked" if is_asked(lay, alone) else "", sheet.say(worth.spoken(choice)) if worth else None)
    words = (sheet.say(worth.short), worth.narrow) if worth else (sheet.say(pill(view, choice)),)
    for area in where:
        rect(option, "may" if alone else "hit", *area, 6)
        lay_pill(option, view, choice, words, pill_frame(area, lay, choice, alone))
    return option


def is_asked(lay: Layout, alone: bool) -> bool:
    """Whether a tap lists a piece's choices: on the tall sheet, pills for several choices would leave too little of the piece."""
    return lay.tall and not alone


def destination(view: View, choice: AnyChoice) -> int | None:
    """Return the road to which a card or character can be dragged."""
    match choice:
        case c.Play(_, road):
            return ROADS.index(road)
        case c.Assign() | c.Saloon():
            return view.todo[0].road
    return None


def pill_frame(area: Frame, lay: Layout, choice: AnyChoice, alone: bool) -> Frame | None:
    """Place a pill at the bottom of its area.

    Returns None if words need the room or, on the tall sheet, if the piece has several choices.
    """
    if is_asked(lay, alone):
        return None
    if not alone:
        high = 20 if isinstance(choice, c.Buy | c.Bargain) else 16
        return area.inside(1) if area.high <= FINGER else Frame(area.x + 1, area.y + area.high - high - 2, area.wide - 2, high)
    if isinstance(choice, c.Reward | c.Rob | c.Find) or (
        lay.tall and isinstance(choice, c.Pick | c.Assign | c.Saloon | c.Recruit | c.Call)
    ):
        return None
    low = isinstance(choice, c.Arm | c.Move | c.Seize | c.Call | c.Recruit | c.Take | c.Keep | c.Ford)
    in_two_rows = low and not lay.tall and area.high < FULL
    high = 16 if area.wide <= 36 or in_two_rows or (lay.tall and not isinstance(choice, c.Buy | c.Bargain | c.Find)) else 20
    hanging = -1 if lay.tall else BETWEEN if in_two_rows else HANGING if low else 8 if area.y < lay.team.y else -2
    return Frame(area.x + 3, area.y + area.high - high + hanging, area.wide - 6, high)


def lay_pill(option: Element, view: View, choice: AnyChoice, worded: Sequence[str], frame: Frame | None) -> None:
    """Draw a pill with the first of its wordings that fits, or else the last."""
    if frame is None:
        return
    x, y, wide, high = frame
    rect(option, "pill", x, y, wide, high, min(high, wide) / 2.2)
    icon = icon_of(view, choice)
    words = next((words for words in worded if width(words) <= wide - (24 if icon else 6)), worded[-1])
    if isinstance(choice, c.Change) and width(words) > wide - 4:
        icon = "change"
    room = 18.0 if icon else 0.0
    said = min(width(words), wide - room - 6)
    is_squeezed = said < 0.8 * width(words)
    if icon and is_squeezed:
        lay_icon(option, icon, *frame.middle, min(high, wide))
        return
    if isinstance(choice, c.Keep) and is_squeezed:
        words = "✓"
    left = x + (wide - room - said) / 2
    if icon:
        lay_icon(option, icon, left + 7, y + high / 2, min(high, 20))
    fit(option, words, left + room + said / 2, y + high / 2, said + 1, "on")


def icon_of(view: View, choice: AnyChoice) -> str:
    """Return the road a card or character goes to, or the weapon."""
    match choice:
        case c.Play(_, road) | c.Move(_, _, road):
            return road
        case c.Ford() | c.Assign() | c.Saloon():
            return ROADS[view.todo[0].road]
        case c.Arm(name) | c.Seize(name):
            return name
    return ""


def lay_icon(option: Element, icon: str, x: float, y: float, size: float) -> None:
    disc(option, "light", x, y, size / 2 - 1)
    if icon == "change":
        use(option, icon, x - size / 2 + 2, y - size / 2 + 2, size - 4)
    elif icon in WEAPONS:
        weapon(option, icon, x, y, (size - 4) * (0.7 if icon == "rifle" else 1))
    else:
        road_symbol(option, icon, x, y, size - 4)


def lay_tray(sheet: Sheet, lay: Layout, choices: Sequence[AnyChoice], only: bool) -> None:
    """Draw the choices that concern no piece, filled if there are no others."""
    for choice, area in zip(choices, grid(lay.tray, len(choices), 1), strict=True):
        option = sheet.option(choice)
        rect(option, "pill" if only else "may", *area, 9)
        words, looks = sheet.say(choice.sentence), "name on" if only else "name ink"
        (x, y), room = area.middle, area.wide - 10
        lines = wrap(words, room, "name") if area.high > FINGER + 8 else [words]
        for nth, line in enumerate(lines):
            fit(option, line, x, y + 15 * (nth - (len(lines) - 1) / 2), room, looks)


# The preview of an option


def foresee(option: Element, view: View, lay: Layout, choice: AnyChoice, feet: Mapping[str, float]) -> None:
    """Preview a choice: frame where a card or character would go, and show the new order of activation in place of the old one."""
    for frame in frames(view, lay, choice):
        rect(option, "ghost frame", *frame, 6)
    for number, order in queue(view, choice):
        line = view.roads[number].line
        for nth, placed in enumerate(line):
            piece = piece_of(number, nth, placed)
            badge(option, order[nth], order_spot_on(lay.placed(number, nth, len(line)), feet.get(piece, 0)), piece)
        if len(order) > len(line):
            foresee_newcomer(option, lay, number, order)


def foresee_newcomer(option: Element, lay: Layout, number: int, order: Sequence[str]) -> None:
    """Frame the last place of a longer line over the words of an empty one, or, if the others would move to make room, the whole line."""
    count = len(order)
    if lay.is_placed_alike(count - 1, count):
        frame = lay.placed(number, count - 1, count)
        rect(option, "ghost frame veil", *frame, 6)
        badge(option, order[-1], order_spot_on(frame, 0))
    else:
        rect(option, "ghost frame", *lay.line_area(number), 6)


def badge(option: Element, place: str, spot: Spot, piece: str = "") -> None:
    made = SubElement(option, "g", {"class": "ghost would", "transform": transform(*spot), **({"data-over": piece} if piece else {})})
    disc(made, "badge", 0, 0, 8)
    write_numeral(made, place, 0, 0, "badge-word")


def order_spot_on(frame: Frame, foot: float) -> Spot:
    x, y = order_spot(frame.wide, frame.high - foot)
    return frame.x + x, frame.y + y


def foresee_card(option: Element, view: View, lay: Layout, choice: AnyChoice, kind: int, language: str) -> None:
    """Draw a card where it would go, in the ghost of a whole act. It goes nowhere yet if the others would move to make room."""
    if (number := caravan_of(view, choice)) is None or not lay.is_laid_alike(count := len(view.roads[number].cards), count + 1):
        return
    frame = lay.laid(number, count, count + 1)
    place = {"class": "ghost planned laid", "transform": transform(frame.x, frame.y)}
    SubElement(option, "g", place).append(caravan_card(view.box, kind, language, frame.wide, frame.high))


def frames(view: View, lay: Layout, choice: AnyChoice) -> Iterator[Frame]:
    """Yield the frame of a card that would join a caravan, or the whole caravan if the other cards would move to make room."""
    if (number := caravan_of(view, choice)) is not None:
        count = len(view.roads[number].cards)
        yield lay.laid(number, count, count + 1) if lay.is_laid_alike(count, count + 1) else lay.caravan_area(number)


def caravan_of(view: View, choice: AnyChoice) -> int | None:
    """Return the caravan that a card would join."""
    match choice:
        case c.Play(_, road):
            return ROADS.index(road)
        case c.Ford():
            return view.todo[0].road
    return None
