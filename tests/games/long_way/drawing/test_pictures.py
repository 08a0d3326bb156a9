"""Pictures for the how-to-play page."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from byways.games.long_way import GAME
from byways.games.long_way.drawing.pictures import LEGEND, PICTURES
from byways.games.long_way.state import DISPLAYS
from byways.i18n import ENGLISH
from byways.teaching.guide import how_to_play, in_short

SVG = "{http://www.w3.org/2000/svg}"


def picture(title: str) -> ET.Element:
    return ET.fromstring(PICTURES[title](GAME, ENGLISH))


def pieces(drawn: ET.Element) -> dict[str, ET.Element]:
    named = ((one.get("id", "").removeprefix(f"{drawn.get('id')}-"), one) for one in drawn.iter(f"{SVG}g"))
    return {name: one for name, one in named if name}


def test_the_chart_has_all_36_tiles_with_their_dice() -> None:
    there = pieces(picture("chart"))
    assert {name for name in there if name.startswith("tile-")} == {f"tile-{light}-{dark}" for light in range(1, 7) for dark in range(1, 7)}
    assert {f"{die}-{pips}" for die in ("light", "dark") for pips in range(1, 7)} <= there.keys()


def test_each_tile_of_the_chart_has_its_walls_and_dots() -> None:
    tile = pieces(picture("chart"))["tile-3-2"]  # 00. 10SW 11.
    assert [one.get("class") for one in tile.iter() if one.get("class") in ("wall", "dot")] == ["dot", "wall", "dot"]


def test_tiles_lie_inside_the_chart_and_in_the_row_of_their_die() -> None:
    there, (_, _, width, height) = pieces(picture("chart")), map(float, picture("chart").get("viewBox", "").split())
    places = {name: place(one) for name, one in there.items() if name.startswith("tile-")}
    assert all(0 < x < width and 0 < y < height for x, y in places.values())
    assert len({places[f"tile-4-{dark}"][1] for dark in range(1, 7)}) == 1


def place(piece: ET.Element) -> tuple[float, float]:
    x, y = piece.get("transform", "").removeprefix("translate(").partition(")")[0].split()
    return float(x), float(y)


def test_the_displays_are_named() -> None:
    words = [one.text for one in picture("displays").iter(f"{SVG}text")]
    assert {*DISPLAYS, "1", "6"} <= {*words}


@pytest.mark.parametrize("title", PICTURES)
def test_every_picture_has_a_text_alternative(title: str) -> None:
    assert picture(title).get("aria-label")


def test_every_symbol_is_in_the_legend() -> None:
    legend = (in_short(GAME) or "").split("## Legend")[1]
    assert all(f"]({title})" in legend for title in LEGEND)


def test_the_page_says_what_a_player_needs() -> None:
    page = how_to_play(GAME) or ""
    for words in ("your game ends", "You must take one", "skip a cafeteria", "no secret passage", "ends your game", "reconstruction"):
        assert words in page
