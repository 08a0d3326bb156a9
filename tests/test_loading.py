"""Games and bots named as `module:attribute`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from byways.game import Refused, find_game
from byways.loading import load_attribute, load_game
from tests import toy


@pytest.fixture(autouse=True)
def _same_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])


def test_a_game_is_found_by_its_name_or_by_module_and_attribute() -> None:
    assert load_game("labyrinth") is find_game("labyrinth")
    assert load_game("tests.toy:GAME") is toy.GAME


def test_a_module_in_the_current_directory_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_bot_of_today.py").write_text("BOT = 5\n")
    monkeypatch.chdir(tmp_path)
    assert load_attribute("my_bot_of_today:BOT") == 5
    assert sys.path[-1] == str(tmp_path)


def test_a_file_in_the_current_directory_hides_no_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "colorsys.py").write_text("raise SystemExit\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    assert callable(load_attribute("colorsys:rgb_to_hsv"))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no.such.module:GAME", "'no.such.module:GAME' cannot be loaded: ModuleNotFoundError: No module named 'no'."),
        ("tests.toy:Nothing", "'tests.toy:Nothing' cannot be loaded: AttributeError: module 'tests.toy' has no attribute 'Nothing'."),
        ("broken_at_import:GAME", "'broken_at_import:GAME' cannot be loaded: ZeroDivisionError: division by zero."),
        ("tests.toy:BOTS", "'tests.toy:BOTS' is not a game."),
        (":GAME", "':GAME' cannot be loaded: ValueError: Empty module name."),
    ],
)
def test_a_game_that_cannot_be_loaded_is_refused_with_the_reason(
    name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_at_import.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused) as refused:
        load_game(name)
    assert str(refused.value) == sentence
