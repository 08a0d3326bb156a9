"""Every game's rules.md has the same headings, matches the card, and names a test for every ruling."""

from __future__ import annotations

import re

import msgspec
import pytest

from byways.game import Game, all_games
from tests.pages import named_in_room, rows, section

HEADINGS = ["Components", "Set-up", "A turn", "The end", "Options", "Notation", "What a seat knows", "Open points"]
HEADINGS += ["A seat that goes", "Players", "Version"]
RULINGS = {
    "labyrinth": [f"B{number}" for number in range(1, 18)],
    "traxx": [f"T{number}" for number in range(1, 14)],
    "long_way": [f"L{number}" for number in range(1, 23)],
    "the_way": [f"W{number}" for number in range(1, 17)],
    "long_road": [*(f"R{number}" for number in range(1, 42)), "X1", "X3"],
}

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


@every_game
def test_the_page_has_the_headings_of_all_games(game: Game) -> None:
    assert game.page.startswith(f"# {game.title}\n")
    assert re.findall(r"^## (.*)$", game.page.replace("## A round\n", "## A turn\n"), re.MULTILINE) == HEADINGS


@every_game
def test_the_page_says_that_byways_is_not_affiliated(game: Game) -> None:
    assert "Byways is not affiliated" in " ".join(game.page.split())


@every_game
def test_every_ruling_is_on_the_page(game: Game) -> None:
    assert [row[0] for row in rows(section(game, "Open points"))] == RULINGS[game.name]


@every_game
def test_every_test_named_on_the_page_exists_and_names_its_ruling(game: Game) -> None:
    for ruling, *_, named in rows(section(game, "Open points")):
        tests = re.findall(r"`(\w+)`", named)
        assert tests
        assert set(tests) <= named_in_room(game)
        assert any(ruling.lower() in test.split("_") for test in tests)


@every_game
def test_the_choices_on_the_page_can_be_parsed(game: Game) -> None:
    for _, notation, parts in rows(section(game, "Notation")):
        texts = re.findall(r"`([^`]*)`", notation)
        assert [str(game.parse(text)) for text in texts] == texts
        read = [msgspec.to_builtins(game.parse(text)) for text in texts]
        assert all(msgspec.json.decode(part) in read for part in re.findall(r"`([^`]*)`", parts))


@every_game
def test_the_page_lists_every_option_with_its_default(game: Game) -> None:
    shown = {name: row[1] for row in rows(section(game, "Options")) for name in re.findall(r"`(\w+)`", row[0])}
    assert shown == {name: str(value).lower() for name, value in msgspec.structs.asdict(game.options()).items()}


@every_game
def test_the_page_lists_every_player(game: Game) -> None:
    assert tuple(re.findall(r"^- `(\w+)`", section(game, "Players"), re.MULTILINE)) == game.bot_names


@every_game
def test_the_page_names_the_current_version(game: Game) -> None:
    assert section(game, "Version").strip().startswith(str(game.version))


@every_game
def test_seats_have_different_names(game: Game) -> None:
    assert len(set(game.seat_names)) == len(game.seat_names) == game.seats[1]
