"""Names and short labels of cards and choices."""

from __future__ import annotations

from random import Random

import pytest

from byways.games.long_road import GAME
from byways.games.long_road.choices import parse
from byways.games.long_road.drawing.phrases import in_hand, name, pill, say, taken_cards, tally, titled
from byways.games.long_road.view import View
from byways.i18n import Message
from tests.games.long_road.positions import BOX, at_turn, cards


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("change river-1", "Change"),
        ("under river-1", "Under"),
        ("pick mayor", "Keep"),
        ("recruit mayor", "Take"),
        ("call mayor", "Call"),
        ("buy rifle", "−6 $"),
        ("bargain rifle", "6 → 3 $"),
        ("find dagger", "Free"),
        ("rob 1", "Rob"),
        ("end", "End your turn"),
    ],
)
def test_a_pill_has_one_word_or_a_price(text: str, words: str) -> None:
    view = at_turn().view(0)
    assert isinstance(view, View)
    assert say(BOX, pill(view, parse(text)), "en") == words


@pytest.mark.parametrize(
    ("end", "seat", "words"),
    [
        (0, 0, "most caravan cards: you 1, best rival 2"),
        (1, 1, "most different places: you 2, best rival 1"),
        (2, 0, "highest sum of character values: you 15"),
        (3, None, "lowest sum of character values"),
    ],
)
def test_the_end_tile_compares_the_viewer_with_the_best_rival(end: int, seat: int | None, words: str) -> None:
    position = at_turn(end=end, taken=(cards("store-1"), cards("river-1 saloon-1", 3)))
    view = position.view(seat)
    assert isinstance(view, View)
    assert say(BOX, tally(view, "en"), "en") == words


def test_a_name_as_it_is_printed() -> None:
    assert [titled(BOX, "rock", language) for language in ("en", "it")] == ["Rock", "Roccia"]


def test_a_card_in_hand_tells_all_about_it() -> None:
    told = say(BOX, in_hand(BOX, cards("saloon-2")[0]), "en")
    assert told == "Saloon (1 black). It goes on the rock road, and its signpost takes a reward. Bonus: play one more character here."


def test_names() -> None:
    assert [name(BOX, "relay", language) for language in ("en", "it")] == ["Relay Station", "Cambio"]


@pytest.mark.parametrize("language", GAME.languages)
def test_no_place_is_named_like_what_is_done_with_cards(language: str) -> None:
    done = {say(BOX, Message(f"pill.{what}"), language)[:4] for what in ("change", "under", "take", "keep")}
    assert not done & {name(BOX, place.name, language)[:4] for place in BOX.places}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_r29_the_text_lists_the_cards_that_each_player_has_taken(seat: int | None) -> None:
    view = at_turn(taken=((), cards("river-1 saloon-1 ranch-2 ranch-1", 3))).view(seat)
    assert isinstance(view, View)
    assert [say(BOX, line, "en") for line in taken_cards(view)] == ["Black has taken: Ranch × 2, Saloon, and River."]


def test_custom_names_are_said() -> None:
    own = GAME.using(GAME.components_text.replace('name = "ranch"', 'name = "ranch"\nen = "Hacienda"'))
    position = own.start(own.deal(2, Random(1)))
    view = position.view(0)
    assert isinstance(view, View)
    assert say(view.box, Message("event.draw", {"place": "ranch"}), "en") == own.say(Message("event.draw", {"place": "ranch"}))
    assert "Hacienda" in say(view.box, Message("event.draw", {"place": "ranch"}), "en")
