"""Every slide and insertion of a turn at once: the boards they give lie side by side in one long integer and are flooded together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from byways.game import Choice
from byways.games.labyrinth.state import TURNS, Grid, Insert, Slide


class Fan:
    """All boards that one turn can give on a grid with a certain spare, in the order of slides and turns.

    The integers hold four lanes as the grid does, but each lane has all the boards in it, one after the other.
    """

    def __init__(self, grid: Grid, spare: int) -> None:
        self.grid = grid
        boards = [(slide, insert, openings) for slide in grid.slides for insert, openings in TURNS[spare]]
        self.pushes = [(slide, insert) for slide, insert, _ in boards]
        self.width = len(boards) * grid.size
        self.all = (1 << self.width) - 1
        self.copies = sum(1 << place for place in range(0, self.width, grid.size))
        self.not_last_column = self.copies * grid.not_last_column
        self.not_last_row = self.copies * grid.not_last_row
        self.of: dict[Choice, int] = {}  # the boards that a slide or an insertion gives
        self.starts = [0] * grid.size  # where an avatar that stands on a cell is after the slide
        self.kept = {"left": 0, "right": 0, "up": 0, "down": 0}
        self.others = self.spread = 0
        for number, (slide, insert, openings) in enumerate(boards):
            self._lay(number * grid.size, slide, insert, openings)

    def _lay(self, place: int, slide: Slide, insert: Insert, openings: int) -> None:
        """Put one board's masks in its place."""
        size, line, full = self.grid.size, self.grid.lines[slide], (1 << self.grid.size) - 1
        for choice in (slide, insert):
            self.of[choice] = self.of.get(choice, 0) | full << place
        for cell in range(size):
            self.starts[cell] |= 1 << place + line.carry.get(cell, cell)
        for lane in range(4):
            at = lane * self.width + place
            self.kept[slide.direction] |= (line.kept & full) << at
            self.others |= (line.others & full) << at
            self.spread |= (openings >> lane & 1) << at + line.hole

    def allowed(self, last: Slide | None, act: Sequence[Choice]) -> int:
        """The boards of slides that do not undo the last one and keep to the steps already made."""
        boards = self.all & ~self.of.get(last.undoing, 0) if last else self.all
        for step in act:
            boards &= self.of[step]
        return boards

    def boards(self, ways: int) -> int:
        """The ways of all boards from those of the board they start from."""
        size, full, lanes = self.grid.size, (1 << self.grid.size) - 1, 0
        for lane in range(4):
            lanes |= (ways >> lane * size & full) * self.copies << lane * self.width
        kept, columns = self.kept, self.grid.columns
        return (
            lanes & self.others
            | (lanes & kept["left"]) >> 1
            | (lanes & kept["right"]) << 1
            | (lanes & kept["up"]) >> columns
            | (lanes & kept["down"]) << columns
            | self.spread
        )

    def reach(self, ways: int, starts: int) -> int:
        """On every board, the cells that connect to its start."""
        boards, width, columns = self.boards(ways), self.width, self.grid.columns
        east = boards >> width & boards >> 3 * width + 1 & self.not_last_column
        south = boards >> 2 * width & boards >> columns & self.not_last_row
        reached = front = starts
        while front:
            front = ((front & east) << 1 | front >> 1 & east | (front & south) << columns | front >> columns & south) & ~reached
            reached |= front
        return reached


@lru_cache(maxsize=256)
def fan_of(grid: Grid, spare: int) -> Fan:
    return Fan(grid, spare)
