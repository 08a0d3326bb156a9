"""The card of the game, and its rules page."""

from __future__ import annotations

from typing import Any

import pytest

from byways.game import Refused
from byways.games.the_way import GAME, TheWayOptions


def test_the_card_says_what_a_lobby_shows() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("the_way", "The Way", (2, 2), 2)
    assert "Joshua Howard" in GAME.credit


def test_options_are_read_from_texts() -> None:
    given = {"single": "true", "arrows": "true", "turns": "40"}
    assert GAME.read_options(given) == TheWayOptions(single=True, arrows=True, turns=40)
    assert GAME.read_options({}) == TheWayOptions(False, False, False, False, False, 150)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"games": 3}, "The Way has no option 'games'; its options are arrows, clockwise, replace, single, turns, various."),
        ({"turns": 0}, "The Way: wrong option: turns must be at least 1."),
        ({"turns": 1001}, "The Way: wrong option: turns must be at most 1000."),
    ],
)
def test_wrong_options_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.read_options(given)
    assert str(caught.value) == sentence
