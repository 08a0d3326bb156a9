"""Short words for buttons."""

from __future__ import annotations

import pytest

from byways.games.long_road.choices import parse
from byways.games.long_road.view import View
from byways.games.long_road.words import place, short, weapons
from tests.games.long_road.tables import BOX, arms, at_turn, placed, road, roads


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play ranch-1 tepee", "Ranch"),
        ("change river-1", "Change River"),
        ("assign saloon-girl", "Play Saloon Girl"),
        ("saloon judge", "Also Judge"),
        ("recruit mayor", "Take Mayor"),
        ("buy rifle", "Buy rifle, 6 $"),
        ("bargain rifle", "Bargain rifle, 3 $"),
        ("arm dagger tepee 1", "dagger to Mayor"),
        ("move tepee 1 rock", "Move Mayor"),
        ("take ranch-1 rock", "Take Ranch"),
        ("ford ranch-1 rock", "Bring Ranch"),
        ("seize rifle judge", "Take rifle, Judge"),
        ("end", "End the turn"),
    ],
)
def test_a_choice_in_few_words(text: str, words: str) -> None:
    view = at_turn(roads=roads(road("tepee-3", "", placed("mayor", 0)))).view(0)
    assert isinstance(view, View)
    assert short(view, parse(text), "en") == words


def test_names_and_weapons() -> None:
    assert place(BOX, "relay-1", "it") == "Cambio ww"
    assert weapons(BOX, arms("dagger dagger rifle"), "en") == "dagger × 2, rifle"
    assert weapons(BOX, arms("dagger dagger rifle"), "it") == "pugnale × 2, fucile"
    assert weapons(BOX, arms(""), "en") == ""
