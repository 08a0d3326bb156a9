"""Short words for buttons."""

from __future__ import annotations

from random import Random

import pytest

from byways.games.long_road import GAME
from byways.games.long_road.choices import parse
from byways.games.long_road.view import View
from byways.games.long_road.words import name, say, short, taken_cards
from byways.speech import Message
from tests.games.long_road.tables import BOX, at_turn, cards, placed, road, roads


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play ranch-1 tepee", "Ranch"),
        ("change river-1", "Change River"),
        ("assign saloon-girl", "Play Saloon Girl"),
        ("saloon judge", "Also Judge"),
        ("recruit mayor", "Take Mayor"),
        ("pick mayor", "Keep Mayor"),
        ("call mayor", "Call Mayor"),
        ("keep ranch-1", "Keep Ranch"),
        ("buy rifle", "Buy rifle, 6 $"),
        ("bargain rifle", "Half-price rifle, 3 $"),
        ("arm dagger tepee 1", "Dagger to Mayor"),
        ("move tepee 1 rock", "Move Mayor"),
        ("take ranch-1 rock", "Take Ranch"),
        ("ford ranch-1 rock", "Bring Ranch"),
        ("seize rifle judge", "Judge's rifle"),
        ("end", "End your turn"),
        ("under river-1", "River under deck"),
        ("move rock 1 tepee", "Move rock 1"),
    ],
)
def test_a_choice_in_few_words(text: str, words: str) -> None:
    view = at_turn(roads=roads(road("tepee-3", "", placed("mayor", 0)), rock=road("rock-1", "", placed("judge", 1)))).view(0)
    assert isinstance(view, View)
    assert say(BOX, short(view, parse(text)), "en") == words


def test_names() -> None:
    assert [name(BOX, "relay", language) for language in ("en", "it")] == ["Relay Station", "Cambio"]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_r29_everybody_is_told_who_has_taken_which_cards(seat: int | None) -> None:
    view = at_turn(taken=((), cards("river-1 saloon-1 ranch-2 ranch-1", 3))).view(seat)
    assert isinstance(view, View)
    assert [say(BOX, line, "en") for line in taken_cards(view)] == ["Black has taken: Ranch × 2, Saloon, and River."]


def test_somebodys_own_names_are_said() -> None:
    own = GAME.using(GAME.components_text.replace('en = "Ranch"', 'en = "Hacienda"'))
    position = own.start(own.deal(2, Random(1)))
    view = position.view(0)
    assert isinstance(view, View)
    assert say(view.box, Message("event.draw", {"place": "ranch"}), "en") == own.say(Message("event.draw", {"place": "ranch"}))
    assert "Hacienda" in say(view.box, Message("event.draw", {"place": "ranch"}), "en")
