"""The scene of a view, including the viewer's tentative steps."""

from __future__ import annotations

from byways.games.labyrinth.drawing.layout import TILE, tall
from byways.games.labyrinth.drawing.scene import LETTERS, Scene, seat_letter
from byways.games.labyrinth.state import Position, Slide
from byways.games.labyrinth.view import view
from tests.games.labyrinth.positions import OPEN5, play, position

START = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)])
SLID = play(START, "slide 0 left")
CLASSIC = position(OPEN5, [(0, 0), (4, 4)], [[None], (0, 2)], classic=True)
DONE = play(START, "slide 0 left; insert 0; walk 1,3", "pass", "slide 0 left; insert 0; walk 1,1")


def scene(where: Position, seat: int | None = 0) -> Scene:
    return Scene(view(where, seat))


def test_before_the_slide_there_is_no_hole_and_the_spare_is_beside_the_board() -> None:
    shown = scene(START)
    assert (shown.hole, shown.dropped, shown.outlet) == (None, None, None)
    assert shown.places[START.maze.spare.number] == (START.maze.spare, None)
    assert len(shown.places) == 26


def test_after_the_slide_there_is_a_hole_and_a_tile_lies_beyond_the_board() -> None:
    shown = scene(SLID)
    assert shown.hole == 4
    assert shown.dropped is not None
    assert shown.dropped.number == START.maze.tiles[0].number
    assert shown.places[shown.dropped.number][1] == (0, -1)
    assert shown.outlet == Slide(0, "right")
    assert shown.spare == START.maze.spare


def test_after_the_insertion_the_dropped_tile_is_the_spare() -> None:
    shown = scene(play(SLID, "insert 0"))
    assert shown.hole is None
    assert shown.spare.number == START.maze.tiles[0].number
    assert shown.places[START.maze.spare.number][1] == (0, 4)


def test_others_see_the_board_as_it_was() -> None:
    assert scene(SLID, 1).places == scene(START, 1).places


def test_avatars_ride_with_their_line() -> None:
    edge = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], at=[(0, 0), (0, 2)])
    shown = scene(play(edge, "slide 0 left"))
    assert [shown.at(cell) for cell in shown.standing] == [(0, 4), (0, 1)]


def test_the_goal_is_the_treasure_and_then_the_home() -> None:
    assert scene(START).goal == (1, 3)
    assert scene(play(START, "slide 0 left; insert 0; walk 1,3", "pass")).goal == (1, 1)


def test_in_classic_the_goal_may_lie_beside_the_board() -> None:
    assert scene(CLASSIC).goal is None
    assert scene(CLASSIC).gems == CLASSIC.maze.spare.gems


def test_only_seats_in_the_game_have_a_goal() -> None:
    assert scene(START).hunting
    assert not scene(START, None).hunting
    assert not scene(START.remove(1), 1).hunting
    assert not scene(DONE).hunting


def test_the_treasures_of_all_are_known_at_the_end() -> None:
    assert scene(START).treasures == []
    assert scene(DONE).treasures == [(0, 0, (1, 3)), (1, 0, (1, 1))]


def test_the_center_of_a_cell_depends_on_the_shape_of_the_drawing() -> None:
    for shown in (scene(START), Scene(view(START, 0), tall)):
        x, y = shown.lay.corner(1, 2)
        assert shown.center(7) == (x + TILE / 2, y + TILE / 2)


def test_seats_have_different_letters_as_long_as_there_are_any() -> None:
    assert len({seat_letter(seat) for seat in range(len(LETTERS))}) == len(LETTERS)
    assert seat_letter(len(LETTERS)) == seat_letter(0)
