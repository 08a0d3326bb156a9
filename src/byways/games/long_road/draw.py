"""A view of The Long Road as SVG for a hand as for a desk: roads with characters to the left and caravans to the right, seats, the viewer's
cards, and every choice a button. Cards are lines of words, so that a small screen can be read."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, Sheet, stylesheet, token, trace, write
from byways.games.long_road import GAME
from byways.games.long_road import choices as c
from byways.games.long_road.art import (
    CHIP,
    DARK,
    HAT,
    LIGHT,
    RULES,
    STAR,
    SYMBOLS,
    at,
    caravan_chip,
    character_chip,
    coin,
    fit,
    herd,
    herds,
    rect,
    weapon,
    width,
)
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.common import value_in
from byways.games.long_road.foresight import promise, queue
from byways.games.long_road.state import Arms, Placed, Road
from byways.games.long_road.text import standing, text
from byways.games.long_road.view import View, after_act
from byways.games.long_road.words import end_tile, name, said, say, short, taken_cards
from byways.speech import Message

__all__ = ["draw", "text"]

STYLE = stylesheet(RULES, LIGHT, DARK)
WIDTH, EDGE = 400, 6
TOP, ROW = 28, 80
MIDDLE = 13  # of what stands above the roads
GOAL_AT, GOAL = 152, 74  # where destinations begin, and how wide they are
REWARDS = 38  # how far down on a destination its rewards lie
LINE = GOAL_AT - EDGE - 4  # room for characters
CARAVAN_AT = GOAL_AT + GOAL + 4
CARAVAN = WIDTH - EDGE - CARAVAN_AT
DOWN = 5  # chips above each other in a row
SEATS_AT, SEAT = TOP + 3 * ROW, 20
RESERVE_AT = WIDTH - EDGE - 102
ARMS_AT = (0, 30, 68)  # each kind of weapon, where there is a list of them
WORDS, LETTERS = 15.5, 76  # how high a line of words is, and how many letters it has
HELD = 1.3  # how much larger the viewer's own cards are
BUTTON, FINGER = 24, 20  # how high a button is at least, and that so many of them are as high as the whole: a phone's finger needs that
GAP = 3
Frame: TypeAlias = tuple[float, float, float, float]  # left, top, width and height


def draw(view: View, name: str, language: str = "en") -> str:
    view = after_act(view)
    hand_at = SEATS_AT + SEAT * len(view.money) + 4
    words_at = hand_at + (HELD * CHIP + 4 if view.seat is not None else 0)
    told = explanations(view, language)
    options_at = words_at + WORDS * max(line + len(lines) for (_, line), (_, lines) in zip(beginnings(told), told, strict=True)) + 2
    columns = 2 if len(view.choices) < 9 else 3
    rows = -(-len(view.choices) // columns)
    button = max(BUTTON, (options_at + rows * GAP) / (FINGER - rows))
    height = options_at + (button + GAP) * rows + 2
    words = partial(say, view.box, language=language)
    sheet = Sheet(name, (WIDTH, height), words(Message("draw.title", {"prompt": view.prompt})), STYLE, words)
    lay_roads(sheet, view, language)
    lay_cards(sheet, view, hand_at, language)
    lay_lines(sheet, view, language)
    lay_explanations(sheet, told, words_at)
    label_top(sheet, view)
    for seat in range(len(view.money)):
        label_seat(sheet, view, seat)
    for nth, choice in enumerate(view.choices):
        wide = (WIDTH - 2 * EDGE) / columns
        place = (EDGE + nth % columns * wide, options_at + nth // columns * (button + GAP), wide - GAP, button)
        offer(sheet, view, choice, place)
    return str(sheet)


def row(number: int) -> float:
    return TOP + number * ROW


# Roads and cards


def lay_roads(sheet: Sheet, view: View, language: str) -> None:
    board = sheet.layers["board"]
    for number, road in enumerate(view.roads):
        rect(board, "lane", EDGE - 2, row(number) - 2, WIDTH - 2 * EDGE + 4, ROW - 2, 6)
        lay_destination(sheet, view, number, road, language)
        lay_rewards(sheet, sheet.piece(f"rewards-{number}", GOAL_AT, row(number) + REWARDS, layer="board"), road)


def lay_destination(sheet: Sheet, view: View, number: int, road: Road, language: str) -> None:
    piece = sheet.piece(f"road-{number}", GOAL_AT, row(number), layer="board")
    print_destination(sheet, piece, view.box, number, road, language)
    sheet.thing(piece, name(view.box, ROADS[number], language))


def print_destination(sheet: Sheet, piece: Element, box: Box, number: int, road: Road, language: str) -> None:
    """A road's symbol and what its herds pay."""
    rect(piece, "goal", 0, 0, GOAL, ROW - 6, 6)
    trace(piece, SYMBOLS[ROADS[number]], "symbol", at(15, 15, 0.95))
    write(piece, name(box, ROADS[number], language), 28, 15, "left bold")
    if road.on_the_road or road.destination < 0:
        herd_price = Message("draw.herd", {"price": box.components.arrivals.on_the_road})
        write(piece, sheet.say(herd_price), GOAL / 2, 60, "bold")
        return
    card = box.destinations[road.destination][1]
    for x, white, price in ((10, True, card.white), (46, False, card.black)):
        herd(piece, white, x, 60, 5)
        write(piece, f"{price} $", x + 9, 60, "left bold")


