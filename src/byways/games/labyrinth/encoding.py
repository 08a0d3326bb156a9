"""Encode Labyrinth's views as arrays and its choices as numbers."""

from __future__ import annotations

from collections.abc import Iterable

from byways.encoding import Encoder as BaseEncoder
from byways.encoding import Floats, Part, bits
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.components import Components
from byways.games.labyrinth.state import DEGREES, OPENINGS, Insert, Maze, Pass, Slide, grid_of
from byways.games.labyrinth.view import View

STAGES = 3  # slide, insert, walk


class Encoder(BaseEncoder[View]):
    def __init__(self, components: Components, options: LabyrinthOptions, seats: int) -> None:
        self.grid = grid_of(options.rows, options.columns, options.classic)
        self.slide = {slide: number for number, slide in enumerate(self.grid.slides)}
        board, slides = (options.rows, options.columns), len(self.slide)
        parts = (
            Part("openings", (4, *board), "where tiles open to the north, east, south and west, after the viewer's slide"),
            Part("avatars", (seats, *board), "where each seat stands, after the viewer's slide"),
            Part("homes", (seats, *board), "each seat's home"),
            Part("goal", board, "the viewer's next treasure, or its home; empty if the treasure lies on the spare"),
            Part("trails", (seats, *board), "where moves of each seat have ended, as far as that tells something of its treasure"),
            Part("near", (seats, *board), "where a seat's first treasure cannot be"),
            Part("spare", (4,), "the openings of the spare"),
            Part("last", (slides,), "the last slide, which must not be undone"),
            Part("slide", (slides,), "the viewer's slide in this turn"),
            Part("stage", (STAGES,), "the viewer's next step: slide, insert or walk"),
            Part("progress", (4,), "the viewer's finds and the treasures of a seat, in twelfths; homeward; the share of rounds played"),
            Part("moved", (seats,), "the seats that have moved in this round"),
        )
        super().__init__(seats, (*self.grid.slides, *map(Insert, DEGREES), *self.grid.walks, Pass()), parts)

    def fill(self, found: Floats, view: View, seat: int) -> list[int]:
        at, maze = self.at, view.laid
        slide = next((step for step in view.act if isinstance(step, Slide)), None)
        found[at["openings"] : at["avatars"]] = bits([maze.ways], 4 * self.grid.size)
        found[at["spare"] : at["last"]] = bits([OPENINGS[maze.spare.connector]], 4)
        progress = (view.found / 12, view.treasures / 12, view.homeward, view.round / view.rounds)
        found[at["progress"] : at["moved"]] = progress
        ones = self._places(view, maze, slide, seat)
        if view.last:
            ones.append(at["last"] + self.slide[view.last])
        if slide:
            ones.append(at["slide"] + self.slide[slide])
        ones.append(at["stage"] + min(len(view.act), STAGES - 1))
        ones += [at["moved"] + (other - seat) % self.seats for other in view.moved]
        return ones

    def _places(self, view: View, maze: Maze, slide: Slide | None, seat: int) -> list[int]:
        """Return the indices of the ones in the parts from `avatars` to `near`."""
        at, size, ones = self.at, self.grid.size, list[int]()
        carry = self.grid.lines[slide].carry if slide else {}
        for number, other in enumerate(self.around(seat)):
            avatar, plane = view.avatars[other], number * size
            ones += (at["avatars"] + plane + carry.get(avatar.at, avatar.at), at["homes"] + plane + avatar.home)
            ones += [at["trails"] + plane + cell for cell in cells(maze, avatar.trail)]
            if view.near:
                ones += [at["near"] + plane + cell for cell in cells(maze, view.near[other])]
        goal = view.avatars[seat].home if view.homeward else maze.cell_of(view.hunts[seat][view.found])
        return ones if goal is None else [*ones, at["goal"] + goal]


def cells(maze: Maze, goals: Iterable[int]) -> list[int]:
    """Return the cells of these goals. A goal on the spare has no cell."""
    return [cell for goal in goals if (cell := maze.cell_of(goal)) is not None]
