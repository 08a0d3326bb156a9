"""What is printed on cards."""

from __future__ import annotations

from byways.games.long_road.art import PLACES, SYMBOLS, caravan_card, character_card, shortened
from tests.games.long_road.tables import BOX, who


def test_every_place_and_symbol_has_a_picture() -> None:
    assert set(PLACES) == {place.name for place in BOX.places}
    assert set(SYMBOLS) == {"tepee", "cactus", "rock"}


def test_white_herds_are_rings_and_black_ones_diamonds() -> None:
    looks = [element.get("class") for element in caravan_card(BOX, BOX.kind_of["ranch-1"], "en")]
    assert (looks.count("white"), looks.count("black")) == (1, 2)


def test_a_character_shows_its_number_and_tells_what_it_does() -> None:
    card = character_card(BOX, who("scout"), "en")
    assert [element.text for element in card if element.tag == "text"] == ["3+", "Scout"]
    assert [element.text for element in card if element.tag == "title"] == ["Scout: value +2 per Canyon still there; 1 $"]


def test_long_names_are_cut() -> None:
    assert (shortened("General Store"), shortened("Ranch")) == ("General S.", "Ranch")
