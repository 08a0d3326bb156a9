"""Every choice lies on what it concerns: a card, a character, a weapon, a reward, a player. What concerns nothing else is in the tray."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import Sheet, use, write
from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.drawing.art import at, disc, fit, rect, road_symbol, weapon, width, wrapped
from byways.games.long_road.drawing.cards import INSET, picture_height
from byways.games.long_road.drawing.layout import Frame, Layout
from byways.games.long_road.drawing.phrases import pill
from byways.games.long_road.drawing.scene import chosen_cards, first_of
from byways.games.long_road.rules.events import piece_of
from byways.games.long_road.state import Cards
from byways.games.long_road.view import View
from byways.games.long_road.view.promises import promise, queue

TRAY = ""  # what lies nowhere else
FINGER = 25  # how high a spot for a finger is


def lay_options(sheet: Sheet, view: View, lay: Layout, places: Mapping[str, Frame]) -> None:
    offered: dict[str, list[AnyChoice]] = {}
    for choice in view.choices:
        offered.setdefault(target(view, choice), []).append(choice)
    for piece, choices in offered.items():
        if piece == TRAY:
            lay_tray(sheet, lay, choices, len(choices) == len(view.choices))
            continue
        spots = (areas(one, places, len(choices), lay) for one in (piece, *equals(view, piece)))
        for choice, *where in zip(choices, *spots, strict=True):
            offer(sheet, view, lay, choice, where, len(choices) == 1)


# What a choice lies on


def target(view: View, choice: AnyChoice) -> str:
    """The piece that a choice concerns."""
    match choice:
        case c.Play(code) | c.Change(code) | c.Under(code) | c.Ford(code) | c.Take(code) | c.Keep(code):
            return f"card-{card_of(view, choice, code)}"
        case c.Pick(key) | c.Assign(key) | c.Saloon(key):
            return f"held-{view.box.character_of[key]}"
        case c.Move(road, nth) | c.Arm(_, road, nth):
            number = ROADS.index(road)
            return piece_of(number, nth - 1, view.roads[number].line[nth - 1])
        case c.Seize(_, key) | c.Call(key) | c.Recruit(key):
            return standing_as(view, view.box.character_of[key])
        case c.Buy(name) | c.Bargain(name) | c.Find(name):
            return f"reserve-{WEAPONS.index(name)}"
        case c.Reward(kind):
            return f"{kind}-{view.todo[0].road}-0"
        case c.Rob(seat):
            return f"seat-{seat}"
    return TRAY


def equals(view: View, piece: str) -> Iterator[str]:
    """Other cards beside a card that are the same: whichever is chosen, it is one choice."""
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
    """The cards of the caravan that is sold, then all others, which some may take from."""
    here = view.sale.road if view.sale else 0
    return tuple(card for number in (here, *range(len(ROADS))) for card in view.roads[number].cards)


def standing_as(view: View, character: int) -> str:
    return next(
        piece_of(number, nth, placed)
        for number, road in enumerate(view.roads)
        for nth, placed in enumerate(road.line)
        if placed.character == character
    )


def areas(piece: str, places: Mapping[str, Frame], count: int, lay: Layout) -> Sequence[Frame]:
    """Where the choices about one thing lie: all over it, or each in its part. A card of the hand has them at its foot."""
    frame = places[piece]
    if piece.startswith(("coin", "dagger")):
        return [reward_area(piece, places)]
    if count == 1:
        return [frame]
    if piece.startswith("card") and frame.y >= lay.team.y:
        return at_foot(frame, count, 2 if lay.tall else 4)
    if piece.startswith(("who", "placed")) and not lay.tall:
        return at_foot(frame._replace(high=frame.high + 14), count, 3)
    if piece.startswith(("who", "placed")) and frame.wide >= 2 * FINGER and count <= 4:
        return grid(frame._replace(y=frame.y - 1, high=2 * FINGER - 2), 4, 2)[
            -count:
        ]  # its name stays free, and its value where there are three
    columns = 2 if frame.high / count < FINGER and frame.wide >= 2 * FINGER else 1
    return at_foot(frame, count, columns)


def at_foot(frame: Frame, count: int, across: int) -> list[Frame]:
    columns = min(count, across)
    high = min(frame.high, FINGER * -(-count // columns))
    return grid(Frame(frame.x, frame.y + frame.high - high, frame.wide, high), count, columns)


def grid(frame: Frame, count: int, columns: int) -> list[Frame]:
    wide, high = frame.wide / columns, frame.high / -(-count // columns)
    return [Frame(frame.x + nth % columns * wide, frame.y + nth // columns * high, wide, high) for nth in range(count)]


def reward_area(piece: str, places: Mapping[str, Frame]) -> Frame:
    """The part of a destination where its coins lie, or its daggers; between the last coin and the first dagger is the border."""
    kind, number, _ = piece.split("-")
    row = places[f"rewards-{number}"]
    coins, daggers = ([frame.x for name, frame in places.items() if name.startswith(f"{one}-{number}-")] for one in ("coin", "dagger"))
    border = (max(coins) + min(daggers)) / 2 if coins and daggers else row.x + row.wide / 2
    border = min(max(border, row.x + FINGER), row.x + row.wide - FINGER)
    high = max(row.high, FINGER)
    left, right = (row.x, border) if kind == "coin" else (border, row.x + row.wide)
    return Frame(left, row.y + (row.high - high) / 2, right - left, high)


# How it looks


def offer(sheet: Sheet, view: View, lay: Layout, choice: AnyChoice, where: Sequence[Frame], alone: bool) -> None:
    """A line round what can be chosen, and what it brings; when it is looked at, where it goes is framed."""
    worth = promise(view, choice)
    option = sheet.option(choice, label=sheet.say(worth.spoken) if worth else None)
    words = worth.short if worth else sheet.say(pill(view, choice))
    for area in where:
        rect(option, "may" if alone else "hit", *area, 6)
        lay_pill(option, view, choice, words, pill_frame(area, lay, choice) if alone else area.inside(1))
    foresee(option, view, lay, choice)


def pill_frame(area: Frame, lay: Layout, choice: AnyChoice) -> Frame | None:
    """At the foot of a thing; on a tall sheet a character in hand needs all its room for its words."""
    if isinstance(choice, c.Reward) or (lay.tall and isinstance(choice, c.Pick | c.Assign | c.Saloon | c.Recruit | c.Call)):
        return None
    if isinstance(choice, c.Rob):
        return lay.taken(area) if lay.tall else lay.deck(area)._replace(high=20)  # what a player has to lose stays free
    high = 20 if area.wide > 36 else 16
    if lay.tall and isinstance(choice, c.Take | c.Keep):
        foot = INSET + picture_height(area.wide, area.high)
        return Frame(area.x + 3, area.y + max(1, foot - high), area.wide - 6, high)  # on the picture: its herds stay free
    hanging = -2
    if lay.tall and isinstance(choice, c.Under | c.Play | c.Change):
        high, hanging = 15, -1  # under three lines of words
    if not lay.tall:
        low = c.Arm | c.Move | c.Seize | c.Call | c.Recruit | c.Take | c.Keep | c.Ford
        hanging = 14 if isinstance(choice, low) else 8 if area.y < lay.team.y else -2
    return Frame(area.x + 3, area.y + area.high - high + hanging, area.wide - 6, high)


def lay_pill(option: Element, view: View, choice: AnyChoice, words: str, frame: Frame | None) -> None:
    if frame is None:
        return
    x, y, wide, high = frame
    rect(option, "pill", x, y, wide, high, min(high, wide) / 2.2)
    icon = icon_of(view, choice)
    if isinstance(choice, c.Change) and width(words) > wide - 4:
        icon = "change"
    room = 18.0 if icon else 0.0
    if icon and wide < room + 12:
        lay_icon(option, icon, *frame.middle, min(high, wide))
        return
    said = min(width(words), wide - room - 6)
    left = x + (wide - room - said) / 2
    if icon:
        lay_icon(option, icon, left + 7, y + high / 2, min(high, 20))
    fit(option, words, left + room + said / 2, y + high / 2, said + 1, "on")


def icon_of(view: View, choice: AnyChoice) -> str:
    """The road that a card or a character goes to, or the weapon."""
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
    """Filled when nothing else is left to do."""
    for choice, area in zip(choices, grid(lay.tray, len(choices), 1), strict=True):
        option = sheet.option(choice)
        rect(option, "pill" if only else "may", *area, 9)
        words, looks = sheet.say(choice.sentence), "name on" if only else "name ink"
        (x, y), room = area.middle, area.wide - 10
        lines = wrapped(words, room, "name") if area.high > FINGER + 8 else [words]
        for nth, line in enumerate(lines):
            fit(option, line, x, y + 15 * (nth - (len(lines) - 1) / 2), room, looks)


# What is looked at


def foresee(option: Element, view: View, lay: Layout, choice: AnyChoice) -> None:
    """Where somebody would come to a line is framed, and all whose value is known have their place in the order."""
    for frame in frames(view, lay, choice):
        rect(option, "ghost frame", *frame, 6)
    for number, line in queue(view, choice):
        for nth, place in enumerate(line):
            frame = lay.placed(number, nth, len(line))
            if nth >= len(view.roads[number].line):
                rect(option, "ghost frame", *frame, 6)
            badge = SubElement(option, "g", {"class": "ghost", "transform": at(frame.x + frame.wide / 2, frame.y + 8)})
            disc(badge, "badge", 0, 0, 9)
            write(badge, place, 0, 0, "badge-word")


def frames(view: View, lay: Layout, choice: AnyChoice) -> Iterator[Frame]:
    """Where it goes."""
    match choice:
        case c.Play(_, road):
            number = ROADS.index(road)
        case c.Ford():
            number = view.todo[0].road
        case _:
            return
    cards = view.roads[number].cards
    yield lay.laid(number, len(cards), len(cards) + 1)
