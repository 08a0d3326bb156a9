"""The card of the game, and its rules page."""

from __future__ import annotations

import re

from byways.games.long_way import GAME
from byways.games.long_way.rules import GRADES
from byways.games.long_way.state import DISPLAYS
from tests.games.long_way.positions import COMPONENTS
from tests.pages import named_in_room, rows, section


def test_the_card_says_what_a_lobby_shows() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("long_way", "The Long Way", (1, 8), 2)
    assert "Karl Hanf" in GAME.credit


def test_the_page_credits_the_author_and_names_what_is_reconstructed() -> None:
    assert "Karl Hanf" in GAME.page
    assert "| chart of tiles | **reconstruction**" in GAME.page


def test_the_page_shows_the_chart_and_displays_of_the_components() -> None:
    printed = {row[1]: tuple(row[2:]) for row in rows(section(GAME, "Components")) if len(row) == 8}
    assert {shape.name: shape.layouts for shape in COMPONENTS.chart.shapes}.items() <= printed.items()
    assert all(f"{kind} {name}" in GAME.page for kind, name in enumerate(DISPLAYS, 1))


def test_the_page_shows_the_grades_of_the_rules() -> None:
    assert [row[1] for row in rows(section(GAME, "The end"))] == [GAME.say(grade.title) for grade in reversed(GRADES)]


def test_every_text_check_and_every_example_has_a_test() -> None:
    written = named_in_room(GAME)
    assert all(any(f"text_check_{number}_" in test for test in written) for number in range(1, 8))
    assert all(any(re.search(rf"_{letter}_", test) for test in written) for letter in "bcdefghijkl")
