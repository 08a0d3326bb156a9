"""The overhead of the arena is measured on the same games."""

import pytest

from byways.bench import arena


@pytest.mark.slow
def test_both_sides_of_a_comparison_play_the_same_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "GAMES", 6)
    played = [(ours(), theirs()) for _, ours, _, theirs in arena.comparisons("tests.toy:GAME", "random", "byways.bots:RandomPlayer")]
    assert played == [(6, 6), (6, 6)]
