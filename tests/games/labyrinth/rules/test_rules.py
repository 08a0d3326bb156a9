"""Every sentence of the rules, and every ruling on what they leave open, in the standard game."""

from __future__ import annotations

import pytest

from byways.bits import members
from byways.game import Illegal, Outcome
from byways.games.labyrinth.state import Insert, Pass, Slide, Walk
from byways.i18n import Message
from tests.games.labyrinth.positions import OPEN5, OPEN7, SEALED, board, draw, facts, offered, places, play, position, to

# Two players on an open board, each treasure beside the other's home.
START = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)])
THREE = position(OPEN5, homes=[(1, 1), (3, 3), (1, 3)], goals=[(3, 1), (1, 3), (1, 1)])
TWISTY = """
    ┌─┬─┐
    │┌┘└┤
    ├┤┌┐│
    │└┤└┤
    └─┴─┘
"""


PASSED = Message("outcome.passes")


def came_home(seat: int, treasures: int = 1) -> Message:
    return Message("outcome.home", {"seat": seat, "treasures": treasures})


# The board


def test_connectors_join_tiles_when_their_ends_touch() -> None:
    joined, apart = board("┌┐ └┘"), board("┌┐ │─")
    assert [members(maze.grid.reach(maze.ways, 0)) for maze in (joined, apart)] == [[0, 1, 2, 3], [0, 1, 2]]


@pytest.mark.parametrize(
    ("turn", "after", "spare"),
    [
        ("slide 2 left; insert 0", ["┌─┬─┐", "│┌┘└┤", "┤┌┐│─", "│└┤└┤", "└─┴─┘"], "├"),
        ("slide 2 right; insert 90", ["┌─┬─┐", "│┌┘└┤", "│├┤┌┐", "│└┤└┤", "└─┴─┘"], "│"),
        ("slide 0 up; insert 0", ["│─┬─┐", "├┌┘└┤", "│┤┌┐│", "└└┤└┤", "──┴─┘"], "┌"),
        ("slide 4 down; insert 90", ["┌─┬─│", "│┌┘└┐", "├┤┌┐┤", "│└┤└│", "└─┴─┤"], "┘"),
    ],
)
def test_a_line_moves_by_one_tile_the_spare_fills_the_hole_and_the_dislodged_tile_becomes_the_spare(
    turn: str, after: list[str], spare: str
) -> None:
    acted = play(position(TWISTY, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], spare="─"), turn)
    pushed = play(acted, offered(acted)[0])
    assert (draw(pushed.maze), pushed.maze.spare.connector) == (after, spare)


# A turn


def test_a_turn_is_a_slide_then_an_insertion_then_a_move() -> None:
    steps = [START, play(START, "slide 0 left"), play(START, "slide 0 left; insert 0")]
    assert [{type(choice) for choice in step.choices(0)} for step in steps] == [{Slide, Pass}, {Insert}, {Walk}]


def test_turns_begin_with_the_youngest_and_continue_by_ascending_age() -> None:
    after = [play(THREE, *["pass"] * passes) for passes in range(3)]
    again = play(THREE, to(2, 2), "pass", "pass")
    assert [step.awaited for step in (*after, again)] == [(0,), (1,), (2,), (0,)]


def test_b4_seat_order_is_age_order_youngest_first() -> None:
    rounds = play(THREE, to(2, 2), "pass", "pass", to(2, 0), "pass")
    assert (THREE.seats, rounds.round, rounds.awaited) == ((0, 1, 2), 2, (2,))


def test_check_5_passing_is_always_allowed_and_does_nothing() -> None:
    passed = play(START, "pass")
    assert "pass" in offered(START)
    assert (passed.maze, passed.avatars, passed.last, passed.moved) == (START.maze, START.avatars, None, ())


def test_passing_is_over_once_the_line_has_slid() -> None:
    with pytest.raises(Illegal, match=r"^Passing is only possible before the slide\.$"):
        play(START, "slide 0 left; pass")


def test_b9_passes_in_between_do_not_lift_the_ban() -> None:
    slid = play(START, "slide 2 up; insert 0; walk 2,1", "pass", "pass")
    assert (slid.awaited, "slide 2 down" in offered(slid)) == ((1,), False)


def test_b9_a_removed_seats_tentative_slide_is_no_slide() -> None:
    removed = play(START, "slide 2 up; insert 0").remove(0)
    assert (removed.last, removed.maze, "slide 2 down" in offered(removed)) == (None, START.maze, True)


def test_b9_only_the_very_last_slide_is_barred() -> None:
    slid = play(START, "slide 2 up; insert 0; walk 2,1", "slide 0 left; insert 0; walk 2,1")
    assert ("slide 2 down" in offered(slid), "slide 0 right" in offered(slid)) == (True, False)


