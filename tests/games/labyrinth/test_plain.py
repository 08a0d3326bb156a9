"""The plain oracles, checked on boards that can be solved by hand."""

from __future__ import annotations

from byways.games.labyrinth.state import Slide
from byways.games.labyrinth.view import View
from tests.games.labyrinth.plain import plain_euclid, plain_push, plain_reach, plain_slides
from tests.games.labyrinth.positions import OPEN5, SEALED, board, draw, position

TWISTY = """
    ┌─┐
    │┌┘
    └┤─
"""


def test_reach_follows_the_passages() -> None:
    maze = board(TWISTY)
    assert [sorted(plain_reach(maze, start)) for start in (0, 8)] == [[0, 1, 2, 3, 4, 5, 6, 7], [8]]


def test_push_slides_one_line_and_returns_the_new_cells() -> None:
    pushed, carried = plain_push(board(TWISTY, spare="└"), Slide(2, "up"), 90)
    assert (draw(pushed), pushed.spare.connector, carried) == (["┌─┘", "│┌─", "└┤┘"], "┐", {8: 5, 5: 2, 2: 8})


def test_push_moves_nothing_else() -> None:
    pushed, carried = plain_push(board(TWISTY, spare="└"), Slide(0, "right"), 0)
    assert (draw(pushed), pushed.spare.connector, carried) == (["└┌─", "│┌┘", "└┤─"], "┐", {0: 1, 1: 2, 2: 0})


def test_slides_are_tried_rows_first_left_before_right_then_columns_up_before_down() -> None:
    rows = ["slide 0 left", "slide 0 right", "slide 2 left", "slide 2 right"]
    assert [str(slide) for slide in plain_slides(board(TWISTY))] == [*rows, "slide 0 up", "slide 0 down", "slide 2 up", "slide 2 down"]


def test_euclid_goes_straight_to_a_goal_it_can_reach() -> None:
    view = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], last="slide 0 right").view(0)
    assert isinstance(view, View)
    assert list(map(str, plain_euclid(view))) == ["slide 0 right", "insert 0", "walk 3,1"]


def test_euclid_passes_when_it_is_sealed_in() -> None:
    view = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)]).view(0)
    assert isinstance(view, View)
    assert list(map(str, plain_euclid(view))) == ["pass"]
