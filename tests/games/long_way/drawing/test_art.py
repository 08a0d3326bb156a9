"""The small drawings."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from byways.games.long_way.drawing.art import PIPS, die, display, fork


@pytest.mark.parametrize("kind", range(1, 7))
def test_a_display_carries_its_number_and_adds_up_to_it_with_4_for_a_table_and_1_for_a_seat(kind: int) -> None:
    parent = Element("g")
    display(parent, kind)
    assert [text.text for text in parent.iter("text")] == [str(kind)]
    paths = {path.get("class", "").split()[0]: path.get("d", "") for path in parent.iter("path")}
    assert 4 * ("wood" in paths) + paths.get("cloth", "").count("h15v13h-15Z") == kind


def test_a_display_that_counts_has_a_golden_tag() -> None:
    parent = Element("g")
    display(parent, 1, counts=True)
    assert [circle.get("class") for circle in parent.iter("circle")] == ["tag", "tag counts"]


def test_the_six_displays_look_different() -> None:
    drawn = set()
    for kind in range(1, 7):
        parent = Element("g")
        display(parent, kind)
        drawn.add(tuple(path.get("d") for path in parent.iter("path")))
    assert len(drawn) == 6


def test_a_die_shows_its_pips_or_that_it_is_still_to_be_rolled() -> None:
    for pips in PIPS:
        parent = Element("g")
        die(parent, pips, "light")
        assert len(list(parent.iter("circle"))) == pips
    parent = Element("g")
    die(parent, 0, "dark")
    assert [one.get("class") for one in parent] == ["die dark due"]


def test_a_cafeteria_lies_or_stands() -> None:
    boxes = []
    for lying in (True, False):
        parent = Element("g")
        fork(parent, lying)
        box = next(iter(parent.iter("rect")))
        boxes.append((box.get("width"), box.get("height")))
    assert boxes == [("112", "48"), ("48", "112")]
