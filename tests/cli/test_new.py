"""`byways new` writes packages that pass their own tests and are found by the other commands."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.command import run, spawn

EXAMPLE = Path(__file__).parents[2] / "examples" / "stones"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def passes_its_tests(folder: Path) -> bool:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode == 0


@pytest.mark.slow
def test_a_new_bot_passes_its_own_test_and_plays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("new", "bot", "my_bot", "--game", "traxx")
    assert (done.returncode, done.stdout) == (
        0,
        f"my_bot has a module, a test and a pyproject.toml. {Path('my_bot', 'README.md')} says how to try it.\n",
    )
    assert sorted(file.name for file in (folder / "my_bot").iterdir()) == ["README.md", "my_bot.py", "pyproject.toml", "test_my_bot.py"]
    assert passes_its_tests(folder / "my_bot")
    project = tomllib.loads((folder / "my_bot" / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["byways.bots"] == {"traxx.my_bot": "my_bot:MyBot"}
    monkeypatch.chdir(folder / "my_bot")
    assert "All 15 cards have been played." in spawn("play", "traxx", "--seat", "bot:my_bot:MyBot", "--seat", "bot:random").stdout


@pytest.mark.slow
def test_a_new_game_passes_its_own_test_and_is_the_example(folder: Path) -> None:
    assert run("new", "game", "pebbles").returncode == 0
    assert passes_its_tests(folder / "pebbles")
    for name in ("pyproject.toml", "stones.py"):
        written = (folder / "pebbles" / name.replace("stones", "pebbles")).read_text("utf-8")
        again = written.replace('"Pebbles"', '"Nim"').replace('"pebbles"', '"stones"').replace("pebbles", "stones")
        assert again == (EXAMPLE / name).read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("game", "Two Words"), "'Two Words' cannot be the name: use small letters, digits and _, with a letter first."),
        (("game", "class"), "'class' cannot be the name: use small letters, digits and _, with a letter first."),
        (("game", "random"), "'random' cannot be the name: Python already has a module of this name."),
        (("game", "traxx"), "There is already a game 'traxx'."),
        (("game", "here"), "The folder here exists already. Choose another name."),
        (("bot", "easy", "--game", "traxx"), "Traxx already has a bot 'easy'."),
        (("bot", "mine", "--game", "chess"), "There is no game 'chess'"),
    ],
)
def test_names_that_cannot_be_used_are_refused(folder: Path, words: tuple[str, ...], sentence: str) -> None:
    (folder / "here").mkdir()
    done = run("new", *words)
    assert (done.returncode, done.stderr.startswith(sentence)) == (2, True), done.stderr
    assert [*folder.iterdir()] == [folder / "here"]
