"""The card of the game, and its page, which names a test for every ruling."""

from __future__ import annotations

import re
from pathlib import Path

from byways.game import find_game
from byways.games.long_way import GAME
from byways.games.long_way.rules import FAILURE, GRADES
from byways.games.long_way.state import DISPLAYS
from tests.games.long_way.sheets import COMPONENTS

HEADINGS = [
    "Components",
    "Set-up",
    "A turn",
    "The end",
    "Options",
    "Notation",
    "What a seat knows",
    "Open points",
    "A seat that goes",
    "Players",
    "Version",
]


def section(heading: str) -> str:
    return GAME.page.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def rows(heading: str) -> list[list[str]]:
    """The cells of a section's tables, without their heads."""
    lines = [line for line in section(heading).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_card_says_what_a_lobby_shows() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("long_way", "The Long Way", (1, 8), 1)
    assert "Karl Hanf" in GAME.credit
    assert len(set(GAME.seat_names)) == 8
    assert find_game("long_way") is GAME


def test_the_page_has_the_headings_of_all_games() -> None:
    assert GAME.page.startswith("# The Long Way\n")
    assert re.findall(r"^## (.*)$", GAME.page, re.MULTILINE) == HEADINGS


def test_the_page_credits_the_author_and_names_what_is_reconstructed() -> None:
    assert "Karl Hanf" in GAME.page
    assert "Byways is not affiliated" in GAME.page
    assert "| chart of tiles | **reconstruction**" in GAME.page


def test_the_chart_and_the_displays_on_the_page_are_those_that_are_played_with() -> None:
    printed = {row[1]: tuple(row[2:]) for row in rows("Components") if len(row) == 8}
    assert {shape.name: shape.layouts for shape in COMPONENTS.chart.shapes}.items() <= printed.items()
    assert all(f"{kind} {name}" in GAME.page for kind, name in enumerate(DISPLAYS, 1))


def test_the_grades_on_the_page_are_those_that_are_given() -> None:
    assert [row[1] for row in rows("The end")[2:]] == [FAILURE, *(name for _, name in reversed(GRADES))]


def test_the_notation_on_the_page_can_be_read() -> None:
    for row in rows("Notation")[2:]:
        for text in re.findall(r"`([^`]*)`", row[1]):
            assert str(GAME.parse(text)) == text


def test_the_players_on_the_page_are_those_that_can_be_asked() -> None:
    assert re.findall(r"^- `(\w+)`", section("Players"), re.MULTILINE) == list(GAME.bots)


def test_every_ruling_is_on_the_page_with_tests_that_exist() -> None:
    files = Path(__file__).parent.glob("test_*.py")
    written = {name for file in files for name in re.findall(r"^def (test_\w+)\(", file.read_text("utf-8"), re.MULTILINE)}
    rulings = rows("Open points")[2:]
    assert [row[0] for row in rulings] == [f"L{number}" for number in range(1, 23)]
    for ruling, *_, named in rulings:
        tests = re.findall(r"`(\w+)`", named)
        assert tests
        assert set(tests) <= written
        assert any(ruling.lower() in test.split("_") for test in tests)


def test_every_text_check_and_every_example_has_a_test() -> None:
    files = Path(__file__).parent.glob("test_*.py")
    written = {name for file in files for name in re.findall(r"^def (test_\w+)\(", file.read_text("utf-8"), re.MULTILINE)}
    assert all(any(f"text_check_{number}_" in test for test in written) for number in range(1, 8))
    assert all(any(re.search(rf"_{letter}_", test) for test in written) for letter in "bcdefghijkl")
