"""The card of the game, and its page, which names a test for every ruling."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from byways.game import Refused, find_game
from byways.games.long_road import GAME, LongRoadOptions

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


def rows(text: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def part(heading: str) -> list[list[str]]:
    return rows(section("Components").split(f"\n### {heading}\n")[1].split("\n### ")[0])


def test_the_card_says_what_a_lobby_shows() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("long_road", "The Long Road", (2, 4), 1)
    assert "Stefania Niccolini and Marco Canetta" in GAME.credit
    assert len(set(GAME.seat_names)) == 4


def test_the_game_is_found_by_its_name() -> None:
    assert find_game("long_road") is GAME


def test_options_are_read_from_texts() -> None:
    assert GAME.read_options({"draft": "true", "open": "true"}) == LongRoadOptions(draft=True, open=True)
    assert GAME.read_options({}) == LongRoadOptions(False, False, False)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"packs": 7}, "The Long Road has no option 'packs'; it has companeros, draft, open."),
        ({"draft": "perhaps"}, "The Long Road: wrong option: Expected `bool`, got `str` - at `$.draft`."),
    ],
)
def test_wrong_options_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.read_options(given)
    assert str(caught.value) == sentence


# The page


def test_the_page_has_the_headings_of_all_games() -> None:
    assert GAME.page.startswith("# The Long Road\n")
    assert re.findall(r"^## (.*)$", GAME.page, re.MULTILINE) == HEADINGS


def test_every_ruling_is_on_the_page() -> None:
    assert [row[0] for row in rows(section("Open points"))] == [*(f"R{number}" for number in range(1, 41)), "X1", "X3"]


def test_every_test_that_the_page_names_exists_and_names_its_ruling() -> None:
    files = Path(__file__).parent.glob("test_*.py")
    written = {name for file in files for name in re.findall(r"^def (test_\w+)\(", file.read_text("utf-8"), re.MULTILINE)}
    for ruling, *_, named in rows(section("Open points")):
        tests = re.findall(r"`(\w+)`", named)
        assert tests
        assert set(tests) <= written
        assert all(test.startswith(f"test_{ruling.lower()}_") for test in tests)


def test_the_page_writes_choices_as_they_are_read() -> None:
    shown = {row[1].strip("`"): msgspec.json.decode(row[2].strip("`")) for row in rows(section("Notation"))}
    assert len(shown) == 23
    assert shown == {text: msgspec.to_builtins(GAME.parse(text)) for text in shown}


def test_the_page_lists_every_option_with_its_default() -> None:
    shown = {name: row[1] for row in rows(section("Options")) for name in re.findall(r"`(\w+)`", row[0])}
    assert shown == {name: str(value).lower() for name, value in msgspec.structs.asdict(LongRoadOptions()).items()}


def test_the_page_lists_every_player() -> None:
    assert re.findall(r"^- `(\w+)`", section("Players"), re.MULTILINE) == list(GAME.bots)


def test_the_page_lists_every_character_place_and_destination_as_they_are() -> None:
    parts = GAME.components
    assert [tuple(row[:5]) for row in part("Characters")] == [
        (card.it, card.en, f"{card.value}{'+' if card.plus else ''}", card.pack, card.says) for card in parts.characters
    ]
    assert [(row[0], row[1], row[4]) for row in part("Places")] == [(place.it, place.en, place.says) for place in parts.places]
    cards = [(card.coins, card.daggers, card.white, card.black) for card in parts.destinations.cactus]
    assert part("Destinations")[1][1:] == [f"{coins}+{daggers}: {white}/{black}" for coins, daggers, white, black in cards]


def test_the_page_is_of_this_version() -> None:
    assert section("Version").strip() == str(GAME.version)
