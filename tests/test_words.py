"""What is said of any game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from byways.game import Outcome, Preset, find_game
from byways.speech import Catalogue
from byways.words import card_words, reconstructed_parts, reconstruction, repetition, result
from tests import toy
from tests.messages import check_house_catalogue, plain_complaints


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((1, 2), "{0} came home."), "Ann came home. Ann wins."),
        (Outcome((1, 1, 3), "All passed.", "Victory"), "Victory. All passed. Ann and Bob win."),
        (Outcome((1, 1), "All passed."), "All passed. It is a tie."),
        (Outcome((1,), "All is drawn.", "Very good"), "Very good. All is drawn."),
        (Outcome((1, 1), "Nobody is left.", removed=(0, 1)), "Nobody is left. Nobody wins."),
    ],
)
def test_the_outcome_in_words(outcome: Outcome, words: str) -> None:
    assert result(toy.GAME, outcome) == words


def test_a_repetition_in_words() -> None:
    assert [repetition(toy.GAME, times) for times in (0, 1, 2)] == [
        "",
        "The game has stood like this once before.",
        "The game has stood like this 2 times before.",
    ]


def test_the_catalogue_of_the_house_has_what_its_source_says_and_no_more() -> None:
    check_house_catalogue()


def test_the_house_complains_by_messages() -> None:
    assert [*plain_complaints("byways", ("games", "table", "testing"))] == []


def test_what_was_made_for_byways_is_named() -> None:
    assert "board" in reconstructed_parts(find_game("traxx"))
    assert reconstruction(find_game("traxx")).startswith("Made for Byways, not printed: ")
    assert reconstruction(toy.GAME) == ""


# The card


ITALIAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "card.summary"
msgstr "Trova la via."

msgid "card.preset-long"
msgstr "Lunga"

msgctxt "seat"
msgid "Bob"
msgstr "Roberto"

msgctxt "kind"
msgid "dice"
msgstr "dadi"
"""


def test_the_card_is_read_in_a_language_as_far_as_its_catalogue_has_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.speech.catalogue", lambda place, language: Catalogue(language, ITALIAN.encode()))
    card, game = card_words(toy.GAME, "it"), toy.GAME
    assert (card.title, card.summary, card.credit, card.seating) == (game.title, "Trova la via.", game.credit, game.seating)
    assert card.seat_names == ("Ann", "Roberto", "Cid", "Dot")


def test_ready_made_options_are_read_in_a_language_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.speech.catalogue", lambda place, language: Catalogue(language, ITALIAN.encode()))
    game = replace(toy.GAME, presets=(Preset("short", "Short", toy.GAME.options()), Preset("long", "Long", toy.GAME.options())))
    assert card_words(game, "it").presets == {"short": "Short", "long": "Lunga"}


def test_kinds_of_games_are_read_in_a_language_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.speech.catalogue", lambda place, language: Catalogue(language, ITALIAN.encode()))
    assert card_words(replace(toy.GAME, kinds=("dice", "race")), "it").kinds == ("dadi", "race")


def test_no_catalogue_is_read_for_the_card_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.speech.catalogue", lambda place, language: 1 // 0)
    assert card_words(toy.GAME, "en").seat_names == toy.GAME.seat_names
