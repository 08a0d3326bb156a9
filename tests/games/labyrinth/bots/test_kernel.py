"""The compiled kernel agrees with plain code."""

from __future__ import annotations

from math import inf
from random import Random

import numpy as np
import pytest

from byways.bits import members
from byways.games.labyrinth.bots.compiled_solver import KERNEL, kernel_board, shape_of, unpacked
from byways.games.labyrinth.view import board_of
from tests.games.labyrinth.bots.test_solver import lone, seen


@pytest.mark.parametrize("classic", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (5, 5), (9, 7)])
def test_the_kernel_and_plain_code_agree_on_cells_one_and_two_turns_from_the_goal(rows: int, columns: int, classic: bool) -> None:
    kernel = KERNEL.ready(inf)
    assert kernel is not None
    for seed in range(12):
        board = board_of(seen(lone(Random(seed), rows, columns, classic)))
        shape, here, goals = shape_of(board.grid), kernel_board(board, 0), np.array([-1 if board.goal is None else board.goal])
        hits, words = np.zeros(board.grid.size, np.int64), np.zeros(2, np.int64)
        kernel.sample(shape, here, board.rides, goals, 0, 1, np.array([seed]), hits)
        assert np.flatnonzero(hits).tolist() == members(board.near())
        kernel.later(shape, here, board.rides, words)
        stages = board.ahead.together(board.push(board.ahead, number).near() for number in range(len(board.ahead.pushes)))
        assert unpacked(words) == board.ahead.before(board.ahead.reach(board.ways, stages & board.ahead.allowed(board.last)))
