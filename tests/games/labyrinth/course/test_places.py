"""Places off the board."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from byways.games.labyrinth.course.places import CourseMaze, Place, cell_at, place_of, plane_of
from byways.games.labyrinth.state import Slide
from tests.games.labyrinth.positions import OPEN5, board

PLACES = st.tuples(st.integers(0, 20), st.integers(0, 20))


@given(st.integers(2, 15), st.integers(2, 15), PLACES, PLACES)
def test_every_place_has_a_number_and_keeps_its_distance(rows: int, columns: int, one: Place, other: Place) -> None:
    plane = plane_of(rows, columns, False)
    cell, cell2 = cell_at(plane, *one), cell_at(plane, *other)
    assert (place_of(plane, cell), place_of(plane, cell2)) == (one, other)
    assert plane.distance(cell, cell2) == (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def test_a_place_on_the_board_is_its_cell() -> None:
    assert [cell_at(plane_of(5, 5, False), *place) for place in ((0, 0), (1, 2), (4, 4))] == [0, 7, 24]


def test_a_pushed_course_maze_is_a_course_maze() -> None:
    maze = CourseMaze(*msgspec.structs.astuple(board(OPEN5)))
    assert maze.push(Slide(0, "left"), 0).grid is maze.grid is plane_of(5, 5, False)


def test_off_the_board_there_are_no_slides_and_no_passages() -> None:
    maze = CourseMaze(*msgspec.structs.astuple(board(OPEN5)))
    off, corner = cell_at(maze.grid, 5, 0), cell_at(maze.grid, 0, 0)
    assert (maze.grid.around[off], maze.grid.leaves(maze.ways, off)) == ((), False)
    assert (len(maze.grid.around[corner]), maze.grid.leaves(maze.ways, corner)) == (12, True)


def test_a_place_off_the_board_reads_back() -> None:
    grid = plane_of(5, 5, False)
    assert [grid.place(cell_at(grid, *place)) for place in ((0, 0), (4, 4), (9, 0))] == [(0, 0), (4, 4), (9, 0)]
