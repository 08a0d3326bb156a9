"""The contract every game keeps.

A game is a card (`Game`) and a few frozen values: a `Position` is all there is, a `View` is what one seat may know of it, a `Choice` is
what a seat may do, a `Chance` is what dice and decks may do, an `Event` tells what happened, an `Outcome` says who won.
Nothing here knows any game, does any input or output, or keeps a random generator.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module, resources
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Any, ClassVar, Literal, Self, TypeAlias, TypeVar

import msgspec

Value: TypeAlias = str | int | float | bool


@cache
def part(room: str, name: str) -> Any:
    """A module of a game's room, loaded when first asked for; a room of one module is its own part."""
    module = import_module(room)
    return import_module(f"{room}.{name}") if hasattr(module, "__path__") else module


class Complaint(ValueError):
    """Something from outside was wrong; the message is a sentence for the person who sent it."""


class Malformed(Complaint):
    """A text that cannot be read: no choice of this game is written so."""


class Illegal(Complaint):
    """A choice that reads well and is not allowed here and now."""


class Refused(Complaint):
    """Options, components or a set-up that no game can be played with."""


class Choice(msgspec.Struct, frozen=True, tag=str.lower, tag_field="choice"):
    """One small step of a seat. `str(choice)` is its notation, which reads back without the position."""

    @property
    def sentence(self) -> str:
        """The choice in words, as an instruction: 'Slide row 2 to the left'. As all sentences it is said by `Game.say`."""
        raise NotImplementedError


class Chance(msgspec.Struct, frozen=True):
    """A die or a card that is due: what may come, how likely, and who sees what came (None: everybody; empty: nobody)."""

    name: str
    what: tuple[str, ...]
    weights: tuple[int, ...]
    seen_by: tuple[int, ...] | None = None

    def seen(self, seat: int | None) -> bool:
        return self.seen_by is None or seat in self.seen_by

    def draw(self, rng: Random) -> str:
        return rng.choices(self.what, self.weights)[0]


class Event(msgspec.Struct, frozen=True):
    """Something that happened, in words for `Game.say`, and the pieces concerned by their ids in drawings.

    It is told to the seats in `to` (None: everybody); all others are told `otherwise`, or nothing.
    """

    name: str
    sentence: str
    pieces: tuple[str, ...] = ()
    values: dict[str, Value] = {}
    to: tuple[int, ...] | None = None
    otherwise: Event | None = None

    def told(self, seat: int | None) -> Event | None:
        if self.to is None or seat in self.to:
            return msgspec.structs.replace(self, to=None, otherwise=None)
        return self.otherwise.told(seat) if self.otherwise else None


Tell: TypeAlias = list[Event] | None


class Outcome(msgspec.Struct, frozen=True):
    """How it ended: a place for every seat (1 is best, ties share), why, what the rules call it, scores where there are any."""

    places: tuple[int, ...]
    reason: str
    title: str = ""
    scores: tuple[float, ...] | None = None
    removed: tuple[int, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1 and seat not in self.removed)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be chosen before a game; each game has a subclass whose fields have defaults."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a game's components; `printed` is a known fact, `reconstruction` was made for Byways."""

    provenance: Literal["printed", "reconstruction"]
    source: str


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game is played with: its fields are parts. What must hold is checked in `__post_init__` of a part or of the whole, which
    raises a ValueError with the reason."""


C = TypeVar("C", bound=Components)


def read_components(kind: type[C], text: str) -> C:
    """Components from the text of a file; what is wrong is refused with line and reason."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise Refused(f"The components are wrong in line {line_of(path.strip('`'), text)}: {reason}.") from None
    except msgspec.DecodeError as error:
        raise Refused(f"The components cannot be read: {error}.") from None


