"""Games that start on drawn boards, and scripted players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from byways.games.labyrinth import GAME
from byways.games.labyrinth.course.conduct import Start, Turn
from byways.games.labyrinth.course.places import Place, cell_at
from byways.games.labyrinth.view import View
from tests.games.labyrinth.positions import OPEN5, setup

CORNERS: list[Place] = [(1, 1), (3, 3), (1, 3)]


class Scripted:
    """Follows a script, then passes; '!' fails the call. Records the calls."""

    def __init__(self, *turns: str, setups: str = "", win: str = "", error: type[Exception] = ValueError) -> None:
        self.turns, self.setups, self.failing_win, self.error = list(turns), list(setups), win, error
        self.views: list[View] = []
        self.goals: list[tuple[bool, Place]] = []
        self.won: bool | None = None

    def setup(self, view: View | None, goal: Place) -> None:
        self.goals.append((view is not None, goal))
        self._perhaps(self.setups.pop(0) if self.setups else "")

    def take_turn(self, view: View) -> Turn:
        self.views.append(view)
        turn = self.turns.pop(0) if self.turns else "pass"
        self._perhaps(turn)
        return tuple(GAME.parse(text) for text in turn.split("; "))

    def win(self, won: bool) -> None:
        self.won = won
        self._perhaps(self.failing_win)

    def _perhaps(self, what: str) -> None:
        if what == "!":
            raise self.error("as it was told")


def start(drawn: str, homes: Sequence[Place], goals: Sequence[Place], further: Sequence[Place] = (), **more: Any) -> Start:
    """A start on a drawn board, with `further` goals to hand out."""
    begun = setup(drawn, homes, goals, **more)
    return Start(begun, tuple(cell_at(begun.maze.grid, *goal) for goal in further))


def two(**more: Any) -> Start:
    return start(OPEN5, CORNERS[:2], [(3, 1), (1, 3)], **more)
