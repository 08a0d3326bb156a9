"""Convert boards for the compiled kernel, and search for the fewest turns with it."""

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

if TYPE_CHECKING:  # a slow import
    from byways.bots.bits64 import Ints

Push: TypeAlias = tuple[Slide, Insert]
Turn: TypeAlias = tuple[Slide, Insert, Walk]
Cells: TypeAlias = Any  # a word or a pair
Lanes: TypeAlias = tuple[Cells, Cells, Cells, Cells]

WORD = 62  # bits used per word, so that no word is negative
FULL = (1 << WORD) - 1
LARGEST = 2 * WORD  # maximum number of cells
AT_ONCE = 3  # turns searched without checking the time; longer plans check it after each first slide


class Shape(NamedTuple):
    """Everything that boards of one shape share.

    `masks` has, for each slide, the cells that it moves by one, the cells off its line, its hole, and the cell whose tile drops out.
    `moves` has its step (negative: backwards), and the numbers of the hole and the dropped cell. `edges` holds all cells except the last
    column, and all except the last row. `orders` has each spare's distinct turns, padded with -1.
    """

    masks: Ints
    moves: Ints
    bands: Ints
    edges: Ints
    orders: Ints
    columns: int
    classic: bool


class KernelBoard(NamedTuple):
    """A board, and the cells on which the avatar may stand."""

    lanes: Lanes
    spare: int
    goal: int  # negative: on the spare
    last: int
    stand: Cells
    region: Cells  # everything connected to these cells


class OutOfTime(Exception):
    """The search was stopped before it found an answer."""


class Kernel(Protocol):
    """The functions of the module `kernel` used here."""

    def warm(self) -> None: ...
    def first_plan(
        self, shape: Shape, here: KernelBoard, rides: bool, turns: int, allowed: Ints, any_push: Ints, plan: Ints, stands: Ints, /
    ) -> bool: ...
    def sample(
        self, shape: Shape, here: KernelBoard, rides: bool, goals: Ints, others: int, worlds: int, luck: Ints, hits: Ints, /
    ) -> None: ...
    def later(self, shape: Shape, here: KernelBoard, rides: bool, cells: Ints, /) -> None: ...
    def play_out(
        self, shape: Shape, here: KernelBoard, ranks: Ints, places: Ints, goals: Ints, found: Ints, noise: int, luck: Ints, rounds: int, /
    ) -> int: ...


KERNEL: Compiled[Kernel] = Compiled("byways.games.labyrinth.bots.kernel")


def solve_compiled(kernel: Kernel, board: Board, view: View, most: int, stop: Callable[[], bool]) -> tuple[Turn, ...] | None:
    """Like `solver.solve_plain`, but compiled."""
    shape, here, allowed = shape_of(board.grid), kernel_board(board, view.at), allowed_pushes(board, view.act)
    for turns in range(1, most + 1):
        plan, stands = np.zeros((turns, 2), np.int64), np.zeros((turns, 2), np.int64)
        for first in [allowed] if turns <= AT_ONCE else slide_by_slide(allowed):
            if stop():
                raise OutOfTime
            if kernel.first_plan(shape, here, board.rides, turns, first, np.ones_like(allowed), plan, stands):
                return walked(board, plan.tolist(), list(map(unpacked, stands)))
    return None


def slide_by_slide(allowed: Ints) -> Iterator[Ints]:
    """Split the allowed pushes by slide."""
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
    """For each goal, all cells by distance to it, ties in board order."""
    return np.array([sorted(range(grid.size), key=lambda cell: grid.distance(cell, goal)) for goal in range(grid.size)], np.int64)


def kernel_board(board: Board, at: int) -> KernelBoard:
    grid, full = board.grid, (1 << board.grid.size) - 1

    def packed(cells: int) -> Cells:
        return cells if grid.size <= WORD else (cells & FULL, cells >> WORD)

    north, east, south, west = (packed(board.ways >> lane * grid.size & full) for lane in range(4))
    # Without a last slide nothing is barred: no slide has the number -1 ^ 1.
    last = grid.slides.index(board.last) if board.last in grid.lines else -1
    goal = -1 if board.goal is None else board.goal
    return KernelBoard((north, east, south, west), board.spare, goal, last, packed(1 << at), packed(grid.reach(board.ways, at)))


def unpacked(words: Ints) -> int:
    return int(words[0]) | int(words[1]) << WORD


def allowed_pushes(board: Board, act: Sequence[Choice]) -> Ints:
    """Whether each slide, with each turn of the spare, agrees with the steps already made."""
    turns = [insert for insert, _ in TURNS[board.spare]]
    # Turns beyond the distinct ones are padding, as in `Shape.orders`, where -1 rules them out.
    return np.array([[{slide, insert} >= set(act) for insert in (turns * 4)[:4]] for slide in board.grid.slides], np.int64)


def walked(board: Board, plan: Sequence[Sequence[int]], stands: Sequence[int]) -> tuple[Turn, ...]:
    """Complete a plan's pushes with walks, found backwards from the last turn. `stands` has the possible cells before each push."""
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
