"""Mistakes from outside, each in a sentence for the person who made it; `byways.game` exports these too."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol, cast

from byways.speech import ENGLISH, Sentence, Speaker

HOUSE_WORDS = "byways"


@cache
def house(language: str) -> Speaker:
    return Speaker(language, (HOUSE_WORDS,), ())


class Card(Protocol):
    """The part of a game's card that words its complaints."""

    @property
    def languages(self) -> tuple[str, ...]: ...

    def say(self, sentence: Sentence, language: str | None = None) -> str: ...


class Room(Protocol):
    @property
    def GAME(self) -> Card: ...  # noqa: N802


class Complaint(ValueError):
    """Something from outside was wrong, in a sentence for the person who sent it: `str` says it in English, `said` in any language."""

    def __init__(self, sentence: Sentence, room: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.room = sentence, room

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def said(self, language: str) -> str:
        """In one language, as far as it has the words."""
        if not self.room:
            return house(language).say(self.sentence)
        game = cast(Room, import_module(self.room)).GAME
        return game.say(self.sentence, language if language in game.languages else None)


class Malformed(Complaint):
    """A text that cannot be read: no choice of this game has this notation."""


class Illegal(Complaint):
    """A readable choice that is not allowed here and now."""


class Refused(Complaint):
    """Options, components or a set-up that no game can be played with."""