def line_of(path: str, text: str) -> int:
    """The line of a TOML text where a path such as `$.cards[2].fields` begins, or as much of it as has a line of its own."""
    wanted, best, table, counts = re.sub(r"^\$\.?", "", path), (0, 1), "", Counter[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[(\[?)([^\]]+)\]", line):
            table = header[2].strip() + (f"[{counts[header[2]]}]" if header[1] else "")
            counts[header[2]] += 1
            here = table
        elif key := re.match(r"\s*([\w\-\"]+)\s*=", line):
            here = f"{table}.{key[1]}".strip(".").replace('"', "")
        else:
            continue
        if wanted == here or re.match(re.escape(here) + r"[.\[]", wanted):
            best = max(best, (len(here), number))
    return best[1]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that was dealt before the first choice, secrets included: the whole of it goes into the record."""


class View(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """All that one seat (None: a spectator) may know, whatever it has seen included. `act` are its own tentative steps."""

    room: ClassVar[str]

    seat: int | None
    awaited: tuple[int, ...]
    choices: tuple[Any, ...] = ()
    act: tuple[Any, ...] = ()
    removed: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def prompt(self) -> str:
        """One line that says what is expected of this seat now, or what it waits for, in words for `Game.say`."""
        raise NotImplementedError

    def imagine(self, rng: Random) -> Position:
        """A position that looks just like this to this seat, the hidden rest as likely as the deal makes it."""
        position: Position = part(self.room, "view").imagine(self, rng)
        return position


class Position(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """All there is at one moment of a game. At any time seats are awaited, or a chance is due, or there is an outcome.

    `acts` are the tentative steps of each seat: everything else is the common part, which no tentative step changes. The methods are the
    front doors to the plain functions of the game's room, where `rules` has `offer`, `after` and `without`, and if the game needs them
    `came`, `shown` and `why_not`, and `view` has `view` and `imagine`.
    """

    room: ClassVar[str]

    acts: tuple[tuple[Any, ...], ...]
    awaited: tuple[int, ...]
    removed: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def chance(self) -> Chance | None:
        return None

    def view(self, seat: int | None) -> View:
        view: View = part(self.room, "view").view(self, seat)
        return view

    def choices(self, seat: int) -> tuple[Any, ...]:
        """The legal choices of a seat, none if it is not awaited; made once for each position."""
        made: dict[int, tuple[Any, ...]] = self.__dict__.setdefault("made", {})
        if seat not in made:
            made[seat] = part(self.room, "rules").offer(self, seat) if seat in self.awaited else ()
        return made[seat]

    def choose(self, seat: int, choice: Choice, tell: Tell = None) -> Self:
        rules = part(self.room, "rules")
        if choice in self.choices(seat):
            after: Self = rules.after(self, seat, choice, tell)
            return after
        if seat not in self.awaited:
            raise Illegal(f"Seat {seat} is not awaited now{self._awaiting()}.")
        raise Illegal(getattr(rules, "why_not", why_not)(self, seat, choice))

    def happen(self, what: str, tell: Tell = None) -> Self:
        due = self.chance
        if due is None:
            raise Illegal(f"No chance is due, so '{what}' cannot happen{self._awaiting()}.")
        if what not in due.what:
            raise Illegal(f"'{what}' cannot come: {due.name} is one of {', '.join(due.what)}.")
        came: Self = part(self.room, "rules").came(self, what, tell)
        return came

    def undo(self, seat: int) -> Self:
        """Take back a seat's own latest tentative step; before it, the seat was awaited."""
        if not 0 <= seat < len(self.acts) or not self.acts[seat]:
            raise Illegal(f"Seat {seat} has nothing to take back: its last act is final.")
        acts, awaited = put(self.acts, seat, self.acts[seat][:-1]), tuple(sorted({*self.awaited, seat}))
        return msgspec.structs.replace(self, acts=acts, awaited=awaited)

    def remove(self, seat: int, tell: Tell = None) -> Self:
        """A seat goes: its tentative steps are dropped, and the game says what else it costs."""
        if not 0 <= seat < len(self.acts) or seat in self.removed:
            raise Illegal(f"Seat {seat} cannot go: it is not in this game.")
        if self.outcome is not None:
            raise Illegal(f"Seat {seat} cannot go: the game is over.")
        acts, removed = put(self.acts, seat, ()), tuple(sorted((*self.removed, seat)))
        left: Self = part(self.room, "rules").without(msgspec.structs.replace(self, acts=acts, removed=removed), seat, tell)
        return left

    def shown(self, seat: int, choice: Choice, to: int | None) -> str | None:
        """How a choice that `seat` makes here reads to another seat once it is final (None: not at all)."""
        shown: str | None = getattr(part(self.room, "rules"), "shown", openly)(self, seat, choice, to)
        return shown

    def _awaiting(self) -> str:
        if self.outcome is not None:
            return ": the game is over"
        if self.chance is not None:
            return f": {self.chance.name} is due first"
        return f"; awaited: {', '.join(f'seat {seat}' for seat in self.awaited)}"


def openly(position: Position, seat: int, choice: Choice, to: int | None) -> str | None:
    """Most choices are seen as they are."""
    return str(choice)


def why_not(position: Position, seat: int, choice: Choice) -> str:
    """Where a game cannot name the rule that an illegal choice breaks, say what would be possible."""
    choices = position.choices(seat)
    return f"'{choice}' is not possible here. Possible: {', '.join(map(str, choices[:6]))}{' …' if len(choices) > 6 else ''}."


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """A copy of a tuple with one item changed."""
    return (*values[:index], value, *values[index + 1 :])


class Player:
    """Answers for a seat from its view alone. A sequence answers a whole act as long as nothing new is shown in between."""

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        """`deadline` is a moment of `time.monotonic()`."""
        raise NotImplementedError


Bot: TypeAlias = Callable[[Random], Player]


class Drawing(str):
    """A picture as SVG text; a notebook shows it."""

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Game:
    """The card of a game, and the way to its parts, which are loaded when they are asked for.

    `room` is a package with the modules `components`, `state`, `rules`, `view`, `draw` and `bots`, or one module that has it all.
    """

    name: str
    title: str
    summary: str
    credit: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    version: int
    room: str
    seat_names: tuple[str, ...]
    bot_names: tuple[str, ...]  # weakest first; on the card, so that listing games loads no room
    options: type[Options] = Options
    own: Any = None  # somebody's own components, instead of the built-in ones
    languages: tuple[str, ...] = ("en",)  # that the names of its components come in, the usual one first

    GROUP: ClassVar[str] = "byways.games"

    def part(self, name: str) -> Any:
        return part(self.room, name)

    def using(self, components: str) -> Game:
        """The same game with somebody's own components, from the text of a file."""
        return replace(self, own=read_components(self.part("components").Components, components))

    def with_components(self, data: dict[str, Any]) -> Game:
        """The same game with somebody's own components, as a record keeps them."""
        try:
            return replace(self, own=msgspec.convert(data, self.part("components").Components))
        except msgspec.ValidationError as error:
            raise Refused(f"These are no components of {self.title}: {error}.") from None

    @property
    def components_text(self) -> str:
        """The built-in components, as a file to start from; a room of one module has them as defaults."""
        if not hasattr(import_module(self.room), "__path__"):
            return ""
        return resources.files(self.room).joinpath("components.toml").read_text("utf-8")

    @cached_property
    def components(self) -> Any:
        return self.own if self.own is not None else read_components(self.part("components").Components, self.components_text)

    @property
    def digest(self) -> str:
        """Names the components in a record: equal files give equal digests."""
        return hashlib.sha256(msgspec.json.encode(self.components, order="deterministic")).hexdigest()[:16]

    def read_options(self, given: Mapping[str, Any]) -> Options:
        """Options from texts or JSON values; a wrong name or value is refused with what was expected."""
        known = {field.name for field in msgspec.structs.fields(self.options)}
        if strange := sorted(set(given) - known):
            raise Refused(f"{self.title} has no option '{strange[0]}'; it has {', '.join(sorted(known)) or 'none'}.")
        try:
            return msgspec.convert(dict(given), self.options, strict=False)
        except msgspec.ValidationError as error:
            raise Refused(f"{self.title}: wrong option: {error}.") from None

    def deal(self, seats: int, rng: Random, options: Options | None = None) -> Setup:
        least, most = self.seats
        if not least <= seats <= most:
            raise Refused(f"{self.title} is for {least} to {most} players, not for {seats}.")
        setup: Setup = self.part("rules").deal(self.components, options or self.options(), seats, rng)
        return setup

    def redeal(self, setup: Setup, seat: int | None, rng: Random) -> Setup:
        """The same set-up as far as `seat` may know, with what is hidden from it dealt anew; a game without secrets at set-up has none."""
        rules = self.part("rules")
        dealt: Setup = rules.redeal(self.components, setup, seat, rng) if hasattr(rules, "redeal") else setup
        return dealt

    def start(self, setup: Setup) -> Position:
        """The first position of a set-up; one that breaks the rules of set-up is refused."""
        position: Position = self.part("rules").start(self.components, setup)
        return position

    def parse(self, text: str) -> Choice:
        """A choice from its notation, or `Malformed`."""
        choice: Choice = self.part("rules").parse(text)
        return choice

    @property
    def setup_type(self) -> type[Setup]:
        setup: type[Setup] = self.part("state").Setup
        return setup

    @property
    def view_type(self) -> type[View]:
        view: type[View] = self.part("view").View
        return view

    @property
    def bots(self) -> Mapping[str, Bot]:
        bots: Mapping[str, Bot] = self.part("bots").BOTS
        return bots

    def draw(self, view: View, name: str = "board", language: str | None = None) -> Drawing:
        """The view as SVG whose ids begin with `name`; a room with names in one language is not told which."""
        return Drawing(self.part("draw").draw(view, name, *self._spoken(language)))

    def text(self, view: View, language: str | None = None) -> str:
        """The view for a terminal or a screen reader."""
        text: str = self.part("draw").text(view, *self._spoken(language))
        return text

    def say(self, sentence: str, language: str | None = None) -> str:
        """A sentence of a choice, an event, a prompt or an outcome: `{0}`, `{1}` … are the seats, and where names come in several
        languages, `{key}` is the name of a component."""
        return sentence.format(*self.seat_names, **self.words[self.language(language)])

    def language(self, wanted: str | None = None) -> str:
        """A language of this game, the usual one where none is asked for."""
        if wanted not in (None, *self.languages):
            raise Refused(f"{self.title} has no names in '{wanted}'; it has {', '.join(self.languages)}.")
        return wanted or self.languages[0]

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The names of the components by their keys, for each language."""
        if len(self.languages) == 1:
            return {self.languages[0]: {}}
        words: Mapping[str, Mapping[str, str]] = self.components.words
        return words

    def _spoken(self, language: str | None) -> tuple[str, ...]:
        return (self.language(language),) if len(self.languages) > 1 else ()

    @property
    def page(self) -> str:
        """The rules as implemented, in Markdown."""
        return resources.files(self.room).joinpath("page.md").read_text(encoding="utf-8")


def cards() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=Game.GROUP))}


def all_games() -> list[Game]:
    """Every game there is on this machine, ours and others'."""
    return [point.load() for point in cards().values()]


def find_game(name: str) -> Game:
    found = cards()
    if name not in found:
        raise Refused(f"There is no game '{name}'; there are {', '.join(found)}.")
    card: Game = found[name].load()
    return card


def stream(seed: int | str, name: str) -> Random:
    """One of the named streams of a seed: 'set-up', 'chance', 'seat 0' …"""
    return Random(f"{seed}/{name}")
