from __future__ import annotations

import dataclasses
from random import Random

import pytest
from msgspec.structs import replace

from byways.bots import TIERS
from byways.game import AnyPlayer, Choice, Game, Player
from byways.puzzles import grading
from byways.puzzles.grading import grade
from examples.stones import stones
from examples.stones.stones import Take, View
from tests.puzzles.nim import PUZZLE, STORED

GAME = dataclasses.replace(stones.GAME, bot_names=TIERS)
RIGHT, WRONG = Take(2, 1), Take(1, 1)


class Sure(Player[View]):
    def __init__(self, answer: Take) -> None:
        self.answer = answer

    def choose(self, view: View, deadline: float) -> Choice:
        return self.answer


@pytest.mark.parametrize(
    ("solvers", "expected"), [(("easy", "medium", "hard"), 1), (("medium", "hard"), 2), (("hard",), 3), ((), 4), (("easy",), 1)]
)
def test_the_weakest_bot_that_solves_a_puzzle_gives_its_grade(
    solvers: tuple[str, ...], expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_player(game: Game, bot: str, rng: Random) -> AnyPlayer:
        return Sure(RIGHT if bot in solvers else WRONG)

    monkeypatch.setattr(grading, "make_player", make_player)
    assert grade(GAME, STORED) == expected


@pytest.mark.parametrize("hard", [replace(PUZZLE, turns=3), replace(PUZZLE, alternatives=200)])
def test_deep_and_wide_puzzles_that_no_bot_solves_have_the_highest_grade(hard: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "make_player", lambda game, bot, rng: Sure(WRONG))
    assert isinstance(hard, type(PUZZLE))
    assert grade(GAME, replace(STORED, puzzle=hard)) == 5
