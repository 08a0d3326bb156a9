"""The table's own words: its catalogue, and one voice for each language and game.

The viewer's language is known here only by its code; `visitors.language_of` decides it for a request.
"""

from __future__ import annotations

from functools import lru_cache

from byways.complaint import HOUSE_WORDS
from byways.game import Game
from byways.speech import ENGLISH, Message, Sentence, Speaker, Value, catalogue

TABLE_WORDS = "byways.table"


class Voice:
    """Says the table's messages in one language; with a game also that game's, with the names of its seats and components."""

    def __init__(self, language: str, game: Game | None = None) -> None:
        places = (TABLE_WORDS, HOUSE_WORDS) if game is None else (game.room, TABLE_WORDS, HOUSE_WORDS)
        names = {} if game is None else game.words.get(language_in(game, language), {})
        seats, own = (game.seat_names, game.renamed) if game else ((), ())
        self.speaker = Speaker(language, places, seats, lambda key, form: names.get(key), own)
        self.page_language = language if catalogue(TABLE_WORDS, language) else ENGLISH  # what is not translated is said in English
        self._labels: dict[str, str] = {}

    def say(self, name: str, /, **values: Value) -> str:
        """A message of the table; those without values are worded once."""
        if values:
            return self.word(Message(name, values))
        if name not in self._labels:
            self._labels[name] = self.word(Message(name))
        return self._labels[name]

    def word(self, sentence: Sentence) -> str:
        return self.speaker.say(sentence)


@lru_cache(maxsize=256)
def voice(language: str = ENGLISH, game: Game | None = None) -> Voice:
    return Voice(language, game)


def language_in(game: Game, language: str) -> str:
    """The language in which a game is shown to a viewer: the viewer's, or the game's own if it has no other."""
    return language if language in game.languages else game.languages[0]


def inside(game: Game, sentence: Sentence) -> Value:
    """What a game says as a part of a message of the table; plain strings are English."""
    return sentence if isinstance(sentence, Message) else game.say(sentence)
