"""A view as text for a terminal or a screen reader: road by road, seat by seat, then one's own hand."""

from __future__ import annotations

from collections.abc import Iterator

from byways.games.long_road import GAME
from byways.games.long_road.choices import ROADS
from byways.games.long_road.state import Placed
from byways.games.long_road.view import View
from byways.games.long_road.words import Language, character, place, several, weapons


def text(view: View, language: Language = "en") -> str:
    lines = [f"The Long Road, turn {view.turns}. {view.prompt.format(*GAME.seat_names)}", ""]
    for number in range(3):
        lines += road_lines(view, number, language)
    lines += ["", *(seat_line(view, seat) for seat in range(len(view.money)))]
    return "\n".join([*lines, *own_lines(view, language), *common_lines(view)]) + "\n"


def road_lines(view: View, number: int, language: Language) -> Iterator[str]:
    box, road = view.box, view.roads[number]
    if road.on_the_road or road.destination < 0:
        pays = f"On the Road, {box.components.arrivals.on_the_road} $ a herd"
    else:
        card = box.destinations[road.destination][1]
        pays = f"white {card.white} $, black {card.black} $"
    rewards = f"{several(road.coins, 'coin')} and {several(road.daggers, 'dagger')}" if road.coins + road.daggers else "nothing"
    yield f"{ROADS[number].capitalize()} road: {pays}; rewards left: {rewards}."
    yield f"  caravan: {', '.join(place(box, box.code[card], language) for card in road.cards) or 'empty'}"
    yield f"  line: {', '.join(standing(view, nth, placed, language) for nth, placed in enumerate(road.line, 1)) or 'nobody'}"


def standing(view: View, nth: int, placed: Placed, language: Language) -> str:
    name = character(view.box, placed.character, language) if placed.character >= 0 else "face down"
    if placed.character >= 0 and not placed.up:
        name += " (face down)"
    if view.sale and placed.character >= 0 and view.sale.done >> placed.character & 1:
        name += " (done)"
    carried = weapons(placed.arms)
    return f"{nth} {name} of {GAME.seat_names[placed.seat]}{f' with {carried}' if carried else ''}"


def seat_line(view: View, seat: int) -> str:
    marks = [word for word, holds in (("you", seat == view.seat), ("star", seat == view.star), ("gone", seat in view.removed)) if holds]
    scores = view.outcome.scores if view.outcome else None
    money = int(scores[seat]) if scores else view.money[seat]
    deck = view.decks[seat] + len(view.tails[seat])
    parts = [
        f"{money} $",
        f"{several(len(view.teams[seat]), 'character')} in hand",
        several(len(view.hands[seat]), "card"),
        f"deck {deck}",
        f"{len(view.taken[seat])} taken",
        *filter(None, [weapons(view.arms[seat])]),
    ]
    name = GAME.seat_names[seat] + (f" ({', '.join(marks)})" if marks else "")
    return f"{name}: {', '.join(parts)}."


def own_lines(view: View, language: Language) -> Iterator[str]:
    if view.seat is None:
        return
    box = view.box
    yield ""
    packet = next((packet for packet in view.packets if packet.holder == view.seat and packet.contents), None)
    if packet:
        yield f"To choose from: {', '.join(known(view, who, language) for who in packet.contents[-1][1])}."
    yield f"Your cards: {', '.join(place(box, box.code[card], language) for card in view.hands[view.seat]) or 'none'}."
    yield f"Your characters: {', '.join(known(view, who, language) for who in view.teams[view.seat]) or 'none in hand'}."
    boss = box.components.bosses.places[view.bosses[view.seat]]
    yield f"Your boss pays {box.components.bosses.worth} $ for each {getattr(box.places[box.place_of[boss]], language)}."
    if view.tails[view.seat]:
        yield f"Under your deck: {', '.join(place(box, box.code[card], language) for card in view.tails[view.seat])}."
    if view.act:
        yield f"So far: {', '.join(map(str, view.act))}."


def known(view: View, who: int, language: Language) -> str:
    card = view.box.characters[who]
    return f"{character(view.box, who, language)} {card.value}{'+' if card.plus else ''} ({card.says})"


def common_lines(view: View) -> Iterator[str]:
    face = view.box.components.ends.faces[view.end]
    yield f"Reserve: {weapons(view.reserve) or 'empty'}. End tile: {view.box.components.arrivals.reward} $ for {face.says}."
    if view.arrivals:
        yield f"Arrivals: {', '.join(GAME.seat_names[seat] for seat in view.arrivals)}."
