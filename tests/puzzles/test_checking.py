from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.puzzles.checking import flaw_in
from examples.stones.stones import GAME
from tests.puzzles.nim import PUZZLE, STORED, after


def test_a_sound_puzzle_has_no_flaw() -> None:
    assert flaw_in(GAME, STORED) is None


@pytest.mark.parametrize(
    ("flawed", "words"),
    [
        (replace(STORED, puzzle=replace(PUZZLE, answers=2)), "Puzzle 7 now has right answers: 1 of 12; its file says otherwise."),
        (replace(STORED, puzzle=replace(PUZZLE, alternatives=13)), "Puzzle 7 now has right answers: 1 of 12; its file says otherwise."),
        (replace(STORED, puzzle=replace(PUZZLE, solution=("take 1 1",))), "The solution of puzzle 7 is judged wrong."),
        (replace(STORED, record=after("take 1 1")), "In the position of puzzle 7 it is not for Ash to act."),
    ],
)
def test_a_flaw_is_named(flawed: object, words: str) -> None:
    assert isinstance(flawed, type(STORED))
    flaw = flaw_in(GAME, flawed)
    assert flaw is not None
    assert GAME.say(flaw) == words
