"""Messages, and how catalogues put them into words: one for each place that speaks and each language.

A message has a stable name and named values. A catalogue is a gettext file whose ids are those names; its texts say where the values go
and in which form: `{seat:seat} takes {card:the}`. Where a count decides between singular and plural, `msgid_plural` names the value that
counts.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from functools import cache, cached_property
from importlib import import_module, resources
from string import Formatter
from typing import TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from babel import Locale

Value: TypeAlias = "str | int | float | bool | Message | tuple[str | int | Message, ...]"
Names: TypeAlias = Callable[[str, str], str | None]  # something's name in one of its forms: ("ranch", "the") is "the Ranch"

Pieces: TypeAlias = "tuple[tuple[str, str | None, str], ...]"  # words, each followed by the name of a value and its form, or by the end

ENGLISH = "en"
CHOICE = "choose."  # what the names of choices begin with
IN_ENGLISH = ("due", "says")  # forms whose keys are English already: what a chance is called, what components say


class Message(msgspec.Struct, frozen=True, gc=False):
    """Something to say, by its name and named values: numbers, names of components, places, or other messages.

    The text says what a value is: `{who:seat}` is the name of a seat, `{card:name}` the name of a component.
    """

    name: str
    values: dict[str, Value] = {}

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.values.items())))

    def __str__(self) -> str:
        """For tracebacks and tests; people are told by `Game.say`."""
        return f"{self.name} {self.values}" if self.values else self.name


Sentence: TypeAlias = str | Message  # a string is English, from games without a catalogue and records older than catalogues


class Text(msgspec.Struct, frozen=True):
    """A message in one language: one text, or one for each plural form, chosen by the value `counted`."""

    forms: tuple[str, ...]
    counted: str = ""


class Catalogue:
    """The messages and names of one place in one language."""

    def __init__(self, language: str, data: bytes) -> None:
        from gettext import c2py

        from babel.messages.pofile import read_po

        found = read_po(io.BytesIO(data), locale=language)
        self.plural: Callable[[int], int] = c2py(found.plural_expr)
        self.texts: dict[str, Text] = {}
        self.names: dict[tuple[str, str], str] = {}  # by key and form
        for entry in found:
            if not entry.id or not entry.string:
                continue
            if entry.context:
                self.names[str(entry.id), entry.context] = str(entry.string)
            elif isinstance(entry.id, str):
                self.texts[entry.id] = Text((str(entry.string),))
            else:
                self.texts[entry.id[0]] = Text(tuple(map(str, entry.string)), entry.id[1])

    def text(self, message: Message) -> str | None:
        """The text of a message, before its values are filled in."""
        found = self.texts.get(message.name)
        if found is None:
            return None
        count = message.values.get(found.counted)
        return found.forms[self.plural(count) if isinstance(count, int) else 0]


@cache
def languages_of(place: str) -> tuple[str, ...]:
    """The languages in which a package has a catalogue, English first, whether it has one or not."""
    folder = resources.files(place).joinpath("catalogues") if hasattr(import_module(place), "__path__") else None
    found = sorted(one.name for one in folder.iterdir()) if folder is not None and folder.is_dir() else []
    return (ENGLISH, *(name.removesuffix(".po") for name in found if name.endswith(".po") and name != f"{ENGLISH}.po"))


def understood(wishes: Iterable[str], offered: Collection[str]) -> str:
    """The first of somebody's wishes that is offered, else English: `de-AT` wishes for `de`, `it_IT.UTF-8` for `it`."""
    return next((code for wish in wishes if (code := re.split(r"[^a-z]", wish.lower())[0]) in offered), ENGLISH)


@cache
def catalogue(place: str, language: str) -> Catalogue | None:
    """The catalogue of a package, if it has one in this language: `catalogues/LANGUAGE.po`."""
    if not hasattr(import_module(place), "__path__"):
        return None
    try:
        return Catalogue(language, resources.files(place).joinpath("catalogues", f"{language}.po").read_bytes())
    except FileNotFoundError:
        return None


