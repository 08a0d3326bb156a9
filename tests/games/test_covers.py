"""Covers: pictures without words."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from byways.drawing import png
from byways.game import Game, all_games
from byways.room import find_room
from tests.pictures import SVG, pixels

GROUND = (240, 200)


def cover(game: Game) -> str:
    drawn = find_room(game.room).cover
    assert drawn is not None
    return game.illustrated(drawn)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_cover_has_no_words_and_no_style_and_finds_all_it_uses(game: Game) -> None:
    root = ET.fromstring(cover(game))
    assert not {element.tag for element in root.iter()} & {f"{SVG}text", f"{SVG}style"}
    ids = {element.get("id") for element in root.iter()}
    assert {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")} <= ids


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_cover_fills_its_ground_with_many_colours(game: Game) -> None:
    rows = pixels(png(cover(game)))
    assert (len(rows[0]), len(rows)) == GROUND
    assert all(pixel[3] == 255 for row in rows for pixel in row)
    assert len({pixel for row in rows for pixel in row}) > 20
