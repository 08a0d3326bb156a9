from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from byways.game import Refused, find_game
from byways.puzzles.collection import compressed, decode, encode, find, puzzles
from examples.stones.stones import GAME
from tests.puzzles.nim import PUZZLE, STORED, after

TWO = (STORED, replace(STORED, puzzle=replace(PUZZLE, number=8)))


@pytest.mark.parametrize("data", [encode(TWO), compressed(TWO)])
def test_a_collection_is_read_as_it_was_written(data: bytes) -> None:
    assert decode(data, "nim") == TWO


def test_the_questions_of_a_file_need_words(tmp_path: Path) -> None:
    (tmp_path / "nim").write_bytes(encode(TWO))
    with pytest.raises(Refused, match=r"Nim cannot ask the question of puzzle 7: its kind 'win'"):
        puzzles(GAME, tmp_path / "nim")


def test_a_puzzle_is_found_by_its_number() -> None:
    assert find(GAME, 8, TWO) == TWO[1]
    with pytest.raises(Refused, match=r"Nim has no puzzle 9; the numbers go from 7 to 8\."):
        find(GAME, 9, TWO)


@pytest.mark.parametrize("data", [compressed(TWO)[:-20], compressed(TWO)[:40] + b"x" * 40])
def test_a_file_that_was_cut_off_is_named(data: bytes) -> None:
    with pytest.raises(Refused, match=r"'nim' is cut off or damaged"):
        decode(data, "nim")


@pytest.mark.parametrize("line", [b'{"puzzle": ', b"{}", b'{"puzzle": {}, "record": 3}', b"\xff"])
def test_a_line_that_is_no_puzzle_is_named(line: bytes) -> None:
    with pytest.raises(Refused, match=r"Line 3 of 'nim' is not a puzzle"):
        decode(encode(TWO) + line, "nim")


def test_a_record_that_does_not_replay_is_named() -> None:
    broken = replace(STORED, record=after("take 1 1", "take 9 2"))
    with pytest.raises(Refused, match=r"The record of puzzle 7 cannot be replayed: .*take 9 2"):
        broken.position(GAME)


def test_a_puzzle_asks_the_seat_that_is_to_act() -> None:
    with pytest.raises(Refused, match=r"In puzzle 7 it is not Ash's turn\."):
        replace(STORED, record=after("take 1 1")).position(GAME)


def test_a_puzzle_of_another_game_is_refused() -> None:
    with pytest.raises(Refused, match=r"Puzzle 7 belongs to 'stones', not to Traxx\."):
        STORED.view(find_game("traxx"))


def test_a_game_without_puzzles_says_so(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(Refused, match=r"There are no puzzles of Nim\."):
        puzzles(GAME, tmp_path / "empty")
    with pytest.raises(Refused, match=r"There are no puzzles of Nim\."):
        puzzles(GAME)
