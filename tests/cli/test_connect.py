"""The command `byways connect`."""

from tests.command import run


def test_connect_requires_a_player() -> None:
    done = run("connect", "ws://127.0.0.1:9/program/t/k")
    assert (done.returncode, done.stderr) == (2, "Name the player: --bot NAME, or --player 'exec:PROGRAM ARGS'.\n")
