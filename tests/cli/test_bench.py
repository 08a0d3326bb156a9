"""The command `byways bench`."""

from tests.command import refusal


def test_an_unknown_game_is_refused() -> None:
    assert "There is no game 'chess'" in refusal("bench", "chess")
    assert "'tests.toy:BOTS' is not a game." in refusal("bench", "tests.toy:BOTS")
