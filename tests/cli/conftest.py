"""Fixtures for the tests of the command."""

from pathlib import Path

import pytest

from tests.command import run


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game between bots."""
    path = tmp_path_factory.mktemp("records") / "game.json"
    done = run("play", "labyrinth", "--seat", "bot:euclid", "--seat", "bot:random", "--seed", "7", "--record", str(path))
    assert done.returncode == 0, done.stderr
    return path
