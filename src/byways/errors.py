"""Errors caused by input, each a sentence for people. `byways.game` exports them too."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol, Self, cast

from byways.i18n import ENGLISH, Message, Sentence, Speaker, Value

COMMON_CATALOGUE = "byways"
LONGEST = 300  # characters quoted of an input, which may be a file of any size
LONGEST_TEXT = 2000  # characters of a sentence without named values


@cache
def common_speaker(language: str = ENGLISH) -> Speaker:
    """Return the speaker for texts that belong to no game."""
    return Speaker(language, (COMMON_CATALOGUE,), ())


class Card(Protocol):
    """The part of a game's card that is needed to word its errors."""

    @property
    def room(self) -> str: ...
    @property
    def languages(self) -> tuple[str, ...]: ...
    @property
    def seat_names(self) -> tuple[str, ...]: ...
    def say(self, sentence: Sentence, language: str | None = None) -> str: ...


class Room(Protocol):
    @property
    def GAME(self) -> Card: ...  # noqa: N802


class WordedError(Exception):
    """An exception with a sentence for people: `str` in English, `in_language` in any language.

    `by` is the game it comes from: the name of its room, or its card.
    """

    def __init__(self, sentence: Sentence, by: str | Card | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.by = sentence, by

    def __str__(self) -> str:
        return self.in_language(ENGLISH)

    def in_language(self, language: str) -> str:
        """The sentence in a language, or in English if the game lacks it. Names defined only in custom components appear as keys."""
        card = cast(Room, import_module(self.by)).GAME if isinstance(self.by, str) else self.by
        if card is None:
            return common_speaker(language).say(self.sentence)
        try:
            return card.say(self.sentence, language if language in card.languages else None)
        except LookupError:
            return Speaker(language, (card.room, COMMON_CATALOGUE), card.seat_names, lambda key, form: key).say(self.sentence)

    def of(self, card: Card) -> Self:
        """Use this card's names, which may be custom, if the error comes from a game."""
        self.by = self.by and card
        return self

    @property
    def meaning(self) -> Sentence:
        """The sentence, for use as a value of another message."""
        return self.sentence if isinstance(self.sentence, Message) else str(self)


class Complaint(WordedError, ValueError):
    """Input was wrong; the sentence is for the person who sent it. Long quotations in it are cut."""

    def __init__(self, sentence: Sentence, by: str | Card | None = None) -> None:
        super().__init__(cut(sentence), by)


def cut(sentence: Sentence) -> Sentence:
    """Cut long texts in a sentence and in the messages that it contains."""
    if isinstance(sentence, str):
        return shortened(sentence, LONGEST_TEXT)
    values: dict[str, Value] = {}
    for name, value in sentence.values.items():
        values[name] = shortened(value) if isinstance(value, str) else cut(value) if isinstance(value, Message) else value
    return Message(sentence.name, values)


def shortened(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"


class Malformed(Complaint):
    """A text that is not the notation of any choice of this game."""


class Illegal(Complaint):
    """A well-formed choice that the rules do not allow now."""


class Refused(Complaint):
    """Options, components, a set-up or an argument that cannot be used."""
