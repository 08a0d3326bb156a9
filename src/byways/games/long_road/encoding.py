"""Encode The Long Road's views as arrays and its choices as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from operator import is_
from typing import get_args

from byways.bits import members
from byways.encoding import Encoder as BaseEncoder
from byways.encoding import Floats, Part
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road import choices as c
from byways.games.long_road.box import DECKS, Box, box_of
from byways.games.long_road.components import Components
from byways.games.long_road.state import Road, TaskName
from byways.games.long_road.view import View, after_act

TASK = {task: number for number, task in enumerate(get_args(TaskName))}
CROWD = 10  # amounts in observations are in tenths and at most 1


class Encoder(BaseEncoder[View]):
    def __init__(self, components: Components, options: LongRoadOptions, seats: int) -> None:
        self.box = box = box_of(None if components == GAME.components else components)
        self.cards, self.people, self.goals = DECKS * box.kinds, len(box.keys), len(box.destinations)
        self.slot = self.people + seats + 4
        self.latest_public: dict[int, tuple[tuple[object, ...], list[int]]] = {}
        self.latest_roads: dict[tuple[int, int], tuple[Road, list[int], list[tuple[int, float]]]] = {}
        super().__init__(seats, tuple(every_choice(box, seats)), self._parts(seats))

    def _parts(self, seats: int) -> tuple[Part, ...]:
        cards, people = self.cards, self.people
        return (
            Part("purses", (seats, 9), "of each seat: money in hundredths; daggers, pistols, rifles, cards in hand, cards in the deck and"
                 " under it, characters in hand, arrival tiles, in tenths; all at most 1"),
            Part("rewards", (3, 3), "of each road: coins and daggers left, in tenths; whether it is On the Road"),
            Part("reserve", (3,), "weapons left to buy, in hundredths"),
            Part("progress", (3,), "turns begun, in hundredths and at most 1; whether the end has come; arrivals in quarters"),
            Part("taken", (seats, cards), "the cards that a seat keeps; cards go by deck, then by kind"),
            Part("hand", (cards,), "the cards in the viewer's hand"),
            Part("team", (people,), "characters in the viewer's hand"),
            Part("known", (seats, people), "characters that a seat publicly has, in hand or face down"),
            Part("boss", (len(self.box.boss_places),), "the viewer's boss"),
            Part("seen", (people,), "characters that were ever face up"),
            Part("out", (people,), "characters that left the game"),
            Part("destinations", (3, self.goals), "the destination of each road"),
            Part("ahead", (self.goals,), "destinations still in their decks"),
            Part("caravans", (3, cards), "the cards of the caravans"),
            Part("lines", (3, people, self.slot), "the characters of each road, nearest to the destination first: who it is (nothing if"
                 " unknown), whose, daggers, pistols and rifles in tenths, whether it is face up"),
            Part("discard", (cards,), "the cards of the discard that the viewer can name"),
            Part("star", (seats,), "the seat with the star"),
            Part("end", (4,), "the face of the end tile"),
            Part("task", (len(TASK),), f"what is due, one of {', '.join(TASK)}"),
            Part("actor", (people,), "the character whose effect is due"),
            Part("sale", (3 + people + 2,), "the road of a sale, the characters activated, the prices of white and black herds in tenths"),
            Part("packet", (people,), "draft: the characters to choose from"),
        )  # fmt: skip

    def fill(self, found: Floats, view: View, seat: int) -> list[int]:
        now = after_act(view) if view.act else view
        self._amounts(found, now, seat)
        return self._seats(now, seat) + self._roads(found, now, seat) + self._due(found, view, seat)

    def _amounts(self, found: Floats, view: View, seat: int) -> None:
        """Fill the parts from `purses` to `progress` at once, because every assignment to an array costs a microsecond."""
        amounts = list[float]()
        for other in self.around(seat):
            amounts += purse(view, other)
        for road in view.roads:
            amounts += (min(road.coins / CROWD, 1), min(road.daggers / CROWD, 1), road.on_the_road)
        daggers, pistols, rifles = view.reserve
        amounts += (daggers / 100, pistols / 100, rifles / 100, min(view.turns / 100, 1), view.ending, len(view.arrivals) / 4)
        found[self.at["purses"] : self.at["taken"]] = amounts

    def _seats(self, view: View, seat: int) -> list[int]:
        """Return the indices of the ones for what the viewer holds, and for public information."""
        at = self.at
        ones = [at["team"] + character for character in view.teams[seat]]
        ones += [at["hand"] + card for card in view.hands[seat]]
        ones += (at["boss"] + view.bosses[seat], at["star"] + (view.star - seat) % self.seats, at["end"] + view.end)
        # Views share unchanged parts, and comparing identities is cheap.
        public = (view.taken, view.known, view.discard, view.ahead, view.out, view.seen)
        before, found = self.latest_public.get(seat, ((), []))
        if not all(map(is_, public, before)) or not before:
            found = self._public(view, seat)
            self.latest_public[seat] = public, found
        return ones + found

    def _public(self, view: View, seat: int) -> list[int]:
        at, taken, known = self.at, self.at["taken"], self.at["known"]
        ones = [at["discard"] + card for card in view.discard if card >= 0]
        for other in self.around(seat):
            ones += [taken + card for card in view.taken[other]]
            ones += [known + character for character in members(view.known[other])]
            taken, known = taken + self.cards, known + self.people
        ones += [at["seen"] + character for character in members(view.seen)]
        ones += [at["out"] + character for character in members(view.out)]
        return ones + [at["ahead"] + destination for destination in view.ahead]

    def _roads(self, found: Floats, view: View, seat: int) -> list[int]:
        ones = list[int]()
        for number, road in enumerate(view.roads):
            latest = self.latest_roads.get((number, seat))
            if latest is None or latest[0] is not road:
                latest = self.latest_roads[number, seat] = road, *self._road(number, road, seat)
            ones += latest[1]
            for where, arms in latest[2]:
                found[where] = arms
        return ones

    def _road(self, number: int, road: Road, seat: int) -> tuple[list[int], list[tuple[int, float]]]:
        """Return the indices of a road's ones, and the amounts of weapons to write into `lines`, each with its index."""
        at, people, arms = self.at, self.people, list[tuple[int, float]]()
        ones = [at["caravans"] + number * self.cards + card for card in road.cards]
        if road.destination >= 0:
            ones.append(at["destinations"] + number * self.goals + road.destination)
        for place, placed in enumerate(road.line):
            begin = at["lines"] + (number * people + place) * self.slot
            ones.append(begin + people + (placed.seat - seat) % self.seats)
            if placed.character >= 0:
                ones.append(begin + placed.character)
            if placed.up:
                ones.append(begin + self.slot - 1)
            arms += [(begin + people + self.seats + weapon, min(arm / CROWD, 1)) for weapon, arm in enumerate(placed.arms) if arm]
        return ones, arms

    def _due(self, found: Floats, view: View, seat: int) -> list[int]:
        """Return the indices of the ones for the due task, a sale and a draft."""
        at, ones = self.at, list[int]()
        if view.todo:
            task = view.todo[0]
            ones.append(at["task"] + TASK[task.what])
            if task.what == "effect":
                ones.append(at["actor"] + task.item)
        if sale := view.sale:
            ones.append(at["sale"] + sale.road)
            ones += [at["sale"] + 3 + character for character in members(sale.done)]
            found[at["packet"] - 2 : at["packet"]] = (min(sale.white / CROWD, 1), min(sale.black / CROWD, 1))
        for packet in view.packets:
            if packet.holder == seat and packet.contents:
                ones += [at["packet"] + character for character in packet.contents[-1][1]]
        return ones