def test_the_old_spare_goes_in_turned_by_a_multiple_of_90_degrees_counter_clockwise() -> None:
    slid = play(position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], spare="┬"), "slide 0 left")
    turned = {text: play(slid, f"{text}; walk 1,2").maze.tiles[4].connector for text in offered(slid)}
    assert turned == {"insert 0": "┬", "insert 90": "├", "insert 180": "┴", "insert 270": "┤"}


def test_the_dislodged_tile_keeps_its_rotation_as_the_new_spare() -> None:
    slid = position(TWISTY, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], spare="┼")
    assert play(slid, "slide 0 right; insert 0; walk 1,2").maze.spare == slid.maze.tiles[4]


def test_check_8_several_avatars_may_stand_on_one_tile() -> None:
    assert places(play(START, to(2, 2), to(2, 2))) == [(2, 2), (2, 2)]


def test_b5_a_seat_that_cannot_complete_a_turn_can_only_pass() -> None:
    sealed = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)])
    assert offered(sealed) == ["pass"]


def test_b5_a_forced_pass_counts_in_the_round_of_passes() -> None:
    sealed = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)])
    assert play(sealed, "pass", "pass").outcome == Outcome((1, 1), PASSED, breakdown=facts((0, 0), (2, 2)))


def test_b7_avatar_on_the_dropped_tile_rides_to_the_other_end() -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], at=[(1, 1), (2, 0)])
    pushed = play(stands, "slide 2 left; insert 0; walk 1,2")
    assert (places(pushed), pushed.maze.tiles[14]) == ([(1, 2), (2, 4)], stands.maze.spare)


def test_b7_the_sliding_seats_avatar_rides_as_well() -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], at=[(4, 2), (3, 3)])
    pushed = play(stands, "slide 2 down; insert 0")
    assert ("walk 0,2" in offered(pushed), "walk 4,2" in offered(pushed)) == (False, True)


def test_every_avatar_on_the_slid_line_moves_with_it() -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3), (1, 3)], goals=[(3, 1), (1, 3), (1, 1)], at=[(1, 2), (2, 2), (0, 3)])
    assert places(play(stands, "slide 2 down; insert 0; walk 1,1")) == [(1, 1), (3, 2), (0, 3)]


def test_steps_can_be_taken_back_until_the_walk() -> None:
    acted = play(START, "slide 0 left; insert 0")
    assert (acted.undo(0), acted.undo(0).undo(0)) == (play(START, "slide 0 left"), START)
    with pytest.raises(Illegal, match=r"^Red has nothing to take back: the last act is final\.$"):
        play(acted, "walk 2,2").undo(0)


def test_nothing_has_moved_before_the_walk() -> None:
    acted = play(START, "slide 0 left; insert 0")
    assert (acted.maze, acted.avatars, acted.last, acted.awaited) == (START.maze, START.avatars, None, (0,))


# The treasure


def test_the_first_to_return_home_after_visiting_its_treasure_wins_and_everyone_else_loses() -> None:
    home = play(THREE, to(3, 1), to(2, 2), to(2, 2), to(1, 1))
    assert (home.outcome, home.awaited) == (Outcome((1, 2, 2), came_home(0), breakdown=facts((1, 0, 0))), ())


def test_coming_home_without_the_treasure_is_no_win() -> None:
    assert play(START, to(2, 2), "pass", to(1, 1)).outcome is None


def test_check_6_ending_a_move_on_the_treasure_finds_it() -> None:
    assert play(START, to(3, 1)).found == (1, 0)


def test_check_6_standing_on_the_treasure_at_the_start_does_not_count() -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], at=[(3, 1), (3, 3)])
    assert play(stands, to(1, 1)).outcome is None


def test_a_move_of_another_seat_to_the_treasure_finds_nothing() -> None:
    assert play(START, to(1, 3)).found == (0, 0)


def test_b2_being_slid_onto_the_treasure_does_not_count() -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(2, 1), (1, 3)], at=[(2, 2), (3, 3)])
    slid = play(stands, "pass", "slide 2 left; insert 0; walk 1,1")
    assert (places(slid)[0], slid.found) == ((2, 1), (0, 0))


def test_b2_an_avatar_slid_onto_the_treasure_must_leave_and_come_back() -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(2, 1), (1, 3)], at=[(2, 2), (3, 3)])
    slid = play(stands, "pass", "slide 2 left; insert 0; walk 1,1")
    assert "walk 2,1" not in offered(play(slid, "slide 0 left; insert 0"))
    assert play(slid, to(2, 2), "pass", to(2, 1)).found == (1, 0)


def test_b2_being_slid_home_does_not_count() -> None:
    stands = position(OPEN5, homes=[(2, 1), (3, 3)], goals=[(3, 1), (1, 3)])
    slid = play(stands, to(3, 1), "pass", to(2, 2), "slide 2 left; insert 0; walk 1,1")
    assert (places(slid)[0], slid.found, slid.outcome) == ((2, 1), (1, 0), None)