class Speaker:
    """Puts messages into words for one language: `places` are asked for a text or a name in turn, then `names` for a name. Places do not
    know the names of `own` keys. What is not translated is said in English, with the names of the language."""

    def __init__(
        self,
        language: str,
        places: Sequence[str],
        seats: Sequence[str],
        names: Names = lambda key, form: None,
        own: Collection[str] = (),
    ) -> None:
        self.language, self.places, self.seats, self.names, self.own = language, places, seats, names, own
        self.people: Sequence[str] = ()
        self.known: dict[str, tuple[str, Pieces]] = {}
        self.english = Speaker(ENGLISH, places, seats, own=own) if language != ENGLISH else None

    def naming(self, people: Sequence[str]) -> Speaker:
        """The same words, with the names of people for their seats; an empty one stands for nobody."""
        if not any(people):
            return self
        named = copy(self)
        named.people = people
        named.__dict__.pop("seat_names", None)
        return named

    @cached_property
    def catalogues(self) -> list[Catalogue]:
        """Read when something is said: most commands say nothing."""
        return [found for place in self.places if (found := catalogue(place, self.language))]

    def say(self, sentence: Sentence) -> str:
        if isinstance(sentence, str):
            return sentence
        language, parts = self.known.get(sentence.name) or self.learn(sentence)
        said = []
        for words, name, form in parts:
            said.append(words)
            if name is not None:
                said.append(self.worded(sentence.values[name], form, language))
        return "".join(said)

    def learn(self, message: Message) -> tuple[str, Pieces]:
        """The language and the pieces of a message's text, to be remembered where it is the same for all values."""
        language, text = self.text(message)
        found = language, pieces(text)
        if any(one.texts.get(message.name) == Text((text,)) for one in self.catalogues):
            self.known[message.name] = found
        return found

    def worded(self, value: Value, form: str, language: str) -> str:
        """A value in a text of some language: `{who:seat}` is a seat, `{card:name}` or another form is a component, `{n}` is as it is, and
        so is each of `{choices:each}`; `{text:says}` is what a component says it does, with the names in it; `{title:title}` is the
        title of the game that speaks, `{which:part}` a part of its components."""
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, tuple | list):
            if form == "each":  # notations, which belong to no language
                return ", ".join(map(str, value))
            return together([self.worded(item, form, language) for item in value], language)
        if form == "seat" and isinstance(value, int):
            return self.seat_names[value] if 0 <= value < len(self.seats) else f"Seat {value}"
        if form == "title":
            return self.on_card("title", str(value))
        if form == "part":
            return self.translated(str(value), form).replace("_", " ")
        if form == "says":
            return self.fill(self.form(str(value), form))
        return self.form(str(value), form) if form else str(value)

    def fill(self, text: str) -> str:
        """A plain string: `{0}`, `{1}` … are seats, and `{key}` is the name of a component."""
        return Formatter().vformat(text, self.seat_names, Named(self))

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        people = (*self.people, *[""] * len(self.seats))
        return tuple(person or self.translated(name, "seat") for name, person in zip(self.seats, people, strict=False))

    def on_card(self, what: str, english: str) -> str:
        """What a game's card says in English of its `title`, `summary`, `credit` or `seating`."""
        return next((one.texts[f"card.{what}"].forms[0] for one in self.translations if f"card.{what}" in one.texts), english)

    def translated(self, english: str, form: str) -> str:
        """The name of a seat, of a part of the components or of a kind of game, which a game's card or source has in English."""
        return next((one.names[english, form] for one in self.translations if (english, form) in one.names), english)

    @property
    def translations(self) -> Sequence[Catalogue]:
        """Catalogues of what is in English already: none is read for English."""
        return () if self.language == ENGLISH else self.catalogues

    def text(self, message: Message) -> tuple[str, str]:
        """The text of a message, before its values are filled in, and its language; a choice without one is said by its name and parts."""
        for one in self.catalogues:
            if text := one.text(message):
                return self.language, text
        if self.english is not None:
            return self.english.text(message)
        if message.name.startswith(CHOICE):
            return self.language, " ".join([message.name.removeprefix(CHOICE).capitalize(), *(f"{{{name}}}" for name in message.values)])
        raise LookupError(f"There are no words for '{message.name}' in '{self.language}'.")

    def has(self, name: str) -> bool:
        return any(name in one.texts for one in self.catalogues) or bool(self.english and self.english.has(name))

    def form(self, key: str, form: str) -> str:
        """A component's name in some form; `name` if a catalogue does not have the form."""
        for wanted in (form, "name"):
            for one in self.catalogues if key not in self.own else ():
                if (key, wanted) in one.names:
                    return one.names[key, wanted]
            if found := self.names(key, wanted):
                return found
        if self.english is not None:
            return self.english.form(key, form)
        if form in IN_ENGLISH:
            return key
        raise LookupError(f"There is no name for '{key}' in '{self.language}'.")


class Named(dict[str, str]):
    """The names of components by their keys."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker

    def __missing__(self, key: str) -> str:
        return self.speaker.form(key, "name")


def together(items: Sequence[str], language: str) -> str:
    """`a, b, and c`."""
    from babel.lists import format_list

    return format_list(list(items), locale=locale(language))


@cache
def locale(language: str) -> Locale:
    from babel import Locale

    return Locale.parse(language)


@cache
def pieces(text: str) -> Pieces:
    return tuple((words, name, form or "") for words, name, form, _ in Formatter().parse(text))
