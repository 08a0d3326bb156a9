from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.puzzles.checking import flaw_in
from examples.stones.stones import GAME
from tests.puzzles.nim import PUZZLE, STORED, after

FIGURES = "Puzzle 7 now has 1 right answer among 12, which is not what its file says."


def test_a_sound_puzzle_has_no_flaw() -> None:
    assert flaw_in(GAME, STORED) is None


@pytest.mark.parametrize(
    ("flawed", "words"),
    [
        (replace(STORED, puzzle=replace(PUZZLE, answers=2)), FIGURES),
        (replace(STORED, puzzle=replace(PUZZLE, alternatives=13)), FIGURES),
        (replace(STORED, puzzle=replace(PUZZLE, solution=("take 1 1",))), "The solution of puzzle 7 is judged wrong."),
        (replace(STORED, record=after("take 1 1")), "In puzzle 7 it is not Ash's turn."),
    ],
)
def test_a_flaw_is_named(flawed: object, words: str) -> None:
    assert isinstance(flawed, type(STORED))
    flaw = flaw_in(GAME, flawed)
    assert flaw is not None
    assert GAME.say(flaw) == words
