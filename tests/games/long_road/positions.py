"""Positions for tests, with cards and characters given in notation. Chances with one result need no line."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from byways.game import Event, Tell, put
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.box import BUILT_IN
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.rules.act import finalize
from byways.games.long_road.state import Arms, Cards, Placed, Position, Road, Task
from byways.record import Choose, Entry, Happen, Record, new_record

BOX = BUILT_IN
TEPEE, CACTUS, ROCK = range(3)


def cards(codes: str, deck: int = 0) -> Cards:
    """Return the numbers of cards in one deck. A repeated code is taken from the next deck."""
    numbers: list[int] = []
    for code in codes.split():
        number = deck * BOX.kinds + BOX.kind_of[code]
        while number in numbers:
            number = (number + BOX.kinds) % (4 * BOX.kinds)
        numbers.append(number)
    return tuple(numbers)


def codes(numbers: Cards) -> str:
    return " ".join(BOX.code[number] for number in numbers)


def who(name: str) -> int:
    return BOX.character_of[name]


def team(names: str) -> Cards:
    return tuple(sorted(map(who, names.split())))


def names(characters: Cards) -> str:
    return " ".join(BOX.keys[character] for character in characters)


def arms(weapons: str = "") -> Arms:
    dagger, pistol, rifle = (weapons.split().count(weapon) for weapon in WEAPONS)
    return dagger, pistol, rifle


def placed(name: str, seat: int, weapons: str = "", up: bool = False) -> Placed:
    return Placed(who(name), seat, arms(weapons), up, 0 if up else BOX.everybody)


def road(destination: str, caravan: str = "", *line: Placed, coins: int = 2, daggers: int = 1, deck: int = 3, **more: Any) -> Road:
    return Road(BOX.destination_of[destination] if destination else -1, coins, daggers, cards(caravan, deck), line, **more)


def table(seats: int = 2, options: LongRoadOptions | None = None, **changes: Any) -> Position:
    """Return a first turn of seat 0, which holds the star, with some fields changed."""
    setup = replace(GAME.deal(seats, Random(3), options or LongRoadOptions()), star=0)
    start = GAME.start(setup)
    assert isinstance(start, Position)
    return replace(start, **changes)


def roads(tepee: Road | None = None, cactus: Road | None = None, rock: Road | None = None) -> tuple[Road, Road, Road]:
    return (tepee or road("tepee-3"), cactus or road("cactus-1"), rock or road("rock-1"))


def holding(position: Position, seat: int, codes: str) -> Position:
    """Give a seat these cards; the rest of its deck is in the deck."""
    held = tuple(sorted(cards(codes, seat)))
    deck = tuple(card for card in BOX.deck(seat) if card not in held)
    return replace(position, hands=put(position.hands, seat, held), decks=put(position.decks, seat, deck))


def at_turn(
    codes: str = "ranch-1 saloon-1 river-1", team_0: str = "gunslinger sheriff stockman mayor prospector", **changes: Any
) -> Position:
    """Return a turn of seat 0 with these cards and characters."""
    return holding(replace(table(**changes), teams=put(table(**changes).teams, 0, team(team_0))), 0, codes)


def play(position: Position, *lines: str, tell: Tell = None) -> Position:
    """Play lines `seat: notation` and `chance: what`; chances with one result need no line. Tentative steps become final at the end."""
    for line in lines:
        position = pass_time(position, tell)
        seat, _, text = line.partition(": ")
        position = position.happen(text, tell) if seat == "chance" else position.choose(int(seat), GAME.parse(text), tell)
    return finalize(pass_time(position, tell), tell)


def pass_time(position: Position, tell: Tell = None) -> Position:
    while position.chance is not None and len(position.chance.what) == 1:
        position = position.happen(position.chance.what[0], tell)
    return position


def offered(position: Position, seat: int = 0) -> set[str]:
    return set(map(str, position.choices(seat)))


def told(position: Position, *lines: str, to: int | None = None) -> list[str]:
    """Return the sentences that a seat hears while these lines are played."""
    events: list[Event] = []
    play(position, *lines, tell=events)
    return [GAME.say(mine.wording) for event in events if (mine := event.for_seat(to))]


def events_of(position: Position, *lines: str, to: int | None = None) -> dict[str, Event]:
    """Return the events that a seat hears while these lines are played, by name; the last of several."""
    events: list[Event] = []
    finalize(pass_time(play(position, *lines, tell=events), events), events)
    return {event.name: event for event in (event.for_seat(to) for event in events) if event}


def selling(seats: int, *line: Placed, caravan: str, destination: str = "tepee-3", **changes: Any) -> Position:
    """Return a position in which seat 0 has just emptied a destination and the arrival is due."""
    first = destination.partition("-")[0]
    number = ROADS.index(first)
    position = table(seats, **changes)
    here = road(destination, caravan, *line, coins=0, daggers=0)
    laid = tuple(here if at == number else other for at, other in enumerate(position.roads))
    todo = (Task("arrive", 0, number), Task("next", 0))
    return replace(position, awaited=(), roads=laid, todo=todo)


def finish(position: Position, rng: Random | None = None) -> Position:
    """Play random choices to the end."""
    rng = rng or Random(0)
    while position.outcome is None:
        if position.chance is not None:
            position = position.happen(position.chance.draw(rng))
        else:
            seat = position.awaited[0]
            position = position.choose(seat, rng.choice(position.choices(seat)))
    return position


def five(position: Position, seat: int) -> int:
    """Count a seat's characters: in hand, and its hats on the table or the pile."""
    sale = position.sale
    hats = list(sale.hats) if sale is not None else []
    for number, here in enumerate(position.roads):
        in_sale = sale is not None and sale.road == number
        hats += [one.seat for one in here.line if not (in_sale and sale is not None and activated(position, one))]
    return len(position.teams[seat]) + hats.count(seat)


def activated(position: Position, one: Placed) -> bool:
    return bool(position.sale and position.sale.done >> one.character & 1)


@cache
def random_record(seats: int, options: LongRoadOptions) -> Record:
    """Return a whole game of random choices."""
    rng, entries = Random(seats), list[Entry]()
    record = new_record(GAME, GAME.deal(seats, rng, options), options, ("",) * seats)
    position = record.start(GAME)
    while position.outcome is None:
        if position.chance is not None:
            what = position.chance.draw(rng)
            entries.append(Happen(what))
            position = position.happen(what)
        else:
            seat = position.awaited[0]
            choice = rng.choice(position.choices(seat))
            entries.append(Choose(seat, str(choice)))
            position = position.choose(seat, choice)
    return replace(record, entries=tuple(entries))
