"""The rooms of all five games have the same files with the same roles."""

from __future__ import annotations

import pytest

from byways.errors import COMMON_CATALOGUE
from byways.game import all_games
from byways.i18n import languages_of
from byways.room import find_room

GAMES = {game.name: game for game in all_games() if game.room.startswith("byways.games.")}
LANGUAGES = languages_of(COMMON_CATALOGUE)
CORE = (
    *("__init__.py", "components.py", "components.toml", "state.py", "rules.md"),
    *(f"rules/{name}.py" for name in ("__init__", "refusals", "events")),
    *(f"drawing/{name}.py" for name in ("draw", "text", "layout", "options", "style", "touch", "pictures", "cover")),
    *("bots/players.py", "bots/advice.py", "bots/curves.json"),
    *(f"teaching/how_to_play/{page}.md" for language in LANGUAGES for page in (language, f"{language}-short")),
    *("teaching/lessons/order.txt", "teaching/example.json"),
    *(f"catalogues/{language}.po" for language in LANGUAGES),
)


def test_there_are_five_games() -> None:
    assert sorted(GAMES) == ["labyrinth", "long_road", "long_way", "the_way", "traxx"]


@pytest.mark.parametrize("file", CORE)
def test_every_room_has_the_file(file: str) -> None:
    assert [name for name, game in GAMES.items() if find_room(game.room).file(*file.split("/")) is None] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_packages_of_bots_and_drawings_import_nothing(name: str) -> None:
    """Importing the advice or the cover must not load players or drawings."""
    room = find_room(GAMES[name].room)
    for package in ("bots", "drawing"):
        file = room.file(package, "__init__.py")
        assert file is not None
        assert file.read_text("utf-8") == ""
