"""All boards of a turn side by side agree with one board at a time."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from byways.bits import members
from byways.games.labyrinth.rules.slides import NextBoards
from byways.games.labyrinth.state import OPENINGS, Insert, Maze, Slide
from tests.games.labyrinth.plain import plain_push, plain_reach
from tests.games.labyrinth.positions import board, random_maze


@st.composite
def small_mazes(draw: st.DrawFn) -> Maze:
    rows, columns, seed = draw(st.integers(2, 9)), draw(st.integers(2, 9)), draw(st.integers(0, 2**32))
    return random_maze(Random(seed), rows, columns, draw(st.booleans()))


def boards_after(maze: Maze) -> NextBoards:
    return NextBoards(maze.grid, OPENINGS[maze.spare.connector])


def part(ahead: NextBoards, lanes: int, number: int, lane: int = 0) -> int:
    """One board from a lane."""
    return lanes >> lane * ahead.width + number * ahead.grid.size & (1 << ahead.grid.size) - 1


@settings(max_examples=50)
@given(small_mazes())
def test_there_is_a_board_for_every_slide_and_every_different_turn(maze: Maze) -> None:
    ahead = boards_after(maze)
    different = len({maze.spare.turn(degree) for degree in (0, 90, 180, 270)})
    assert len(ahead.pushes) == different * len(maze.grid.slides)
    boards = ahead.boards(maze.ways)
    for number, (slide, insert) in enumerate(ahead.pushes):
        ways = sum(part(ahead, boards, number, lane) << lane * ahead.grid.size for lane in range(4))
        assert ways == plain_push(maze, slide, insert.degree)[0].ways


@settings(max_examples=50)
@given(small_mazes(), st.data())
def test_reach_on_every_board_is_what_breadth_first_search_finds(maze: Maze, data: st.DataObject) -> None:
    ahead, at = boards_after(maze), data.draw(st.integers(0, len(maze.tiles) - 1))
    reached = ahead.reach(maze.ways, ahead.starts[at])
    for number, (slide, insert) in enumerate(ahead.pushes):
        pushed, carried = plain_push(maze, slide, insert.degree)
        assert members(part(ahead, ahead.starts[at], number)) == [carried.get(at, at)]
        assert members(part(ahead, reached, number)) == sorted(plain_reach(pushed, carried.get(at, at)))


def test_allowed_boards_do_not_undo_the_last_slide_and_agree_with_the_steps_made() -> None:
    maze = board("┌─┐ │┼│ └─┘", spare="│")
    ahead = boards_after(maze)

    def allowed(last: Slide | None, *act: Slide | Insert) -> list[str]:
        boards = ahead.allowed(last, act)
        kept = [push for number, push in enumerate(ahead.pushes) if part(ahead, boards, number)]
        assert sum(part(ahead, boards, number).bit_count() for number in range(len(ahead.pushes))) == len(kept) * ahead.grid.size
        return [f"{slide}, {insert}" for slide, insert in kept]

    assert len(allowed(None)) == len(ahead.pushes) == 16
    assert [text for text in allowed(None) if text not in allowed(Slide(2, "left"))] == [
        "slide 2 right, insert 0",
        "slide 2 right, insert 90",
    ]
    assert len(allowed(Slide(1, "left"))) == 16
    assert allowed(Slide(2, "left"), Slide(0, "up")) == ["slide 0 up, insert 0", "slide 0 up, insert 90"]
    assert allowed(None, Slide(0, "up"), Insert(90)) == ["slide 0 up, insert 90"]
