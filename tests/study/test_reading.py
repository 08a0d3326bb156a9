"""Damaged records are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from byways.game import Refused, find_game, stream
from byways.record import new_record
from byways.study.reading import read_record
from tests.toy import GAME


def test_a_record_is_read_with_its_game(tmp_path: Path) -> None:
    game = find_game("labyrinth")
    record = new_record(game, game.deal(2, stream(1, "set-up")), game.options(), ("a", "b"))
    (tmp_path / "000001.json").write_bytes(record.to_json())
    assert read_record(tmp_path / "000001.json", game) == (game, record)


def test_a_record_of_a_game_that_is_not_installed_is_read_with_its_card(tmp_path: Path) -> None:
    record = new_record(GAME, GAME.deal(2, stream(1, "set-up")), GAME.options(), ("a", "b"))
    (tmp_path / "000001.json").write_bytes(record.to_json())
    assert read_record(tmp_path / "000001.json", GAME) == (GAME, record)


@pytest.mark.parametrize("content", [b"{", b"{}", None])
def test_a_damaged_or_missing_record_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "000001.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(Refused, match=r"000001\.json"):
        read_record(file, find_game("labyrinth"))
