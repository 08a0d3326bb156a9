"""Turns tried in whole games: everybody plays on, much as `medium` does, by compiled code, until somebody is home."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from byways.bots.race import Heat
from byways.games.labyrinth.quick import Ahead, Kernel, ranks_of, shape_of
from byways.games.labyrinth.rivals import Rival, hunts
from byways.games.labyrinth.view import View

ROUNDS = 30  # after which nobody wins a game that is played out
WHIMS = 50  # of 100 turns of others that reach no goal: who counts on what `medium` would do loses to who does something else


class Contender(NamedTuple):
    """What a turn leaves: the board, where everybody stands, oneself first, and how many of one's goals one has been to."""

    here: Ahead
    places: Sequence[int]
    found: int


class Playouts:
    """What the others are after is guessed anew for each heat, the same for all contenders."""

    def __init__(self, kernel: Kernel, view: View, rivals: Sequence[Rival], contenders: Sequence[Contender], rng: Random) -> None:
        self.kernel, self.view, self.rivals, self.contenders, self.rng = kernel, view, rivals, contenders, rng
        self.shape, self.ranks = shape_of(view.maze.grid), ranks_of(view.maze.grid)

    def heat(self) -> Heat:
        luck = self.rng.getrandbits(62)
        goals, found = map(np.array, zip(*hunts(self.view, self.rivals, self.rng), strict=True))

        def wins(number: int) -> float:
            here, places, mine = self.contenders[number]
            counts = found.copy()
            counts[0] = mine
            first = self.kernel.winner(self.shape, here, self.ranks, np.array(places), goals, counts, WHIMS, np.array([luck]), ROUNDS)
            return float(first == 0)

        return wins


def can_be_played_out(view: View) -> bool:
    """The compiled `medium` knows no `classic`, and goals on the board only."""
    goals = (*(avatar.home for avatar in view.avatars), *view.hunts[view.seat or 0])
    return not view.maze.classic and max(goals) < view.maze.grid.size
