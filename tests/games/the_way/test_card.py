"""The card of the game, and its page, which names a test for every ruling."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from byways.game import Refused, find_game
from byways.games.the_way import GAME, TheWayOptions

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
    """The cells of a section's table, without its head."""
    lines = [line for line in section(heading).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_card_says_what_a_lobby_shows() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("the_way", "The Way", (2, 2), 1)
    assert "Joshua Howard" in GAME.credit
    assert len(set(GAME.seat_names)) == 2


def test_the_game_is_found_by_its_name() -> None:
    assert find_game("the_way") is GAME


def test_options_are_read_from_texts() -> None:
    given = {"single": "true", "arrows": "true", "turns": "40"}
    assert GAME.read_options(given) == TheWayOptions(single=True, arrows=True, turns=40)
    assert GAME.read_options({}) == TheWayOptions(False, False, False, False, False, 150)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"games": 3}, "The Way has no option 'games'; it has arrows, clockwise, replace, single, turns, various."),
        ({"turns": 0}, "The Way: wrong option: Expected `int` >= 1 - at `$.turns`."),
        ({"turns": 1001}, "The Way: wrong option: Expected `int` <= 1000 - at `$.turns`."),
    ],
)
def test_wrong_options_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.read_options(given)
    assert str(caught.value) == sentence


# The page


def test_the_page_has_the_headings_of_all_games() -> None:
    assert GAME.page.startswith("# The Way\n")
    assert re.findall(r"^## (.*)$", GAME.page, re.MULTILINE) == HEADINGS


def test_every_ruling_is_on_the_page() -> None:
    assert [row[0] for row in rows("Open points")] == [f"W{number}" for number in range(1, 17)]


def test_every_test_that_the_page_names_exists_and_names_its_ruling() -> None:
    files = Path(__file__).parent.glob("test_*.py")
    written = {name for file in files for name in re.findall(r"^def (test_\w+)\(", file.read_text("utf-8"), re.MULTILINE)}
    for ruling, *_, named in rows("Open points"):
        tests = re.findall(r"`(\w+)`", named)
        assert tests
        assert set(tests) <= written
        assert all(test.startswith(f"test_{ruling.lower()}_") for test in tests)


def test_the_page_writes_choices_as_they_are_read() -> None:
    shown = {row[1].strip("`"): msgspec.json.decode(row[2].strip("`")) for row in rows("Notation")}
    assert len(shown) == 10
    assert shown == {text: msgspec.to_builtins(GAME.parse(text)) for text in shown}


def test_the_page_lists_every_option_with_its_default() -> None:
    shown = {name: row[1] for row in rows("Options") for name in re.findall(r"`(\w+)`", row[0])}
    assert shown == {name: str(value).lower() for name, value in msgspec.structs.asdict(TheWayOptions()).items()}


def test_the_page_lists_every_player() -> None:
    assert re.findall(r"^- `(\w+)`", section("Players"), re.MULTILINE) == list(GAME.bots)


def test_the_page_is_of_this_version() -> None:
    assert section("Version").strip() == str(GAME.version)
