"""The catalogues cover all messages, with built-in and custom names."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from byways.components import renamed
from byways.game import Illegal
from byways.games.long_road import GAME
from byways.games.long_road.components import SYMBOLS
from byways.i18n import catalogue
from byways.teaching.lesson import lessons
from tests.games.long_road.test_conformance import TABLES
from tests.messages import check_catalogue, words_of_random_games

OPTION_WORDS = ("about", "false", "true")  # used by the form that sets up a table
HACIENDA = 'name = "ranch"\nen = "Hacienda"'
OWN = GAME.using(GAME.components_text.replace('en = "Gunslinger"', 'en = "Gunfighter"').replace('name = "ranch"', HACIENDA))


@pytest.mark.slow
def test_every_message_of_random_games_has_a_text() -> None:
    said = words_of_random_games(GAME, 10, TABLES)
    assert {"event.sell", "event.draw-unseen", "prompt.take", "outcome.counted", "table.team", "draw.boss"} <= set(said)


def test_the_catalogue_matches_the_messages_in_the_source() -> None:
    check_catalogue(GAME, {*taught(), *(f"option.{name}.{word}" for name in GAME.options.__struct_fields__ for word in OPTION_WORDS)})


def taught() -> Iterator[str]:
    """Yield the messages of lessons."""
    for lesson in lessons(GAME).values():
        yield lesson.title.name
        for step in lesson.steps:
            yield from (lesson.says(page).name for page in (*(page.name for page in step.pages), *step.replies.values()))


def test_custom_names_are_said() -> None:
    assert GAME.components != OWN.components
    assert words_of_random_games(OWN, 2)
    assert OWN.say(OWN.parse("play ranch-1 tepee").sentence) == "Play Hacienda (1 white, 2 black) on the tepee road"
    assert OWN.say(OWN.parse("assign gunfighter").sentence) == "Play the Gunfighter here"


def test_a_refusal_can_be_said_with_custom_components() -> None:
    position = OWN.start(OWN.deal(2, Random(1)))
    with pytest.raises(Illegal) as caught:
        position.choose(position.awaited[0], OWN.parse("assign gunfighter"))
    assert str(caught.value) == "Not now: first play a caravan card."


@pytest.mark.parametrize("language", GAME.languages)
def test_names_and_texts_of_the_built_in_components_are_in_the_catalogues(language: str) -> None:
    found, parts = catalogue(GAME.room, language), GAME.components
    assert found
    cards = [f"{place.name}-{nth}" for place in parts.places for nth, _ in enumerate(place.cards, 1)]
    named = [
        *SYMBOLS,
        *(one.name for one in parts.weapons),
        *(one.name for one in parts.places),
        *(who.key for who in parts.characters),
        *cards,
    ]
    assert {key for key, form in found.names if form == "name"} == {*named}
    texts = [*(place.says for place in parts.places), *(who.says for who in parts.characters), *(face.says for face in parts.ends.faces)]
    assert {key for key, form in found.names if form == "says"} == {*texts}


def test_custom_texts_are_said_as_they_stand_and_the_rest_is_translated() -> None:
    texts = ("take a {dagger} from the reserve", "sleeps on a {ranch}")
    assert [OWN.say(OWN.speaker("de").form(text, "says"), "de") for text in texts] == [
        GAME.say(GAME.speaker("de").form(texts[0], "says"), "de"),
        "sleeps on a Hacienda",
    ]
    assert [OWN.speaker("de").form(key, "name") for key in ("ranch", "ranch-1", "gunfighter", "rifle")] == [
        "Hacienda",
        "Hacienda (1 weiß, 2 schwarz)",
        "Gunfighter",
        GAME.speaker("de").form("rifle", "name"),
    ]


@pytest.mark.parametrize("language", GAME.languages)
def test_a_file_may_name_things_in_every_language(language: str) -> None:
    game = GAME.using(GAME.components_text.replace('name = "ranch"', f'name = "ranch"\n{language} = "Hacienda"'))
    herds = GAME.speaker(language).form("ranch-1", "name").removeprefix(GAME.speaker(language).form("ranch", "name"))
    assert [game.speaker(language).form(key, "name") for key in ("ranch", "ranch-1")] == ["Hacienda", f"Hacienda{herds}"]


def test_a_language_without_names_in_the_file_keeps_the_names_in_english() -> None:
    game = GAME.using(GAME.components_text.replace('name = "ranch"', 'name = "ranch"\nen = "Hacienda"'))
    assert game.components.words("eo")["ranch-1"].startswith("Hacienda")


def test_the_built_in_names_need_no_names_in_the_components() -> None:
    assert renamed({language: GAME.components.words(language) for language in GAME.languages}, GAME.room) == set()


def test_a_file_with_names_in_it_as_they_used_to_be_still_loads() -> None:
    named = {'name = "ranch"': 'it = "Tenuta"\nen = "Ranch"', 'name = "rifle"': 'it = "fucile"'}
    old = GAME.components_text
    for line, names in named.items():
        old = old.replace(line, f"{line}\n{names}")
    game = GAME.using(old)
    assert [game.speaker(language).form("ranch", "name") for language in ("en", "it")] == ["Ranch", "Tenuta"]
    assert game.speaker("it").form("rifle", "the") == GAME.speaker("it").form("rifle", "the")
