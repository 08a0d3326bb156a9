"""Compiled playouts agree with games between `medium` players."""

from __future__ import annotations

from math import inf
from random import Random

import numpy as np
import pytest

from byways.bits import members
from byways.game import stream
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.games.labyrinth.bots.compiled_solver import KERNEL, Kernel, kernel_board, ranks_of, shape_of
from byways.games.labyrinth.bots.players import Planner
from byways.games.labyrinth.bots.playouts import ROUNDS, Contender, Playouts, can_be_played_out
from byways.games.labyrinth.bots.rivals import rivals_of
from byways.games.labyrinth.bots.search import HEATS
from byways.games.labyrinth.rules.slides import NextBoards
from byways.games.labyrinth.state import AnyChoice, Position
from byways.games.labyrinth.view import View, board_of
from tests.games.labyrinth.bots.test_search import seen
from tests.games.labyrinth.positions import OPEN5, OPEN7, SEALED, position


@pytest.fixture
def kernel() -> Kernel:
    module = KERNEL.ready(inf)
    assert module is not None
    return module


class Lucky(Planner):
    """`medium` with the kernel's luck: of several pushes, it takes the first from a random one on, or the first of all to its goal."""

    def __init__(self, seed: int) -> None:
        super().__init__(Random())
        self.luck, self.first_push = seed, 0
        self.ahead: NextBoards | None = None

    def draw(self, size: int) -> int:
        self.luck = (self.luck * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.luck >> 33 & 0x3FFFFFFF) % size

    def nearest(self, view: View, ahead: NextBoards, reached: int) -> tuple[AnyChoice, ...]:
        self.ahead, self.first_push = ahead, 0
        if not reached & board_of(view).goals(ahead):
            self.draw(100)  # for a random turn
            self.first_push = self.draw(4 * len(ahead.grid.slides))
        return super().nearest(view, ahead, reached)

    def pick(self, hits: int) -> int:
        assert self.ahead is not None
        slides, size = self.ahead.grid.slides, self.ahead.grid.size
        before = [slide for slide, _ in self.ahead.pushes]

        def place(hit: int) -> int:
            number = hit // size
            slide = before[number]
            return (4 * slides.index(slide) + number - before.index(slide) - self.first_push) % (4 * len(slides))

        return min(members(hits), key=place)


def winner(start: Position, seed: int) -> int:
    """The winner of a game between `medium` players."""
    player = Lucky(seed)
    while start.outcome is None:
        (seat,) = start.awaited
        for choice in player.turn(seen(start)):
            start = start.choose(seat, choice)
    return start.outcome.winners[0]


@pytest.mark.parametrize(("size", "seats", "treasures"), [(5, 4, 1), (7, 3, 2), (9, 2, 1)])
def test_the_compiled_game_has_the_same_winner(kernel: Kernel, size: int, seats: int, treasures: int) -> None:
    for seed in range(4):
        start = GAME.start(GAME.deal(seats, stream(seed, "set-up"), LabyrinthOptions(rows=size, columns=size, treasures=treasures)))
        assert isinstance(start, Position)
        board, order = board_of(seen(start)), [seats - 1, *range(seats - 1)]
        places, found = np.array([start.avatars[seat].at for seat in order]), np.zeros(seats, np.int64)
        goals = np.array([(*start.hunts[seat], start.avatars[seat].home) for seat in order])
        turns = kernel.play_out(
            shape_of(board.grid), kernel_board(board, 0), ranks_of(board.grid), places, goals, found, 0, np.array([seed]), 99
        )
        assert order[turns % seats] == winner(start, seed)


def test_sealed_in_players_pass_and_no_seat_wins(kernel: Kernel) -> None:
    start = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)])
    view = seen(start)
    stuck = Contender(kernel_board(board_of(view), view.at), [view.at, start.avatars[1].at], 0)
    assert Playouts(kernel, view, rivals_of(view), Random(1)).of([stuck])()(0) == 0


def test_a_sooner_win_scores_more_and_breaks_only_ties(kernel: Kernel) -> None:
    view = seen(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]))
    here, at = kernel_board(board_of(view), view.at), [22, 40]
    heat = Playouts(kernel, view, rivals_of(view), Random(1)).of([Contender(here, at, found) for found in range(3)])()
    lost, next_turn, now = (heat(number) for number in range(3))
    assert lost == 0
    assert 1 - 1 / HEATS / ROUNDS < next_turn < now == 1  # a sooner win breaks ties, and only ties


def test_classic_and_goals_off_the_board_are_not_played_out() -> None:
    assert can_be_played_out(seen(position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(1, 3), (3, 1)])))
    assert not can_be_played_out(seen(position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(1, 3), (3, 1)], classic=True)))
    assert not can_be_played_out(seen(position(OPEN5, homes=[(1, 1), (9, 9)], goals=[(1, 3), (3, 1)])))
    assert not can_be_played_out(seen(position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(9, 9), (3, 1)])))
