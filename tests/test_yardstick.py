"""The yardstick for benchmarks."""

import sys

import pytest

from byways.yardstick import chess_play


def test_the_yardstick_plays_chess() -> None:
    assert chess_play()() > 1000


def test_a_missing_yardstick_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(ValueError, match="python-chess, which is not installed"):
        chess_play()