def lay_rewards(sheet: Sheet, piece: Element, road: Road) -> None:
    if not road.coins + road.daggers:
        write(piece, sheet.say(Message("draw.no-rewards")), GOAL / 2, 0)
        return
    coin(piece, 11, 0)
    write(piece, str(road.coins), 22, 0, "left")
    weapon(piece, "dagger", 47, 0)
    write(piece, str(road.daggers), 56, 0, "left")


def place_of(nth: int, count: int, room: float, columns: int) -> tuple[float, float, float]:
    """Left, top and width of one of so many chips: more columns where they are many, and less height than room for it."""
    columns = max(columns, -(-count // DOWN))
    wide = room / columns - 2
    return nth // DOWN * (wide + 2), nth % DOWN * (CHIP + 0.6), wide


def caravan_place(number: int, nth: int, count: int) -> tuple[float, float, float]:
    x, y, wide = place_of(nth, count, CARAVAN, 1)
    return CARAVAN_AT + x, row(number) + y, wide


def line_place(number: int, nth: int, count: int) -> tuple[float, float, float]:
    """The first is nearest to the destination and on top; more than four go on to the left."""
    x, y, wide = place_of(nth, count, LINE, 1)
    return EDGE + LINE - wide - x, row(number) + y, wide


def lay_cards(sheet: Sheet, view: View, hand_at: float, language: str) -> None:
    """Cards of the caravans and of the viewer's own hand, in the order of their numbers."""
    places: dict[int, tuple[float, float, float, float]] = {}
    for number, road in enumerate(view.roads):
        places.update({card: (*caravan_place(number, nth, len(road.cards)), 1) for nth, card in enumerate(road.cards)})
    if view.seat is not None:
        wide = (WIDTH - 2 * EDGE) / max(3, len(view.hands[view.seat]))
        places.update({card: (EDGE + nth * wide, hand_at, (wide - 3) / HELD, HELD) for nth, card in enumerate(view.hands[view.seat])})
    for card in sorted(places):
        x, y, wide, scale = places[card]
        piece = sheet.piece(f"card-{card}", x, y, scale)
        piece.append(caravan_chip(view.box, card % view.box.kinds, language, wide))
        sheet.thing(piece, name(view.box, view.box.code[card], language))


def lay_lines(sheet: Sheet, view: View, language: str) -> None:
    for number, road in enumerate(view.roads):
        for nth in reversed(range(len(road.line))):
            x, y, wide = line_place(number, nth, len(road.line))
            piece = sheet.piece(f"placed-{number}-{nth}", x, y)
            lay_placed(piece, view, number, road.line[nth], wide, language)
            sheet.thing(piece, sheet.say(standing(view, nth + 1, road.line[nth])))


def lay_placed(piece: Element, view: View, number: int, placed: Placed, wide: float, language: str) -> None:
    known = placed.character >= 0
    if known and view.sale and view.todo and view.todo[0].item == placed.character:
        rect(piece, "frame", -1.5, -1.5, wide + 3, CHIP + 3)
    value = value_in(view.box, view.roads[number].cards, placed) if known else None
    piece.append(character_chip(placed.seat, value, wide))
    right = wide - 3
    for key in [key for key, count in zip(WEAPONS, placed.arms, strict=True) for _ in range(count)][:5]:
        right -= {"dagger": 9, "pistol": 15, "rifle": 20}[key]
        weapon(piece, key, right + {"dagger": 4, "pistol": 8, "rifle": 10}[key], CHIP / 2, 0.6)
    if known:
        hidden = "" if placed.up else " faint"  # the viewer's own, face down for the others
        room = right - 31
        if room > 12:
            fit(piece, name(view.box, view.box.keys[placed.character], language), 30, CHIP / 2, room, f"left{hidden}")
        if view.sale and view.sale.done >> placed.character & 1:
            piece.set("class", f"{piece.get('class')} gone")


def held(view: View) -> tuple[int, ...]:
    """The characters in hand, in a draft those to choose from."""
    if view.seat is None:
        return ()
    packet = next((packet for packet in view.packets if packet.holder == view.seat and packet.contents), None)
    return packet.contents[-1][1] if packet else view.teams[view.seat]


def explanations(view: View, language: str) -> list[tuple[str, list[str]]]:
    """What the viewer's own characters and boss do, in lines of words, what the end tile pays, who has taken what, and the steps so far;
    each with the name of its piece."""
    told = [(f"held-{who}", say(view.box, described(view, who, language), language)) for who in held(view)]
    told += [(about, say(view.box, sentence, language)) for about, sentence in rewards(view, language)]
    told += [(f"taken-{nth}", say(view.box, line, language)) for nth, line in enumerate(taken_cards(view))]
    if view.act:
        steps = tuple(choice.sentence for choice in view.act)
        told.append(("act", say(view.box, Message("table.act", {"steps": steps}), language)))
    return [(about, textwrap.wrap(line, LETTERS, subsequent_indent="    ")) for about, line in told]


def beginnings(told: list[tuple[str, list[str]]]) -> Iterator[tuple[float, int]]:
    """How far to the right and in which line each begins. The end tile is told beside the boss if there is room."""
    line = 0
    for (before, words), (about, lines) in pairwise([("", [""]), *told]):
        right = EDGE + width(words[0]) + 8
        if (before, about) == ("boss", "tile") and right + width(lines[0]) <= WIDTH - EDGE:
            yield right, line - 1
        else:
            yield EDGE, line
            line += len(lines)


def lay_explanations(sheet: Sheet, told: list[tuple[str, list[str]]], y: float) -> None:
    """Below the options, which they must not cover while they glide."""
    for (x, line), (about, lines) in zip(beginnings(told), told, strict=True):
        piece = sheet.piece(about, x, y + WORDS * line, layer="board")
        room = WIDTH - EDGE - x
        if about.startswith(("held", "boss", "tile")):
            wide = width(lines[0]) if about == "boss" else room
            rect(sheet.thing(piece, lines[0]), "hit", 0, 0, wide, WORDS * len(lines))
        for nth, words in enumerate(lines):
            fit(piece, words, 0, WORDS * (nth + 0.5), room, "left")


def described(view: View, who: int, language: str) -> Message:
    card = view.box.characters[who]
    says = said(view.box, card.says, language)
    return Message("draw.held-plus" if card.plus else "draw.held", {"value": card.value, "character": card.key, "says": says})


def rewards(view: View, language: str) -> Iterator[tuple[str, Message]]:
    """What the viewer's boss and the end tile pay for."""
    if view.seat is not None:
        bosses = view.box.components.bosses
        yield "boss", Message("draw.boss", {"worth": bosses.worth, "place": bosses.places[view.bosses[view.seat]]})
    yield "tile", end_tile(view.box, view.end, language)


# Seats and labels


def label_top(sheet: Sheet, view: View) -> None:
    sheet.label(sheet.say(Message("draw.arrivals")), EDGE, MIDDLE, "left faint")
    for nth, worth in enumerate(view.box.components.arrivals.tiles):
        piece = sheet.piece(f"arrival-{nth}", EDGE + 66 + 29 * nth, MIDDLE, layer="labels")
        SubElement(piece, "circle", {"class": "spot" if nth < len(view.arrivals) else "halo", "r": "11"})
        if nth < len(view.arrivals):
            token(SubElement(piece, "g", {"transform": at(0, 0, 0.6)}), view.arrivals[nth], GAME.seat_names[view.arrivals[nth]][0])
        else:
            write(piece, f"{worth} $", 0, 0, "small")
    sheet.label(sheet.say(Message("draw.reserve")), RESERVE_AT - 14, MIDDLE, "right faint")
    arm(sheet.piece("reserve", RESERVE_AT, MIDDLE, layer="labels"), view.reserve)


def label_seat(sheet: Sheet, view: View, seat: int) -> None:
    y = SEATS_AT + SEAT * (seat + 0.5)
    mark = sheet.piece(f"seat-{seat}", EDGE + 10, y, looks="gone" if seat in view.removed else "", layer="labels")
    token(SubElement(mark, "g", {"transform": at(0, 0, 0.6)}), seat, GAME.seat_names[seat][0])
    if seat in view.awaited:
        SubElement(mark, "circle", {"class": "halo", "r": "10"})
    if view.outcome and seat in view.outcome.winners:
        trace(mark, CROWN, "crown", at(78, 13, 0.6))
    if seat == view.star:
        trace(sheet.piece("star", EDGE + 102, y, layer="labels"), STAR, "tag", at(0, 0, 0.7))
    whose = Message("draw.seat-own" if seat == view.seat else "draw.seat", {"seat": seat})
    sheet.label(sheet.say(whose), EDGE + 24, y, "left bold")
    money = sheet.piece(f"money-{seat}", 126, y, layer="labels")
    coin(money, 0, 0)
    write(money, str(total(view, seat)), 11, 0, "left value")
    hats = sheet.piece(f"hats-{seat}", 168, y, layer="labels")
    trace(hats, HAT, "steel", at(0, 0, 0.6))
    write(hats, str(len(view.teams[seat])), 12, 0, "left")
    arm(sheet.piece(f"arms-{seat}", 202, y, layer="labels"), view.arms[seat])
    deck = view.decks[seat] + len(view.tails[seat])
    cards = Message("draw.cards", {"deck": deck, "taken": len(view.taken[seat])})
    write(sheet.piece(f"cards-{seat}", WIDTH - EDGE, y, layer="labels"), sheet.say(cards), 0, 0, "right faint")


def total(view: View, seat: int) -> int:
    scores = view.outcome.scores if view.outcome else None
    return int(scores[seat]) if scores else view.money[seat]


def arm(piece: Element, arms: Arms) -> None:
    rect(piece, "hit", -8, -10, 104, 20)
    for key, count, x, room in zip(WEAPONS, arms, ARMS_AT, (7, 11, 13), strict=True):
        weapon(piece, key, x, 0)
        write(piece, str(count), x + room, 0, "left" if count else "left faint")


# Options


def offer(sheet: Sheet, view: View, choice: AnyChoice, button: Frame) -> None:
    """A button with a few words; when it is looked at, what it concerns is framed, and what it promises is shown on the board."""
    x, y, wide, high = button
    worth = promise(view, choice)
    option = sheet.option(choice, label=sheet.say(worth.spoken) if worth else None)
    rect(option, "spot", x, y, wide, high, 7)
    left, middle = x + 5, y + high / 2
    if (code := getattr(choice, "card", None)) is not None:
        left = herds(option, view.box, view.box.kind_of[code], left, middle) + 4
    right = x + wide - 5
    if worth:
        write(option, worth.short, right, middle, "right bold word")
        right -= width(worth.short) * 1.1 + 5
    if (road := towards(view, choice)) is not None:
        trace(option, SYMBOLS[road], "symbol", at(right - 7, middle + 1, 0.8))
        right -= 18
    fit(option, sheet.say(short(view, choice)), left, middle, right - left, "left word")
    for left, up, across, down in frames(view, choice):
        rect(option, "ghost frame", left - 1.5, up - 1.5, across + 3, down + 3, 5)
    foresee(option, view, choice)


def towards(view: View, choice: AnyChoice) -> str | None:
    """The road that a choice is about, where it is not the one that everything is about now."""
    match choice:
        case c.Play(_, road) | c.Ford(_, road) | c.Move(_, _, road):
            return road
        case c.Take(_, road) if view.sale and ROADS[view.sale.road] != road:
            return road
    return None


def foresee(option: Element, view: View, choice: AnyChoice) -> None:
    """Where somebody would come to a line is framed, and all whose value is known have their place in the order."""
    for number, line in queue(view, choice):
        for nth, place in enumerate(line):
            x, y, wide = line_place(number, nth, len(line))
            if nth >= len(view.roads[number].line):
                rect(option, "ghost frame", x, y, wide, CHIP)
            badge = SubElement(option, "g", {"class": "ghost", "transform": at(x + wide - 8, y + CHIP / 2)})
            SubElement(badge, "circle", {"class": "badge", "r": "8"})
            write(badge, place, 0, 0, "badge-word")


def frames(view: View, choice: AnyChoice) -> Sequence[Frame]:
    """What a choice is about, as boxes on the board."""
    match choice:
        case c.Play(_, road) | c.Ford(_, road):
            return [goal(ROADS.index(road))]
        case c.Take(code, road):
            return where_card(view, ROADS.index(road), view.box.kind_of[code])
        case c.Move(road, nth, to):
            return [*frames(view, c.Arm("dagger", road, nth)), goal(ROADS.index(to))]
        case c.Arm(_, road, nth):
            number = ROADS.index(road)
            return [framed(line_place(number, nth - 1, len(view.roads[number].line)))]
        case c.Assign() | c.Saloon() | c.Reward():
            return [goal(view.todo[0].road)]
        case c.Recruit(key) | c.Seize(_, key) | c.Call(key):
            return where(view, view.box.character_of[key])
    return []


def goal(number: int) -> Frame:
    return GOAL_AT, row(number), GOAL, ROW - 6


def framed(place: tuple[float, float, float]) -> Frame:
    return *place, CHIP


def where_card(view: View, number: int, kind: int) -> list[Frame]:
    cards = view.roads[number].cards
    return [framed(caravan_place(number, nth, len(cards))) for nth, card in enumerate(cards) if card % view.box.kinds == kind][:1]


def where(view: View, character: int) -> list[Frame]:
    return [
        framed(line_place(number, nth, len(road.line)))
        for number, road in enumerate(view.roads)
        for nth, placed in enumerate(road.line)
        if placed.character == character
    ]
