"""The slides, insertions and walks that Labyrinth allows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.game import Illegal
from byways.games.labyrinth.rules.setup import begin
from byways.games.labyrinth.state import DEGREES, Avatar, Insert, Maze, Pass, Setup, Slide, Walk
from tests.games.labyrinth.plain import plain_push, plain_reach, plain_slides
from tests.games.labyrinth.positions import OPEN5, OPEN7, mazes, offered, play, position

# Two players on an open board, each treasure beside the other's home.
START = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)])


def test_every_other_row_and_column_slides_either_way_and_the_outermost_do() -> None:
    crossing = position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 3), (1, 5)])
    rows = [f"slide {index} {way}" for index in (0, 2, 4, 6) for way in ("left", "right")]
    columns = [f"slide {index} {way}" for index in (0, 2, 4, 6) for way in ("up", "down")]
    assert offered(crossing) == [*rows, *columns, "pass"]


def test_the_previous_slide_must_not_be_undone() -> None:
    slid = play(START, "slide 2 up; insert 0; walk 2,1")
    assert [text for text in offered(START) if text not in offered(slid)] == ["slide 2 down"]
    with pytest.raises(Illegal, match=r"^The last slide moved column 3 up\. Nobody may undo it until another line has slid\.$"):
        play(slid, "slide 2 down")


def test_the_same_slide_may_be_repeated_and_the_line_across_may_go_any_way() -> None:
    slid = play(START, "slide 2 up; insert 0; walk 2,1")
    assert {"slide 2 up", "slide 2 left", "slide 2 right"} <= set(offered(slid))


def test_b9_an_undo_is_the_opposite_push_whatever_the_rotation() -> None:
    slid = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], spare="└", last="slide 2 left")
    assert "slide 2 right" not in offered(slid)


@pytest.mark.parametrize(("spare", "turns"), [("┼", [0]), ("│", [0, 90]), ("┌", [0, 90, 180, 270])])
def test_turns_that_give_the_same_tile_are_one_choice(spare: str, turns: list[int]) -> None:
    slid = play(position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], spare=spare), "slide 0 left")
    assert offered(slid) == [f"insert {degree}" for degree in turns]


def test_the_avatar_goes_to_any_tile_that_is_reachable_after_the_push() -> None:
    drawn = """
        ┼─┼┼┼
        ┌─┐┼┼
        └─┘┼┼
        ┼┼┼┼┼
        ┼┼┼┼┼
    """
    pushed = play(position(drawn, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)]), "slide 4 down; insert 0")
    assert offered(pushed) == ["walk 1,0", "walk 1,2", "walk 2,0", "walk 2,1", "walk 2,2"]


def test_the_avatar_may_not_remain_on_its_tile() -> None:
    pushed = play(START, "slide 0 left; insert 0")
    assert "walk 1,1" not in offered(pushed)
    with pytest.raises(Illegal, match=r"^The avatar may not stay where it is\. Walk to another tile\.$"):
        play(pushed, "walk 1,1")


def test_its_own_tile_is_the_one_it_stands_on_in_the_reconfigured_board() -> None:
    pushed = play(position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], at=[(2, 1), (3, 3)]), "slide 2 right; insert 0")
    assert ("walk 2,2" in offered(pushed), "walk 2,1" in offered(pushed)) == (False, True)


@given(mazes(), st.data())
def test_choices_are_exactly_the_turns_that_can_be_completed(maze: Maze, data: st.DataObject) -> None:
    """Choices step by step agree with trying every slide and turn."""
    at = data.draw(st.integers(0, maze.rows * maze.columns - 1))
    last = data.draw(st.sampled_from([None, *plain_slides(maze)]))
    start = begin(Setup(maze, (Avatar(at, at, "red"),), ((0,),), last=last))
    turns: dict[Slide, list[int]] = {}
    for slide in plain_slides(maze):
        for degree in DEGREES:
            pushed, carried = plain_push(maze, slide, degree)
            if len(plain_reach(pushed, carried.get(at, at))) > 1 and not (last and slide == last.undoing):
                turns.setdefault(slide, []).append(degree)
    assert start.choices(0) == (*turns, Pass())
    if turns:
        slide = data.draw(st.sampled_from(list(turns)))
        slid = start.choose(0, slide)
        tiles = {maze.spare.turn(choice.degree) for choice in slid.choices(0) if isinstance(choice, Insert)}
        assert tiles == {maze.spare.turn(degree) for degree in turns[slide]}
        insert = data.draw(st.sampled_from(slid.choices(0)))
        assert isinstance(insert, Insert)
        pushed, carried = plain_push(maze, slide, insert.degree)
        reach = sorted(plain_reach(pushed, carried.get(at, at)) - {carried.get(at, at)})
        assert slid.choose(0, insert).choices(0) == tuple(Walk(*divmod(cell, maze.columns)) for cell in reach)
