"""Checks of games and of programs."""

import shlex
import sys

import pytest

from tests.command import refusal, said


def test_check_game_reports_what_it_looked_at() -> None:
    done = said("check-game", "traxx", "--positions", "60")
    assert (done.returncode, done.stderr) == (0, "")
    assert "traxx" in done.stdout.lower()


def test_a_number_of_positions_that_makes_no_sense_is_refused() -> None:
    assert "Invalid value for '--positions'" in refusal("check-game", "labyrinth", "--positions", "0")


@pytest.mark.slow
def test_check_player_tells_what_failed() -> None:
    done = said("check-player", shlex.join([sys.executable, "-c", "1/0"]), "--game", "traxx")
    assert (done.returncode, done.stderr) == (1, "14 situations failed.\n")
    assert "failed  first request, and no word more: It ended by itself (status 1) in the middle of the game." in done.stdout
    assert '> {"say":"hello"' in done.stdout