def test_b3_a_goal_is_a_place_and_stays_when_its_tile_slides_away() -> None:
    slid = play(position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(2, 2), (1, 3)]), "slide 2 left; insert 0; walk 2,1")
    assert (slid.found, play(slid, to(3, 1), to(2, 2)).found) == ((0, 0), (1, 0))


def test_b10_walking_over_the_treasure_does_not_count() -> None:
    corridor = """
        ─────
        ┌───┐
        ─────
    """
    only_way = position(corridor, homes=[(1, 1), (1, 3)], goals=[(1, 2), (1, 1)], spare="─")
    assert play(only_way, "slide 0 left; insert 0; walk 1,3").found == (0, 0)


def test_b11_a_treasure_at_home_must_be_visited_left_and_returned_to() -> None:
    at_home = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(1, 1), (1, 3)])
    found = play(at_home, to(2, 2), "pass", to(1, 1), "pass")
    assert (found.found, found.outcome) == ((1, 0), None)
    back = play(found, to(2, 2), "pass", to(1, 1)).outcome
    assert back is not None
    assert back.winners == (0,)


def test_b13_two_players_may_fetch_the_same_treasure() -> None:
    shared = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (3, 1)])
    assert play(shared, to(3, 1), to(3, 1)).found == (1, 1)


def test_treasures_are_found_in_their_order_and_home_comes_last() -> None:
    hunt = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[[(3, 1), (1, 3)], [(1, 3), (3, 1)]])
    assert play(hunt, to(1, 3)).found == (0, 0)
    early = play(hunt, to(1, 3), "pass", to(3, 1), "pass")
    assert (early.found, play(early, to(1, 1)).outcome) == ((1, 0), None)
    both = play(early, to(1, 3), "pass")
    assert both.found == (2, 0)
    assert play(both, to(1, 1)).outcome == Outcome((1, 2), came_home(0, 2), breakdown=facts((2, 0), treasures=2))


# The end


def test_the_game_ends_when_every_player_passes_in_one_round() -> None:
    assert play(THREE, "pass", "pass").outcome is None
    ended = play(THREE, "pass", "pass", "pass")
    assert (ended.outcome is not None, ended.awaited) == (True, ())


def test_b8_passes_across_the_border_of_rounds_do_not_add_up() -> None:
    assert play(THREE, to(2, 2), "pass", "pass", "pass", to(2, 2), "pass").outcome is None


def test_b8_removed_seats_do_not_count_in_a_round_of_passes() -> None:
    moved_and_gone = play(THREE, to(2, 2), "pass").remove(0)
    ended = play(moved_and_gone, "pass")
    assert ended.outcome is not None
    assert (ended.outcome.reason, ended.outcome.removed) == (PASSED, (0,))


def test_b8_a_seat_removed_at_its_turn_does_not_annul_the_passes_of_others() -> None:
    ended = play(THREE, "pass", "pass", "slide 0 left").remove(2)
    assert ended.outcome is not None
    assert ended.outcome.reason == PASSED


def test_b6_nobody_home_most_treasures_win() -> None:
    one_found = play(START, to(3, 1), "pass", "pass", "pass")
    assert one_found.outcome == Outcome((1, 2), PASSED, breakdown=facts((1, 0)))


def test_b6_equal_treasures_the_nearest_to_its_next_goal_wins() -> None:
    far_and_near = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 3), (3, 1)])
    assert play(far_and_near, "pass", "pass").outcome == Outcome((2, 1), PASSED, breakdown=facts((0, 0), (2.8, 2)))


def test_b6_the_next_goal_is_home_for_a_seat_that_has_found_everything() -> None:
    both = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(1, 3), (3, 1)])
    ended = play(both, to(1, 3), to(3, 1), to(1, 2), to(3, 1 + 3), "pass", "pass")
    assert (ended.found, ended.outcome) == ((1, 1), Outcome((1, 1), PASSED, breakdown=facts((1, 1), (1, 1))))
    ended = play(both, to(1, 3), to(3, 1), to(1, 0), to(4, 1), "pass", "pass")
    assert ended.outcome == Outcome((1, 2), PASSED, breakdown=facts((1, 1), (1, 2.2)))


def test_b6_nearness_is_euclidean_where_counting_steps_would_choose_another() -> None:
    diagonal_and_straight = position(OPEN7, homes=[(1, 1), (5, 1)], goals=[(3, 3), (5, 5)], at=[(1, 1), (5, 2)])
    assert play(diagonal_and_straight, "pass", "pass").outcome == Outcome((1, 2), PASSED, breakdown=facts((0, 0), (2.8, 3)))


