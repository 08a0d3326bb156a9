"""Byways on systems without Unix features, which `tests/elsewhere/sitecustomize.py` hides."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

HERE = Path(__file__).parent
pytestmark = pytest.mark.slow


def on_windows(*command: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python as if on Windows, with the output encoding of a pipe there."""
    path = os.pathsep.join(filter(None, (str(HERE / "elsewhere"), os.environ.get("PYTHONPATH"))))
    known = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "cp1252"}
    return subprocess.run((sys.executable, *command), env=known, input=typed, capture_output=True, text=True, encoding="cp1252")


def test_the_hidden_features_are_really_missing() -> None:
    hidden = "import asyncio, importlib.util as util\n" + "\n".join(
        f"try: import {name}\nexcept ModuleNotFoundError: pass\nelse: raise SystemExit('{name}')"
        for name in ("fcntl", "resource", "uvloop")
    )
    done = on_windows("-c", f"{hidden}\n__package__ = 'byways'\nimport os, signal\nprint(hasattr(os, 'fork'), hasattr(signal, 'SIGKILL'))")
    assert (done.stdout.strip(), done.stderr) == ("False False", "")


@pytest.mark.long
def test_pages_lessons_pictures_and_a_whole_game_with_a_bot_work() -> None:
    done = on_windows(HERE.parent / "tools" / "dist_check.py", "easy")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_a_person_plays_in_a_terminal_whose_encoding_lacks_board_characters() -> None:
    done = on_windows("-m", "byways", "play", "traxx", "--seat", "human", "--seat", "bot:easy", "--language", "en", typed="1\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "?" in done.stdout


def test_bots_play_a_tournament() -> None:
    done = on_windows("-m", "byways", "arena", "traxx", "easy", "random", "--games", "4", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "easy : random" in done.stdout


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["play", "traxx", "--seat", "exec:python3 player.py"], "Programs (exec:) cannot play on this system."),
        (["check-player", "python3 player.py", "--game", "traxx"], "Programs (exec:) cannot play on this system."),
        (["serve", "traxx", "--processes", "2", "--db", "postgresql+asyncpg://host/byways"], "Several processes need a system such as"),
        (["bench", "table"], "`byways bench table` cannot measure on this system."),
    ],
)
def test_unsupported_commands_are_refused_in_a_sentence(command: Sequence[str], sentence: str) -> None:
    done = on_windows("-m", "byways", *command)
    assert done.returncode == 2
    assert sentence in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
