"""What is measured of the arena is the same games each way."""

import pytest

from byways.bench import arena


@pytest.mark.slow
def test_every_way_plays_the_same_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "GAMES", 6)
    played = [(ours(), theirs()) for _, ours, _, theirs in arena.comparisons("tests.toy:GAME", "random", "byways.bots:RandomPlayer")]
    assert played == [(6, 6), (6, 6)]
