"""Translations of the table's messages, with one voice for each language and game.

`http.visitors` determines a request's language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from byways.errors import COMMON_CATALOGUE
from byways.game import Game
from byways.i18n import ENGLISH, Message, Sentence, Speaker, Value, catalogue
from byways.phrases import card_words

TABLE_WORDS = "byways.table"
REMEMBERED = 512  # cached sentences per voice, because pages repeat them


class Voice:
    """Translates the table's messages, and optionally a game's, into one language. `people` names the players of the seats."""

    def __init__(self, language: str, game: Game | None = None, people: Sequence[str] = ()) -> None:
        places = (TABLE_WORDS, COMMON_CATALOGUE) if game is None else (game.room, TABLE_WORDS, COMMON_CATALOGUE)
        names = {} if game is None else game.words(language_in(game, language))
        seats, own = (game.seat_names, game.speaker(language_in(game, language)).own) if game else ((), ())
        self.speaker = Speaker(language, places, seats, lambda key, form: names.get(key), own).naming(people)
        self.teller = None if game is None else game.speaker(language_in(game, language)).naming(people)
        self.card = None if game is None else card_words(game, language)
        self.page_language = (
            language if catalogue(TABLE_WORDS, language) else ENGLISH
        )  # for lang attributes: untranslated pages are English
        self.word: Callable[[Sentence], str] = lru_cache(REMEMBERED)(self.speaker.say)

    def say(self, name: str, /, **values: Value) -> str:
        return self.word(Message(name, values))

    def tell(self, sentence: Sentence) -> str:
        """Like `Game.say`, but with the players' names."""
        assert self.teller is not None
        return self.teller.fill(sentence) if isinstance(sentence, str) else self.teller.say(sentence)


@lru_cache(maxsize=256)
def voice(language: str = ENGLISH, game: Game | None = None, people: tuple[str, ...] = ()) -> Voice:
    return Voice(language, game, people)


def language_in(game: Game, language: str) -> str:
    """The language for a game's own texts: the viewer's, or English if the game has no translation."""
    return language if language in game.languages else ENGLISH


def inside(game: Game, sentence: Sentence) -> Value:
    """A game's sentence as a value in a table message. Plain strings are already English."""
    return sentence if isinstance(sentence, Message) else game.say(sentence)
