"""The card of the game, and what its page says of this game alone."""

from __future__ import annotations

from typing import Any

import pytest

from byways.game import Refused
from byways.games.labyrinth import GAME, LabyrinthOptions


def test_the_card_says_what_a_lobby_shows() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("labyrinth", "Labyrinth", (2, 6), 1)
    assert "Northeastern University" in GAME.credit


def test_options_are_read_from_texts() -> None:
    given = {"rows": "5", "columns": "9", "treasures": "2", "rounds": "40", "classic": "true"}
    assert GAME.read_options(given) == LabyrinthOptions(rows=5, columns=9, treasures=2, rounds=40, classic=True)
    assert GAME.read_options({}) == LabyrinthOptions(7, 7, 1, 1000, False)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"size": 7}, "Labyrinth has no option 'size'; it has classic, columns, rounds, rows, treasures."),
        ({"rows": 2}, "Labyrinth: wrong option: Expected `int` >= 3 - at `$.rows`."),
        ({"columns": 17}, "Labyrinth: wrong option: Expected `int` <= 15 - at `$.columns`."),
        ({"treasures": 13}, "Labyrinth: wrong option: Expected `int` <= 12 - at `$.treasures`."),
        ({"rounds": 0}, "Labyrinth: wrong option: Expected `int` >= 1 - at `$.rounds`."),
    ],
)
def test_wrong_options_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.read_options(given)
    assert str(caught.value) == sentence
