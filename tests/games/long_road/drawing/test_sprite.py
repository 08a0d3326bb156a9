"""Every component has art, and each piece of art is a valid symbol."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from byways.drawing import png
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.drawing.sprite import ART
from byways.sprite import with_art
from tests.games.long_road.positions import BOX
from tests.pictures import pixels

PAPER = (255, 0, 255, 255)


def test_every_component_has_its_art() -> None:
    wanted = {
        *(f"character-{key}" for key in BOX.keys),
        *(f"place-{place.name}" for place in BOX.places),
        *(f"place-{place}" for place in BOX.components.bosses.places),
        *(f"road-{road}" for road in ROADS),
        *(f"weapon-{weapon}" for weapon in WEAPONS),
    }
    assert wanted <= ART.keys()


@pytest.mark.parametrize("key", ART)
def test_a_symbol_stands_for_itself(key: str) -> None:
    """Art may refer only to other art, because nothing else is defined where it is used."""
    root = ET.fromstring(ART[key])
    assert (root.tag, root.get("id")) == ("symbol", f"art-{key}")
    assert len(root)
    assert not re.search(r"url\(|class=|style=|\$", ART[key])
    assert {href.removeprefix("#art-") for href in re.findall(r'href="([^"]*)"', ART[key])} <= ART.keys()
    assert [element for element in root.iter() if "id" in element.attrib] == [root]


@pytest.mark.parametrize("key", ART)
def test_a_symbol_is_drawn_in_its_box(key: str) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><rect width="24" height="24" fill="#f0f"/>'
    rows = pixels(png(with_art(f'{svg}<use href="#art-{key}" width="24" height="24"/></svg>', ART)))
    assert sum(pixel != PAPER for row in rows for pixel in row) > 24


def test_all_of_it_is_no_larger_than_a_photograph() -> None:
    assert sum(map(len, ART.values())) < 115_000
