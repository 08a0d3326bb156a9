from __future__ import annotations

import pytest

from byways.room import find_room
from examples.stones.stones import GAME
from tests.puzzles.nim import NimPuzzles


@pytest.fixture(autouse=True)
def nim_has_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("judge", "miner"):
        monkeypatch.setitem(find_room(GAME.room).__dict__, part, NimPuzzles("puzzles"))
