"""Players for Labyrinth: the course's two strategies, and the easy and medium players built on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Literal, TypeAlias

from byways.bits import members
from byways.bots import RandomPlayer
from byways.game import AnyPlayer, Bot, Choice, Player
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.rules.slides import NextBoards
from byways.games.labyrinth.state import AnyChoice, Grid
from byways.games.labyrinth.view import View, board_of

Order: TypeAlias = Literal["riemann", "euclid"]

SEEN = 5  # slides that the easy player considers


@lru_cache(maxsize=4096)
def ranking(order: Order, grid: Grid, goal: int | None) -> list[int]:
    """Rank all tiles, the goal first: for Riemann row by row from the top left, for Euclid by distance to the goal, ties as for Riemann."""
    if order == "riemann" or goal is None:
        return sorted(range(grid.size), key=lambda cell: (cell != goal, cell))
    return sorted(range(grid.size), key=lambda cell: (grid.distance(cell, goal), cell))


class Strategist(Player[View]):
    """Walks to the first tile in its order that it can reach after some slide and insertion.

    Slides are tried rows first, top to bottom, left before right, then columns, up before down; turns from 0° on.
    """

    def __init__(self, order: Order) -> None:
        self.order = order

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        return self.turn(view)[len(view.act) :]

    def turn(self, view: View) -> tuple[AnyChoice, ...]:
        """The whole turn, including the steps already made."""
        board = board_of(view)
        return self.nearest(view, board.ahead, board.ends(view.at, view.act))

    def nearest(self, view: View, ahead: NextBoards, reached: int) -> tuple[AnyChoice, ...]:
        """The turn to the best of the reached tiles."""
        found = [self.first(ahead, goal, reached & boards) for goal, boards in goals_after(view, ahead).items() if reached & boards]
        if not found:
            return (PASS,)
        _, board, cell = min(found)
        return (*ahead.pushes[board], ahead.grid.walks[cell])

    def first(self, ahead: NextBoards, goal: int | None, reached: int) -> tuple[int, int, int]:
        """The rank of the best tile reached on any board, the board, and the tile.

        In `classic`, pushing the treasure off the board ranks last.
        """
        for rank, cell in enumerate(ranking(self.order, ahead.grid, goal), ahead.grid.size if goal is None else 0):
            if hits := reached & ahead.copies << cell:
                return rank, self.pick(hits) // ahead.grid.size, cell
        raise AssertionError("a tile is reached on some board")

    def pick(self, hits: int) -> int:
        """Pick one of the boards on which a tile is reached: the first."""
        return (hits & -hits).bit_length() - 1


class Beginner(Strategist):
    """Plays like `euclid`, but considers only a few random slides."""

    def __init__(self, rng: Random) -> None:
        super().__init__("euclid")
        self.rng = rng

    def nearest(self, view: View, ahead: NextBoards, reached: int) -> tuple[AnyChoice, ...]:
        seen = 0
        for slide in self.rng.sample(ahead.grid.slides, SEEN):
            seen |= ahead.of[slide]
        # If these slides reach nothing, consider all of them.
        return super().nearest(view, ahead, reached & seen or reached)


class Planner(Strategist):
    """Goes to its goal or, if no turn reaches it, to a tile one undisturbed turn away from it; otherwise plays like `euclid`.

    If several pushes lead to the same tile, it picks one at random, because two such players could otherwise repeat the same turns for
    ever.
    """

    def __init__(self, rng: Random) -> None:
        super().__init__("euclid")
        self.rng = rng

    def nearest(self, view: View, ahead: NextBoards, reached: int) -> tuple[AnyChoice, ...]:
        board = board_of(view)
        if not reached & board.goals(ahead):
            stages = ahead.together(cells and board.push(ahead, number).near() for number, cells in enumerate(ahead.apart(reached)))
            reached = reached & stages or reached
        return super().nearest(view, ahead, reached)

    def pick(self, hits: int) -> int:
        return self.rng.choice(members(hits))


def goals_after(view: View, ahead: NextBoards) -> dict[int | None, int]:
    """The goal's possible cells after a slide, each with its boards. In `classic` a treasure moves with its tile."""
    if not view.maze.classic or view.homeward:
        return {view.goal: ahead.all}
    goals: dict[int | None, int] = {}
    for slide, line in ahead.grid.lines.items():
        goal: int | None = line.hole if view.goal is None else line.carry.get(view.goal, view.goal)
        if view.goal == line.dropped:
            goal = None
        goals[goal] = goals.get(goal, 0) | ahead.of[slide]
    return goals


def hard(rng: Random) -> AnyPlayer:
    """Import numpy only here: it takes as long as all other imports together."""
    from byways.games.labyrinth.bots.search import Hard

    return Hard(rng)


BOTS: dict[str, Bot] = {
    "random": RandomPlayer,
    "riemann": lambda _: Strategist("riemann"),
    "euclid": lambda _: Strategist("euclid"),
    "easy": Beginner,
    "medium": Planner,
    "hard": hard,
}
