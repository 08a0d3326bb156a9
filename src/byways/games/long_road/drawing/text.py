"""Describe a view as text for terminals and screen readers: roads, seats, then the viewer's hand."""

from __future__ import annotations

from collections.abc import Iterator

from byways.games.long_road.choices import ROADS
from byways.games.long_road.drawing.phrases import in_hand, said, say, taken_cards, tally
from byways.games.long_road.drawing.scene import kept, packet_of
from byways.games.long_road.rules.common import place_name, value_in
from byways.games.long_road.rules.events import times, weapons
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.state import Cards, Placed
from byways.games.long_road.view import View, after_act
from byways.i18n import Message


def text(view: View, language: str = "en") -> str:
    view = after_act(view)
    lines = [say(view.box, Message("table.title", {"turn": view.turns, "prompt": view.prompt}), language), ""]
    for number in range(3):
        road, *inner = (say(view.box, line, language) for line in road_lines(view, number))
        lines += [road, *(f"  {line}" for line in inner)]
    lines += ["", *(say(view.box, seat_line(view, seat), language) for seat in range(len(view.money)))]
    lines += [say(view.box, line, language) for line in taken_cards(view)]
    lines.append(" ".join(say(view.box, sentence, language) for sentence in roles(view)))
    if view.seat is not None:
        lines += ["", *(say(view.box, line, language) for line in own_lines(view, view.seat, language))]
    lines.append(" ".join(say(view.box, sentence, language) for sentence in common_line(view, language)))
    return "\n".join(lines) + "\n"


def road_lines(view: View, number: int) -> Iterator[Message]:
    box, road = view.box, view.roads[number]
    yield destination(view, number)
    cards = tuple(box.code[card] for card in road.cards)
    yield Message("table.caravan", {"cards": cards}) if cards else Message("table.caravan-empty")
    yield Message("table.line") if road.line else Message("table.line-empty")
    for nth, placed in enumerate(road.line, 1):
        yield in_line(view, number, nth, placed)


def in_line(view: View, number: int, nth: int, placed: Placed) -> Message:
    """Describe a character in a line, with its current value and ability if known."""
    who = standing(view, nth, placed)
    if placed.character < 0:
        return Message("table.hidden", {"who": who})
    value = value_in(view.box, view.roads[number].cards, placed)
    return Message("table.known", {"who": who, "value": value, "says": view.box.characters[placed.character].says})


def destination(view: View, number: int) -> Message:
    """Describe a destination: its prices, and the rewards left."""
    road, key = view.roads[number], ROADS[number]
    white, black = prices_of(view.box, road)
    rewards = times({"coin": road.coins, "dagger": road.daggers})
    if road.on_the_road or road.destination < 0:
        if rewards:
            return Message("table.on-the-road", {"road": key, "price": white, "rewards": rewards})
        return Message("table.on-the-road-bare", {"road": key, "price": white})
    if rewards:
        return Message("table.road", {"road": key, "white": white, "black": black, "rewards": rewards})
    return Message("table.road-bare", {"road": key, "white": white, "black": black})


def standing(view: View, nth: int, placed: Placed) -> Message:
    who, carried = person(view, placed), weapons(placed.arms)
    if carried:
        return Message("table.placed-armed", {"place": nth, "who": who, "seat": placed.seat, "weapons": carried})
    return Message("table.placed", {"place": nth, "who": who, "seat": placed.seat})


def person(view: View, placed: Placed) -> Message:
    if placed.character < 0:
        return Message("table.unknown")
    key = view.box.keys[placed.character]
    if not placed.up:
        return Message("table.face-down", {"character": key})
    if view.sale and view.sale.done >> placed.character & 1:
        return Message("table.activated", {"character": key})
    return Message("table.face-up", {"character": key})


def seat_line(view: View, seat: int) -> Message:
    scores = view.outcome.scores if view.outcome else None
    parts = (
        Message("table.money", {"money": int(scores[seat]) if scores else view.money[seat]}),
        Message("table.characters", {"count": len(view.teams[seat])}),
        Message("table.cards", {"count": len(view.hands[seat])}),
        Message("table.deck", {"count": view.decks[seat] + len(view.tails[seat])}),
        Message("table.taken", {"count": len(view.taken[seat])}),
        *weapons(view.arms[seat]),
    )
    return Message("table.seat", {"seat": seat, "parts": parts})


def roles(view: View) -> Iterator[Message]:
    """Say which seat the viewer has, who has the star, and who has left."""
    if view.seat is not None:
        yield Message("table.you", {"seat": view.seat})
    yield Message("table.star", {"seat": view.star})
    if view.removed:
        yield Message("table.gone", {"seats": view.removed, "count": len(view.removed)})


def own_lines(view: View, seat: int, language: str) -> Iterator[Message]:
    box = view.box
    if packet := packet_of(view):
        yield Message("table.packet", {"characters": known(view, packet, language)})
    cards, team = view.hands[seat], known(view, kept(view) or view.teams[seat], language)
    yield Message("table.hand") if cards else Message("table.hand-empty")
    yield from (Message("table.item", {"what": in_hand(box, card)}) for card in cards)
    yield Message("table.team") if team else Message("table.team-empty")
    yield from (Message("table.item", {"what": one}) for one in team)
    bosses = box.components.bosses
    place = bosses.places[view.bosses[seat]]
    count = [place_name(box, card) for card in view.taken[seat]].count(place)
    yield Message("table.boss", {"worth": bosses.worth, "place": place, "count": count})
    for deck, tail in enumerate(view.tails):
        if mine := tuple(box.code[card] for card in tail if card >= 0):
            yield Message("table.under-own", {"cards": mine}) if deck == seat else Message("table.under", {"deck": deck, "cards": mine})
    if view.act:
        yield Message("table.act", {"steps": tuple(choice.sentence for choice in view.act)})


def known(view: View, characters: Cards, language: str) -> tuple[Message, ...]:
    """Describe characters with their values and abilities."""
    return tuple(described(view, who, language) for who in characters)


def described(view: View, who: int, language: str) -> Message:
    card = view.box.characters[who]
    name = "table.character-plus" if card.plus else "table.character"
    return Message(name, {"character": card.key, "value": card.value, "says": said(view.box, card.says, language)})


def common_line(view: View, language: str) -> Iterator[Message]:
    reserve = weapons(view.reserve)
    yield Message("table.reserve", {"weapons": reserve}) if reserve else Message("table.reserve-empty")
    yield Message("table.end", {"reward": view.box.components.arrivals.reward, "says": say(view.box, tally(view, language), language)})
    if view.arrivals:
        yield Message("table.arrivals", {"seats": view.arrivals})
    adds = tuple(Message("table.adds", {"weapon": weapon.name, "value": weapon.value}) for weapon in view.box.weapons)
    yield Message("table.legend", {"weapons": adds})
