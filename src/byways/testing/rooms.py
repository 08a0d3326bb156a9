"""Checks on a room's files: required modules exist, and no file is where it would not be found."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module, resources
from itertools import chain

from byways.game import Game
from byways.room import PARTS, Room, find_room
from byways.testing.trial import NonConformance

NEEDED = (*PARTS, "drawing.draw")
# The files that are looked up, by folder. A room may have others.
PLACES = {
    "": (
        *("components.py", "components.toml", "state.py", "rules.md", "view.py", "bench.py", "daily.py", "encoding.py", "study.py"),
        *("drawing", "bots", "teaching", "puzzles", "catalogues"),
    ),
    "drawing": ("draw.py", "touch.py", "show.py", "pictures.py", "sheets.py", "sprite.py", "cover.py"),
    "bots": ("players.py", "advice.py", "proofs.py", "mistakes.py", "curves.json"),
    "teaching": ("how_to_play", "lessons", "example.json"),
    "puzzles": ("judge.py", "miner.py", "puzzles.jsonl.gz"),
}
# Files that belong elsewhere, by their names at the top of a room, where most of them were in earlier versions.
BELONGS = {
    **{name: f"{folder}/{name}" for folder, names in PLACES.items() if folder for name in names},
    "bots.py": "bots/players.py",
    "guide.py": "drawing/touch.py and drawing/pictures.py",
    "page.md": "rules.md",
    "tall.py": "drawing/draw.py, where `tall` is a parameter of `draw`",
}
SIMILARITY = 0.8  # similarity above which a name counts as misspelt


def check_room(game: Game) -> None:
    """Check a room that is a package. A single-module room contains all its parts."""
    room = find_room(game.room)
    for fault in chain(misplaced(room), misspelt(room), lacking(room)) if room.is_package else ():
        raise NonConformance("room", f"{game.title}, room '{room.name}': {fault}")


def misplaced(room: Room) -> Iterator[str]:
    for name in names_in(room, ""):
        if name in BELONGS:
            yield f"'{name}' is never looked for at the top of the package. It belongs in {BELONGS[name]}."


def misspelt(room: Room) -> Iterator[str]:
    for folder, known in PLACES.items():
        there = names_in(room, folder)
        absent = [name for name in known if name not in there]
        for name in there:
            for meant in get_close_matches(name, absent, 1, SIMILARITY) if name not in known else ():
                yield f"'{name}' is never looked for in '{folder or '.'}'. If it is meant to be '{meant}', rename it."


def lacking(room: Room) -> Iterator[str]:
    for place in NEEDED:
        try:
            import_module(f"{room.name}.{place}")
        except ImportError as error:
            yield f"the module '{place}', which every room needs, cannot be imported: {error}."


def names_in(room: Room, folder: str) -> list[str]:
    place = resources.files(room.name).joinpath(folder)
    return sorted(entry.name for entry in place.iterdir()) if place.is_dir() else []
