"""Pictures of all components for the how-to-play page, in all languages and with custom components."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from byways.games.long_road import GAME
from byways.games.long_road.drawing.phrases import said
from byways.games.long_road.drawing.pictures import PICTURES
from tests.games.long_road.positions import BOX
from tests.pictures import SVG, layer

OWN = GAME.using(GAME.components_text.replace('en = "Gunslinger"', 'en = "Gunfighter"').replace("value = 6\n", "value = 9\n", 1))


def words(title: str, language: str = "en") -> list[str]:
    return [text.text or "" for text in ET.fromstring(PICTURES[title](GAME, language)).iter(f"{SVG}text")]


def test_every_character_is_in_the_picture_of_its_pack_with_value_and_ability() -> None:
    for card in GAME.components.characters:
        found = words(f"pack-{card.pack.lower()}")
        assert card.en in found
        assert f"{card.value}{'+' if card.plus else ''}" in found
        assert said(BOX, card.says, "en") in " ".join(found)


def test_every_place_has_its_cards_and_its_bonus() -> None:
    assert len(layer(PICTURES["places"](GAME, "en"), "pieces")) == 15
    assert {said(BOX, place.says, "en") for place in GAME.components.places} <= set(words("places"))


def test_all_destinations_bosses_and_end_tiles_are_there() -> None:
    assert [len(layer(PICTURES[title](GAME, "en"), "pieces")) for title in ("destinations", "bosses", "end-tiles")] == [15, 7, 4]
    assert "Boss: 6 $ for each Crossroads." in words("bosses")
    assert "End tile: 8 $ for most different places." in words("end-tiles")


@pytest.mark.parametrize(("title", "name"), [("pack-d", "Pistolero"), ("places", "Fiume"), ("destinations", "Roccia")])
def test_names_are_in_the_readers_language(title: str, name: str) -> None:
    assert name in words(title, "it")
    assert name not in words(title)


def test_custom_components_are_drawn() -> None:
    assert "Gunfighter" in PICTURES["pack-d"](OWN, "en")


def test_a_symbol_of_the_legend_is_a_small_picture_with_a_name() -> None:
    picture = ET.fromstring(PICTURES["signpost"](GAME, "en"))
    assert (picture.get("width"), picture.get("height"), picture.get("aria-label")) == ("32", "32", "signpost")
