"""Read Markdown pages in tests."""

from __future__ import annotations

import re
from pathlib import Path

from byways.game import Game


def section(game: Game, heading: str) -> str:
    return game.page.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of a table, without its header."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def named_in_room(game: Game) -> set[str]:
    """Return the names of all tests of a game."""
    files = (Path(__file__).parent / "games" / game.name).rglob("test_*.py")
    return {name for file in files for name in re.findall(r"^def (test_\w+)\(", file.read_text("utf-8"), re.MULTILINE)}
