from __future__ import annotations

from random import Random
from typing import cast

import pytest

from byways.game import find_game
from byways.games.long_road.puzzles.judge import judge
from byways.games.long_road.puzzles.miner import AHEAD, ALTERNATIVES, ANSWERS, find
from byways.games.long_road.puzzles.sale import acts, wealth
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from byways.puzzles.collection import StoredPuzzle
from tests.games.long_road.puzzles.found import DULL, FOUND

GAME = find_game("long_road")


@pytest.mark.parametrize("stored", FOUND, ids=lambda stored: str(stored.puzzle.number))
def test_a_puzzle_is_found_again(stored: StoredPuzzle) -> None:
    (found,) = find(cast(View, stored.view(GAME)), Random(0))
    puzzle = stored.puzzle
    assert (found.kind, found.solution, found.answers, found.values) == (puzzle.kind, puzzle.solution, puzzle.answers, puzzle.values)
    assert found.alternatives == puzzle.alternatives >= ALTERNATIVES
    assert found.answers <= ANSWERS[found.kind]


def test_a_single_weapon_on_the_obvious_character_is_no_puzzle() -> None:
    assert DULL.puzzle.solution == ("arm dagger cactus 2", "end")
    assert [*find(cast(View, DULL.view(GAME)), Random(0))] == []


@pytest.mark.parametrize("stored", FOUND, ids=lambda stored: str(stored.puzzle.number))
def test_the_natural_act_is_wrong(stored: StoredPuzzle) -> None:
    """In a sale to earn most now, before one to end the turn at once."""
    puzzle, view, position = stored.puzzle, cast(View, stored.view(GAME)), cast(Position, stored.position(GAME))
    found = [*acts(position, puzzle.seat).values()]
    if puzzle.kind == "arm":
        assert int(puzzle.values["best"]) - int(puzzle.values["plain"]) >= AHEAD
        return
    most = max(wealth(then, puzzle.seat) for _, then in found)
    assert not any(judge(puzzle, view, act).right for act, then in found if wealth(then, puzzle.seat) == most)
