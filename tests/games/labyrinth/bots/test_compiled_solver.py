"""The compiled solver agrees with the plain one."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from byways.games.labyrinth.bots.compiled_solver import KERNEL, solve_compiled
from byways.games.labyrinth.bots.solver import solve_plain
from byways.games.labyrinth.view import board_of
from tests.games.labyrinth.bots.test_solver import lone, seen


@pytest.mark.parametrize("classic", [False, True])
@pytest.mark.parametrize(("rows", "columns", "most"), [(3, 3, 3), (5, 5, 3), (7, 7, 2), (7, 9, 2), (9, 7, 2)])
def test_the_compiled_and_the_plain_solver_agree(rows: int, columns: int, most: int, classic: bool) -> None:
    kernel = KERNEL.ready(inf)
    assert kernel is not None
    for seed in range(20):
        view = seen(lone(Random(seed), rows, columns, classic, homeward=seed % 3 == 0))
        found = solve_compiled(kernel, board_of(view), view, most, lambda: False)
        assert found == solve_plain(board_of(view), view, most, lambda: False), seed
