"""Mazes as bit sets agree with plain code."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.bits import members
from byways.games.labyrinth.state import DEGREES, OPENINGS, Maze, Slide, Tile, grid_of
from tests.games.labyrinth.plain import plain_push, plain_reach, plain_slides
from tests.games.labyrinth.positions import CONNECTORS, board, draw, mazes

WAYS = {1: "N", 2: "E", 4: "S", 8: "W"}


def test_openings_are_what_the_characters_show() -> None:
    shown = {connector: "".join(way for bit, way in WAYS.items() if openings & bit) for connector, openings in OPENINGS.items()}
    straight_and_bends = {"│": "NS", "─": "EW", "┐": "SW", "└": "NE", "┌": "ES", "┘": "NW"}
    assert shown == {**straight_and_bends, "┬": "ESW", "├": "NES", "┴": "NEW", "┤": "NSW", "┼": "NESW"}
    assert set(CONNECTORS) == set(OPENINGS)


@pytest.mark.parametrize(("shape", "turned"), [("│", "│─│─"), ("└", "└┘┐┌"), ("┬", "┬├┴┤"), ("┼", "┼┼┼┼")])
def test_the_four_shapes_turn_counter_clockwise_into_all_eleven(shape: str, turned: str) -> None:
    tile = Tile(7, shape, ("ruby", "emerald"))
    assert [tile.turn(degree) for degree in DEGREES] == [Tile(7, connector, ("ruby", "emerald")) for connector in turned]


@given(st.sampled_from(CONNECTORS), st.sampled_from(DEGREES), st.sampled_from(DEGREES))
def test_turns_add_up(connector: str, first: int, second: int) -> None:
    tile = Tile(0, connector, ("ruby", "emerald"))
    assert tile.turn(first).turn(second) == tile.turn((first + second) % 360)


@given(mazes(), st.data())
def test_reach_is_what_breadth_first_search_finds(maze: Maze, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(maze.tiles) - 1))
    reach = members(maze.grid.reach(maze.ways, start))
    assert reach == sorted(plain_reach(maze, start))
    assert maze.grid.leaves(maze.ways, start) == (len(reach) > 1)


@given(mazes() | mazes(classic=True), st.data())
def test_push_agrees_with_plain_code(maze: Maze, data: st.DataObject) -> None:
    slide, degree = data.draw(st.sampled_from(maze.grid.slides)), data.draw(st.sampled_from(DEGREES))
    pushed, (plain, carried) = maze.push(slide, degree), plain_push(maze, slide, degree)
    assert pushed == msgspec.structs.replace(plain, classic=maze.classic)
    assert pushed.ways == plain.ways
    assert maze.grid.lines[slide].carry == carried


@given(mazes())
def test_all_slides_of_a_board_in_the_order_they_are_tried(maze: Maze) -> None:
    assert list(maze.grid.slides) == plain_slides(maze)


def test_classic_lines_are_the_odd_ones() -> None:
    lines = [(slide.axis, slide.index) for slide in grid_of(5, 5, True).slides[::2]]
    assert lines == [("row", 1), ("row", 3), ("column", 1), ("column", 3)]


@pytest.mark.parametrize(("classic", "fixed"), [(False, [(1, 1), (1, 3)]), (True, [(0, 0), (0, 2), (0, 4), (2, 0), (2, 2), (2, 4)])])
def test_fixed_tiles_are_those_no_line_moves(classic: bool, fixed: list[tuple[int, int]]) -> None:
    grid = grid_of(3, 5, classic)
    moved = {cell for line in grid.lines.values() for cell in line.cells}
    assert [divmod(cell, 5) for cell in grid.fixed] == fixed
    assert set(grid.fixed) == set(range(15)) - moved


def test_pushing_back_with_the_right_turn_restores_the_board() -> None:
    maze = board("┌─┐ │┼│ └─┘", spare="┬")
    there = maze.push(Slide(0, "left"), 90)
    assert (draw(there), there.spare.connector) == (["─┐├", "│┼│", "└─┘"], "┌")
    assert there.push(Slide(0, "right"), 0).push(Slide(0, "left"), 0) == there
    assert draw(there.push(Slide(0, "right"), 0)) == draw(maze)


def test_tiles_keep_their_numbers_when_they_slide() -> None:
    pushed = board("┌─┐ │┼│ └─┘").push(Slide(2, "down"), 0)
    assert ([tile.number for tile in pushed.tiles], pushed.spare.number) == ([0, 1, 9, 3, 4, 2, 6, 7, 5], 8)


@pytest.mark.parametrize(("row", "column", "cell"), [(0, 0, 0), (2, 4, 14), (-1, 0, None), (3, 0, None), (0, 5, None), (0, -1, None)])
def test_cells_are_numbered_row_by_row(row: int, column: int, cell: int | None) -> None:
    assert grid_of(3, 5, False).cell(row, column) == cell


def test_distance_is_the_square_of_the_euclidean() -> None:
    assert [grid_of(7, 7, False).distance(8, cell) for cell in (8, 9, 16, 0, 48)] == [0, 1, 2, 2, 50]


def test_mazes_are_values() -> None:
    drawn = [board("┌┐ └┘"), board("┌┐ └┘")]
    assert drawn[0].ways  # made on one of them only
    assert (drawn[0] == drawn[1], hash(drawn[0]) == hash(drawn[1]), drawn[0] == board("┌┐ └─")) == (True, True, False)
