"""The art of tiles, houses and goals."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from byways.games.labyrinth.drawing.art import FLAG, HOUSE, badge, bow, box, fence, goal_mark, tile_art, way
from byways.games.labyrinth.state import OPENINGS


@pytest.mark.parametrize(
    ("connector", "path"),
    [
        ("│", "M30 0V60"),
        ("─", "M0 30H60"),
        ("└", "M30 0Q30 30 60 30"),
        ("├", "M30 0V60M30 30H60"),
        ("┴", "M0 30H60M30 30V0"),
        ("┼", "M30 0V60M30 30H60M30 30H0"),
    ],
)
def test_bends_are_round_and_straight_runs_go_through(connector: str, path: str) -> None:
    assert way(OPENINGS[connector]) == path


def test_a_passage_moves_with_its_tile() -> None:
    assert way(OPENINGS["│"], 60, 120) == "M90 120V180"


@pytest.mark.parametrize(("connector", "off"), [("│", (0, 0)), ("┼", (0, 0)), ("├", (0, 0)), ("└", (7.5, -7.5)), ("┐", (-7.5, 7.5))])
def test_only_the_middle_of_a_bend_is_off_the_middle_of_its_tile(connector: str, off: tuple[float, float]) -> None:
    assert bow(OPENINGS[connector]) == off


def classes(parent: Element) -> list[str | None]:
    return [element.get("class") for element in parent.iter() if element.get("class")]


def test_the_art_of_a_tile_is_cached() -> None:
    assert tile_art("│", ("ruby", "zircon"), False) is tile_art("│", ("ruby", "zircon"), False)
    assert tile_art("│", ("ruby", "zircon"), True) is not tile_art("│", ("ruby", "zircon"), False)


def test_a_house_and_a_flag_have_the_colour_and_the_letter_of_their_seat() -> None:
    for shape in (HOUSE, FLAG):
        parent = Element("g")
        badge(parent, shape, 1, 0, 0, 1)
        assert "seat seat-1" in classes(parent)
        assert [element.text for element in parent.iter("text")] == ["B"]


def test_the_fence_of_a_second_owner_is_inside_the_first() -> None:
    parent = Element("g")
    fence(parent, 0)
    fence(parent, 1, 1)
    assert [(rect.get("x"), rect.get("width")) for rect in parent] == [("3", "54")] * 2 + [("9", "42")] * 2


def test_a_treasure_is_crossed_and_a_home_is_only_framed() -> None:
    treasure, home = Element("g"), Element("g")
    goal_mark(treasure, 0, cross=True)
    goal_mark(home, 0, cross=False)
    assert len(classes(treasure)) == 3
    assert len(classes(home)) == 2


def test_a_box_is_centred() -> None:
    assert box(10, 20, 4, 6) == {"x": "8", "y": "17", "width": "4", "height": "6"}
