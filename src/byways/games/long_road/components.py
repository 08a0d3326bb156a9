"""Cards, places, destinations, bosses, tiles and characters; effects are data."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from byways import game
from byways.components import Flaw, Words

Amount = Annotated[int, Meta(ge=0, le=60)]
Key = Annotated[str, Meta(pattern="^[a-z][a-z-]*$")]
WeaponName: TypeAlias = Literal["dagger", "pistol", "rifle"]
Symbol: TypeAlias = Literal["tepee", "cactus", "rock", "none"]
PACKS = "ABCDEF"
SYMBOLS = {  # what has a name but is not a part
    "en": {"tepee": "tepee", "cactus": "cactus", "rock": "rock", "coin": "coin"},
    "it": {"tepee": "tepee", "cactus": "cactus", "rock": "roccia", "coin": "moneta"},
}
PACK_SIZE = 5
DECK_SIZE = 15


class Loose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of a part."""


class Start(game.Part, frozen=True):
    """Money and cards at the start, and what changing cards costs."""

    money: Amount
    hand: Annotated[int, Meta(ge=1, le=5)]
    change: Amount


class Arrivals(game.Part, frozen=True):
    """What the tiles are worth, what a herd pays On the Road, what the end tile brings."""

    tiles: tuple[Amount, Amount, Amount, Amount]
    on_the_road: Amount
    reward: Amount


class Weapon(game.Part, frozen=True):
    name: WeaponName
    it: Words
    price: Amount
    bargain: Amount
    value: Amount
    resale: Amount
    supply: tuple[Amount, Amount, Amount]


class CaravanCard(Loose, frozen=True):
    symbol: Symbol
    white: Annotated[int, Meta(ge=0, le=4)] = 0
    black: Annotated[int, Meta(ge=0, le=4)] = 0

    def __post_init__(self) -> None:
        if not self.white + self.black:
            raise Flaw("flaw.no-herds")

    @property
    def herds(self) -> str:
        return ", ".join(f"{count} {color}" for count, color in ((self.white, "white"), (self.black, "black")) if count)


class Bonus(Loose, frozen=True):
    """What a place lets its player do."""

    do: Literal["play", "character", "move", "bargain", "rob", "find", "under", "ford"]
    whose: Literal["own", "any"] = "own"
    amount: Amount = 0
    weapon: WeaponName = "dagger"


class Place(game.Part, frozen=True):
    name: Key
    it: Words
    en: Words
    signpost: bool
    bonus: Bonus
    says: Words
    cards: tuple[CaravanCard, ...]


class Destination(Loose, frozen=True):
    coins: Amount
    daggers: Amount
    white: Amount
    black: Amount

    def __post_init__(self) -> None:
        if not self.coins + self.daggers:
            raise Flaw("flaw.no-rewards")


Five: TypeAlias = Annotated[tuple[Destination, ...], Meta(min_length=5)]


class Destinations(game.Part, frozen=True):
    tepee: Five
    cactus: Five
    rock: Five


class Bosses(game.Part, frozen=True):
    worth: Amount
    places: tuple[Key, Key, Key, Key, Key, Key, Key]


class Face(Loose, frozen=True):
    counts: Literal["cards", "places", "highest", "lowest"]
    says: Words


class Ends(game.Part, frozen=True):
    """Two tiles of two faces: the first is about caravan cards, the second about the values of characters."""

    faces: tuple[Face, Face, Face, Face]

    def __post_init__(self) -> None:
        about = [face.counts in ("highest", "lowest") for face in self.faces]
        if about != [False, False, True, True]:
            raise Flaw("flaw.faces")


class Effect(Loose, frozen=True, tag=str.lower, tag_field="do"):
    """Something that an activated character does."""


class Earn(Effect, frozen=True):
    """Money, once or for each of something."""

    amount: Amount
    per: Literal[
        "", "armed", "unarmed opponents", "opponents", "strong opponents", "activated", "cards", "place", "herds", "first", "nobody armed"
    ] = ""
    most: Amount = 60
    value: Amount = 0
    place: str = ""


class Take(Effect, frozen=True):
    """Take cards, sell their herds, keep the cards: `count` at most, of some places or of any, with at most so many `herds`."""

    count: Annotated[int, Meta(ge=1, le=60)] = 1
    places: tuple[str, ...] = ()
    anywhere: bool = False
    herds: Amount = 0
    sell: Literal["all", "one"] = "all"
    keep: Amount = 0
    best: bool = False
    discount: Amount = 0
    white: Amount = 0
    black: Amount = 0
    both: Amount = 0

    def __post_init__(self) -> None:
        if self.anywhere and self.count > 1:
            raise Flaw("flaw.anywhere")
        if self.keep and (self.keep != 1 or self.herds):
            raise Flaw("flaw.keep")


