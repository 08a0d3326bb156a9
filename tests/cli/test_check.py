"""Checks of games and of programs."""

import shlex
import sys

import pytest

from tests.command import refusal, run


def test_check_game_prints_what_it_checked() -> None:
    done = run("check-game", "traxx", "--positions", "60")
    assert (done.returncode, done.stderr) == (0, "")
    assert "traxx" in done.stdout.lower()


def test_a_game_is_checked_by_module_and_attribute() -> None:
    done = run("check-game", "tests.toy:GAME", "--positions", "20")
    assert (done.returncode, done.stderr) == (0, "")


def test_zero_positions_are_refused() -> None:
    assert "Invalid value for '--positions'" in refusal("check-game", "labyrinth", "--positions", "0")


@pytest.mark.slow
def test_check_player_names_what_failed() -> None:
    done = run("check-player", shlex.join([sys.executable, "-c", "1/0"]), "--game", "traxx")
    assert (done.returncode, done.stderr) == (1, "14 situations failed.\n")
    assert "failed  first request, then silence: It exited (status 1) in the middle of the game." in done.stdout
    assert '> {"say":"hello"' in done.stdout
