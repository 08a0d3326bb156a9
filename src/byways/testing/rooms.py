"""Checks of where the parts of a room lie: those that every room needs are there, and none lies where nobody looks for it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module, resources
from itertools import chain

from byways.game import Game
from byways.room import PARTS, Room, find_room
from byways.testing.trial import NonConformance

NEEDED = (*PARTS, "drawing.draw")
# What is looked for, by the folder it lies in; all else in a room is its own affair.
PLACES = {
    "": ("components.py", "components.toml", "state.py", "rules.md", "view.py", "bench.py", "drawing", "bots", "teaching", "catalogues"),
    "drawing": ("draw.py", "touch.py", "pictures.py", "sprite.py", "cover.py"),
    "bots": ("players.py", "advice.py", "curves.json"),
    "teaching": ("how_to_play", "lessons", "example.json"),
}
# What lies at the top of a room by mistake, and where it belongs. Rooms of earlier versions had most of it there.
BELONGS = {
    **{name: f"{folder}/{name}" for folder, names in PLACES.items() if folder for name in names},
    "bots.py": "bots/players.py",
    "guide.py": "drawing/touch.py and drawing/pictures.py",
    "page.md": "rules.md",
    "tall.py": "drawing/draw.py, where `tall` is a parameter of `draw`",
}
HOW_ALIKE = 0.8  # two names, of 1: so much for a slip of the finger


def check_room(game: Game) -> None:
    """A room of one module has all its parts in it; one that is a package has them where `byways.room.Room` looks for them."""
    room = find_room(game.room)
    for fault in chain(misplaced(room), misspelt(room), lacking(room)) if room.is_package else ():
        raise NonConformance("room", f"{game.title}, room '{room.name}': {fault}")


def misplaced(room: Room) -> Iterator[str]:
    for name in names_in(room, ""):
        if name in BELONGS:
            yield f"nobody looks for '{name}' at the top of the package. It belongs in {BELONGS[name]}."


def misspelt(room: Room) -> Iterator[str]:
    for folder, known in PLACES.items():
        there = names_in(room, folder)
        absent = [name for name in known if name not in there]
        for name in there:
            for meant in get_close_matches(name, absent, 1, HOW_ALIKE) if name not in known else ():
                yield f"nobody looks for '{name}' in '{folder or '.'}'. If it is '{meant}', it must have that name."


def lacking(room: Room) -> Iterator[str]:
    for place in NEEDED:
        try:
            import_module(f"{room.name}.{place}")
        except ImportError as error:
            yield f"the module '{place}', which every room needs, cannot be imported: {error}."


def names_in(room: Room, folder: str) -> list[str]:
    place = resources.files(room.name).joinpath(folder)
    return sorted(entry.name for entry in place.iterdir()) if place.is_dir() else []
