"""The kit knows where `Room` looks for files, and names files that are elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import pytest

from byways.game import Game, all_games
from byways.room import Room
from byways.testing import NonConformance, check_game
from byways.testing.rooms import NEEDED, PLACES, check_room
from examples.stones import stones
from tests import toy

Make: TypeAlias = Callable[[dict[str, str]], Game]

NUMBERS = count()
FILES = {
    **dict.fromkeys(("components.py", "state.py", "rules.py", "view.py", "drawing/draw.py"), "from tests.toy import *\n"),
    "__init__.py": "",
}


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Return a function that makes a card whose room is a package with the given files."""
    monkeypatch.syspath_prepend(tmp_path)

    def made(files: dict[str, str]) -> Game:
        name = f"room_{next(NUMBERS)}"
        for file, text in files.items():
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return replace(toy.GAME, room=name)

    return made


def fault(game: Game) -> str:
    with pytest.raises(NonConformance) as found:
        check_room(game)
    assert found.value.check == "room"
    return str(found.value).partition("': ")[2]


@pytest.mark.parametrize("game", [*all_games(), stones.GAME, toy.GAME], ids=lambda game: game.name)
def test_built_in_rooms_have_their_files_in_place(game: Game) -> None:
    check_room(game)


def test_a_room_with_the_required_files_passes_and_may_have_others(make: Make) -> None:
    check_room(make(FILES))
    check_room(make({**FILES, "deck.py": "", "drawing/scene.py": "", "bots/search.py": "", "course/draw.py": "", "rules.md": ""}))


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("draw.py", "drawing/draw.py"),
        ("cover.py", "drawing/cover.py"),
        ("sprite.py", "drawing/sprite.py"),
        ("tall.py", "drawing/draw.py, where `tall` is a parameter of `draw`"),
        ("guide.py", "drawing/touch.py and drawing/pictures.py"),
        ("bots.py", "bots/players.py"),
        ("advice.py", "bots/advice.py"),
        ("curves.json", "bots/curves.json"),
        ("lessons/order.txt", "teaching/lessons"),
        ("how_to_play/en.md", "teaching/how_to_play"),
        ("example.json", "teaching/example.json"),
        ("page.md", "rules.md"),
    ],
)
def test_a_misplaced_file_is_named_with_its_right_place(make: Make, file: str, place: str) -> None:
    name = file.partition("/")[0]
    assert fault(make({**FILES, file: ""})) == f"'{name}' is never looked for at the top of the package. It belongs in {place}."


@pytest.mark.parametrize(
    ("file", "folder", "name", "meant"),
    [
        ("drawing/tuch.py", "drawing", "tuch.py", "touch.py"),
        ("bots/player.py", "bots", "player.py", "players.py"),
        ("teaching/lesson/order.txt", "teaching", "lesson", "lessons"),
        ("drawings/cover.py", ".", "drawings", "drawing"),
        ("component.toml", ".", "component.toml", "components.toml"),
    ],
)
def test_a_misspelt_file_is_named_with_the_right_spelling(make: Make, file: str, folder: str, name: str, meant: str) -> None:
    files = {**FILES, file: ""}
    if meant == "drawing":
        del files["drawing/draw.py"]
    assert fault(make(files)) == f"'{name}' is never looked for in '{folder}'. If it is meant to be '{meant}', rename it."


@pytest.mark.parametrize("needed", ["components.py", "state.py", "rules.py", "view.py", "drawing/draw.py"])
def test_a_missing_required_module_is_named(make: Make, needed: str) -> None:
    part = needed.removesuffix(".py").replace("/", ".")
    said = fault(make({file: text for file, text in FILES.items() if file != needed}))
    assert said.startswith(f"the module '{part}', which every room needs, cannot be imported: No module named ")


def test_a_required_module_that_cannot_be_imported_is_named(make: Make) -> None:
    assert fault(make({**FILES, "view.py": "import no_such_thing"})).endswith(
        "'view', which every room needs, cannot be imported: No module named 'no_such_thing'."
    )


def test_the_room_is_checked_before_any_game_is_played(make: Make) -> None:
    with pytest.raises(NonConformance, match=r"It belongs in drawing/draw\.py"):
        check_game(make({**{file: text for file, text in FILES.items() if file != "drawing/draw.py"}, "draw.py": ""}), 10)


def test_the_kit_knows_every_file_that_a_room_looks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[str, str]] = set()

    def load(room: Room, place: str, attribute: str = "") -> ModuleType | None:
        asked.add((place, attribute))
        return None

    monkeypatch.setattr(Room, "load", load)
    room = Room("tests.toy")
    for name in Room.__annotations__:
        getattr(room, name)
    assert room.players
    known = {f"{folder}/{name}".lstrip("/") for folder, names in PLACES.items() for name in names}
    assert {f"{place.replace('.', '/')}.py" for place, _ in asked} - {"rules.py"} <= known
    assert {place for place, attribute in asked if not attribute} == {*NEEDED}
