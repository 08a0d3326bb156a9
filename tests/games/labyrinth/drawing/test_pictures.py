"""The pictures of the how-to-play page."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from byways.games.labyrinth import GAME
from byways.games.labyrinth.drawing.pictures import PICTURES
from byways.teaching.guide import figure, figures
from byways.testing.lessons import check_teaching


def test_every_page_and_figure_is_there() -> None:
    check_teaching(GAME)


@pytest.mark.parametrize("name", PICTURES)
def test_components_are_drawn_with_the_looks_of_the_board(name: str) -> None:
    drawn = ET.fromstring(figure(GAME, name))
    classes = {look for element in drawn.iter() for look in element.get("class", "").split()} - {"byways"}
    assert classes
    assert not [look for look in classes if f".{look}{{" not in (drawn[0].text or "") and f".{look} " not in (drawn[0].text or "")]


def test_on_one_page_all_ids_of_figures_are_different() -> None:
    drawn = [ET.fromstring(figure(GAME, name)) for name in (*PICTURES, *figures(GAME))]
    ids = [element.attrib["id"] for picture in drawn for element in picture.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))


def test_tiles_and_players_have_their_names_below() -> None:
    assert [words.text for words in ET.fromstring(figure(GAME, "shapes")).iter() if words.tag.endswith("text")] == [
        "Straight",
        "Bend",
        "Tee",
        "Cross",
    ]
    names = {words.text for words in ET.fromstring(figure(GAME, "players")).iter() if words.tag.endswith("text")}
    assert {*GAME.seat_names} <= names
