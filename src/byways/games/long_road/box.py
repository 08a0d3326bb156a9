"""Lookup tables over the components, and one prebuilt choice for every card and character."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from byways.games.long_road import GAME
from byways.games.long_road import choices as c
from byways.games.long_road.components import PACKS, Components, Destination

DECKS = 4  # one of each colour, even with fewer players


class Box:
    """Numbers for everything in the box. A card's number is its deck times `kinds` (15) plus its kind."""

    def __init__(self, components: Components, own: Components | None = None) -> None:
        self.components, self.own = components, own  # `own`: custom components, None for the built-in ones
        self._lay_cards(components)
        self._seat_characters(components)
        self.weapons = components.weapons
        self.prices = tuple(weapon.price for weapon in components.weapons)
        self.values = tuple(weapon.value for weapon in components.weapons)
        roads = components.destinations
        self.destinations: tuple[tuple[int, Destination], ...] = tuple(
            (road, card) for road, five in enumerate((roads.tepee, roads.cactus, roads.rock)) for card in five
        )
        self.destination_codes = tuple(f"{name}-{nth}" for name in c.ROADS for nth in range(1, 1 + len(getattr(roads, name))))
        self.destination_of = {code: number for number, code in enumerate(self.destination_codes)}

    def _lay_cards(self, components: Components) -> None:
        cards = [(place, nth, card) for place, at in enumerate(components.places) for nth, card in enumerate(at.cards, 1)]
        self.kinds = len(cards)
        self.places = components.places
        self.place_of = {at.name: place for place, at in enumerate(components.places)}
        self.codes = tuple(f"{components.places[place].name}-{nth}" for place, nth, _ in cards)
        self.kind_of = {code: kind for kind, code in enumerate(self.codes)}
        four = range(DECKS)
        self.place = tuple(place for _ in four for place, _, _ in cards)
        self.boss_places = tuple(self.place_of[name] for name in components.bosses.places)
        self.symbol = tuple({"none": -1, "tepee": 0, "cactus": 1, "rock": 2}[card.symbol] for _ in four for *_, card in cards)
        self.white = tuple(card.white for _ in four for *_, card in cards)
        self.black = tuple(card.black for _ in four for *_, card in cards)
        self.herds = tuple(white + black for white, black in zip(self.white, self.black, strict=True))
        self.signpost = tuple(components.places[place].signpost for place in self.place)
        self.bonus = tuple(components.places[place].bonus for place in self.place)
        self.code = self.codes * DECKS
        fits = [[road for road in range(3) if symbol in (-1, road)] for symbol in self.symbol[: self.kinds]]
        self.plays = tuple(tuple(c.Play(code, c.ROADS[road]) for road in on) for code, on in zip(self.codes, fits, strict=True))
        self.changes = tuple(map(c.Change, self.codes))
        self.unders = tuple(map(c.Under, self.codes))
        self.keeps = tuple(map(c.Keep, self.codes))
        self.fords = tuple(tuple(c.Ford(code, road) for road in c.ROADS) for code in self.codes)
        self.takes = tuple(tuple(c.Take(code, road) for road in c.ROADS) for code in self.codes)

    def _seat_characters(self, components: Components) -> None:
        self.characters = components.characters
        self.keys = tuple(character.key for character in components.characters)
        self.character_of = {key: number for number, key in enumerate(self.keys)}
        self.value = tuple(character.value for character in components.characters)
        self.unmasks = sum(1 << number for number, character in enumerate(components.characters) if character.unmasks)
        self.beside_ally = sum(1 << number for number, character in enumerate(components.characters) if character.beside_ally)
        self.covered = self.unmasks | self.beside_ally
        self.everybody = (1 << len(self.keys)) - 1
        self.packs = tuple(
            tuple(number for number, character in enumerate(components.characters) if character.pack == letter) for letter in PACKS
        )
        self.plus = tuple(
            (self.place_of[character.plus.place], character.plus.step) if character.plus else None for character in components.characters
        )
        self.picks = tuple(map(c.Pick, self.keys))
        self.assigns = tuple(map(c.Assign, self.keys))
        self.saloons = tuple(map(c.Saloon, self.keys))
        self.calls = tuple(map(c.Call, self.keys))
        self.recruits = tuple(map(c.Recruit, self.keys))

    def __reduce__(self) -> tuple[Callable[[Components | None], Box], tuple[Components | None]]:
        """Pickle only the custom components. The receiving process rebuilds the tables once."""
        return box_of, (self.own,)

    def deck(self, number: int) -> tuple[int, ...]:
        return tuple(range(number * self.kinds, (number + 1) * self.kinds))

    def pay(self, card: int, white: int, black: int) -> int:
        return self.white[card] * white + self.black[card] * black


BUILT_IN = Box(GAME.components)


@lru_cache(maxsize=16)
def own_box(components: Components) -> Box:
    return Box(components, own=components)


def box_of(own: Components | None) -> Box:
    """Return the box for these custom components, or for the built-in ones."""
    return BUILT_IN if own is None else own_box(own)
