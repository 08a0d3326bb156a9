"""Playouts in compiled code: all seats play on roughly like `medium`, until one is home."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from byways.bots.race import Heat
from byways.games.labyrinth.bots.compiled_solver import Kernel, KernelBoard, ranks_of, shape_of
from byways.games.labyrinth.bots.rivals import Rival, guess_hunts
from byways.games.labyrinth.view import View

if TYPE_CHECKING:
    from byways.bots.bits64 import Ints

ROUNDS = 30  # maximum length of a playout, after which no seat has won
NOISE = 25  # percentage of random turns by rivals that cannot reach a goal, because not all players play like `medium`
SOONER = 1e-5  # penalty per round before a win, small enough to matter only between turns that win equally often


class Contender(NamedTuple):
    """The result of a turn: the board, all seats' cells, the viewer's first, and the number of goals that the viewer has visited."""

    here: KernelBoard
    places: Sequence[int]
    found: int


class Playouts:
    """Playouts from a view. Each heat guesses the rivals' goals once for all contenders."""

    def __init__(self, kernel: Kernel, view: View, rivals: Sequence[Rival], rng: Random) -> None:
        self.kernel, self.view, self.rivals, self.rng = kernel, view, rivals, rng
        self.shape, self.ranks = shape_of(view.maze.grid), ranks_of(view.maze.grid)

    def of(self, contenders: Sequence[Contender]) -> Callable[[], Heat]:
        def heat() -> Heat:
            seed, guessed = self.rng.getrandbits(62), guess_hunts(self.view, self.rivals, self.rng)
            goals, found = np.array([hunt.goals for hunt in guessed]), [hunt.found for hunt in guessed[1:]]
            return lambda number: self.score(contenders[number], goals, found, seed)

        return heat

    def score(self, contender: Contender, goals: Ints, found: Sequence[int], seed: int) -> float:
        """Score a playout: 1 for a win, slightly less for later ones, otherwise 0."""
        here, places, mine = contender
        if mine > self.view.treasures:
            return 1.0
        visited, luck = np.array([mine, *found]), np.array([seed])
        turns = self.kernel.play_out(self.shape, here, self.ranks, np.array(places), goals, visited, NOISE, luck, ROUNDS)
        # The viewer has just moved, so in each round of the playout it comes last, as seat 0.
        rounds, winner = divmod(turns, len(places))
        return 1.0 - SOONER * rounds if turns > 0 and winner == 0 else 0.0


def can_be_played_out(view: View) -> bool:
    """Whether the compiled `medium` supports a view: not in `classic`, and only with goals on the board."""
    goals = (*(avatar.home for avatar in view.avatars), *view.hunts[view.seat or 0])
    return not view.maze.classic and max(goals) < view.maze.grid.size
