"""The contract every game keeps.

A game is a card (`Game`) and a few frozen values: a `Position` is all there is, a `View` is what one seat may know of it, a `Choice` is
what a seat may do, a `Chance` is what dice and decks may do, an `Event` tells what happened, an `Outcome` says who won.
Nothing here knows any game, does any input or output, or keeps a random generator.
"""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from importlib import resources
from importlib.metadata import EntryPoint, entry_points
from itertools import accumulate
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeAlias, cast, overload

import msgspec
from typing_extensions import TypeVar

from byways.components import Components as Components
from byways.components import Part as Part
from byways.components import flaw_in, in_play, read_components, renamed
from byways.errors import HOUSE_WORDS
from byways.errors import Complaint as Complaint
from byways.errors import Illegal as Illegal
from byways.errors import Malformed as Malformed
from byways.errors import Refused as Refused
from byways.event import Event as Event
from byways.event import Grade as Grade
from byways.event import Move as Move
from byways.event import Outcome as Outcome
from byways.event import Tally as Tally
from byways.event import Tell as Tell
from byways.event import confided as confided
from byways.event import happened as happened
from byways.event import places as places
from byways.event import proclaimed as proclaimed
from byways.event import say as say
from byways.i18n import ENGLISH, Message, Sentence, Speaker, Value, languages_of
from byways.room import find_room, room_of, rules_of, views_of
from byways.sprite import with_art

JsonObject: TypeAlias = dict[str, Any]  # as read from JSON, not yet checked
T = TypeVar("T")


class Choice(msgspec.Struct, frozen=True, tag=str.lower, tag_field="choice"):
    """One small step of a seat. `str(choice)` is its notation, its name and its parts, which can be read back without the position."""

    separator: ClassVar[str] = " "  # between its parts

    def __str__(self) -> str:
        word, parts = type(self).__name__.lower(), self.separator.join(map(str, msgspec.structs.astuple(self)))
        return f"{word} {parts}" if parts else word

    @property
    def sentence(self) -> Sentence:
        """The choice as an instruction for `Game.say`: its name and its parts, unless a game says it otherwise. Without a text in a
        catalogue that is all people read, which is enough if it is plain English."""
        return Message(f"choose.{type(self).__name__.lower()}", msgspec.structs.asdict(self))


C_co = TypeVar("C_co", bound=Choice, covariant=True, default=Choice)


