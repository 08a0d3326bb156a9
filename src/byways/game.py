"""The contract that every game implements.

A game is a card (`Game`) and a few frozen values: a `Position` is the complete state, a `View` is what one seat may know of it, a `Choice`
is what a seat may do, a `Chance` is what dice and decks may do, an `Event` reports what happened, an `Outcome` who won.
Nothing here knows a particular game, does I/O, or holds a random generator.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import getdoc
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeAlias, cast

import msgspec
from typing_extensions import TypeVar

from byways.components import Components, Part, flaw_in, in_play, read_components, renamed
from byways.errors import COMMON_CATALOGUE, Complaint, Illegal, Malformed, Refused
from byways.event import Chance, Event, Grade, Move, Outcome, Tally, Tell, confided, happened, mark_show, places, proclaimed, say
from byways.i18n import ENGLISH, Message, Sentence, Speaker, base_language, languages_of
from byways.position import Choice, Options, Player, Position, Setup, View, put
from byways.room import find_room, rules_of, views_of
from byways.sprite import with_art

__all__ = [
    "AnyPlayer", "Bot", "Chance", "Choice", "Complaint", "Components", "Drawing", "Event", "Game", "Grade", "Illegal", "JsonObject",
    "Malformed", "Move", "Options", "Outcome", "Part", "Player", "Position", "Preset", "Refused", "Setup", "Tally", "Tell", "View",
    "all_games", "confided", "find_game", "happened", "mark_show", "places", "proclaimed", "put", "say", "stream",
]  # fmt: skip

BEYOND = re.compile(r"Expected `(?:int|float)` (?P<bound><=|>=) (?P<number>\S+) - at `\$\.(?P<option>\w+)`")

#: An object as read from JSON, not yet validated.
JsonObject: TypeAlias = dict[str, Any]


K_co = TypeVar("K_co", bound=Components, covariant=True, default=Components)


#: A player of any game. It receives only views of that game.
AnyPlayer: TypeAlias = Player[Any]
#: What makes a player from a random generator: a class of players, or a function.
Bot: TypeAlias = Callable[[Random], AnyPlayer]


class Drawing(str):
    """SVG text that notebooks display as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Preset:
    """A named set of options for the lobby: an English label, a description, the most players, and minutes unlike the card's."""

    name: str
    label: str
    options: Options
    most: int | None = None
    about: str = ""
    minutes: tuple[int, int] | None = None


