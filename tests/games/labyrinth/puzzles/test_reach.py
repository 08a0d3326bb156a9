from __future__ import annotations

from typing import cast

import pytest

from byways.bits import bit_set
from byways.game import find_game, stream
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.bots.solver import solve_plain
from byways.games.labyrinth.puzzles.reach import before, carried, starts, within
from byways.games.labyrinth.state import Slide, grid_of
from byways.games.labyrinth.view import View, board_of

GAME = find_game("labyrinth")


def test_a_slide_carries_an_avatar_back_and_forth() -> None:
    line = grid_of(5, 5, False).lines[Slide(2, "right")]
    assert [carried(line, cell) for cell in (9, 10, 13, 14)] == [9, 11, 14, 10]
    assert before(line, bit_set((9, 10, 11))) == bit_set((9, 14, 10))


def test_a_walk_does_not_end_where_it_starts() -> None:
    grid = grid_of(3, 3, False)
    east_west = sum(1 << lane * 9 + cell for lane in (1, 3) for cell in (0, 1))  # two cells are joined, all others closed
    assert starts(grid, east_west, bit_set((0,))) == bit_set((1,))
    assert starts(grid, east_west, bit_set((0, 1))) == bit_set((0, 1))
    assert starts(grid, east_west, bit_set((5,))) == 0


@pytest.mark.parametrize("seed", range(6))
def test_the_solver_needs_no_more_turns_from_a_cell_within_reach(seed: int) -> None:
    position = GAME.start(GAME.deal(2, stream(seed, "reach"), LabyrinthOptions(rows=5, columns=5)))
    view = cast(View, position.view(0))
    solved = solve_plain(board_of(view), view, 2, lambda: False)
    reached = [turns for turns in (1, 2) if within(board_of(view), turns) >> view.at & 1]
    assert reached[:1] == ([len(solved)] if solved else [])