def test_b6_all_equally_near_seats_win_together() -> None:
    even = position(OPEN5, homes=[(1, 1), (3, 3), (1, 3)], goals=[(1, 3), (3, 1), (3, 1)])
    assert play(even, "pass", "pass", "pass").outcome == Outcome((1, 1, 3), PASSED, breakdown=facts((0, 0, 0), (2, 2, 2.8)))


def test_b6_a_seat_at_home_loses_to_more_treasures() -> None:
    unequal = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[[(3, 1), (2, 2)], (1, 3)])
    ended = play(unequal, to(3, 1), to(1, 3), to(2, 2), to(3, 3))
    assert (ended.found, ended.outcome) == ((2, 1), Outcome((1, 2), came_home(1), breakdown=facts((2, 1), treasures=2)))


def test_a_seat_with_as_many_treasures_reads_how_far_from_home_it_was() -> None:
    both = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(1, 3), (3, 1)])
    ended = play(both, to(1, 3), to(3, 1), to(1, 1))
    assert ended.outcome == Outcome((1, 2), came_home(0), breakdown=facts((1, 1), (0, 2)))


def test_the_game_ends_after_its_last_round_of_turns() -> None:
    short = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], rounds=2)
    last = play(short, to(2, 2), to(2, 2), to(2, 0))
    assert last.outcome is None
    assert play(last, to(2, 3)).outcome == Outcome((2, 1), Message("outcome.rounds", {"rounds": 2}), breakdown=facts((0, 0), (1.4, 1)))


def test_the_limit_is_1000_rounds() -> None:
    pacing = play(START, *[to(2, 2 + turn // 2 % 2) for turn in range(1999)])
    assert (pacing.round, pacing.outcome) == (1000, None)
    assert play(pacing, to(2, 0)).outcome == Outcome(
        (1, 2), Message("outcome.rounds", {"rounds": 1000}), breakdown=facts((0, 0), (2.2, 3.2))
    )


def test_a_choice_after_the_end_is_illegal() -> None:
    with pytest.raises(Illegal, match=r"^It is not Red's turn\. The game is over\.$"):
        play(START, "pass", "pass").choose(0, Pass())


# Removed seats


def test_a_seat_can_be_removed_at_its_turn_and_the_board_stays() -> None:
    gone = play(THREE, "slide 0 left; insert 0").remove(0)
    assert (gone.awaited, gone.seats, gone.acts, gone.maze, gone.round) == ((1,), (1, 2), ((), (), ()), THREE.maze, 1)


def test_a_seat_can_be_removed_when_it_is_not_its_turn() -> None:
    gone = play(THREE, "slide 0 left").remove(1)
    assert (gone.awaited, gone.acts) == ((0,), ((Slide(0, "left"),), (), ()))
    assert play(gone, "insert 0; walk 2,2").awaited == (2,)


def test_the_round_continues_without_the_last_seat() -> None:
    gone = play(THREE, to(2, 2), "pass").remove(2)
    assert (gone.awaited, gone.round, gone.moved) == ((0,), 2, ())


def test_a_removed_seat_is_placed_last_and_neither_wins_nor_ties() -> None:
    gone = play(THREE.remove(0), to(2, 3), "pass", "pass", "pass")
    assert gone.outcome == Outcome((3, 1, 2), PASSED, removed=(0,), breakdown=facts((0, 0, 0), (None, 1, 2)))
    assert gone.outcome.winners == (1,)


def test_b14_one_seat_left_plays_on_and_wins_only_by_the_normal_rules() -> None:
    alone = THREE.remove(1).remove(2)
    assert (alone.awaited, alone.outcome) == ((0,), None)
    assert play(alone, to(3, 1), to(1, 1)).outcome == Outcome((1, 2, 2), came_home(0), removed=(1, 2), breakdown=facts((1, 0, 0)))


def test_b14_the_last_seat_may_also_pass_and_so_end_the_game() -> None:
    assert play(START.remove(0), "pass").outcome == Outcome((2, 1), PASSED, removed=(0,), breakdown=facts((0, 0)))


def test_the_game_ends_when_all_seats_are_removed() -> None:
    empty = START.remove(0).remove(1)
    assert empty.outcome is not None
    assert (empty.outcome.reason, empty.outcome.winners, empty.outcome.removed) == (Message("outcome.nobody"), (), (0, 1))


@pytest.mark.parametrize(("seat", "name"), [(0, "Red"), (2, "Green")])
def test_a_missing_seat_cannot_be_removed(seat: int, name: str) -> None:
    with pytest.raises(Illegal) as caught:
        START.remove(0).remove(seat)
    assert str(caught.value) == f"{name} cannot leave: this seat is no longer in the game."


def test_no_seat_is_removed_after_the_end() -> None:
    with pytest.raises(Illegal, match=r"^Red cannot leave: the game is over\.$"):
        play(START, "pass", "pass").remove(0)
