from __future__ import annotations

from random import Random
from typing import cast

import pytest

from byways.game import find_game, stream
from byways.games.long_way.puzzles.bonus import bonuses
from byways.games.long_way.puzzles.miner import ALTERNATIVES, APART, Builder, find
from byways.games.long_way.view import View
from byways.puzzles.collection import StoredPuzzle, shipped

GAME = find_game("long_way")
STORED = shipped(GAME)[::20]


def test_stores_have_doors_in_many_places() -> None:
    assert len({Builder(stream("doors", str(nth))).doors for nth in range(20)}) > 10


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: str(stored.puzzle.number))
def test_a_shipped_bonus_is_found_again_in_a_store_that_works(stored: StoredPuzzle) -> None:
    puzzle, view = stored.puzzle, cast(View, stored.view(GAME))
    found = {one.kind: one for one in find(view, Random(0))}[puzzle.kind]
    assert (found.solution, found.alternatives, found.values) == (puzzle.solution, puzzle.alternatives, puzzle.values)
    values = [bonus.value for bonus in bonuses(view.draft, view.roll, puzzle.kind)]
    assert values[0] - values[puzzle.answers] >= APART[puzzle.kind]
    assert puzzle.alternatives >= ALTERNATIVES


def test_nothing_is_found_before_a_bonus_is_earned() -> None:
    start = GAME.start(GAME.deal(1, stream(1, "set-up")))
    assert not [*find(cast(View, start.view(0)), Random(0))]
