"""The bytes that a page receives."""

from __future__ import annotations

import pytest

from byways.bench import page_sizes
from byways.game import Game, all_games
from byways.table import sse


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@pytest.mark.slow
def test_an_update_is_small(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_sizes, "MOMENTS", 9)
    monkeypatch.setattr(page_sizes, "RUNS", 1)
    monkeypatch.setattr(sse, "KEY", bytes(16))  # pads every event by up to 255 bytes
    found = page_sizes.sizes(game)
    assert found.update_sent < 2100
    assert found.whole_sent < 7000
    assert found.whole > 15_000