class Chance(msgspec.Struct, frozen=True, gc=False):
    """A die or a card that is due: what may come, how likely, and who sees the result (None: everybody; empty: nobody)."""

    name: str
    what: tuple[str, ...]
    weights: tuple[int, ...]
    seen_by: tuple[int, ...] | None = None

    def seen(self, seat: int | None) -> bool:
        return self.seen_by is None or seat in self.seen_by

    @property
    def is_frame(self) -> bool:
        """Whether this is not random at all, but a pause that games put between steps so that people see them one by one."""
        return self.seen_by is None and self.weights == (1,)

    def draw(self, rng: Random) -> str:
        """The same as `rng.choices`, in half the time: a random number, and where it lies among the weights."""
        number = rng.random()
        if len(self.what) == 1:
            return self.what[0]
        sums = list(accumulate(self.weights))
        return self.what[bisect(sums, number * sums[-1], 0, len(sums) - 1)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be chosen before a game; each game has a subclass whose fields have defaults."""


K_co = TypeVar("K_co", bound=Components, covariant=True, default=Components)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that was dealt before the first choice, secrets included: all of it goes into the record."""


class View(msgspec.Struct, Generic[C_co], frozen=True, dict=True):
    """All that one seat (None: a spectator) may know, including what it has seen. `act` are its own tentative steps.

    These fields are the same for all games: `View(*position.header(seat), …)` fills them in. A game's own fields are given by name.
    """

    room: ClassVar[str]  # the one it is written in, unless it names another

    seat: int | None
    awaited: tuple[int, ...]
    choices: tuple[C_co, ...] = ()
    act: tuple[C_co, ...] = ()
    removed: tuple[int, ...] = ()
    outcome: Outcome | None = None

    def __init_subclass__(cls) -> None:
        cls.room = getattr(cls, "room", room_of(cls.__module__))

    @property
    def prompt(self) -> Sentence:
        """What is expected of this seat now, or what it waits for, in one line for `Game.say`."""
        if self.outcome is not None:
            return self.outcome.reason
        if self.seat in self.awaited:
            return self.expected
        return self.waiting if self.awaited else self.due

    @property
    def aim(self) -> Sentence:
        """What this seat is after and how far it is, in one line for `Game.say`; nothing where the game does not say."""
        return ""

    @property
    def no_undo(self) -> Sentence:
        """Why this seat, which has taken no tentative step, can take nothing back, in one line for `Game.say`."""
        return Message("undo.final" if self.seat in self.awaited else "undo.waiting")

    @property
    def expected(self) -> Sentence:
        """What is expected of this seat, which is awaited."""
        return Message("prompt.turn")

    @property
    def waiting(self) -> Sentence:
        """Whom this seat waits for."""
        return Message("prompt.waiting", {"seats": self.awaited})

    @property
    def due(self) -> Sentence:
        """What chance is due while nobody is awaited."""
        return Message("prompt.due")

    def token(self, seat: int) -> int:
        """The number of the token that stands for a seat in drawings (`drawing.TOKENS`), where seats may choose theirs."""
        return seat

    def imagine(self, rng: Random) -> Position:
        """A position that looks just like this to this seat, the hidden rest as likely as the deal makes it."""
        return views_of(self.room).imagine(self, rng)


class Position(msgspec.Struct, Generic[C_co], frozen=True, dict=True, kw_only=True):
    """All there is at one moment of a game. At any time seats are awaited, or a chance is due, or there is an outcome.

    `acts` are the tentative steps of each seat: everything else is the common part, which no tentative step changes. The methods call the
    plain functions of the game's room, which `byways.room` describes.

    What is worked out once for a position is kept in its `__dict__` and is no part of it: `msgspec.structs.replace` and pickle drop it. So
    only what follows from the fields may be kept there.
    """

    room: ClassVar[str]  # the one it is written in, unless it names another

    acts: tuple[tuple[C_co, ...], ...]
    awaited: tuple[int, ...]
    removed: tuple[int, ...] = ()
    outcome: Outcome | None = None

    def __init_subclass__(cls) -> None:
        cls.room = getattr(cls, "room", room_of(cls.__module__))

    @property
    def chance(self) -> Chance | None:
        return None

    def view(self, seat: int | None) -> View:
        return views_of(self.room).view(self, seat)

    def header(
        self, seat: int | None
    ) -> tuple[int | None, tuple[int, ...], tuple[C_co, ...], tuple[C_co, ...], tuple[int, ...], Outcome | None]:
        """What every view begins with. A tuple: passing these by name would double the cost of a view."""
        if seat is None:
            return None, self.awaited, (), (), self.removed, self.outcome
        return seat, self.awaited, self.choices(seat), self.acts[seat], self.removed, self.outcome

    def choices(self, seat: int) -> tuple[C_co, ...]:
        """The legal choices of a seat, none if it is not awaited; made once for each position."""
        if seat not in self.awaited:
            return ()
        kept: Any = self.__dict__
        made: tuple[C_co, ...] | None = kept.get(seat)
        if made is None:  # a cached property would take a lock, which costs more than many offers
            made = kept[seat] = rules_of(self.room).offer(self, seat)
        return made

    def choose(self, seat: int, choice: Choice, tell: Tell = None) -> Self:
        rules = rules_of(self.room)
        if choice in self.choices(seat):
            then: Self = rules.after(self, seat, choice, tell)
            return then
        if seat not in self.awaited:
            raise self._illegal("refuse.not-awaited", seat=seat, awaiting=self._awaiting())
        raise Illegal(rules.HOOKS.why_not(self, seat, choice), self.room)

    def happen(self, what: str, tell: Tell = None) -> Self:
        due = self.chance
        if due is None:
            raise self._illegal("refuse.no-chance", what=what, awaiting=self._awaiting())
        if what not in due.what:
            raise self._illegal("refuse.chance", what=what, due=due.name, possible=due.what)
        then: Self = rules_of(self.room).HOOKS.came(self, what, tell)
        return then

    def undo(self, seat: int) -> Self:
        """Take back a seat's latest tentative step; the seat is awaited again, as before it."""
        if not 0 <= seat < len(self.acts) or not self.acts[seat]:
            raise self._illegal("refuse.undo", seat=seat)
        acts, awaited = put(self.acts, seat, self.acts[seat][:-1]), tuple(sorted({*self.awaited, seat}))
        return msgspec.structs.replace(self, acts=acts, awaited=awaited)

    def remove(self, seat: int, tell: Tell = None) -> Self:
        """Remove a seat: its tentative steps are dropped, and the game says what else it costs."""
        if not 0 <= seat < len(self.acts) or seat in self.removed:
            raise self._illegal("refuse.gone", seat=seat)
        if self.outcome is not None:
            raise self._illegal("refuse.over", seat=seat)
        acts, removed = put(self.acts, seat, ()), tuple(sorted((*self.removed, seat)))
        then: Self = rules_of(self.room).without(msgspec.structs.replace(self, acts=acts, removed=removed), seat, tell)
        return then

    def shown(self, seat: int, choice: Choice, to: int | None) -> str | None:
        """How a choice that `seat` makes here reads to another seat once it is final (None: not at all)."""
        return rules_of(self.room).HOOKS.shown(self, seat, choice, to)

    def _illegal(self, name: str, **values: Value) -> Illegal:
        return Illegal(Message(name, values), self.room)

    def _awaiting(self) -> Message:
        if self.outcome is not None:
            return Message("awaiting.nobody")
        if self.chance is not None:
            return Message("awaiting.chance", {"due": self.chance.name})
        return Message("awaiting.seats", {"seats": self.awaited})


@overload
def put(values: tuple[T, T], index: int, value: T) -> tuple[T, T]: ...
@overload
def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]: ...
def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """A copy of a tuple with one item changed."""
    items = [*values]  # positions do this all the time, and no other way is as quick
    items[index] = value
    return tuple(items)


