"""The card of the game, and its page, which names a test for every ruling."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from byways.game import Refused, find_game, stream
from byways.games.traxx import GAME

HEADINGS = [
    "Components",
    "Set-up",
    "A round",
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
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("traxx", "Traxx", (1, 4), 1)
    assert "Steffen Benndorf and Reinhard Staupe" in GAME.credit
    assert len(set(GAME.seat_names)) == 4


def test_the_game_is_found_by_its_name() -> None:
    assert find_game("traxx") is GAME


@pytest.mark.parametrize("seats", [0, 5])
def test_it_is_for_one_to_four(seats: int) -> None:
    with pytest.raises(Refused, match="Traxx is for 1 to 4 players"):
        GAME.deal(seats, stream(0, "set-up"))


def test_it_has_no_options() -> None:
    with pytest.raises(Refused, match="Traxx has no option 'size'; it has none"):
        GAME.read_options({"size": 7})


# The page


def test_the_page_has_the_headings_of_all_games() -> None:
    assert GAME.page.startswith("# Traxx\n")
    assert re.findall(r"^## (.*)$", GAME.page, re.MULTILINE) == HEADINGS


def test_the_page_gives_credit_and_says_what_is_reconstructed() -> None:
    assert "Byways is not affiliated" in GAME.page
    assert "reconstruction: the layout was never published as text" in section("Components")


def test_every_ruling_is_on_the_page() -> None:
    assert [row[0] for row in rows("Open points")] == [f"T{number}" for number in range(1, 14)]


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
    assert shown == {text: msgspec.to_builtins(GAME.parse(text)) for text in ("draw e4 from d3", "done")}


def test_the_page_lists_every_player() -> None:
    assert re.findall(r"^- `(\w+)`", section("Players"), re.MULTILINE) == list(GAME.bots)


def test_the_page_is_of_this_version() -> None:
    assert section("Version").strip() == str(GAME.version)
