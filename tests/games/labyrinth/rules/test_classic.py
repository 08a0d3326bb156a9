"""The option `classic`: the geometry and the turn of the boxed family game."""

from __future__ import annotations

from random import Random

import pytest

from byways.game import Illegal, Outcome
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.games.labyrinth.state import Avatar, Setup
from byways.i18n import Message
from tests.games.labyrinth.positions import OPEN3, OPEN5, Place, draw, facts, offered, places, play, position, told

START = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(2, 2), (1, 2)], classic=True)


def to(row: int, column: int) -> str:
    return f"slide 3 left; insert 0; walk {row},{column}"


def dealt(seats: int, seed: int, size: int = 7) -> Setup:
    made = GAME.deal(seats, Random(seed), LabyrinthOptions(rows=size, columns=size, treasures=3, classic=True))
    assert isinstance(made, Setup)
    return made


def test_b15_the_odd_lines_slide_and_there_is_no_pass() -> None:
    rows = [f"slide {index} {way}" for index in (1, 3) for way in ("left", "right")]
    assert offered(START) == [*rows, *(f"slide {index} {way}" for index in (1, 3) for way in ("up", "down"))]


def test_b15_sliding_is_compulsory() -> None:
    with pytest.raises(Illegal, match=r"^Passing is not possible in the classic game: every turn has a slide\.$"):
        play(START, "pass")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b15_homes_are_the_corners(seats: int) -> None:
    homes = {frozenset(avatar.home for avatar in dealt(seats, seed).avatars) for seed in range(60)}
    assert {home for corners in homes for home in corners} == {0, 6, 42, 48}
    assert {len(corners) for corners in homes} == {seats}


def test_b15_corners_are_bends_and_other_fixed_tiles_tees_open_to_the_inside() -> None:
    rows = draw(dealt(4, 1, size=5).maze)
    assert [rows[0][::2], rows[2][0] + rows[2][4], rows[4][::2]] == ["┌┬┐", "├┤", "└┴┘"]
    assert rows[2][2] in "┬├┴┤"


def test_b15_treasures_are_tiles_even_the_spare_all_different_and_no_own_home() -> None:
    seen: set[int] = set()
    for seed in range(150):
        made = dealt(4, seed)
        goals = [goal for hunt in made.hunts for goal in hunt]
        assert len(set(goals)) == 12
        assert not any(avatar.home in hunt for avatar, hunt in zip(made.avatars, made.hunts, strict=True))
        seen |= set(goals)
    assert seen == set(range(50))


def test_b15_staying_put_is_allowed() -> None:
    assert offered(play(START, "slide 1 left; insert 0"))[0] == "walk 0,0"
    assert places(play(START, "slide 1 left; insert 0; walk 0,0")) == [(0, 0), (4, 4)]


def test_b15_staying_put_on_the_treasure_finds_it() -> None:
    on_it = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(2, 2), (1, 2)], at=[(2, 2), (4, 4)], classic=True)
    assert play(on_it, "slide 1 left; insert 0; walk 2,2").found == (1, 0)


def test_b15_riding_on_the_treasures_tile_and_staying_there_finds_it() -> None:
    on_it = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(1, 2), (2, 2)], at=[(1, 2), (4, 4)], classic=True)
    assert play(on_it, "slide 1 left; insert 0; walk 1,1").found == (1, 0)


def test_b2_being_slid_by_another_finds_nothing_even_on_the_treasures_tile() -> None:
    on_it = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(2, 2), (1, 2)], at=[(0, 0), (1, 2)], classic=True)
    assert play(on_it, "slide 1 left; insert 0; walk 0,0").found == (0, 0)


def test_b15_a_walled_in_avatar_still_slides_and_stays() -> None:
    walled = position(
        "───── │││││ ─────".replace("─────", "│││││"), homes=[(0, 0), (2, 4)], goals=[(2, 2), (1, 2)], spare="│", classic=True
    )
    assert play(walled, "slide 1 left; insert 0; walk 0,0").awaited == (1,)


def test_the_previous_slide_must_not_be_undone_here_either() -> None:
    assert "slide 1 right" not in offered(play(START, "slide 1 left; insert 0; walk 0,0"))


def test_b3_in_classic_the_goal_goes_with_its_tile() -> None:
    slid = play(START, to(0, 0), "slide 1 left; insert 0; walk 1,2", to(0, 0))
    assert slid.found == (0, 0)
    assert play(slid, "slide 1 left; insert 0; walk 1,0").found == (0, 1)


def test_b3_in_classic_a_treasure_on_the_spare_cannot_be_reached() -> None:
    dropping = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(1, 0), (2, 2)], classic=True)
    dropped = play(dropping, "slide 1 left; insert 0; walk 1,0")
    assert (dropped.maze.spare.number, dropped.found, dropped.maze.cell_of(5)) == (5, (0, 0), None)


def test_b3_in_classic_a_treasure_on_the_spare_comes_back_where_it_is_inserted() -> None:
    spare = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[None, (2, 2)], classic=True)
    assert play(spare, "slide 3 up; insert 0; walk 4,3").found == (1, 0)


def test_b1_in_classic_a_find_is_announced_to_all() -> None:
    assert [told(START, viewer, to(2, 2)) for viewer in (0, 1, None)] == [["slide", "walk", "find"]] * 3


def test_b7_in_classic_avatars_ride_as_well() -> None:
    stands = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(2, 2), (1, 2)], at=[(0, 0), (0, 3)], classic=True)
    assert places(play(stands, "slide 3 up; insert 0; walk 0,1")) == [(0, 1), (4, 3)]


def test_the_first_home_with_its_treasures_wins_here_as_well() -> None:
    home = play(START, to(2, 2), to(4, 0), to(0, 0))
    assert home.outcome == Outcome((1, 2), Message("outcome.home", {"seat": 0, "treasures": 1}), breakdown=facts((1, 0)))


def test_staying_does_not_end_the_game() -> None:
    assert play(START, *[to(0, 0), to(4, 4)] * 4).outcome is None


@pytest.mark.parametrize(("goal", "lies", "ranks"), [((3, 0), 17, (1, 2)), ((3, 3), None, (2, 1))])
def test_b6_in_classic_a_treasure_on_the_spare_is_farther_than_any_other(goal: Place, lies: int | None, ranks: tuple[int, ...]) -> None:
    short = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[goal, (0, 0)], rounds=1, classic=True)
    ended = play(short, "slide 3 right; insert 0; walk 0,0", "slide 3 right; insert 0; walk 4,4")
    assert ended.maze.cell_of(short.hunts[0][0]) == lies
    far = facts((0, 0), (None if lies is None else 3.6, 5.7))
    assert ended.outcome == Outcome(ranks, Message("outcome.rounds", {"rounds": 1}), breakdown=far)


def test_a_stop_is_remembered_by_its_tile_until_the_next_find() -> None:
    hunt = position(OPEN3, homes=[(0, 0), (2, 2)], goals=[[(1, 1), (0, 1)], [(0, 2), (1, 0)]], classic=True)
    stopped = play(hunt, "slide 1 up; insert 0; walk 2,0", "slide 1 left; insert 0; walk 1,1")
    assert stopped.avatars == (Avatar(6, 0, "red", (6,)), Avatar(4, 8, "blue", (5,)))
    found = play(stopped, "slide 1 up; insert 0; walk 2,2", "slide 1 up; insert 0; walk 0,2")
    assert (found.avatars[0].trail, found.avatars[1].trail, found.found) == ((6, 8), (), (0, 1))
