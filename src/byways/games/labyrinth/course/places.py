"""Places off the board, where the course's states may have homes, goals and avatars."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TypeAlias

from byways.games.labyrinth.state import Grid, Line, Maze, Slide

Place: TypeAlias = tuple[int, int]  # row, column

FAR = 1 << 32  # greater than any row or column


def cell_at(grid: Grid, row: int, column: int) -> int:
    """The cell at a place, or a larger number that encodes a place off the board."""
    cell = grid.cell(row, column)
    return grid.size + row * FAR + column if cell is None else cell


def place_of(grid: Grid, cell: int) -> Place:
    """The inverse of `cell_at`."""
    return divmod(cell, grid.columns) if cell < grid.size else divmod(cell - grid.size, FAR)


class Around(dict[int, tuple[tuple[Slide, Line, bool], ...]]):
    """The slides around each cell; none off the board, so that an avatar there can only pass."""

    def __missing__(self, cell: int) -> tuple[()]:
        return ()


class Plane(Grid):
    """A grid that also knows the places off the board."""

    def __init__(self, rows: int, columns: int, classic: bool) -> None:
        super().__init__(rows, columns, classic)
        self.around = Around(self.around)

    def leaves(self, ways: int, cell: int) -> bool:
        return cell < self.size and super().leaves(ways, cell)

    def place(self, cell: int) -> Place:
        return place_of(self, cell)

    def distance(self, cell: int, other: int) -> int:
        (row, column), (row2, column2) = self.place(cell), self.place(other)
        return (row - row2) ** 2 + (column - column2) ** 2


@lru_cache(maxsize=64)
def plane_of(rows: int, columns: int, classic: bool) -> Plane:
    return Plane(rows, columns, classic)


class CourseMaze(Maze, frozen=True, dict=True):
    """A maze whose goals can be off the board."""

    @cached_property
    def grid(self) -> Plane:
        return plane_of(self.rows, self.columns, self.classic)
