"""The other stores in the picture."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from byways.games.long_way import GAME
from tests.games.long_way.drawing.test_draw import SITUATIONS
from tests.pictures import layer


def test_other_stores_can_be_enlarged_and_show_what_they_score_now() -> None:
    svg = GAME.draw(SITUATIONS["option"].view(0))
    assert [one.get("data-zoom") for one in ET.fromstring(svg).iter() if "data-zoom" in one.attrib] == ["sheet-1"]
    (badge,) = [one for one in layer(svg, "pieces") if one.get("id") == "board-badge-1"]
    assert [text.text for text in badge.iter() if text.text] == ["B", "−11", "3", "Blue"]
