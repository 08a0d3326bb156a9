"""The compiled search for the fewest turns finds what the plain one finds."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from byways.games.labyrinth.bots.compiled_solver import KERNEL, quickly
from byways.games.labyrinth.bots.solver import plainly
from byways.games.labyrinth.view import board_of
from tests.games.labyrinth.bots.test_solver import lone, seen


@pytest.mark.parametrize("classic", [False, True])
@pytest.mark.parametrize(("rows", "columns", "most"), [(3, 3, 3), (5, 5, 3), (7, 7, 2), (7, 9, 2), (9, 7, 2)])
def test_the_compiled_search_finds_the_turns_that_the_plain_one_finds(rows: int, columns: int, most: int, classic: bool) -> None:
    kernel = KERNEL.ready(inf)
    assert kernel is not None
    for seed in range(20):
        view = seen(lone(Random(seed), rows, columns, classic, homeward=seed % 3 == 0))
        found = quickly(kernel, board_of(view), view, most, lambda: False)
        assert found == plainly(board_of(view), view, most, lambda: False), seed
