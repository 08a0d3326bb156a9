"""What is printed on cards."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from byways.games.long_road.art import PLACES, SYMBOLS, caravan_chip, character_chip, fit, width
from tests.games.long_road.tables import BOX


def test_every_place_and_symbol_has_a_picture() -> None:
    assert set(PLACES) == {place.name for place in BOX.places}
    assert set(SYMBOLS) == {"tepee", "cactus", "rock"}


def test_white_herds_are_rings_and_black_ones_diamonds() -> None:
    looks = [element.get("class") for element in caravan_chip(BOX, BOX.kind_of["ranch-1"], "en", 160)]
    assert (looks.count("white"), looks.count("black")) == (1, 2)


def test_a_character_shows_its_value_and_a_card_its_place() -> None:
    chip = character_chip(0, 5, 140)
    assert [element.text for element in chip if element.tag == "text"] == ["5"]
    assert "Canyon" in "".join(caravan_chip(BOX, BOX.kind_of["canyon-1"], "it", 160).itertext())


def test_words_find_room_narrower_or_cut() -> None:
    parent = Element("g")
    whole, narrow, cut = (fit(parent, "General Store", 0, 0, room) for room in (200, 60, 30))
    assert (whole.text, whole.get("textLength")) == ("General Store", None)
    assert (narrow.text, narrow.get("textLength")) == ("General Store", "60")
    assert cut.text is not None
    assert cut.text.endswith(".")
    assert width(cut.text) <= 30 * 1.25
