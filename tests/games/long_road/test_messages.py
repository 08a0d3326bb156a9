"""The Long Road has words for all it says: in English, with Italian names, and with somebody's own names."""

from __future__ import annotations

from random import Random

import pytest

from byways.game import Illegal
from byways.games.long_road import GAME
from tests.games.long_road.test_conformance import TABLES
from tests.messages import check_catalogue, words_of_random_games

OWN = GAME.using(GAME.components_text.replace('en = "Gunslinger"', 'en = "Gunfighter"').replace('en = "Ranch"', 'en = "Hacienda"'))


def test_all_that_is_said_in_random_games_has_words() -> None:
    said = words_of_random_games(GAME, 10, TABLES)
    assert {"event.sell", "event.draw-unseen", "prompt.effect", "outcome.counted", "table.team", "draw.boss"} <= set(said)


def test_the_catalogue_has_just_what_is_said() -> None:
    check_catalogue(GAME)


def test_somebodys_own_names_are_said() -> None:
    assert GAME.components != OWN.components
    assert words_of_random_games(OWN, 2)
    assert OWN.say(OWN.parse("play ranch-1 tepee").sentence) == "Play Hacienda (1 white, 2 black) on the tepee road"
    assert OWN.say(OWN.parse("assign gunfighter").sentence) == "Play the Gunfighter here"


def test_a_refusal_reads_with_somebodys_own_components_too() -> None:
    position = OWN.start(OWN.deal(2, Random(1)))
    with pytest.raises(Illegal) as caught:
        position.choose(position.awaited[0], OWN.parse("assign gunfighter"))
    assert str(caught.value) == "'assign gunfighter' is not possible now: you have to play a caravan card."
