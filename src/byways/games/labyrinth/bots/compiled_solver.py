"""The fewest turns by compiled code (`kernel`): boards as it reads them, and turns from what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from byways.bits import members
from byways.bots.compiled import Compiled
from byways.game import Choice
from byways.games.labyrinth.rules.slides import Board
from byways.games.labyrinth.state import TURNS, Grid, Insert, Slide, Walk
from byways.games.labyrinth.view import View

if TYPE_CHECKING:  # it takes long to load
    from byways.bots.bits64 import Ints

Push: TypeAlias = tuple[Slide, Insert]
Turn: TypeAlias = tuple[Slide, Insert, Walk]
Cells: TypeAlias = Any  # a word or a pair
Lanes: TypeAlias = tuple[Cells, Cells, Cells, Cells]

WORD = 62  # bits that are used of a word, so that none is ever negative
FULL = (1 << WORD) - 1
LARGEST = 2 * WORD  # cells of a board
AT_ONCE = 3  # turns that take no time to speak of; for more, the search is interrupted after each first slide


class Shape(NamedTuple):
    """What all boards of one shape share. `masks` has for each slide the cells that it moves on, those it leaves alone, its hole and the
    cell whose tile drops out; `moves` its step (negative: back), its hole and the other cell as numbers; `edges` all cells but the last
    column and all but the last row. `orders` has for each spare its different turns, filled up with -1."""

    masks: Ints
    moves: Ints
    bands: Ints
    edges: Ints
    orders: Ints
    columns: int
    classic: bool


class Ahead(NamedTuple):
    """A board with somebody who may stand on any of some cells."""

    lanes: Lanes
    spare: int
    goal: int  # negative: on the spare
    last: int
    stand: Cells
    region: Cells  # all that hangs together with these


class OutOfTime(Exception):
    """The search was told to stop before it knew."""


class Kernel(Protocol):
    """The module `kernel`, as far as it is used here."""

    def warm(self) -> None: ...
    def first_plan(
        self, shape: Shape, here: Ahead, rides: bool, turns: int, allowed: Ints, any_push: Ints, plan: Ints, stands: Ints, /
    ) -> bool: ...
    def sample(self, shape: Shape, here: Ahead, rides: bool, goals: Ints, others: int, worlds: int, luck: Ints, hits: Ints, /) -> None: ...
    def later(self, shape: Shape, here: Ahead, rides: bool, cells: Ints, /) -> None: ...
    def winner(
        self, shape: Shape, here: Ahead, ranks: Ints, places: Ints, goals: Ints, found: Ints, whims: int, luck: Ints, rounds: int, /
    ) -> int: ...


KERNEL: Compiled[Kernel] = Compiled("byways.games.labyrinth.bots.kernel")


def quickly(kernel: Kernel, board: Board, view: View, most: int, stop: Callable[[], bool]) -> tuple[Turn, ...] | None:
    shape, here, allowed = shape_of(board.grid), ahead_of(board, view.at), pushes_of(board, view.act)
    for turns in range(1, most + 1):
        plan, stands = np.zeros((turns, 2), np.int64), np.zeros((turns, 2), np.int64)
        for first in [allowed] if turns <= AT_ONCE else slide_by_slide(allowed):
            if stop():
                raise OutOfTime
            if kernel.first_plan(shape, here, board.rides, turns, first, np.ones_like(allowed), plan, stands):
                return walked(board, plan.tolist(), list(map(unpacked, stands)))
    return None


def slide_by_slide(allowed: Ints) -> Iterator[Ints]:
    for slide in range(len(allowed)):
        only = np.zeros_like(allowed)
        only[slide] = allowed[slide]
        yield only


@lru_cache(maxsize=64)
def shape_of(grid: Grid) -> Shape:
    full, lines = (1 << grid.size) - 1, list(grid.lines.values())

    def words(*sets: int) -> list[list[int]]:
        return [[cells & FULL, cells >> WORD] for cells in sets]

    orders = [[openings for _, openings in TURNS.get(spare, ())] for spare in range(16)]
    return Shape(
        masks=np.array([words(line.kept & full, line.others & full, 1 << line.hole, 1 << line.dropped) for line in lines], np.int64),
        moves=np.array([[-line.step if line.back else line.step, line.hole, line.dropped] for line in lines], np.int64),
        bands=np.array(words(*grid.bands), np.int64),
        edges=np.array(words(grid.not_last_column, grid.not_last_row), np.int64),
        orders=np.array([[*turns, -1, -1, -1, -1][:4] for turns in orders], np.int64),
        columns=grid.columns,
        classic=grid.classic,
    )


@lru_cache(maxsize=64)
def ranks_of(grid: Grid) -> Ints:
    """For each goal the cells by their distance to it, ties in the order of the board."""
    return np.array([sorted(range(grid.size), key=lambda cell: grid.distance(cell, goal)) for goal in range(grid.size)], np.int64)


def ahead_of(board: Board, at: int) -> Ahead:
    grid, full = board.grid, (1 << board.grid.size) - 1

    def packed(cells: int) -> Cells:
        return cells if grid.size <= WORD else (cells & FULL, cells >> WORD)

    north, east, south, west = (packed(board.ways >> lane * grid.size & full) for lane in range(4))
    last = grid.slides.index(board.last) if board.last in grid.lines else -1
    goal = -1 if board.goal is None else board.goal
    return Ahead((north, east, south, west), board.spare, goal, last, packed(1 << at), packed(grid.reach(board.ways, at)))


def unpacked(words: Ints) -> int:
    return int(words[0]) | int(words[1]) << WORD


def pushes_of(board: Board, act: Sequence[Choice]) -> Ints:
    """For each slide and each turn of the spare whether it keeps to the steps already made."""
    turns = [insert for insert, _ in TURNS[board.spare]]
    return np.array([[{slide, insert} >= set(act) for insert in (turns * 4)[:4]] for slide in board.grid.slides], np.int64)


def walked(board: Board, plan: Sequence[Sequence[int]], stands: Sequence[int]) -> tuple[Turn, ...]:
    """Whole turns from slides and turns of the spare, and where one may stand before each: walks are found from the last one back."""
    grid, pushes, boards = board.grid, list[Push](), list[Board]()
    for slide, turn in plan:
        pushes.append((grid.slides[slide], TURNS[board.spare][turn][0]))
        board = board.push(board.ahead, board.ahead.pushes.index(pushes[-1]))
        boards.append(board)
    assert board.goal is not None
    path = [board.goal]
    for (slide_, _), after, cells in zip(reversed(pushes[1:]), reversed(boards[1:]), reversed(stands[1:]), strict=True):
        carry, reached = grid.lines[slide_].carry, grid.reach(after.ways, path[-1])
        standing = ((cell, carry.get(cell, cell)) for cell in members(cells))
        path.append(next(cell for cell, then in standing if reached >> then & 1 and (grid.classic or then != path[-1])))
    return tuple((*push, grid.walks[cell]) for push, cell in zip(pushes, reversed(path), strict=True))
