"""The card of the game, and its options."""

from __future__ import annotations

from typing import Any

import pytest

from byways.game import Refused
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.i18n import Message


def test_the_card_has_the_lobby_texts() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("labyrinth", "Labyrinth", (2, 6), 1)
    assert "Northeastern University" in GAME.credit


def test_the_round_limit_option_names_treasures_before_distance() -> None:
    said = [GAME.say(Message("option.rounds.about"), language) for language in ("en", "de", "it")]
    words = (("treasures", "nearest"), ("Schätze", "am nächsten"), ("tesori", "vicino"))
    assert all(0 < text.index(first) < text.index(second) for text, (first, second) in zip(said, words, strict=True))


def test_options_are_read_from_texts() -> None:
    given = {"rows": "5", "columns": "9", "treasures": "2", "rounds": "40", "classic": "true"}
    assert GAME.read_options(given) == LabyrinthOptions(rows=5, columns=9, treasures=2, rounds=40, classic=True)
    assert GAME.read_options({}) == LabyrinthOptions(7, 7, 1, 1000, False)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"size": 7}, "Labyrinth has no option 'size'; its options are classic, columns, rounds, rows, shortest, treasures."),
        ({"rows": 2}, "Labyrinth: wrong option: rows must be at least 3."),
        ({"columns": 17}, "Labyrinth: wrong option: columns must be at most 15."),
        ({"treasures": 13}, "Labyrinth: wrong option: treasures must be at most 12."),
        ({"rounds": 0}, "Labyrinth: wrong option: rounds must be at least 1."),
    ],
)
def test_wrong_options_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.read_options(given)
    assert str(caught.value) == sentence
