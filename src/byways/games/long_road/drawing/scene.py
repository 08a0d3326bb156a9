"""The scene: every piece of a view with its frame, by drawing id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS
from byways.games.long_road.drawing.layout import Frame, Layout
from byways.games.long_road.rules.draft import is_drafting
from byways.games.long_road.rules.events import piece_of
from byways.games.long_road.state import Cards, Road
from byways.games.long_road.view import View

LATEST: list[tuple[View, Layout, dict[str, Frame]]] = []  # a cache of one entry


def places(view: View, lay: Layout) -> Mapping[str, Frame]:
    """Return the frames of all pieces. They are cached, because a drawing and its movements ask for the same ones."""
    for seen, laid, found in LATEST:
        if seen is view and laid is lay:
            return found
    printed = fixed(lay, len(view.money), len(view.box.components.arrivals.tiles), len(view.reserve))
    found = {**printed, **dict([*on_roads(view, lay), *in_hand(view, lay), *at_seats(view, lay)])}
    LATEST[:] = [(view, lay, found)]
    return found


@lru_cache(maxsize=16)
def fixed(lay: Layout, seats: int, arrivals: int, weapons: int) -> Mapping[str, Frame]:
    """Return the frames that never change during a game."""
    return dict([*roads(lay), *plates(lay, seats), *at_side(lay, arrivals, weapons)])


def roads(lay: Layout) -> Iterator[tuple[str, Frame]]:
    for number in range(len(ROADS)):
        yield f"line-{number}", lay.line_area(number)
        yield f"caravan-{number}", lay.caravan_area(number)
        yield f"road-{number}", (goal := lay.road(number, lay.goal))
        yield f"rewards-{number}", lay.rewards(goal)


def on_roads(view: View, lay: Layout) -> Iterator[tuple[str, Frame]]:
    for number, road in enumerate(view.roads):
        yield from rewards(view, number, road, lay.rewards(lay.road(number, lay.goal)))
        for nth, card in enumerate(road.cards):
            yield f"card-{card}", lay.laid(number, nth, len(road.cards))
        for nth, placed in enumerate(road.line):
            yield piece_of(number, nth, placed), lay.placed(number, nth, len(road.line))


def rewards(view: View, number: int, road: Road, row: Frame) -> Iterator[tuple[str, Frame]]:
    """Locate the rewards. The hats of a sale take their place, also in the last round, in which rewards may be left."""
    if road.destination < 0 or (view.sale is not None and view.sale.road == number):
        return
    for nth in range(road.coins):
        yield f"coin-{number}-{nth}", reward_place(view, road, row, nth)
    count = reward_count(view, road)
    for nth in range(road.daggers):
        yield f"dagger-{number}-{nth}", reward_place(view, road, row, count - 1 - nth)


def reward_count(view: View, road: Road) -> int:
    card = view.box.destinations[road.destination][1]
    return max(card.coins + card.daggers, road.coins + road.daggers)


def reward_place(view: View, road: Road, row: Frame, nth: int) -> Frame:
    """Locate a reward: coins from the left, daggers from the right, and rings between them for those already taken."""
    count = reward_count(view, road)
    step = row.wide / max(6, count)
    return Frame(row.x + (row.wide - step * count) / 2 + step * (nth + 0.5), row.y + row.high / 2, 0, 0)


def in_hand(view: View, lay: Layout) -> Iterator[tuple[str, Frame]]:
    if view.seat is None:
        return
    hand, team = view.hands[view.seat], held(view)
    for nth, card in enumerate(hand):
        yield f"card-{card}", lay.hand(nth, len(hand), len(team))
    for nth, who in enumerate(team):
        yield f"held-{who}", lay.held(nth, len(team), len(hand))
    for nth, who in enumerate(kept(view)):
        yield f"held-{who}", lay.kept(nth)
    yield "boss", lay.boss


def held(view: View) -> Cards:
    """Return the characters in hand or, in a draft, those to choose from."""
    if view.seat is None:
        return ()
    return packet_of(view) or view.teams[view.seat]


def kept(view: View) -> Cards:
    """Return the characters kept so far in a draft."""
    if view.seat is None or not is_drafting(view.packets):
        return ()
    return tuple(who for packet in view.packets for seat, who in packet.picks if seat == view.seat)


def packet_of(view: View) -> Cards:
    return next((packet.contents[-1][1] for packet in view.packets if packet.holder == view.seat and packet.contents), ())


def plates(lay: Layout, seats: int) -> Iterator[tuple[str, Frame]]:
    for seat in range(seats):
        frame = lay.seat(seat, seats)
        purse = lay.purse(frame)
        yield f"seat-{seat}", frame
        yield f"purse-{seat}", purse
        yield f"money-{seat}", purse._replace(x=purse.x + 11)
        yield f"hats-{seat}", lay.hats(frame)
        yield f"arms-{seat}", lay.arms(frame)
        yield f"cards-{seat}", lay.deck(frame)
        yield f"taken-{seat}", lay.taken(frame)


def at_seats(view: View, lay: Layout) -> Iterator[tuple[str, Frame]]:
    seats = len(view.money)
    if view.star >= 0:
        yield "star", lay.star(lay.seat(view.star, seats))
    for seat, cards in enumerate(view.taken):
        for nth, card in enumerate(cards):
            shelf = lay.shelved(seat, seats, nth, len(cards)) if view.seat is None else None
            yield f"card-{card}", shelf or lay.trophy(lay.seat(seat, seats), nth, len(cards))


def at_side(lay: Layout, arrivals: int, weapons: int) -> Iterator[tuple[str, Frame]]:
    for nth in range(arrivals):
        yield f"arrival-{nth}", lay.arrival(nth)
    yield "tile", lay.tile
    for nth in range(weapons):
        yield f"reserve-{nth}", lay.weapon(nth)


def chosen_cards(view: View) -> list[int]:
    """Return the cards that the viewer's act takes or changes and that are still where they were."""
    start = view.base or view
    found: list[int] = []
    for choice in view.act:
        if isinstance(choice, c.Take):
            found += first_of(view, start.roads[ROADS.index(choice.road)].cards, choice.card, found)
        elif isinstance(choice, c.Change) and view.seat is not None:
            found += first_of(view, start.hands[view.seat], choice.card, found)
    there = {card for cards in (*(road.cards for road in view.roads), *view.hands) for card in cards}
    return [card for card in found if card in there]


def first_of(view: View, cards: Cards, code: str, without: list[int]) -> list[int]:
    kind = view.box.kind_of[code]
    return [card for card in cards if card % view.box.kinds == kind and card not in without][:1]


def is_recruiting(view: View) -> bool:
    """Whether all characters have been activated and are being taken back."""
    return bool(view.todo) and view.todo[0].what == "recruit"
