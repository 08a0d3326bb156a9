"""A view as text for a terminal or a screen reader: road by road, seat by seat, then one's own hand."""

from __future__ import annotations

from collections.abc import Iterator

from byways.games.long_road.choices import ROADS
from byways.games.long_road.sale import prices_of
from byways.games.long_road.state import Cards, Placed
from byways.games.long_road.view import View
from byways.games.long_road.words import boss, end_tile, say, times, weapons
from byways.speech import Message


def text(view: View, language: str = "en") -> str:
    lines = [say(view.box, Message("text.title", {"turn": view.turns, "prompt": view.prompt}), language), ""]
    for number in range(3):
        road, *inner = (say(view.box, line, language) for line in road_lines(view, number))
        lines += [road, *(f"  {line}" for line in inner)]
    lines += ["", *(say(view.box, seat_line(view, seat), language) for seat in range(len(view.money)))]
    lines.append(" ".join(say(view.box, sentence, language) for sentence in roles(view)))
    if view.seat is not None:
        lines += ["", *(say(view.box, line, language) for line in own_lines(view, view.seat, language))]
    lines.append(" ".join(say(view.box, sentence, language) for sentence in common_line(view, language)))
    return "\n".join(lines) + "\n"


def road_lines(view: View, number: int) -> Iterator[Message]:
    box, road = view.box, view.roads[number]
    yield destination(view, number)
    cards = tuple(box.code[card] for card in road.cards)
    yield Message("text.caravan", {"cards": cards}) if cards else Message("text.caravan-empty")
    line = tuple(standing(view, nth, placed) for nth, placed in enumerate(road.line, 1))
    yield Message("text.line", {"characters": line}) if line else Message("text.line-empty")


def destination(view: View, number: int) -> Message:
    """What a road pays, and what is left of its rewards."""
    road, key = view.roads[number], ROADS[number]
    white, black = prices_of(view.box, road)
    rewards = times({"coin": road.coins, "dagger": road.daggers})
    if road.on_the_road or road.destination < 0:
        if rewards:
            return Message("text.on-the-road", {"road": key, "price": white, "rewards": rewards})
        return Message("text.on-the-road-bare", {"road": key, "price": white})
    if rewards:
        return Message("text.road", {"road": key, "white": white, "black": black, "rewards": rewards})
    return Message("text.road-bare", {"road": key, "white": white, "black": black})


def standing(view: View, nth: int, placed: Placed) -> Message:
    who, carried = person(view, placed), weapons(placed.arms)
    if carried:
        return Message("text.placed-armed", {"place": nth, "who": who, "seat": placed.seat, "weapons": carried})
    return Message("text.placed", {"place": nth, "who": who, "seat": placed.seat})


def person(view: View, placed: Placed) -> Message:
    if placed.character < 0:
        return Message("text.unknown")
    key = view.box.keys[placed.character]
    if not placed.up:
        return Message("text.face-down", {"character": key})
    if view.sale and view.sale.done >> placed.character & 1:
        return Message("text.activated", {"character": key})
    return Message("text.face-up", {"character": key})


def seat_line(view: View, seat: int) -> Message:
    scores = view.outcome.scores if view.outcome else None
    parts = (
        Message("text.money", {"money": int(scores[seat]) if scores else view.money[seat]}),
        Message("text.characters", {"count": len(view.teams[seat])}),
        Message("text.cards", {"count": len(view.hands[seat])}),
        Message("text.deck", {"count": view.decks[seat] + len(view.tails[seat])}),
        Message("text.taken", {"count": len(view.taken[seat])}),
        *weapons(view.arms[seat]),
    )
    return Message("text.seat", {"seat": seat, "parts": parts})


def roles(view: View) -> Iterator[Message]:
    """Who one is, who has the star, who has gone."""
    if view.seat is not None:
        yield Message("text.you", {"seat": view.seat})
    yield Message("text.star", {"seat": view.star})
    if view.removed:
        yield Message("text.gone", {"seats": view.removed, "count": len(view.removed)})


def own_lines(view: View, seat: int, language: str) -> Iterator[Message]:
    box = view.box
    packet = next((packet for packet in view.packets if packet.holder == seat and packet.contents), None)
    if packet:
        yield Message("text.packet", {"characters": known(view, packet.contents[-1][1], language)})
    cards, team = tuple(box.code[card] for card in view.hands[seat]), known(view, view.teams[seat], language)
    yield Message("text.hand", {"cards": cards}) if cards else Message("text.hand-empty")
    yield Message("text.team", {"characters": team}) if team else Message("text.team-empty")
    yield boss(view, seat)
    for deck, tail in enumerate(view.tails):
        if mine := tuple(box.code[card] for card in tail if card >= 0):
            yield Message("text.under-own", {"cards": mine}) if deck == seat else Message("text.under", {"deck": deck, "cards": mine})
    if view.act:
        yield Message("text.act", {"steps": tuple(choice.sentence for choice in view.act)})


def known(view: View, characters: Cards, language: str) -> tuple[Message, ...]:
    """Characters with their values and what they do."""
    return tuple(described(view, who, language) for who in characters)


def described(view: View, who: int, language: str) -> Message:
    card = view.box.characters[who]
    name = "text.character-plus" if card.plus else "text.character"
    return Message(name, {"character": card.key, "value": card.value, "says": say(view.box, card.says, language)})


def common_line(view: View, language: str) -> Iterator[Message]:
    reserve = weapons(view.reserve)
    yield Message("text.reserve", {"weapons": reserve}) if reserve else Message("text.reserve-empty")
    yield end_tile(view.box, view.end, language)
    if view.arrivals:
        yield Message("text.arrivals", {"seats": view.arrivals})
