"""What a study of The Long Road counts."""

from __future__ import annotations

from collections.abc import Sequence

from byways.games.long_road.choices import ROADS, AnyChoice, Assign, Buy, Saloon, Take
from byways.games.long_road.state import Position

LUCK = (8, 12)  # deals and games with each: a game of `hard` takes about five times as long as in other games


def leads(position: Position) -> list[float]:
    """Return each seat's money, plus what its boss would pay now."""
    return [money + boss_pay(position, seat) for seat, money in enumerate(position.money)]


def boss_pay(position: Position, seat: int) -> int:
    box = position.box
    wanted = box.boss_places[position.bosses[seat]]
    return box.components.bosses.worth * [box.place[card] for card in position.taken[seat]].count(wanted)


def used(position: Position, chosen: Sequence[tuple[int, AnyChoice, Position]]) -> list[tuple[int, str, str]]:
    """Return bosses, characters sent, weapons bought, destinations with a card taken and places of the cards kept, each once per seat."""
    box, places = position.box, position.box.places
    found = {(seat, "boss", places[box.boss_places[boss]].name) for seat, boss in enumerate(position.bosses)}
    found |= {(seat, "card kept", places[box.place[card]].name) for seat, cards in enumerate(position.taken) for card in cards}
    found |= {(seat, "character", choice.character) for seat, choice, _ in chosen if isinstance(choice, Assign | Saloon)}
    found |= {(seat, "weapon", choice.weapon) for seat, choice, _ in chosen if isinstance(choice, Buy)}
    found |= {(seat, "destination", destination(before, choice)) for seat, choice, before in chosen if isinstance(choice, Take)}
    return sorted(found)


def destination(position: Position, choice: Take) -> str:
    """Return the code of the destination whose caravan the card is taken from."""
    return position.box.destination_codes[position.roads[ROADS.index(choice.road)].destination]
