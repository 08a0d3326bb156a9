"""The referee of the course: calls, kicks, the end and the winners."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tools.labyrinth_vectors import Program

from byways.games.labyrinth.course.conduct import Call, Moment, Observer, Result, Start, Turn, conduct
from byways.games.labyrinth.course.places import CourseMaze, cell_at
from byways.games.labyrinth.view import View
from tests.games.labyrinth.course.players import CORNERS, Scripted, start, two
from tests.games.labyrinth.positions import OPEN5, OPEN7, setup, to


def three(**more: Any) -> Start:
    return start(OPEN5, CORNERS, [(3, 1), (1, 1), (3, 3)], **more)


# Calls


def test_players_get_their_goals_then_their_turns_then_the_result() -> None:
    first, second = Scripted(), Scripted()
    assert conduct(two(), [first, second]) == Result((0, 1), ())
    assert (first.goals, second.goals) == ([(True, (3, 1))], [(True, (1, 3))])
    assert [view.seat for view in first.views + second.views] == [0, 1]
    assert (first.won, second.won) == (True, True)


def test_a_finder_is_told_its_next_goal_and_at_last_its_home() -> None:
    player = Scripted(to(3, 1), to(1, 4), to(1, 1))
    result = conduct(two(further=[(1, 4)]), [player, Scripted(to(2, 2), to(2, 3), to(2, 4))])
    assert player.goals == [(True, (3, 1)), (False, (1, 4)), (False, (1, 1))]
    assert result == Result((0,), ())


def test_further_goals_go_to_the_next_finder() -> None:
    first, second = Scripted(to(3, 1), to(2, 2), to(2, 3)), Scripted(to(1, 3), to(4, 4), to(3, 3))
    assert conduct(two(further=[(2, 2), (4, 4), (3, 1)]), [first, second]) == Result((1,), ())
    assert first.goals == [(True, (3, 1)), (False, (2, 2)), (False, (3, 1))]
    assert second.goals == [(True, (1, 3)), (False, (4, 4)), (False, (3, 3))]


def test_a_game_without_players_has_no_result() -> None:
    assert conduct(start(OPEN5, [], []), []) == Result((), ())


# Kicks


@pytest.mark.parametrize("error", [ValueError, TimeoutError, ZeroDivisionError, ConnectionResetError, RecursionError, MemoryError])
def test_a_failing_call_of_any_kind_is_misbehaviour(error: type[Exception]) -> None:
    assert conduct(two(), [Scripted("!", error=error), Scripted()]) == Result((1,), (0,))


def test_a_player_that_fails_setup_is_removed_before_the_next_call() -> None:
    second = Scripted()
    assert conduct(two(), [Scripted(setups="!"), second]) == Result((1,), (0,))
    assert second.views[0].removed == (0,)


def test_all_can_fail_setup() -> None:
    assert conduct(three(), [Scripted(setups="!") for _ in range(3)]) == Result((), (0, 1, 2))


@pytest.mark.parametrize(
    "turn",
    [
        "slide 1 left; insert 0; walk 1,2",
        "slide 1 up; insert 0; walk 1,2",
        "slide 6 left; insert 0; walk 1,2",
        "slide 0 right; insert 0; walk 1,2",
        "slide 0 left; insert 0; walk 1,1",
        "slide 0 left; insert 0; walk 5,5",
        "slide 0 left; insert 90; walk 1,2",
        "slide 0 left; insert 0",
        "slide 0 left",
        "pass; pass",
        "pass; slide 0 left; insert 0; walk 1,2",
    ],
)
def test_an_illegal_turn_is_kicked_on_the_spot_and_the_board_stays(turn: str) -> None:
    begun, second = two(last="slide 0 left"), Scripted()
    assert conduct(begun, [Scripted(turn), second]) == Result((1,), (0,))
    assert (second.views[0].maze, second.views[0].last) == (begun.setup.maze, begun.setup.last)


@pytest.mark.parametrize("answer", [None, (), 5, "PASS"])
def test_an_answer_that_is_no_turn_is_kicked(answer: Any) -> None:
    class Odd(Scripted):
        def take_turn(self, view: View) -> Any:
            return answer

    assert conduct(two(), [Odd(), Scripted()]) == Result((1,), (0,))


def test_a_player_that_fails_after_its_find_has_moved_but_its_find_does_not_count() -> None:
    second = Scripted(to(2, 2))
    assert conduct(two(), [Scripted(to(3, 1), setups=" !"), second]) == Result((1,), (0,))
    assert second.views[0].last is not None
    assert second.views[0].removed == (0,)


def test_a_goal_given_to_a_failing_player_is_used_up() -> None:
    second = Scripted(to(2, 2), to(1, 3))
    conduct(two(further=[(0, 4)]), [Scripted(to(3, 1), setups=" !"), second])
    assert second.goals == [(True, (1, 3)), (False, (3, 3))]


def test_a_winner_that_fails_win_is_not_replaced() -> None:
    first, second = Scripted(to(3, 1), to(1, 1), win="!"), Scripted(to(2, 2), win="!")
    assert conduct(two(), [first, second]) == Result((), (0, 1))
    assert (first.won, second.won) == (True, False)


# Observers


class Noted(Observer):
    """Records all notifications."""

    def __init__(self) -> None:
        self.noted: list[object] = []

    def see(self, moment: Moment) -> None:
        self.noted.append([event.name for event in moment.told])

    def dismissed(self, seat: int, call: Call, error: Exception) -> None:
        self.noted.append((seat, call, str(error)))


def test_an_observer_sees_the_start_and_every_turn() -> None:
    observer = Noted()
    conduct(two(), [Scripted(to(3, 1)), Scripted()], observer)
    assert observer.noted == [[], ["slide", "walk", "find"], ["pass"], ["pass"], ["pass", "end", "finds"]]


def test_an_observer_learns_of_every_failed_call() -> None:
    observer = Noted()
    players = [Scripted(setups="!"), Scripted("slide 1 left; insert 0; walk 1,2"), Scripted(win="!")]
    assert conduct(three(), players, observer).misbehaved == (0, 1, 2)
    assert observer.noted == [
        [],
        (0, "setup", "as it was told"),
        ["remove"],
        (1, "take-turn", "Row 2 does not slide. These rows do: 1, 3, and 5."),
        ["remove"],
        ["pass", "end"],
        (2, "win", "as it was told"),
    ]


def test_a_removal_after_a_move_is_in_the_same_moment() -> None:
    observer = Noted()
    conduct(two(), [Scripted(to(3, 1), setups=" !"), Scripted()], observer)
    assert observer.noted[:3] == [[], (0, "setup", "as it was told"), ["slide", "walk", "find", "remove"]]


# The end


def test_all_pass_with_kicks_in_the_same_round() -> None:
    players = [Scripted(), Scripted("!"), Scripted()]
    assert conduct(three(), players).misbehaved == (1,)
    assert [len(player.views) for player in players] == [1, 1, 1]


def test_all_pass_with_the_last_kicked_in_the_same_round() -> None:
    players = [Scripted(), Scripted(), Scripted("!")]
    assert conduct(three(), players).misbehaved == (2,)
    assert [len(player.views) for player in players] == [1, 1, 1]


def test_all_pass_but_one_that_moved_and_was_kicked_at_its_next_goal() -> None:
    players = [Scripted(), Scripted(to(1, 1), setups=" !"), Scripted()]
    assert conduct(three(), players).misbehaved == (1,)
    assert [len(player.views) for player in players] == [1, 1, 1]


def test_a_kick_does_not_count_as_a_pass() -> None:
    players = [Scripted(to(2, 2)), Scripted("!"), Scripted()]
    conduct(three(), players)
    assert [len(player.views) for player in players] == [2, 1, 2]


def test_a_game_has_1000_rounds_exactly() -> None:
    away = start(OPEN5, [(1, 1), (3, 3)], [(9, 9), (9, 8)])  # off the board: they walk for ever
    players = [Counting("riemann"), Counting("euclid")]
    assert conduct(away, players).misbehaved == ()
    assert [player.turns for player in players] == [1000, 1000]


@pytest.mark.slow
def test_the_thousandth_round_is_played_to_its_end() -> None:
    away = start(OPEN5, [(1, 1), (3, 3)], [(9, 9), (3, 1)])
    late = Scripted(*[to(2, 2), to(2, 3)] * 499, to(2, 2), to(3, 1))
    assert conduct(away, [Counting("riemann"), late]) == Result((1,), ())
    assert late.goals == [(True, (3, 1)), (False, (3, 3))]


class Counting(Program):
    turns = 0

    def take_turn(self, view: View) -> Turn:
        self.turns += 1
        return super().take_turn(view)


# Winners


def test_winners_are_nearest_by_euclid_where_manhattan_would_choose_another() -> None:
    corner = start(OPEN7, [(1, 1), (1, 1)], [(4, 4), (1, 6)])  # 3 and 3, or 0 and 5
    assert conduct(corner, [Scripted(), Scripted()]) == Result((0,), ())


def test_all_equally_near_players_win() -> None:
    equal = start(OPEN7, [(1, 1), (1, 1), (1, 1)], [(1, 6), (4, 5), (6, 1)])
    assert conduct(equal, [Scripted(), Scripted(), Scripted()]) == Result((0, 1, 2), ())


def test_a_place_off_the_board_keeps_its_distance() -> None:
    begun, players = setup(OPEN5, [(1, 1), (1, 1)], [(3, 3), (3, 3)]), [Scripted(), Scripted()]
    maze = CourseMaze(*msgspec.structs.astuple(begun.maze))
    hunts = tuple((cell_at(maze.grid, *place),) for place in ((1, 6), (4, 4)))
    assert conduct(Start(msgspec.structs.replace(begun, maze=maze, hunts=hunts)), players) == Result((1,), ())
    assert [player.goals for player in players] == [[(True, (1, 6))], [(True, (4, 4))]]


def test_the_player_at_home_wins_alone_among_players_with_most_treasures() -> None:
    players = [Scripted(to(3, 1), to(1, 1)), Scripted(to(1, 3), to(3, 2))]
    assert conduct(two(), players) == Result((0,), ())


def test_the_player_at_home_loses_to_one_with_more_treasures() -> None:
    home_bound, richer = Scripted(to(2, 2), to(3, 1), to(1, 1)), Scripted(to(1, 3), to(3, 4))
    assert conduct(two(further=[(3, 4)]), [home_bound, richer]) == Result((1,), ())
    assert (home_bound.won, richer.won) == (False, True)


def test_a_last_goal_at_home_means_go_home() -> None:
    player = Scripted(to(3, 1), to(1, 1))
    assert conduct(two(further=[(1, 1)]), [player, Scripted(to(2, 2))]) == Result((0,), ())
    assert len(player.views) == 2


def test_a_goal_at_home_must_be_left_and_entered_again() -> None:
    begun = start(OPEN5, [(1, 1), (3, 3)], [(1, 1), (1, 3)])
    player = Scripted(to(2, 2), to(1, 1), to(2, 3), to(1, 1))
    assert conduct(begun, [player, Scripted(*[to(2, 1), to(3, 1)] * 2)]) == Result((0,), ())
    assert player.goals == [(True, (1, 1)), (False, (1, 1))]
    assert len(player.views) == 4
