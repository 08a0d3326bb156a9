"""What is measured, as it is told."""

from tests.command import refusal


def test_a_game_that_is_not_there_is_not_measured() -> None:
    assert "There is no game 'chess'" in refusal("bench", "chess")
