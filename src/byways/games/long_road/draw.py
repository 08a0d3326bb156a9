"""A view of The Long Road as SVG: destinations in the middle, caravans to the right, characters to the left, one's own hand below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, Sheet, stylesheet, token, trace, write
from byways.games.long_road import GAME
from byways.games.long_road import choices as c
from byways.games.long_road.art import (
    CARD,
    DARK,
    HAT,
    HIGH,
    LIGHT,
    RULES,
    STAR,
    SYMBOLS,
    at,
    caravan_card,
    card_back,
    character_card,
    coin,
    herd,
    rect,
    weapon,
)
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.state import Arms, Placed, Road
from byways.games.long_road.text import text
from byways.games.long_road.view import View
from byways.games.long_road.words import say, short

__all__ = ["draw", "text"]

STYLE = stylesheet(RULES, LIGHT, DARK)
WIDTH, TOP, ROW = 600, 92, 120
MIDDLE, GOAL = 250, 94  # where destinations begin, and how wide they are
LEFT_END, RIGHT_END = 10, WIDTH - 10
SEATS_AT = TOP + 3 * ROW + 8
SEAT = 34
COLUMNS, BUTTON = 2, 54
Spot: TypeAlias = tuple[float, float, float]  # left, top and scale of a card
Frame: TypeAlias = tuple[float, float, float, float]  # left, top, width and height
LINE = 19


def draw(view: View, name: str, language: str) -> str:
    hand_at = SEATS_AT + SEAT * len(view.money) + 14
    lines = explanations(view, language)
    options_at = hand_at + (HIGH + 34 + LINE * len(lines) if lines else 0)
    height = options_at + BUTTON * -(-len(view.choices) // COLUMNS) + 12
    sheet = Sheet(name, (WIDTH, height), f"The Long Road. {say(view.box, view.prompt, language)}", STYLE)
    lay_roads(sheet, view, language)
    lay_cards(sheet, view, hand_at, language)
    lay_lines(sheet, view, language)
    lay_held(sheet, view, hand_at, language)
    for nth, line in enumerate(lines):
        sheet.label(line, LEFT_END, hand_at + HIGH + 36 + LINE * nth, "left")
    label_top(sheet, view, language)
    for seat in range(len(view.money)):
        label_seat(sheet, view, seat)
    for nth, choice in enumerate(view.choices):
        offer(sheet, view, choice, nth, options_at, language)
    return str(sheet)


def row(number: int) -> float:
    return TOP + number * ROW


# Roads and cards


def lay_roads(sheet: Sheet, view: View, language: str) -> None:
    board = sheet.layers["board"]
    for number, road in enumerate(view.roads):
        y = row(number) + HIGH / 2 + 6
        trace(board, f"M{LEFT_END + 16} {y}H{RIGHT_END - 16}", "road")
        trace(board, f"M{LEFT_END + 16} {y}H{RIGHT_END - 16}", "rut")
        lay_destination(sheet.piece(f"road-{number}", MIDDLE, row(number), layer="board"), view, number, road, language)
        lay_rewards(sheet.piece(f"rewards-{number}", MIDDLE, row(number), layer="board"), road)


def lay_destination(piece: Element, view: View, number: int, road: Road, language: str) -> None:
    rect(piece, "goal", 0, -6, GOAL, 108, 8)
    trace(piece, SYMBOLS[ROADS[number]], "symbol", at(GOAL / 2, 55, 1.2))
    write(piece, view.box.words[language][ROADS[number]], GOAL / 2, 76, "small")
    if road.on_the_road or road.destination < 0:
        pays = view.box.components.arrivals.on_the_road
        write(piece, f"On the Road {pays} $", GOAL / 2, 92, "tiny bold")
        return
    card = view.box.destinations[road.destination][1]
    for x, white, price in ((16, True, card.white), (60, False, card.black)):
        herd(piece, white, x, 92)
        write(piece, f"{price} $", x + 19, 92, "small bold")


def lay_rewards(piece: Element, road: Road) -> None:
    kinds = ["coin"] * road.coins + ["dagger"] * road.daggers
    for nth, kind in enumerate(kinds):
        x, y = 12 + 18 * (nth % 5), 8 + 20 * (nth // 5)
        if kind == "coin":
            coin(piece, x, y)
        else:
            weapon(piece, "dagger", x, y, 0.75)
    if not kinds:
        write(piece, "no rewards", GOAL / 2, 12, "tiny faint")


def spread(count: int, room: float) -> float:
    """How far apart cards lie so that all find room."""
    return min(CARD + 6, (room - CARD) / max(1, count - 1))


def caravan_place(number: int, nth: int, count: int) -> Spot:
    """Up to six cards lie in a row, smaller the more they are, and more of them in two rows."""
    start = MIDDLE + GOAL + 12
    rows = 1 if count <= 6 else 2
    in_row = -(-count // rows)
    scale = min(1.0 if rows == 1 else 0.6, (RIGHT_END - start) / (in_row * (CARD + 4)))
    down, right = divmod(nth, in_row)
    return (
        start + right * (CARD + 4) * scale,
        row(number) + (6 + HIGH * (1 - scale) / 2 if rows == 1 else -4) + down * (HIGH + 4) * scale,
        scale,
    )


def lay_cards(sheet: Sheet, view: View, hand_at: float, language: str) -> None:
    """Cards of the caravans and of one's own hand, in the order of their numbers."""
    places: dict[int, Spot] = {}
    for number, road in enumerate(view.roads):
        places.update({card: caravan_place(number, nth, len(road.cards)) for nth, card in enumerate(road.cards)})
    if view.seat is not None:
        places.update({card: (LEFT_END + nth * (CARD + 6), hand_at + 22, 1.0) for nth, card in enumerate(view.hands[view.seat])})
    for card in sorted(places):
        kind = card % view.box.kinds
        sheet.piece(f"card-{card}", *places[card]).append(caravan_card(view.box, kind, language))


