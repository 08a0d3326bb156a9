"""Environments step, and are compared with PettingZoo's own and with the rules."""

from __future__ import annotations

import pytest

from byways.bench import adapters
from byways.game import find_game


def test_every_environment_is_compared_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapters, "STEPS", 60)
    games = [find_game("labyrinth"), find_game("traxx")]
    found = adapters.comparisons(games, {game.name: lambda: 7 for game in games})
    assert [one.yardstick for one in found] == ["connect_four_v3 steps", "choices by the bare rules"] * 2
    assert [(ours(), theirs()) for _, ours, _, theirs in found] == [(60, 60), (60, 7)] * 2
