"""The tall sheet."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from byways.games.long_road import GAME
from byways.games.long_road.drawing import draw as drawing
from byways.games.long_road.drawing.draw import draw, where
from byways.games.long_road.drawing.layout import TALL
from byways.games.long_road.view import View
from byways.room import Drawings, Ways
from tests.games.long_road.positions import table

_: Drawings[View] = drawing
__: Ways[View] = drawing


def ids(svg: str) -> set[str]:
    return {one.attrib["id"] for one in ET.fromstring(svg).iter() if "id" in one.attrib}


def test_it_has_the_same_pieces_as_the_wide_one() -> None:
    view = table(4).view(0)
    assert isinstance(view, View)
    assert ids(draw(view, "b", "en", True)) == ids(draw(view, "b", "en"))


def test_it_is_about_as_high_as_the_stage_of_a_phone() -> None:
    root = ET.fromstring(GAME.draw(table(2).view(0), tall=True))
    assert root.attrib["viewBox"] == "0 0 400 521"
    assert TALL.size[1] / TALL.size[0] < 1.31


def test_places_are_found_on_it() -> None:
    view = table(2).view(0)
    assert isinstance(view, View)
    assert where(view, "coin-0-0", "purse-1", True) == TALL.purse(TALL.seat(1, 2))[:2]