def line_place(number: int, nth: int, count: int) -> Spot:
    """The first is nearest to the destination; many are drawn smaller."""
    scale = min(1.0, (MIDDLE - 12 - LEFT_END) / (count * (CARD + 6)))
    return MIDDLE - 8 - (nth + 1) * (CARD + 6) * scale, row(number) + 6 + HIGH * (1 - scale) / 2, scale


def lay_lines(sheet: Sheet, view: View, language: str) -> None:
    for number, road in enumerate(view.roads):
        for nth in reversed(range(len(road.line))):
            piece = sheet.piece(f"placed-{number}-{nth}", *line_place(number, nth, len(road.line)))
            lay_placed(piece, view, road.line[nth], nth, language)


def lay_placed(piece: Element, view: View, placed: Placed, nth: int, language: str) -> None:
    known = placed.character >= 0
    if known and view.sale and view.todo and view.todo[0].item == placed.character:
        rect(piece, "frame", -3, -3, CARD + 6, HIGH + 6, 8)
    piece.append(character_card(view.box, placed.character, language) if known else card_back())
    hat = SubElement(piece, "g", {"transform": at(CARD - 15, 12, 0.72)})
    token(hat, placed.seat, GAME.seat_names[placed.seat][0])
    if view.sale and view.sale.done >> max(placed.character, 0) & 1 and known:
        piece.set("class", f"{piece.get('class')} gone")
    if known and not placed.up:
        write(piece, "face down", CARD / 2, HIGH - 28, "tiny faint")
    carried = [name for name, count in zip(WEAPONS, placed.arms, strict=True) for _ in range(count)]
    for at_nth, name in enumerate(carried[:4]):
        weapon(piece, name, 13 + 14 * at_nth, HIGH - 12, 0.6)
    if not carried:
        write(piece, str(nth + 1), CARD / 2, HIGH - 10, "tiny faint" if known else "tiny")


def lay_held(sheet: Sheet, view: View, hand_at: float, language: str) -> None:
    """One's own characters in hand, or in a draft the ones to choose from."""
    if view.seat is None:
        return
    start = LEFT_END + 3 * (CARD + 6) + 12
    step = spread(len(held(view)), RIGHT_END - start)
    for nth, character in enumerate(held(view)):
        sheet.piece(f"held-{character}", start + nth * step, hand_at + 22).append(character_card(view.box, character, language))
    sheet.label("Your cards", LEFT_END, hand_at + 8, "left faint")
    sheet.label("Your characters", start, hand_at + 8, "left faint")


def held(view: View) -> tuple[int, ...]:
    """The characters in hand, in a draft those to choose from."""
    if view.seat is None:
        return ()
    packet = next((packet for packet in view.packets if packet.holder == view.seat and packet.contents), None)
    return packet.contents[-1][1] if packet else view.teams[view.seat]


def explanations(view: View, language: str) -> list[str]:
    """What one's own characters and boss do, in words, and what one has done so far."""
    if view.seat is None:
        return []
    cards = [view.box.characters[character] for character in held(view)]
    boss = view.box.components.bosses.places[view.bosses[view.seat]]
    lines = [f"{getattr(card, language)}: {say(view.box, card.says, language)}" for card in cards]
    lines.append(f"Your boss: {view.box.components.bosses.worth} $ for each {view.box.words[language][boss]} taken")
    return [*lines, f"So far: {', '.join(map(str, view.act))}"] if view.act else lines


# Seats and labels


