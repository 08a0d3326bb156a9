"""A pseudo-language: English with marks on all letters. Unmarked text did not come from a catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache

import pytest

from byways.errors import common_speaker
from byways.game import Game, all_games
from byways.i18n import ENGLISH, Catalogue, Text, catalogue, languages_of
from byways.phrases import reconstructed_parts
from byways.table.i18n import voice
from byways.table.pages.render import tongues
from tests import toy

CODE = "eo"  # a code that Babel knows (Esperanto)
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARKED = "āƀċďēƒġħīĵķłḿñōƥɋřšŧūṽŵẋŷžĀɃĊĎĒƑĠĦĪĴĶŁḾÑŌƤɊŘŠŦŪṼŴẊŶŽ"
MARKS = str.maketrans(PLAIN, MARKED)
OFFERED = ("byways.game", "byways.table.pages.render", "byways.table.http.visitors", "byways.table.routes.lobby")


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Offer everything in the pseudo-language too."""
    with pytest.MonkeyPatch.context() as patch:
        for module in OFFERED:
            patch.setattr(f"{module}.languages_of", lambda place: (*languages_of(place), CODE))
        for module in ("byways.i18n", "byways.table.i18n"):
            patch.setattr(
                f"{module}.catalogue", lambda place, language: marked_of(place) if language == CODE else catalogue(place, language)
            )
        forget()
        yield
    forget()


def found(place: str, language: str) -> Catalogue | None:
    return marked_of(place) if language == CODE else catalogue(place, language)


def forget() -> None:
    for kept in (voice, common_speaker, tongues):
        kept.cache_clear()


@cache
def marked_of(place: str) -> Catalogue:
    """Return a package's catalogue, with its game's card, in the pseudo-language."""
    english = catalogue(place, ENGLISH)
    found = copy(english) if english else Catalogue(CODE, b"")
    found.texts = {name: Text(tuple(map(marked, text.forms)), text.counted) for name, text in found.texts.items()}
    found.names = {key: marked(name) for key, name in found.names.items()}
    for game in (*all_games(), toy.GAME):
        if game.room == place:
            found.texts |= {name: Text((marked(text),)) for name, text in on_card(game)}
            found.names |= {(name, form): marked(name) for name, form in names_on_card(game)}
    return found


def on_card(game: Game) -> Iterator[tuple[str, str]]:
    for what in ("title", "summary", "credit", "seating", "consists"):
        yield f"card.{what}", getattr(game, what)
    for preset in game.presets:
        yield f"card.preset-{preset.name}", preset.label
        yield f"card.preset-{preset.name}-about", preset.about


def names_on_card(game: Game) -> Iterator[tuple[str, str]]:
    for form, names in (("seat", game.seat_names), ("kind", game.kinds), ("part", reconstructed_parts(game))):
        for name in names:
            yield name, form


def marked(text: str) -> str:
    """Mark the letters of a text, but not the names of its values."""
    return "".join(part if part.startswith("{") else part.translate(MARKS) for part in re.split(r"(\{[^}]*\})", text))


def unmarked(text: str) -> set[str]:
    """Return the words of two or more unmarked letters in a text, except names of languages and Babel's "and"."""
    return {*re.findall(r"(?<![^\W\d_])[A-Za-z]{2,}(?![^\W\d_])", text)} - {*tongues().values(), "kaj"}