def purse(view: View, seat: int) -> list[float]:
    cards = (*view.arms[seat], len(view.hands[seat]), view.decks[seat], len(view.tails[seat]), len(view.teams[seat]))
    amounts = (view.money[seat] / 10, *cards, view.arrivals.count(seat))
    return [amount / CROWD if amount < CROWD else 1 for amount in amounts]


def every_choice(box: Box, seats: int) -> Iterator[c.AnyChoice]:
    places = range(1, len(box.keys) + 1)
    yield from chain(box.picks, box.changes, (c.Draw(),), *box.plays, (c.Reward("coin"), c.Reward("dagger")), box.assigns, box.saloons)
    yield from (c.Move(road, place, to) for road in c.ROADS for place in places for to in c.ROADS if to != road)
    yield from chain(map(c.Bargain, c.WEAPONS), map(c.Rob, range(seats)), map(c.Find, c.WEAPONS), box.unders, *box.fords)
    yield from map(c.Buy, c.WEAPONS)
    yield from (c.Arm(weapon, road, place) for weapon in c.WEAPONS for road in c.ROADS for place in places)
    yield from chain((c.End(),), *box.takes, box.keeps, (c.Done(),))
    yield from (c.Seize(weapon, key) for weapon in c.WEAPONS for key in box.keys)
    yield from chain(box.calls, (c.Decline(),), box.recruits)
