"""Cards, places, destinations, bosses, tiles and characters. Abilities are lists of effects, so new characters need no code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from byways import game
from byways.components import Flaw, Words
from byways.i18n import ENGLISH, Message, Speaker, catalogue, languages_of

Amount = Annotated[int, Meta(ge=0, le=60)]
Key = Annotated[str, Meta(pattern="^[a-z][a-z-]*$")]
WeaponName: TypeAlias = Literal["dagger", "pistol", "rifle"]
Symbol: TypeAlias = Literal["tepee", "cactus", "rock", "none"]
PACKS = "ABCDEF"
SYMBOLS = ("tepee", "cactus", "rock", "coin")  # named in the catalogues, but not components
LANGUAGES = languages_of(str(__package__))
PACK_SIZE = 5
DECK_SIZE = 15


class Detail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value inside a part, which states the provenance."""


class Start(game.Part, frozen=True):
    """Money and cards at the start, and the cost of changing cards."""

    money: Amount
    hand: Annotated[int, Meta(ge=1, le=5)]
    change: Amount


class Arrivals(game.Part, frozen=True):
    """The values of the arrival tiles, the price of a herd On the Road, and the end tile's reward."""

    tiles: tuple[Amount, Amount, Amount, Amount]
    on_the_road: Amount
    reward: Amount


if TYPE_CHECKING:

    class Named(game.Part, frozen=True, kw_only=True):
        """A part named in the catalogues. A custom file may name it differently, in any language: `fr = "Hacienda"`."""

else:
    NAMES = [(language, Words, "") for language in LANGUAGES if language != ENGLISH]
    Named = msgspec.defstruct("Named", NAMES, bases=(game.Part,), module=__name__, frozen=True, kw_only=True)


class Weapon(Named, frozen=True, kw_only=True):
    name: WeaponName
    en: Words = ""
    price: Amount
    bargain: Amount
    value: Amount
    resale: Amount
    supply: tuple[Amount, Amount, Amount]


class CaravanCard(Detail, frozen=True):
    symbol: Symbol
    white: Annotated[int, Meta(ge=0, le=4)] = 0
    black: Annotated[int, Meta(ge=0, le=4)] = 0

    def __post_init__(self) -> None:
        if not self.white + self.black:
            raise Flaw("flaw.no-herds")

    def herds(self, language: str) -> str:
        counted = ("herds.white", self.white), ("herds.black", self.black)
        return ", ".join(speaker(language).say(Message(name, {"count": count})) for name, count in counted if count)


class Bonus(Detail, frozen=True):
    """What a place lets its player do. The fields after `do` apply only to some bonuses."""

    do: Literal["play", "character", "move", "bargain", "rob", "find", "under", "ford"]
    whose: Literal["own", "any"] = "own"
    amount: Amount = 0
    weapon: WeaponName = "dagger"


class Place(Named, frozen=True, kw_only=True):
    name: Key
    en: Words = ""
    signpost: bool
    bonus: Bonus
    says: Words
    cards: tuple[CaravanCard, ...]


class Destination(Detail, frozen=True):
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


class Face(Detail, frozen=True):
    counts: Literal["cards", "places", "highest", "lowest"]
    says: Words


class Ends(game.Part, frozen=True):
    """Two tiles with two faces each: the first is about caravan cards, the second about characters' values."""

    faces: tuple[Face, Face, Face, Face]

    def __post_init__(self) -> None:
        about = [face.counts in ("highest", "lowest") for face in self.faces]
        if about != [False, False, True, True]:
            raise Flaw("flaw.faces")


class Effect(Detail, frozen=True, tag=str.lower, tag_field="do"):
    """One thing that an activated character does."""


class Earn(Effect, frozen=True):
    """Money, once or for each thing that `per` counts."""

    amount: Amount
    per: Literal[
        "", "armed", "unarmed opponents", "opponents", "strong opponents", "activated", "cards", "place", "herds", "first", "nobody armed"
    ] = ""
    most: Amount = 60
    value: Amount = 0
    place: str = ""


class Take(Effect, frozen=True):
    """Take up to `count` cards, from any place or from `places`, with at most `herds` herds (0: no limit), then sell and keep them."""

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
    """Take a weapon from an opposing character still to come."""


class Unload(Effect, frozen=True):
    """Move the character's own weapons to its player's reserve."""


class Rob(Effect, frozen=True):
    """Take money from an opponent who has a character still to come."""

    amount: Amount


class Call(Effect, frozen=True):
    """Bring one of the player's characters, with its weapons, from another caravan to the end of the line."""


AnyEffect: TypeAlias = Earn | Take | TakeWeapon | Seize | Unload | Rob | Call


class Plus(Detail, frozen=True):
    place: str
    step: Amount


class Character(Named, frozen=True, kw_only=True):
    en: Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z -]*$")]  # also the key in notation, so it affects play
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
        """The character's name in notation, the same in every language."""
        return self.en.lower().replace(" ", "-")

    @property
    def covered(self) -> bool:
        """Whether the character deals with face-down cards, so that the open variant leaves it out."""
        return self.unmasks or self.beside_ally


@cache
def speaker(language: str) -> Speaker:
    return Speaker(language, (str(__package__),), ())


@cache
def catalogue_names(language: str) -> dict[str, str]:
    """Return the names of the built-in components by key."""
    found = catalogue(str(__package__), language)
    return {key: name for (key, form), name in found.names.items() if form == "name"} if found else {}


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

    def words(self, language: str) -> dict[str, str]:
        """Return the names by key, where they differ from the catalogue."""
        keys = {place.name: place for place in self.places} | {weapon.name: weapon for weapon in self.weapons}
        given = {key: getattr(part, language, "") for key, part in (keys | {who.key: who for who in self.characters}).items()}
        words = {key: name for key, name in given.items() if name}
        if language == ENGLISH:
            words = {place.name: place.name.capitalize() for place in self.places if place.name not in catalogue_names(ENGLISH)} | words
        return words | dict(self._new_cards(words, language))

    def _new_cards(self, words: Mapping[str, str], language: str) -> Iterator[tuple[str, str]]:
        """Yield the keys and names of the caravan cards whose name (place and herds) differs from the built-in card's with the same key."""
        for place in self.places:
            for nth, card in enumerate(place.cards, 1):
                key, name = f"{place.name}-{nth}", self._card(place, card, words, language)
                if catalogue_names(language).get(key) != name:
                    yield key, name

    def _card(self, place: Place, card: CaravanCard, words: Mapping[str, str], language: str) -> str:
        own = place.en if place.en != catalogue_names(ENGLISH).get(place.name) else ""
        name = words.get(place.name) or own or catalogue_names(language).get(place.name) or place.name.capitalize()
        return f"{name} ({card.herds(language)})"

    def _check_words(self) -> None:
        keys = Counter([*SYMBOLS, *(weapon.name for weapon in self.weapons), *(place.name for place in self.places)])
        keys.update(character.key for character in self.characters)
        if doubled := [key for key, count in keys.items() if count > 1]:
            raise Flaw("flaw.same-name", name=doubled[0])
        parts: tuple[Place | Character | Face, ...] = (*self.places, *self.characters, *self.ends.faces)
        for says in [part.says for part in parts]:
            try:
                says.format(**catalogue_names(ENGLISH) | self.words(ENGLISH))
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
