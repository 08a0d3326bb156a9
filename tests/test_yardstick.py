"""The yardstick of speed."""

import sys

import pytest

from byways.yardstick import chess_play


def test_the_yardstick_plays_chess() -> None:
    assert chess_play()() > 1000


def test_without_the_yardstick_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(ValueError, match="python-chess, which is not installed"):
        chess_play()
