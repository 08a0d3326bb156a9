"""Events of turns and sales."""

from __future__ import annotations

import pytest

from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.rules.events import weapons
from tests.games.long_road.positions import arms, at_turn, events_of, placed, selling, told, who


def test_weapons_in_words() -> None:
    carried = weapons(arms("dagger dagger rifle"))
    assert [GAME.say(weapon, "en") for weapon in carried] == ["dagger × 2", "rifle"]
    assert [GAME.say(weapon, "it") for weapon in carried] == ["pugnale × 2", "fucile"]
    assert weapons(arms("")) == ()


def test_a_face_down_character_is_told_by_name_to_its_owner_only() -> None:
    lines = ("0: play ranch-1 tepee", "0: reward coin", "0: assign mayor")
    assert told(at_turn(), *lines, to=0)[-1] == "Red plays the Mayor on the tepee road."
    assert told(at_turn(), *lines, to=1)[-1] == "Red plays a character face down on the tepee road."


@pytest.mark.parametrize("companeros", [False, True])
def test_r19_all_are_told_which_weapons_return_to_the_reserve(companeros: bool) -> None:
    line = (placed("drover", 0, "rifle dagger"), placed("mayor", 1))
    position = selling(2, *line, caravan="store-1 store-1", options=LongRoadOptions(companeros=companeros))
    assert [line for line in told(position) if "reserve" in line] == ["The Drover's weapons return to the reserve: dagger and rifle."]


def test_each_activation_is_reported_with_its_value_and_weapons() -> None:
    found = events_of(selling(2, placed("drover", 0, "dagger rifle", up=True), caravan="ranch-1"))
    assert GAME.say(found["activate"].wording) == "Red's Drover is activated, with value 17: dagger and rifle."
    assert found["activate"].pieces == (f"who-{who('drover')}",)
    assert list(found).index("activate") < list(found).index("sell") < list(found).index("return")
