"""The table's own words: its catalogue, and one voice for each language and game.

The viewer's language is known here only by its code; `visitors.language_of` decides it for a request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from byways.errors import HOUSE_WORDS
from byways.game import Game
from byways.i18n import ENGLISH, Message, Sentence, Speaker, Value, catalogue
from byways.phrases import card_words

TABLE_WORDS = "byways.table"
REMEMBERED = 512  # sentences of each voice: pages say the same ones over and over


class Voice:
    """Says the table's messages in one language; with a game also that game's, with the names of its seats and components, and those of
    the `people` who sit there."""

    def __init__(self, language: str, game: Game | None = None, people: Sequence[str] = ()) -> None:
        places = (TABLE_WORDS, HOUSE_WORDS) if game is None else (game.room, TABLE_WORDS, HOUSE_WORDS)
        names = {} if game is None else game.words.get(language_in(game, language), {})
        seats, own = (game.seat_names, game.speaker(language_in(game, language)).own) if game else ((), ())
        self.speaker = Speaker(language, places, seats, lambda key, form: names.get(key), own).naming(people)
        self.teller = None if game is None else game.speaker(language_in(game, language)).naming(people)
        self.card = None if game is None else card_words(game, language)
        self.page_language = language if catalogue(TABLE_WORDS, language) else ENGLISH  # what is not translated is said in English
        self.word: Callable[[Sentence], str] = lru_cache(REMEMBERED)(self.speaker.say)

    def say(self, name: str, /, **values: Value) -> str:
        return self.word(Message(name, values))

    def tell(self, sentence: Sentence) -> str:
        """What the game says, as `Game.say` does, with the names of people."""
        assert self.teller is not None
        return self.teller.fill(sentence) if isinstance(sentence, str) else self.teller.say(sentence)


@lru_cache(maxsize=256)
def voice(language: str = ENGLISH, game: Game | None = None, people: tuple[str, ...] = ()) -> Voice:
    return Voice(language, game, people)


def language_in(game: Game, language: str) -> str:
    """The language in which a game is shown to a viewer: the viewer's, or English if it has no words in that."""
    return language if language in game.languages else ENGLISH


def inside(game: Game, sentence: Sentence) -> Value:
    """What a game says as a part of a message of the table; plain strings are English."""
    return sentence if isinstance(sentence, Message) else game.say(sentence)
