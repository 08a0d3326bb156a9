"""A view as text for a terminal or a screen reader: road by road, seat by seat, then one's own hand."""

from __future__ import annotations

from collections.abc import Iterator

from byways.games.long_road import GAME
from byways.games.long_road.choices import ROADS
from byways.games.long_road.state import Placed
from byways.games.long_road.view import View
from byways.games.long_road.words import character, place, say, several, times, weapons


def text(view: View, language: str = "en") -> str:
    lines = [f"The Long Road, turn {view.turns}. {say(view.box, view.prompt, language)}", ""]
    for number in range(3):
        lines += road_lines(view, number, language)
    lines += ["", *(seat_line(view, seat, language) for seat in range(len(view.money)))]
    return "\n".join([*lines, *own_lines(view, language), *common_lines(view, language)]) + "\n"


def road_lines(view: View, number: int, language: str) -> Iterator[str]:
    box, road = view.box, view.roads[number]
    if road.on_the_road or road.destination < 0:
        pays = f"On the Road, {box.components.arrivals.on_the_road} $ a herd"
    else:
        card = box.destinations[road.destination][1]
        pays = f"white {card.white} $, black {card.black} $"
    rewards = times(box, {"coin": road.coins, "dagger": road.daggers}, language) or "nothing"
    yield f"{box.words[language][ROADS[number]].capitalize()} road: {pays}; rewards left: {rewards}."
    yield f"  caravan: {', '.join(place(box, box.code[card], language) for card in road.cards) or 'empty'}"
    yield f"  line: {', '.join(standing(view, nth, placed, language) for nth, placed in enumerate(road.line, 1)) or 'nobody'}"


def standing(view: View, nth: int, placed: Placed, language: str) -> str:
    name = character(view.box, placed.character, language) if placed.character >= 0 else "face down"
    if placed.character >= 0 and not placed.up:
        name += " (face down)"
    if view.sale and placed.character >= 0 and view.sale.done >> placed.character & 1:
        name += " (done)"
    carried = weapons(view.box, placed.arms, language)
    return f"{nth} {name} of {GAME.seat_names[placed.seat]}{f' with {carried}' if carried else ''}"


def seat_line(view: View, seat: int, language: str) -> str:
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
        *filter(None, [weapons(view.box, view.arms[seat], language)]),
    ]
    name = GAME.seat_names[seat] + (f" ({', '.join(marks)})" if marks else "")
    return f"{name}: {', '.join(parts)}."


def own_lines(view: View, language: str) -> Iterator[str]:
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
    yield f"Your boss pays {box.components.bosses.worth} $ for each {box.words[language][boss]}."
    for deck, cards in enumerate(view.tails):
        mine = ", ".join(place(box, box.code[card], language) for card in cards if card >= 0)
        if mine:
            yield f"Under {'your' if deck == view.seat else f'the {GAME.seat_names[deck]}'} deck: {mine}."
    if view.act:
        yield f"So far: {', '.join(map(str, view.act))}."


def known(view: View, who: int, language: str) -> str:
    card = view.box.characters[who]
    return f"{character(view.box, who, language)} {card.value}{'+' if card.plus else ''} ({say(view.box, card.says, language)})"


def common_lines(view: View, language: str) -> Iterator[str]:
    box, face = view.box, view.box.components.ends.faces[view.end]
    reserve = weapons(box, view.reserve, language) or "empty"
    yield f"Reserve: {reserve}. End tile: {box.components.arrivals.reward} $ for {say(box, face.says, language)}."
    if view.arrivals:
        yield f"Arrivals: {', '.join(GAME.seat_names[seat] for seat in view.arrivals)}."