V_contra = TypeVar("V_contra", bound=View, contravariant=True, default=View)


class Player(Generic[V_contra]):
    """Answers for a seat from its view alone. A sequence answers a whole act, provided nothing new is shown in between."""

    def choose(self, view: V_contra, deadline: float) -> Choice | Sequence[Choice]:
        """`deadline` is a moment of `time.monotonic()`."""
        raise NotImplementedError


AnyPlayer: TypeAlias = Player[Any]  # for any game: it is only given views of that game
Bot: TypeAlias = Callable[[Random], AnyPlayer]


class Drawing(str):
    """A picture as SVG text; a notebook shows it."""

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Preset:
    """Options that people choose together, by one click in the lobby: what they read, in English, and for how many players at most."""

    name: str
    label: str
    options: Options
    most: int | None = None


@dataclass(frozen=True)
class Game(Generic[K_co]):
    """The card of a game, and the way to its room (`byways.room`), which is loaded on demand."""

    name: str
    title: str
    summary: str
    credit: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    room: str
    seat_names: tuple[str, ...]
    version: int = 1
    bot_names: tuple[str, ...] = ("random", "hard")  # weakest first; on the card, so that listing games loads no room
    options: type[Options] = Options
    presets: tuple[Preset, ...] = ()  # the usual one first
    kinds: tuple[str, ...] = ()  # what kind of game it is, in two or three short words: "dice", "all at once"
    seating: str = ""  # who is to take which seat, for people who set a table
    secrets: bool = True  # something is hidden from some seat, if only what others do while all act at once
    repeats: bool = False  # positions may come up again, which people are told
    own: K_co | None = field(default=None, hash=False)  # custom components, which may hold unhashable values
    own_file: str = field(default="", compare=False)  # the name of their file, for people to read
    compiled: tuple[str, ...] = ()  # modules that its bots use compiled (`byways.bots.compiled`)
    compiled_bots: tuple[str, ...] = ("hard",)  # those of its bots that use them
    commands: str | None = None  # the game's own, as `module:attribute` of a typer.Typer: only `byways NAME …` loads it
    older_digests: tuple[str, ...] = ()  # of earlier built-in components that play exactly like today's

    GROUP: ClassVar[str] = "byways.games"

    def __getstate__(self) -> dict[str, object]:
        """What was derived from the card is not sent to other processes."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def using(self, components: str, file: str = "") -> Self:
        """The same game with custom components instead of the built-in ones, from the text of a file."""
        kind = find_room(self.room).components.Components
        return replace(self, own=cast(K_co, read_components(kind, components, self.room)), own_file=file)

    def with_components(self, data: str | JsonObject) -> Self:
        """The same game with components as a record keeps them: the digest of the built-in ones, or custom ones in full."""
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
        """The same game with its built-in components."""
        return self if self.own is None else replace(self, own=None, own_file="")

    @property
    def components_text(self) -> str:
        """The built-in components, as a file to start from; a room without such a file has them as defaults."""
        file = find_room(self.room).file("components.toml")
        return file.read_text("utf-8") if file is not None else ""

    @cached_property
    def components(self) -> K_co:
        kind = find_room(self.room).components.Components
        return self.own if self.own is not None else cast(K_co, read_components(kind, self.components_text, self.room))

    @cached_property
    def digest(self) -> str:
        """Names the components in a record: components that play the same have the same digest."""
        return hashlib.sha256(msgspec.json.encode(in_play(self.components), order="deterministic")).hexdigest()[:16]

    def knows(self, digest: str) -> bool:
        """Whether a digest, current or from when words still counted, names components that play like these."""
        return digest == self.digest or (self.own is None and digest in self.older_digests)

    def read_options(self, given: Mapping[str, object]) -> Options:
        """Options from texts or JSON values; a wrong name or value is refused with what was expected."""
        known = {field.name for field in msgspec.structs.fields(self.options)}
        if strange := sorted(set(given) - known):
            name = "refuse.no-option" if known else "refuse.no-options"
            raise Refused(Message(name, {"title": self.title, "option": strange[0], "options": tuple(sorted(known))}))
        try:
            return msgspec.convert(dict(given), self.options, strict=False)
        except msgspec.ValidationError as error:
            raise Refused(Message("refuse.option", {"title": self.title, "reason": str(error)})) from None

    def deal(self, seats: int, rng: Random, options: Options | None = None) -> Setup:
        least, most = self.seats
        if not least <= seats <= most:
            raise Refused(Message("refuse.seats", {"title": self.title, "least": least, "most": most, "seats": seats}))
        return rules_of(self.room).deal(self.components, options or self.options(), seats, rng)

    def redeal(self, setup: Setup, seat: int | None, rng: Random) -> Setup:
        """The same set-up as far as `seat` may know, with what is hidden from it dealt anew."""
        return rules_of(self.room).HOOKS.redeal(self.components, setup, seat, rng)

    def standing(self, position: Position) -> Hashable | None:
        """Equal for positions that count as repeated; None for a game that does not repeat."""
        return rules_of(self.room).HOOKS.standing(position) if self.repeats else None

    def start(self, setup: Setup) -> Position:
        """The first position of a set-up; a set-up that breaks the rules is refused."""
        position: Position = rules_of(self.room).start(self.components, setup)
        return position

    def parse(self, text: str) -> Choice:
        """A choice from its notation, or `Malformed`."""
        choice: Choice = rules_of(self.room).parse(text)
        return choice

    @property
    def languages(self) -> tuple[str, ...]:
        """Those of its catalogues, English first."""
        return languages_of(self.room)

    @property
    def setup_type(self) -> type[Setup]:
        return find_room(self.room).state.Setup

    @property
    def view_type(self) -> type[View]:
        return views_of(self.room).View

    @property
    def bots(self) -> Mapping[str, Bot]:
        return find_room(self.room).players.BOTS

    def draw(self, view: View, name: str = "board", language: str | None = None, sprite: str | None = None, tall: bool = False) -> Drawing:
        """The view as SVG whose ids begin with `name`. Its art is at the address of a sprite or, without one, in itself. `tall` is for a
        screen that is higher than wide; many games have one shape for all."""
        return Drawing(self.illustrated(find_room(self.room).draw.draw(view, name, self.language(language), tall), sprite))

    def illustrated(self, svg: str, sprite: str | None = None) -> str:
        """A drawing of this game with its art, in itself or at the address of a sprite."""
        return with_art(svg, art, sprite) if (art := find_room(self.room).art) else svg

    def text(self, view: View, language: str | None = None) -> str:
        """The view for a terminal or a screen reader."""
        return find_room(self.room).draw.text(view, self.language(language))

    def say(self, sentence: Sentence, language: str | None = None) -> str:
        """A sentence in words for one viewer. In a plain string, `{0}`, `{1}` … are the seats, and `{key}` is the name of a component."""
        speaker = self.speaker(self.language(language))
        return speaker.fill(sentence) if isinstance(sentence, str) else speaker.say(sentence)

    def speaker(self, language: str) -> Speaker:
        if language not in self._speakers:
            places, names, own = (self.room, HOUSE_WORDS), self.words.get(language, {}), renamed(self.words, self.room)
            made = self._speakers[language] = Speaker(language, places, self.seat_names, lambda key, form: names.get(key), own)
            made.english = None if language == ENGLISH else self.speaker(ENGLISH)
        return self._speakers[language]

    @cached_property
    def _speakers(self) -> dict[str, Speaker]:
        return {}

    def language(self, wanted: str | None = None) -> str:
        """A language of this game, English if none is asked for."""
        if wanted not in (None, *self.languages):
            raise Refused(Message("refuse.language", {"title": self.title, "language": str(wanted), "languages": self.languages}))
        return wanted or ENGLISH

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The names that somebody has given their own components."""
        return self.own.words if self.own is not None else {}

    @property
    def page(self) -> str:
        """The rules as implemented, in Markdown."""
        return resources.files(self.room).joinpath("rules.md").read_text(encoding="utf-8")


@cache
def cards() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=Game.GROUP))}


def all_games() -> list[Game]:
    """Every game installed on this machine, ours and others'."""
    return [point.load() for point in cards().values()]


def find_game(name: str) -> Game:
    found = cards()
    if name not in found:
        raise Refused(Message("refuse.no-game", {"game": name, "games": tuple(found)}))
    card: Game = found[name].load()
    return card


def stream(seed: int | str, name: str) -> Random:
    """One of the named streams of a seed: 'set-up', 'chance', 'seat 0' …"""
    return Random(f"{seed}/{name}")
