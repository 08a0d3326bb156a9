"""Games played out by compiled code are the games that players of the tier `medium` play."""

from __future__ import annotations

from math import inf
from random import Random

import numpy as np
import pytest

from byways.game import stream
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.games.labyrinth.bots.compiled_solver import KERNEL, Kernel, ahead_of, ranks_of, shape_of
from byways.games.labyrinth.bots.players import Planner
from byways.games.labyrinth.bots.playouts import Contender, Playouts, can_be_played_out
from byways.games.labyrinth.bots.rivals import rivals_of
from byways.games.labyrinth.state import Position
from byways.games.labyrinth.view import board_of
from tests.games.labyrinth.bots.test_search import seen
from tests.games.labyrinth.positions import OPEN5, OPEN7, SEALED, position


@pytest.fixture
def kernel() -> Kernel:
    module = KERNEL.ready(inf)
    assert module is not None
    return module


def winner(start: Position) -> int:
    """Of a game between players of this tier."""
    while start.outcome is None:
        (seat,) = start.awaited
        for choice in Planner().turn(seen(start)):
            start = start.choose(seat, choice)
    return start.outcome.winners[0]


@pytest.mark.parametrize(("size", "seats", "treasures"), [(5, 4, 1), (7, 3, 2), (9, 2, 1)])
def test_the_winner_is_the_same(kernel: Kernel, size: int, seats: int, treasures: int) -> None:
    for seed in range(4):
        start = GAME.start(GAME.deal(seats, stream(seed, "set-up"), LabyrinthOptions(rows=size, columns=size, treasures=treasures)))
        assert isinstance(start, Position)
        board, order = board_of(seen(start)), [seats - 1, *range(seats - 1)]
        places, found = np.array([start.avatars[seat].at for seat in order]), np.zeros(seats, np.int64)
        goals = np.array([(*start.hunts[seat], start.avatars[seat].home) for seat in order])
        first = kernel.winner(shape_of(board.grid), ahead_of(board, 0), ranks_of(board.grid), places, goals, found, 0, np.array([seed]), 99)
        assert order[first] == winner(start)


def test_who_is_sealed_in_passes_and_nobody_wins(kernel: Kernel) -> None:
    start = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)])
    view = seen(start)
    stuck = Contender(ahead_of(board_of(view), view.at), [view.at, start.avatars[1].at], 0)
    assert Playouts(kernel, view, rivals_of(view), Random(1)).of([stuck])()(0) == 0


def test_who_is_home_or_may_go_there_next_wins_against_who_may_not(kernel: Kernel) -> None:
    view = seen(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]))
    here, at = ahead_of(board_of(view), view.at), [22, 40]
    heat = Playouts(kernel, view, rivals_of(view), Random(1)).of([Contender(here, at, found) for found in range(3)])()
    assert [heat(number) for number in range(3)] == [0, 1, 1]


def test_classic_and_goals_off_the_board_are_not_played_out() -> None:
    assert can_be_played_out(seen(position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(1, 3), (3, 1)])))
    assert not can_be_played_out(seen(position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(1, 3), (3, 1)], classic=True)))
    assert not can_be_played_out(seen(position(OPEN5, homes=[(1, 1), (9, 9)], goals=[(1, 3), (3, 1)])))
    assert not can_be_played_out(seen(position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(9, 9), (3, 1)])))
