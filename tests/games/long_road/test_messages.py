"""The Long Road has words for all it says: in English, with Italian names, and with somebody's own names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from byways.game import Illegal
from byways.games.long_road import GAME
from byways.lesson import lessons
from byways.speech import ENGLISH, Catalogue, catalogue
from tests.games.long_road.test_conformance import TABLES
from tests.messages import check_catalogue, words_of_random_games

OPTION_WORDS = ("about", "false", "true")  # in the form that sets a table
OWN = GAME.using(GAME.components_text.replace('en = "Gunslinger"', 'en = "Gunfighter"').replace('en = "Ranch"', 'en = "Hacienda"'))

GERMAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "name"
msgid "dagger"
msgstr "Dolch"

msgctxt "name"
msgid "ranch"
msgstr "Ranch"

msgctxt "says"
msgid "take a {dagger} from the reserve"
msgstr "nimm einen {dagger}"
"""


@pytest.mark.slow
def test_all_that_is_said_in_random_games_has_words() -> None:
    said = words_of_random_games(GAME, 10, TABLES)
    assert {"event.sell", "event.draw-unseen", "prompt.effect", "outcome.counted", "table.team", "draw.boss"} <= set(said)


def test_the_catalogue_has_just_what_is_said() -> None:
    check_catalogue(GAME, {*taught(), *(f"option.{name}.{word}" for name in GAME.options.__struct_fields__ for word in OPTION_WORDS)})


def taught() -> Iterator[str]:
    """What lessons say."""
    for lesson in lessons(GAME).values():
        yield lesson.title.name
        for step in lesson.steps:
            yield from (lesson.says(page).name for page in (*(page.name for page in step.pages), *step.replies.values()))


def test_somebodys_own_names_are_said() -> None:
    assert GAME.components != OWN.components
    assert words_of_random_games(OWN, 2)
    assert OWN.say(OWN.parse("play ranch-1 tepee").sentence) == "Play Hacienda (1 white, 2 black) on the tepee road"
    assert OWN.say(OWN.parse("assign gunfighter").sentence) == "Play the Gunfighter here"


def test_a_refusal_reads_with_somebodys_own_components_too() -> None:
    position = OWN.start(OWN.deal(2, Random(1)))
    with pytest.raises(Illegal) as caught:
        position.choose(position.awaited[0], OWN.parse("assign gunfighter"))
    assert str(caught.value) == "Not now: first play a caravan card."


def test_names_and_texts_of_the_built_in_components_are_in_the_catalogue() -> None:
    found = catalogue(GAME.room, ENGLISH)
    assert found
    parts = GAME.components
    assert {key: name for (key, form), name in found.names.items() if form == "name"} == parts.words["en"]
    texts = [*(place.says for place in parts.places), *(who.says for who in parts.characters), *(face.says for face in parts.ends.faces)]
    assert {key: text for (key, form), text in found.names.items() if form == "says"} == {text: text for text in texts}


def test_texts_and_names_are_said_in_a_language_of_the_catalogue_and_what_is_somebodys_own_as_it_is_in_the_file() -> None:
    german = replace(OWN, languages=("en", "it", "de"))
    german.speaker("de").catalogues = [Catalogue("de", GERMAN.encode())]
    texts = ("take a {dagger} from the reserve", "sleeps on a {ranch}", "buy a weapon at half price")
    assert [german.say(german.speaker("de").form(text, "says"), "de") for text in texts] == [
        "nimm einen Dolch",
        "sleeps on a Hacienda",
        "buy a weapon at half price",
    ]
    assert german.speaker("de").form("saloon", "name") == "Saloon"
