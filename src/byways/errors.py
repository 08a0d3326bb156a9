"""Mistakes from outside, each in a sentence for the person who made it; `byways.game` exports these too."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol, Self, cast

from byways.i18n import ENGLISH, Message, Sentence, Speaker

HOUSE_WORDS = "byways"


@cache
def house(language: str = ENGLISH) -> Speaker:
    return Speaker(language, (HOUSE_WORDS,), ())


class Card(Protocol):
    """The part of a game's card that words its complaints."""

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


class Spoken(Exception):
    """An exception that is a sentence for people: `str` says it in English, `said` in any language. `by` is the game that it comes from:
    its room, or its card as it is played."""

    def __init__(self, sentence: Sentence, by: str | Card | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.by = sentence, by

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def said(self, language: str) -> str:
        """In one language, as far as it has the words. A room does not know names that are only in somebody's own components: it says
        their keys."""
        card = cast(Room, import_module(self.by)).GAME if isinstance(self.by, str) else self.by
        if card is None:
            return house(language).say(self.sentence)
        try:
            return card.say(self.sentence, language if language in card.languages else None)
        except LookupError:
            return Speaker(language, (card.room, HOUSE_WORDS), card.seat_names, key_as_name).say(self.sentence)

    def of(self, card: Card) -> Self:
        """The same with the names of the game that is played, if it comes from one."""
        self.by = self.by and card
        return self

    @property
    def meaning(self) -> Sentence:
        """To stand in another message."""
        return self.sentence if isinstance(self.sentence, Message) else str(self)


def key_as_name(key: str, form: str) -> str | None:
    return key if form == "name" else None


class Complaint(Spoken, ValueError):
    """Something from outside was wrong, in a sentence for the person who sent it."""


class Malformed(Complaint):
    """A text that cannot be read: no choice of this game has this notation."""


class Illegal(Complaint):
    """A readable choice that is not allowed here and now."""


class Refused(Complaint):
    """Options, components or a set-up that no game can be played with."""