def label_top(sheet: Sheet, view: View, language: str) -> None:
    sheet.label("The Long Road", LEFT_END, 20, "title left")
    sheet.label(say(view.box, view.prompt, language), LEFT_END, 45, "left bold")
    face = view.box.components.ends.faces[view.end]
    sheet.label(f"End tile: {view.box.components.arrivals.reward} $ for {say(view.box, face.says, language)}", LEFT_END, 68, "left faint")
    sheet.label("Reserve", RIGHT_END - 142, 68, "right faint")
    arm(sheet.piece("reserve", RIGHT_END - 122, 68, layer="labels"), view.reserve)
    for nth, worth in enumerate(view.box.components.arrivals.tiles):
        piece = sheet.piece(f"arrival-{nth}", RIGHT_END - 130 + 36 * nth, 20, layer="labels")
        SubElement(piece, "circle", {"class": "spot" if nth < len(view.arrivals) else "halo", "r": "14"})
        if nth < len(view.arrivals):
            token(SubElement(piece, "g", {"transform": at(0, 0, 0.8)}), view.arrivals[nth], GAME.seat_names[view.arrivals[nth]][0])
        else:
            write(piece, f"{worth} $", 0, 0, "tiny")
    sheet.label("Arrivals", RIGHT_END - 150, 20, "right faint")


def label_seat(sheet: Sheet, view: View, seat: int) -> None:
    y = SEATS_AT + SEAT * seat + SEAT / 2
    gone = " gone" if seat in view.removed else ""
    mark = sheet.piece(f"seat-{seat}", LEFT_END + 18, y, looks=gone.strip(), layer="labels")
    token(mark, seat, GAME.seat_names[seat][0])
    if seat in view.awaited:
        SubElement(mark, "circle", {"class": "halo", "r": "17"})
    if view.outcome and seat in view.outcome.winners:
        trace(mark, CROWN, "crown", at(44, 19, 0.85))
    if seat == view.star:
        trace(mark, STAR, "tag", at(27, 0, 0.85))
    name = GAME.seat_names[seat] + (" (you)" if seat == view.seat else "")
    sheet.label(name, LEFT_END + 60, y, "left bold")
    money = sheet.piece(f"money-{seat}", 172, y, layer="labels")
    coin(money, 0, 0)
    write(money, str(total(view, seat)), 14, 0, "left value")
    hats = sheet.piece(f"hats-{seat}", 236, y, layer="labels")
    trace(hats, HAT, "steel", at(0, 0, 0.8))
    write(hats, str(len(view.teams[seat])), 20, 0, "small bold")
    arm(sheet.piece(f"arms-{seat}", 286, y, layer="labels"), view.arms[seat])
    write(sheet.piece(f"cards-{seat}", RIGHT_END, y, layer="labels"), pile_words(view, seat), 0, 0, "right small faint")


def total(view: View, seat: int) -> int:
    scores = view.outcome.scores if view.outcome else None
    return int(scores[seat]) if scores else view.money[seat]


def arm(piece: Element, arms: Arms) -> None:
    for nth, (name, count) in enumerate(zip(WEAPONS, arms, strict=True)):
        weapon(piece, name, 46 * nth, 0, 0.75)
        write(piece, str(count), 46 * nth + 17, 0, "small bold" if count else "small faint")


def pile_words(view: View, seat: int) -> str:
    deck = view.decks[seat] + len(view.tails[seat])
    return f"{len(view.hands[seat])} cards, deck {deck}, taken {len(view.taken[seat])}"


# Options


def offer(sheet: Sheet, view: View, choice: AnyChoice, nth: int, top: float, language: str) -> None:
    """A button with a few words; what it concerns is framed when it is looked at."""
    option = sheet.option(choice, label=say(view.box, choice.sentence, language))
    wide = (WIDTH - 2 * LEFT_END) / COLUMNS
    x, y = LEFT_END + nth % COLUMNS * wide, top + nth // COLUMNS * BUTTON
    rect(option, "spot", x + 2, y + 2, wide - 4, BUTTON - 4, 9)
    write(option, short(view, choice, language), x + wide / 2, y + BUTTON / 2, "choice")
    for left, up, width, height in frames(view, choice):
        rect(option, "ghost frame", left - 3, up - 3, width + 6, height + 6, 9)


def frames(view: View, choice: AnyChoice) -> Sequence[Frame]:
    """What a choice is about, as boxes on the board."""
    match choice:
        case c.Play(_, road) | c.Take(_, road) | c.Ford(_, road):
            return [(MIDDLE, row(ROADS.index(road)) - 6, GOAL, 108)]
        case c.Move(road, nth, to):
            return [*frames(view, c.Arm("dagger", road, nth)), (MIDDLE, row(ROADS.index(to)) - 6, GOAL, 108)]
        case c.Arm(_, road, nth):
            number = ROADS.index(road)
            return [framed(line_place(number, nth - 1, len(view.roads[number].line)))]
        case c.Assign() | c.Saloon() | c.Reward():
            return [(MIDDLE, row(view.todo[0].road) - 6, GOAL, 108)]
        case c.Recruit(key) | c.Seize(_, key):
            return where(view, view.box.character_of[key])
    return []


def framed(spot: Spot) -> Frame:
    x, y, scale = spot
    return x, y, CARD * scale, HIGH * scale


def where(view: View, character: int) -> list[Frame]:
    return [
        framed(line_place(number, nth, len(road.line)))
        for number, road in enumerate(view.roads)
        for nth, placed in enumerate(road.line)
        if placed.character == character
    ]
