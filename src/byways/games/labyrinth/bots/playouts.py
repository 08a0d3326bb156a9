"""Turns tried in whole games: everybody plays on, much as `medium` does, by compiled code, until somebody is home."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from byways.bots.race import Heat
from byways.games.labyrinth.bots.compiled_solver import Ahead, Kernel, ranks_of, shape_of
from byways.games.labyrinth.bots.rivals import Hunt, Rival, hunts
from byways.games.labyrinth.view import View

ROUNDS = 30  # after which nobody wins a game that is played out
WHIMS = 25  # of 100 turns of others that reach no goal: not everybody plays as `medium` does


class Contender(NamedTuple):
    """What a turn leaves: the board, where everybody stands, oneself first, and how many of one's goals one has been to."""

    here: Ahead
    places: Sequence[int]
    found: int


class Playouts:
    """What the others are after is guessed anew for each heat, the same for all contenders."""

    def __init__(self, kernel: Kernel, view: View, rivals: Sequence[Rival], rng: Random) -> None:
        self.kernel, self.view, self.rivals, self.rng = kernel, view, rivals, rng
        self.shape, self.ranks = shape_of(view.maze.grid), ranks_of(view.maze.grid)

    def of(self, contenders: Sequence[Contender]) -> Callable[[], Heat]:
        def heat() -> Heat:
            luck, guessed = self.rng.getrandbits(62), hunts(self.view, self.rivals, self.rng)
            return lambda number: float(self.wins(contenders[number], guessed, luck))

        return heat

    def wins(self, contender: Contender, guessed: Sequence[Hunt], luck: int) -> bool:
        here, places, mine = contender
        if mine > self.view.treasures:
            return True
        goals, found = np.array([hunt.goals for hunt in guessed]), np.array([mine, *(hunt.found for hunt in guessed[1:])])
        return self.kernel.winner(self.shape, here, self.ranks, np.array(places), goals, found, WHIMS, np.array([luck]), ROUNDS) == 0


def can_be_played_out(view: View) -> bool:
    """The compiled `medium` knows no `classic`, and goals on the board only."""
    goals = (*(avatar.home for avatar in view.avatars), *view.hunts[view.seat or 0])
    return not view.maze.classic and max(goals) < view.maze.grid.size
