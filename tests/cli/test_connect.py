"""Who may be seated at another table."""

from tests.command import said


def test_connect_says_who_could_play() -> None:
    done = said("connect", "ws://127.0.0.1:9/program/t/k")
    assert (done.returncode, done.stderr) == (2, "Say who plays: --bot NAME, or --player 'exec:PROGRAM ARGS'.\n")