class TakeWeapon(Effect, frozen=True, tag="weapon"):
    """A weapon from the common reserve."""

    weapon: WeaponName


class Seize(Effect, frozen=True):
    """A weapon of an opponent still to come."""


class Unload(Effect, frozen=True):
    """Its own weapons go to its player's reserve."""


class Rob(Effect, frozen=True):
    """Money from one opponent who has a character still to come."""

    amount: Amount


class Call(Effect, frozen=True):
    """One own character comes from another caravan with its weapons, as the last."""


AnyEffect: TypeAlias = Earn | Take | TakeWeapon | Seize | Unload | Rob | Call


class Plus(Loose, frozen=True):
    place: str
    step: Amount


class Character(game.Part, frozen=True):
    it: Words
    en: Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z -]*$")]  # its key in notation, so more than words
    value: Annotated[int, Meta(ge=0, le=20)]
    pack: Literal["A", "B", "C", "D", "E", "F"]
    effects: tuple[AnyEffect, ...]
    says: Words
    plus: Plus | None = None
    unmasks: bool = False
    beside_ally: bool = False

    def __post_init__(self) -> None:
        if not any(isinstance(effect, Take) for effect in self.effects):
            raise Flaw("flaw.no-card", character=self.en)

    @property
    def key(self) -> str:
        """As it is called in notation, whatever the language."""
        return self.en.lower().replace(" ", "-")

    @property
    def covered(self) -> bool:
        """Whether it deals with face-down cards, which the open variant has none of."""
        return self.unmasks or self.beside_ally


class Components(game.Components, frozen=True, cache_hash=True):
    start: Start
    arrivals: Arrivals
    weapons: tuple[Weapon, Weapon, Weapon]
    places: tuple[Place, ...]
    destinations: Destinations
    bosses: Bosses
    ends: Ends
    characters: tuple[Character, ...]

    def __post_init__(self) -> None:
        if [weapon.name for weapon in self.weapons] != ["dagger", "pistol", "rifle"]:
            raise Flaw("flaw.weapons")
        self._check_words()
        self._check_deck()
        self._check_characters()

    @property
    def words(self) -> dict[str, dict[str, str]]:
        """The names of all components by their keys, for each language; a caravan card is known by its place and its herds."""
        return {language: self._words(language) for language in SYMBOLS}

    def _words(self, language: str) -> dict[str, str]:
        words = dict(SYMBOLS[language])
        words.update((weapon.name, weapon.name if language == "en" else weapon.it) for weapon in self.weapons)
        for place in self.places:
            words[place.name] = getattr(place, language)
            words |= {f"{place.name}-{nth}": f"{words[place.name]} ({card.herds})" for nth, card in enumerate(place.cards, 1)}
        return words | {character.key: getattr(character, language) for character in self.characters}

    def _check_words(self) -> None:
        keys = Counter([*SYMBOLS["en"], *(weapon.name for weapon in self.weapons), *(place.name for place in self.places)])
        keys.update(character.key for character in self.characters)
        if doubled := [key for key, count in keys.items() if count > 1]:
            raise Flaw("flaw.same-name", name=doubled[0])
        parts: tuple[Place | Character | Face, ...] = (*self.places, *self.characters, *self.ends.faces)
        for says in [part.says for part in parts]:
            try:
                says.format(**self._words("en"))
            except (KeyError, IndexError, ValueError):
                raise Flaw("flaw.braces", says=says) from None

    def _check_deck(self) -> None:
        names = [place.name for place in self.places]
        if sum(len(place.cards) for place in self.places) != DECK_SIZE:
            raise Flaw("flaw.deck", size=DECK_SIZE)
        if strange := {*self.bosses.places, *self._places_named()} - set(names):
            raise Flaw("flaw.no-place", place=min(strange))
        if len(set(self.bosses.places)) < len(self.bosses.places):
            raise Flaw("flaw.bosses")

    def _places_named(self) -> list[str]:
        effects = [effect for character in self.characters for effect in character.effects]
        plus = [character.plus.place for character in self.characters if character.plus]
        counted = [effect.place for effect in effects if isinstance(effect, Earn) and effect.per == "place"]
        return [*plus, *counted, *(place for effect in effects if isinstance(effect, Take) for place in effect.places)]

    def _check_characters(self) -> None:
        packs = Counter(character.pack for character in self.characters)
        if packs != dict.fromkeys(PACKS, PACK_SIZE):
            raise Flaw("flaw.packs")
        if any(character.covered and character.pack not in "BC" for character in self.characters):
            raise Flaw("flaw.covered")
