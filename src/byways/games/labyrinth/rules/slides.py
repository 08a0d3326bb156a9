"""Compute all slides and insertions of a turn at once: the resulting boards lie side by side in one long integer and are flooded
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from byways.bits import members
from byways.game import Choice
from byways.games.labyrinth.state import TURNS, Grid, Insert, Line, Slide


class NextBoards:
    """All boards to which one turn with a given spare can lead, in the order of slides and turns; optionally only those of some slides.

    The integers have four lanes, like those of `Grid`, but each lane holds all boards, one after the other.
    """

    def __init__(self, grid: Grid, spare: int, slides: Sequence[Slide] | None = None) -> None:
        self.grid = grid
        boards = [(slide, insert, openings) for slide in slides or grid.slides for insert, openings in TURNS[spare]]
        self.pushes = [(slide, insert) for slide, insert, _ in boards]
        self.openings = [openings for _, _, openings in boards]  # openings of the inserted spare
        self.width = len(boards) * grid.size
        self.all = (1 << self.width) - 1
        # The first cell of every board. Multiplying it by a set of cells puts that set on every board.
        self.copies = sum(1 << place for place in range(0, self.width, grid.size))
        self.not_last_column = self.copies * grid.not_last_column
        self.not_last_row = self.copies * grid.not_last_row
        self.of: dict[Choice, int] = {}  # the boards of a slide or an insertion
        self.starts = [self.copies << cell for cell in range(grid.size)]  # for each cell, where the slide takes an avatar on it
        self.dropping = [0] * grid.size  # for each cell, the boards whose slide drops its tile
        self.kept = {"left": 0, "right": 0, "up": 0, "down": 0}
        self.others = self.spread = self.holes = 0
        for number, (slide, insert, openings) in enumerate(boards):
            self._lay(number * grid.size, slide, insert, openings)
        for slide in dict(self.pushes):
            self._carry(grid.lines[slide], self.of[slide] & self.copies)

    def _lay(self, place: int, slide: Slide, insert: Insert, openings: int) -> None:
        """Add the masks of one board."""
        line, full = self.grid.lines[slide], (1 << self.grid.size) - 1
        for choice in (slide, insert):
            self.of[choice] = self.of.get(choice, 0) | full << place
        self.dropping[line.dropped] |= full << place
        self.holes |= 1 << place + line.hole
        for lane in range(4):
            at = lane * self.width + place
            self.kept[slide.direction] |= (line.kept & full) << at
            self.others |= (line.others & full) << at
            self.spread |= (openings >> lane & 1) << at + line.hole

    def _carry(self, line: Line, boards: int) -> None:
        for cell, then in line.carry.items():
            # XOR moves the avatar from its cell to the next, only on this slide's boards.
            self.starts[cell] ^= boards << cell ^ boards << then

    def apart(self, cells: int) -> list[int]:
        """Split a set of cells by board."""
        size, full = self.grid.size, (1 << self.grid.size) - 1
        return [cells >> place & full for place in range(0, self.width, size)]

    def together(self, cells: Iterable[int]) -> int:
        """Join sets of cells; the inverse of `apart`."""
        return sum(each << number * self.grid.size for number, each in enumerate(cells))

    def allowed(self, last: Slide | None, act: Sequence[Choice] = ()) -> int:
        """The boards whose slide does not undo the last one, and that agree with the steps already made."""
        boards = self.all & ~self.of.get(last.undoing, 0) if last else self.all
        for step in act:
            boards &= self.of[step]
        return boards

    def boards(self, ways: int) -> int:
        """The ways on all boards, given the ways before the slide."""
        size, full, lanes = self.grid.size, (1 << self.grid.size) - 1, 0
        for lane in range(4):
            lanes |= (ways >> lane * size & full) * self.copies << lane * self.width
        kept, columns = self.kept, self.grid.columns
        # The dropped tile is not among the kept ones, so no bit shifts into another line, board or lane.
        return (
            lanes & self.others
            | (lanes & kept["left"]) >> 1
            | (lanes & kept["right"]) << 1
            | (lanes & kept["up"]) >> columns
            | (lanes & kept["down"]) << columns
            | self.spread
        )

    def reach(self, ways: int, starts: int) -> int:
        """On every board, the cells connected to its start."""
        return self.flood(self.passages(self.boards(ways)), starts)

    def passages(self, boards: int) -> tuple[int, int]:
        """On every board, the cells joined to their eastern neighbours, and those joined to their southern ones."""
        width = self.width
        # `+` binds tighter than `>>`: western openings, moved by one cell, meet their neighbours' eastern openings.
        east = boards >> width & boards >> 3 * width + 1 & self.not_last_column
        return east, boards >> 2 * width & boards >> self.grid.columns & self.not_last_row

    def flood(self, passages: tuple[int, int], starts: int) -> int:
        columns, (east, south) = self.grid.columns, passages
        # No passage leads out of the last row or column, so no board floods into the next.
        reached = front = starts
        while front:
            front = ((front & east) << 1 | front >> 1 & east | (front & south) << columns | front >> columns & south) & ~reached
            reached |= front
        return reached

    def border(self, boards: int, cells: int) -> int:
        """These cells and the neighbours they open to, even if those do not open back."""
        width, columns = self.width, self.grid.columns
        north, west = (cells & boards) >> columns & self.not_last_row, (cells & boards >> 3 * width) >> 1 & self.not_last_column
        east, south = (cells & boards >> width & self.not_last_column) << 1, (cells & boards >> 2 * width & self.not_last_row) << columns
        return cells | north | east | south | west

    def carried(self, cells: int) -> int:
        """On every board, where the slide takes avatars on these cells."""
        starts = 0
        for cell in members(cells):
            starts |= self.starts[cell]
        return starts

    def before(self, cells: int) -> int:
        """The cells from which some slide carries an avatar to one of these; the inverse of `carried`, for all boards at once."""
        kept, columns = self.kept, self.grid.columns
        back = (  # each line where it was before the slide
            cells & self.others
            | cells << 1 & kept["left"]
            | cells >> 1 & kept["right"]
            | cells << columns & kept["up"]
            | cells >> columns & kept["down"]
        ) & self.all
        boards = len(self.pushes)
        while boards > 1:  # fold the upper half of the boards onto the lower half until one is left
            boards = (boards + 1) // 2
            low = boards * self.grid.size
            back = back & (1 << low) - 1 | back >> low
        riders = cells & self.holes  # avatars in the hole after the slide were on the tile that dropped out
        for slide, line in self.grid.lines.items() if riders else ():
            back |= (1 if riders & self.of[slide] else 0) << line.dropped
        return back


@lru_cache(maxsize=1024)
def next_boards(grid: Grid, spare: int, line: int | None = None) -> NextBoards:
    """The boards of all slides, or of the two slides of one line."""
    return NextBoards(grid, spare, None if line is None else grid.slides[2 * line : 2 * line + 2])


class Board(NamedTuple):
    """The part of a maze that a search needs.

    A goal that `rides` moves with its tile, and is None while that tile is the spare. A goal off the board is never reached.
    """

    grid: Grid
    ways: int
    spare: int
    goal: int | None
    rides: bool
    last: Slide | None

    @property
    def ahead(self) -> NextBoards:
        return next_boards(self.grid, self.spare)

    def goals(self, ahead: NextBoards) -> int:
        """The goal, on each of the boards."""
        if self.goal is None:
            return ahead.holes
        if self.rides:
            return ahead.starts[self.goal] & ~ahead.dropping[self.goal]
        return ahead.copies << self.goal if self.goal < self.grid.size else 0

    def push(self, ahead: NextBoards, number: int) -> Board:
        """One of the boards ahead."""
        (slide, _), size = ahead.pushes[number], self.grid.size
        line = self.grid.lines[slide]
        goal = self.goal
        if self.rides:
            goal = line.hole if goal is None else None if goal == line.dropped else line.carry.get(goal, goal)
        spare = sum((self.ways >> lane * size + line.dropped & 1) << lane for lane in range(4))
        return Board(self.grid, line.shift(self.ways) | line.spread[ahead.openings[number]], spare, goal, self.rides, slide)

    def near(self) -> int:
        """The cells from which one turn reaches the goal."""
        ahead = self.ahead
        goals = self.goals(ahead) & ahead.allowed(self.last)
        joined = ahead.reach(self.ways, goals)
        # A walk may not end on its start, so an avatar that the slide carries onto the goal has not reached it (B2; B15 for `classic`).
        return ahead.before(joined if self.grid.classic else joined & ~goals)

    def ends(self, at: int, act: Sequence[Choice] = ()) -> int:
        """On each board, the cells where a walk from `at` may end."""
        ahead = self.ahead
        starts = ahead.starts[at] & ahead.allowed(self.last, act)
        reached = ahead.reach(self.ways, starts)
        return reached if self.grid.classic else reached & ~starts
