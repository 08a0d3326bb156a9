"""Messages, and the catalogues that put them into words: one per package and language.

A message has a stable name and named values. A catalogue is a gettext file whose ids are those names; its texts say where the values go
and in which form: `{seat:seat} takes {card:the}`. In plural entries, `msgid_plural` names the value that selects the form.
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
Names: TypeAlias = Callable[[str, str], str | None]  # a name by key and form: ("ranch", "the") is "the Ranch"

Pieces: TypeAlias = "tuple[tuple[str, str | None, str], ...]"  # literal text, each followed by a value's name and form, or None at the end

ENGLISH = "en"
CHOICE = "choose."  # the prefix of the names of choices
SEAT_FORMS = ("seat", "the", "initial")  # of the number of a seat
IN_ENGLISH = ("due", "says")  # forms whose keys are English texts: names of chances, texts of components
SEPARATORS = {"each": ", ", "sentences": ". "}  # of lists without "and": notations, which are the same in every language, and sentences
CONTRACTION = "contraction"  # the form of entries whose key is a pattern, to be replaced in whole sentences: "de Anne" by "d’Anne"


class Message(msgspec.Struct, frozen=True, gc=False):
    """A sentence as data: a name and named values, which are numbers, component keys, places, or other messages."""

    name: str
    values: dict[str, Value] = {}

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.values.items())))

    def __str__(self) -> str:
        """For tracebacks and tests; use `Game.say` for people."""
        return f"{self.name} {self.values}" if self.values else self.name


Sentence: TypeAlias = str | Message  # a string is English, from a game without a catalogue or an old record


class Text(msgspec.Struct, frozen=True):
    """The text of a message in one language. `counted` names the value whose number selects the plural form."""

    forms: tuple[str, ...]
    counted: str = ""


class Catalogue:
    """The texts and names of one package in one language."""

    def __init__(self, language: str, data: bytes) -> None:
        from gettext import c2py

        from babel.messages.pofile import read_po

        found = read_po(io.BytesIO(data), locale=language)
        self.plural: Callable[[int], int] = c2py(found.plural_expr)
        self.texts: dict[str, Text] = {}
        self.names: dict[tuple[str, str], str] = {}  # by key and form
        self.contractions: list[tuple[re.Pattern[str], str]] = []
        for entry in found:
            if not entry.id or not entry.string:
                continue
            if entry.context == CONTRACTION:
                self.contractions.append((re.compile(str(entry.id)), str(entry.string)))
            elif entry.context:
                self.names[str(entry.id), entry.context] = str(entry.string)
            elif isinstance(entry.id, str):
                self.texts[entry.id] = Text((str(entry.string),))
            else:
                self.texts[entry.id[0]] = Text(tuple(map(str, entry.string)), entry.id[1])

    def text(self, message: Message) -> str | None:
        """Return the text of a message before its values are filled in."""
        found = self.texts.get(message.name)
        if found is None:
            return None
        count = message.values.get(found.counted)
        return found.forms[self.plural(abs(count)) if isinstance(count, int) else 0]


@cache
def languages_of(place: str) -> tuple[str, ...]:
    """Return the languages in which a package has a catalogue. English is always the first."""
    folder = resources.files(place).joinpath("catalogues") if hasattr(import_module(place), "__path__") else None
    found = sorted(one.name for one in folder.iterdir()) if folder is not None and folder.is_dir() else []
    return (ENGLISH, *(name.removesuffix(".po") for name in found if name.endswith(".po") and name != f"{ENGLISH}.po"))


def best_language(wishes: Iterable[str], offered: Collection[str]) -> str:
    """Return the first wish that is offered, or English. `de-AT` counts as `de`, `it_IT.UTF-8` as `it`."""
    return next((code for wish in wishes if (code := base_language(wish)) in offered), ENGLISH)


def base_language(tag: str) -> str:
    """Return a language without its region: `es` for `es-MX`."""
    return re.split(r"[^a-z]", tag.lower())[0]


@cache
def catalogue(place: str, language: str) -> Catalogue | None:
    """Return the catalogue of a package in a language, `catalogues/LANGUAGE.po`, if it exists."""
    if not hasattr(import_module(place), "__path__"):
        return None
    try:
        return Catalogue(language, resources.files(place).joinpath("catalogues", f"{language}.po").read_bytes())
    except FileNotFoundError:
        return None


class Speaker:
    """Puts messages into words in one language.

    Texts and names come from the catalogues of `places`, in this order, then from `names`. Keys in `own` skip the catalogues. Missing
    texts fall back to English, with names in the language.
    """

    shows_indices = False  # whether an index stands beside its number, for people who type notation: row 3 (2)

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
        """Return a speaker that calls seats by people's names. A seat with an empty name keeps its own."""
        if not any(people):
            return self
        named = copy(self)
        named.people = people
        # The copy must not inherit the cached names.
        named.__dict__.pop("seat_names", None)
        return named

    @cached_property
    def catalogues(self) -> list[Catalogue]:
        """Loaded on first use, because most commands need none."""
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
        return self.contracted("".join(said))

    def contracted(self, words: str) -> str:
        """Join words that a value has brought together, by the rules of the catalogues: "de" and "Anne" become "d’Anne"."""
        for pattern, joined in self.contractions:
            words = pattern.sub(joined, words)
        return words

    @cached_property
    def contractions(self) -> list[tuple[re.Pattern[str], str]]:
        return [rule for one in self.catalogues for rule in one.contractions]

    def learn(self, message: Message) -> tuple[str, Pieces]:
        """Return the language and the parsed text of a message, cached if it has no plural forms."""
        language, text = self.text(message)
        found = language, pieces(text)
        if any(one.texts.get(message.name) == Text((text,)) for one in self.catalogues):
            self.known[message.name] = found
        return found

    def worded(self, value: Value, form: str, language: str) -> str:
        """Put a value into words by its form; `docs/words.md` lists the forms. Numbers without a form get a minus sign."""
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, tuple | list):
            if form in SEPARATORS:
                return SEPARATORS[form].join(self.worded(item, "", language) for item in value)
            return join_list([self.worded(item, form, language) for item in value], language)
        if form in SEAT_FORMS and isinstance(value, int):
            return self.seat(value, form) if 0 <= value < len(self.seats) else f"Seat {value}"
        if form == "nth" and isinstance(value, int):
            return f"{value + 1} ({value})" if self.shows_indices else str(value + 1)
        if form == "title":
            return self.on_card("title", str(value))
        if form == "part":
            return self.translated(str(value), form).replace("_", " ")
        if form == "says":
            return self.fill(self.form(str(value), form))
        if form:
            return self.form(str(value), form)
        return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int | float) else str(value)

    def seat(self, number: int, form: str) -> str:
        """Return the name of a seat: its player's, or its own in a form. An initial is always that of its own name."""
        if form == "initial":
            return self.translated(self.seats[number], form)[:1]
        has_own_name = number >= len(self.people) or not self.people[number]
        found = self.translated(self.seats[number], form) if has_own_name else ""
        return found if found and found != self.seats[number] else self.seat_names[number]

    def fill(self, text: str) -> str:
        """Fill a plain string: `{0}`, `{1}` … are seats, and `{key}` is the name of a component."""
        return Formatter().vformat(text, self.seat_names, Named(self))

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        people = (*self.people, *[""] * len(self.seats))
        return tuple(person or self.translated(name, "seat") for name, person in zip(self.seats, people, strict=False))

    def on_card(self, what: str, english: str) -> str:
        """Translate a text of a game's card: its `title`, `summary`, `credit` or `seating`."""
        return next((one.texts[f"card.{what}"].forms[0] for one in self.translations if f"card.{what}" in one.texts), english)

    def translated(self, english: str, form: str) -> str:
        """Translate the English name of a seat, a component or a kind of game."""
        return next((one.names[english, form] for one in self.translations if (english, form) in one.names), english)

    @property
    def translations(self) -> Sequence[Catalogue]:
        """The catalogues for translating English names. Empty for English, so that no catalogue is loaded."""
        return () if self.language == ENGLISH else self.catalogues

    def text(self, message: Message) -> tuple[str, str]:
        """Return the language and text of a message. A choice without a text gets its class name and fields."""
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
        """Return a component's name in a form, or in the form `name` if a catalogue lacks it."""
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


def join_list(items: Sequence[str], language: str) -> str:
    """Join with commas and the language's "and": `a, b, and c`."""
    from babel.lists import format_list

    return format_list(list(items), locale=locale(language))


@cache
def locale(language: str) -> Locale:
    from babel import Locale

    return Locale.parse(language)


@cache
def pieces(text: str) -> Pieces:
    return tuple((words, name, form or "") for words, name, form, _ in Formatter().parse(text))
