"""Tables laid by hand: cards and characters by their notation, chances answered in passing."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from byways.game import Event, Tell, put
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.box import BUILT_IN
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.rules.act import final
from byways.games.long_road.state import Arms, Cards, Placed, Position, Road, Step

BOX = BUILT_IN
TEPEE, CACTUS, ROCK = range(3)


def cards(codes: str, deck: int = 0) -> Cards:
    """Card numbers of one deck; where a code comes twice the second is of the next deck."""
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
    """It is the turn of seat 0, which holds the star, unless something else is asked for."""
    setup = replace(GAME.deal(seats, Random(3), options or LongRoadOptions()), star=0)
    start = GAME.start(setup)
    assert isinstance(start, Position)
    return replace(start, **changes)


def roads(tepee: Road | None = None, cactus: Road | None = None, rock: Road | None = None) -> tuple[Road, Road, Road]:
    return (tepee or road("tepee-3"), cactus or road("cactus-1"), rock or road("rock-1"))


def holding(position: Position, seat: int, codes: str) -> Position:
    """A seat has these cards in hand, and the others of its deck in the deck."""
    held = tuple(sorted(cards(codes, seat)))
    deck = tuple(card for card in BOX.deck(seat) if card not in held)
    return replace(position, hands=put(position.hands, seat, held), decks=put(position.decks, seat, deck))


def at_turn(
    codes: str = "ranch-1 saloon-1 river-1", team_0: str = "gunslinger sheriff stockman mayor prospector", **changes: Any
) -> Position:
    """Seat 0 has these cards and characters and is about to play."""
    return holding(replace(table(**changes), teams=put(table(**changes).teams, 0, team(team_0))), 0, codes)


def play(position: Position, *lines: str, tell: Tell = None) -> Position:
    """Choices as `seat: notation`, chances with more than one answer as `chance: what`, all others in passing. What could still be taken
    back at the end is final."""
    for line in lines:
        position = pass_time(position, tell)
        seat, _, text = line.partition(": ")
        position = position.happen(text, tell) if seat == "chance" else position.choose(int(seat), GAME.parse(text), tell)
    return final(pass_time(position, tell), tell)


def pass_time(position: Position, tell: Tell = None) -> Position:
    while position.chance is not None and len(position.chance.what) == 1:
        position = position.happen(position.chance.what[0], tell)
    return position


def offered(position: Position, seat: int = 0) -> set[str]:
    return set(map(str, position.choices(seat)))


def told(position: Position, *lines: str, to: int | None = None) -> list[str]:
    """What a seat is told while these are played."""
    events: list[Event] = []
    play(position, *lines, tell=events)
    return [GAME.say(mine.said) for event in events if (mine := event.told(to))]


def events_of(position: Position, *lines: str, to: int | None = None) -> dict[str, Event]:
    """What a seat is told meanwhile, by name; of several the last."""
    events: list[Event] = []
    final(pass_time(play(position, *lines, tell=events), events), events)
    return {event.name: event for event in (event.told(to) for event in events) if event}


def selling(seats: int, *line: Placed, caravan: str, destination: str = "tepee-3", **changes: Any) -> Position:
    """Seat 0 has just emptied a destination: the arrival is due."""
    first = destination.partition("-")[0]
    number = ROADS.index(first)
    position = table(seats, **changes)
    here = road(destination, caravan, *line, coins=0, daggers=0)
    laid = tuple(here if at == number else other for at, other in enumerate(position.roads))
    todo = (Step("arrive", 0, number), Step("next", 0))
    return replace(position, awaited=(), roads=laid, todo=todo)


def finish(position: Position, rng: Random | None = None) -> Position:
    """Play on at random to the end."""
    rng = rng or Random(0)
    while position.outcome is None:
        if position.chance is not None:
            position = position.happen(position.chance.draw(rng))
        else:
            seat = position.awaited[0]
            position = position.choose(seat, rng.choice(position.choices(seat)))
    return position


def five(position: Position, seat: int) -> int:
    """How many characters a seat has: in hand, and under its hats on the table or on the pile."""
    sale = position.sale
    hats = list(sale.hats) if sale is not None else []
    for number, here in enumerate(position.roads):
        in_sale = sale is not None and sale.road == number
        hats += [one.seat for one in here.line if not (in_sale and sale is not None and activated(position, one))]
    return len(position.teams[seat]) + hats.count(seat)


def activated(position: Position, one: Placed) -> bool:
    return bool(position.sale and position.sale.done >> one.character & 1)
