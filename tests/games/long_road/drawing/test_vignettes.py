"""Vignettes of places, and tokens."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from byways.games.long_road.drawing.vignettes import PLACES, SCENES, scene, weave
from tests.games.long_road.positions import BOX


def test_every_place_has_a_vignette_and_no_other() -> None:
    assert PLACES.keys() == {place.name for place in BOX.places}


def test_a_vignette_is_a_reference_and_a_custom_place_has_an_initial() -> None:
    parent = Element("g")
    assert scene(parent, "ranch", 0, 1, 98, 61).attrib == {"href": "#art-place-ranch", "y": "1", "width": "98", "height": "61"}
    mine = scene(parent, "oasis", 0, 0, 98, 61)
    assert [(child.get("href"), child.text) for child in mine] == [("#art-place-unknown", None), (None, "O")]


def test_hats_tokens_and_backs_have_the_colour_of_a_seat() -> None:
    tokens = [f"token-{seat}" for seat in range(4)]
    assert [key for key in SCENES if "currentColor" in SCENES[key]] == ["hat", "hat-plain", *tokens, "back"]


def test_a_weave_stays_within_its_card() -> None:
    numbers = [int(number) for leg in weave(72, 102).split("M")[1:] for point in leg.split("L") for number in point.split()]
    assert min(numbers) == 0
    assert (max(numbers[::2]), max(numbers[1::2])) == (72, 102)
