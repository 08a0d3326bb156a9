"""The Long Road has words for all it says, in English and with Italian names."""

from __future__ import annotations

from byways.games.long_road import GAME
from tests.games.long_road.test_conformance import TABLES
from tests.messages import check_catalogue, words_of_random_games


def test_all_that_is_said_in_random_games_has_words() -> None:
    said = words_of_random_games(GAME, 10, TABLES)
    assert {"event.sell", "event.draw-unseen", "prompt.effect", "outcome.counted", "table.team", "draw.boss"} <= set(said)


def test_the_catalogue_has_just_what_is_said() -> None:
    check_catalogue(GAME)
