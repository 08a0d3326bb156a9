from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from tools.pick_puzzles import main, pick

from byways.game import find_game
from byways.puzzles.collection import decode, encode, shipped

ONE = shipped(find_game("labyrinth"))[0]
SIX = [
    replace(ONE, puzzle=replace(ONE.puzzle, kind=kind, grade=grade, number=9), source=f"1/{number}")
    for number, (kind, grade) in enumerate([("two", 2), ("two", 2), ("two", 2), ("safe", 4), ("safe", 3), ("block", 3)])
]


def test_kinds_and_grades_are_limited_and_dull_ones_left_out() -> None:
    chosen = pick(SIX, 2, ["1/3:safe"])
    assert [stored.puzzle.number for stored in chosen] == [1, 2, 3, 4]
    assert [stored.puzzle.grade for stored in chosen] == [2, 2, 3, 3]


def test_the_file_of_a_room_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "made").write_bytes(encode(SIX))
    main([str(tmp_path / "made"), str(tmp_path / "shipped"), "--most", "1"])
    assert len(decode((tmp_path / "shipped").read_bytes(), "shipped")) == 4
    assert capsys.readouterr().out == "4 puzzles: 1 of grade 2, 2 of grade 3, 1 of grade 4\n"