@dataclass(frozen=True, repr=False)
class Game(Generic[K_co]):
    """A game's card. Its room (`byways.room`) is imported on demand."""

    name: str
    title: str
    summary: str
    credit: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    room: str
    seat_names: tuple[str, ...]
    version: int = 1
    bot_names: tuple[str, ...] = ("random", "hard")  # weakest first; here so that listing games imports no room
    options: type[Options] = Options
    presets: tuple[Preset, ...] = ()  # the usual one first
    kinds: tuple[str, ...] = ()  # two or three short words about the kind of game: "dice", "all at once"
    consists: str = ""  # only for a set of games: "a set of three games"
    seating: str = ""  # who takes which seat, for people who set up a table
    secrets: bool = True  # whether anything is hidden from any seat, including simultaneous choices
    repeats: bool = False  # whether positions can repeat; the table announces a repetition
    own: K_co | None = field(default=None, hash=False)  # custom components, which may contain unhashable values
    own_file: str = field(default="", compare=False)  # their file name, for display
    compiled: tuple[str, ...] = ()  # modules with kernels that numba compiles (`byways.bots.compiled`)
    compiled_bots: tuple[str, ...] = ("hard",)  # the bots that use them
    commands: str | None = None  # a typer.Typer as `module:attribute`, imported only for `byways NAME …`
    older_digests: tuple[str, ...] = ()  # digests of earlier built-in components that play exactly like the current ones

    GROUP: ClassVar[str] = "byways.games"

    def __repr__(self) -> str:
        return f"<Game {self.name}, version {self.version}{', custom components' if self.own is not None else ''}>"

    def __getstate__(self) -> dict[str, object]:
        """Pickle only the fields, not the caches."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def using(self, components: str, file: str = "") -> Self:
        """Return the game with custom components, read from TOML text."""
        kind = find_room(self.room).components.Components
        return replace(self, own=cast(K_co, read_components(kind, components, self.room)), own_file=file)

    def with_components(self, data: str | JsonObject) -> Self:
        """Return the game with the components stored in a record: the digest of built-in ones, or custom ones in full."""
        if isinstance(data, str):
            if not self.built_in.knows(data):
                raise Refused(Message("refuse.other-components", {"title": self.title}))
            return self.built_in
        try:
            own = cast(K_co, msgspec.convert(data, find_room(self.room).components.Components))
        except msgspec.ValidationError as error:
            raise Refused(Message("refuse.components", {"title": self.title, "reason": flaw_in(error) or str(error)}), self.room) from None
        return self if own == self.own else replace(self, own=own, own_file="")

    @property
    def built_in(self) -> Self:
        """The game with its built-in components."""
        return self if self.own is None else replace(self, own=None, own_file="")

    @property
    def components_text(self) -> str:
        """The text of the built-in components file; empty if the room has none."""
        file = find_room(self.room).file("components.toml")
        return file.read_text("utf-8") if file is not None else ""

    @cached_property
    def components(self) -> K_co:
        """The components: those of one's own, or those in the room."""
        kind = find_room(self.room).components.Components
        return self.own if self.own is not None else cast(K_co, read_components(kind, self.components_text, self.room))

    @cached_property
    def digest(self) -> str:
        """A hash that identifies the components in a record. Components that play the same have the same digest."""
        return hashlib.sha256(msgspec.json.encode(in_play(self.components), order="deterministic")).hexdigest()[:16]

    def knows(self, digest: str) -> bool:
        """Whether a digest, current or older, identifies components that play like these."""
        return digest == self.digest or (self.own is None and digest in self.older_digests)

    def read_options(self, given: Mapping[str, object]) -> Options:
        """Read options from strings or JSON values. Raises `Refused`, saying what was expected, for a wrong name or value."""
        known = {field.name for field in msgspec.structs.fields(self.options)}
        if strange := sorted(set(given) - known):
            name = "refuse.no-option" if known else "refuse.no-options"
            raise Refused(Message(name, {"title": self.title, "option": strange[0], "options": tuple(sorted(known))}))
        try:
            return msgspec.convert(dict(given), self.options, strict=False)
        except msgspec.ValidationError as error:
            raise Refused(Message("refuse.option", {"title": self.title, "reason": reason_of(str(error))})) from None

    def minutes_of(self, options: Options) -> tuple[int, int]:
        """Return how long a game with these options takes: the minutes of their preset, or else the card's."""
        return next((preset.minutes for preset in self.presets if preset.minutes and preset.options == options), self.minutes)

    def deal(self, seats: int, rng: Random, options: Options | None = None) -> Setup:
        """Deal a set-up for a number of seats, or raise `Refused` for wrong options. All randomness comes from `rng`.

        >>> labyrinth = find_game("labyrinth")
        >>> setup = labyrinth.deal(2, stream(7, "set-up"), labyrinth.options(rows=9, columns=9))
        >>> labyrinth.start(setup).awaited
        (0,)
        """
        least, most = self.seats
        if not least <= seats <= most:
            raise Refused(Message("refuse.seats", {"title": self.title, "least": least, "most": most, "seats": seats}))
        checked = self.options() if options is None else self.read_options(msgspec.to_builtins(options))
        return rules_of(self.room).deal(self.components, checked, seats, rng)

    def redeal(self, setup: Setup, seat: int | None, rng: Random) -> Setup:
        """Return the set-up with everything hidden from `seat` dealt again."""
        return rules_of(self.room).HOOKS.redeal(self.components, setup, seat, rng)

    def standing(self, position: Position) -> Hashable | None:
        """A value that repeated positions share; None if the game's positions do not repeat."""
        return rules_of(self.room).HOOKS.standing(position) if self.repeats else None

    def start(self, setup: Setup) -> Position:
        """Return a set-up's first position, or raise `Refused` if the set-up breaks the rules."""
        position: Position = rules_of(self.room).start(self.components, setup)
        return position

    def parse(self, text: str) -> Choice:
        """Read a choice from its notation, or raise `Malformed`.

        >>> find_game("labyrinth").parse("slide 2 up")
        Slide(index=2, direction='up')
        """
        choice: Choice = rules_of(self.room).parse(text)
        return choice

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages the game has catalogues for, English first."""
        return languages_of(self.room)

    @property
    def setup_type(self) -> type[Setup]:
        """The room's class of set-ups."""
        return find_room(self.room).state.Setup

    @property
    def view_type(self) -> type[View]:
        """The room's class of views."""
        return views_of(self.room).View

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The game's own bots by name."""
        return find_room(self.room).players.BOTS

    def draw(self, view: View, name: str = "board", language: str | None = None, sprite: str | None = None, tall: bool = False) -> Drawing:
        """Draw a view as SVG, with `name` as the prefix of its ids.

        Symbols are embedded, unless `sprite` is the URL of a sprite to refer to. `tall` requests a layout for portrait screens.
        """
        return Drawing(self.illustrated(find_room(self.room).draw.draw(view, name, self.language(language), tall), sprite))

    def illustrated(self, svg: str, sprite: str | None = None) -> str:
        """Embed the symbols that a drawing of this game uses, or refer to a sprite."""
        return with_art(svg, art, sprite) if (art := find_room(self.room).art) else svg

    def text(self, view: View, language: str | None = None) -> str:
        """Return a view as text for a terminal or a screen reader."""
        return find_room(self.room).draw.text(view, self.language(language))

    def say(self, sentence: Sentence, language: str | None = None) -> str:
        """Put a sentence into words. In a plain string, `{0}` is the name of seat 0, and `{key}` the name of a component."""
        speaker = self.speaker(self.language(language))
        return speaker.fill(sentence) if isinstance(sentence, str) else speaker.say(sentence)

    def speaker(self, language: str) -> Speaker:
        """Return the speaker that words the game's messages in a language."""
        if language not in self._speakers:
            places, names = (self.room, COMMON_CATALOGUE), self.words(language)
            own = renamed({ENGLISH: self.words(ENGLISH), language: names}, self.room)
            speaker = self._speakers[language] = Speaker(language, places, self.seat_names, lambda key, form: names.get(key), own)
            speaker.english = None if language == ENGLISH else self.speaker(ENGLISH)
        return self._speakers[language]

    @cached_property
    def _speakers(self) -> dict[str, Speaker]:
        return {}

    def language(self, wanted: str | None = None) -> str:
        """Return the wanted language, or English by default: `fr` for `fr-CA`. Raises `Refused` if the game lacks it."""
        if wanted is None or wanted in self.languages:
            return wanted or ENGLISH
        if (found := base_language(wanted)) in self.languages:
            return found
        raise Refused(Message("refuse.language", {"title": self.title, "language": wanted, "languages": self.languages}))

    def words(self, language: str) -> Mapping[str, str]:
        """Return the names that custom components define in a language, by key."""
        return self.own.words(language) if self.own is not None else {}

    @property
    def page(self) -> str:
        """The rules as implemented, in Markdown: the room's `rules.md`, or its module docstring."""
        if file := find_room(self.room).file("rules.md"):
            return file.read_text(encoding="utf-8")
        return f"# {self.title}\n\n{getdoc(import_module(self.room)) or self.summary}\n"


@cache
def cards() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=Game.GROUP))}


def all_games() -> list[Game]:
    """Return every installed game, including games from other packages."""
    return [point.load() for point in cards().values()]


def find_game(name: str) -> Game:
    """Return an installed game by name, or raise `Refused` with the installed names.

    >>> find_game("labyrinth")
    <Game labyrinth, version 1>
    """
    found = cards()
    if name not in found:
        raise Refused(Message("refuse.no-game", {"game": name, "games": tuple(found)}))
    card: Game = found[name].load()
    return card


def reason_of(error: str) -> Sentence:
    """Return what is wrong with an option, given the error of its validation."""
    found = BEYOND.fullmatch(error)
    if found is None:
        return error
    name = "option.at-most" if found["bound"] == "<=" else "option.at-least"
    return Message(name, {"option": found["option"], "number": found["number"]})


def stream(seed: int | str, name: str) -> Random:
    """Return a random generator for one named stream of a seed: 'set-up', 'chance', 'seat 0' …"""
    # Python hashes a string seed with SHA-512: streams are independent, and the same on every platform.
    return Random(f"{seed}/{name}")
