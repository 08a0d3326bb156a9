"""The aim of a seat: its goal, the distance, and the score of the set."""

from __future__ import annotations

import pytest

from byways.games.the_way import GAME
from byways.games.the_way.rules.aim import least_steps, open_steps
from byways.games.the_way.state import CELLS, Position, Variations
from tests.games.the_way.positions import OPEN, ROUND, SHUT, next_game, play, position


def aim(now: Position, seat: int | None = 0) -> str:
    return GAME.say(now.view(seat).aim)


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (position(SHUT, single=True), "Open a way to your Midpoint on e5, at least 8 steps away, then go back to your Start on a1."),
        (position(OPEN, single=True), "Go to your Midpoint on e5, 8 steps along the open way, then back to your Start on a1."),
        (
            position(OPEN, tokens=("e4", "a5"), single=True),
            "Go to your Midpoint on e5, 1 step away, then back to your Start on a1.",
        ),
        (
            position(SHUT, tokens=("e4", "a5"), single=True),
            "Open a way to your Midpoint on e5, right beside you, then go back to your Start on a1.",
        ),
        (
            position(ROUND, tokens=("d1", "a5"), reached=(True, False), single=True),
            "Go home to your Start on a1: 3 steps along the open way.",
        ),
        (
            position(ROUND, tokens=("b1", "a5"), reached=(True, False), single=True),
            "Go home to your Start on a1: 1 step, and you win the game.",
        ),
        (
            position(SHUT, tokens=("c3", "a5"), reached=(True, False), single=True),
            "Open a way home to your Start on a1, at least 4 steps away.",
        ),
        (position(SHUT, tokens=("b1", "a5"), reached=(True, False), single=True), "Open a way home to your Start on a1, right beside you."),
    ],
)
def test_the_aim_says_where_to_go_and_how_far_it_is(now: Position, words: str) -> None:
    assert aim(now) == words


def test_each_seat_has_its_own_corners() -> None:
    assert aim(position(OPEN), 1) == "Go to your Midpoint on e1, 8 steps along the open way, then back to your Start on a5. Game 1 of 3."


def test_an_unfinished_turn_counts_for_its_own_seat() -> None:
    begun = play(position(ROUND, tokens=("d1", "a5"), reached=(True, False), single=True), "turn c1 right")
    assert aim(begun) == "Go home to your Start on a1: 13 steps along the open way."


def test_in_a_set_the_aim_names_the_game_and_the_score() -> None:
    won = play(position(tokens=("b1", "a5"), reached=(True, False)), "move a1")
    assert aim(won).endswith(" Game 1 of 3: Ash 1, Rowan 0.")
    assert aim(next_game(won)).endswith(" Game 2 of 3: Ash 1, Rowan 0.")


@pytest.mark.parametrize("seat", [0, 1, None])
def test_before_the_pieces_are_chosen_the_aim_says_how_to_win(seat: int | None) -> None:
    chosen = position(phase="choose", circle=None, first=None, single=True)
    assert aim(chosen, seat) == "The first player to reach their Midpoint and get back to their Start wins."


def test_a_spectator_is_told_how_to_win() -> None:
    assert aim(position(), None) == "The first player to reach their Midpoint and get back to their Start wins. Game 1 of 3."


def test_when_all_is_over_there_is_nothing_left_to_do() -> None:
    assert aim(play(position(tokens=("b1", "a5"), reached=(True, False), single=True), "move a1")) == ""


def test_arrows_bar_the_way_only_where_they_count() -> None:
    printed = {"b1": "EiWo"}
    idle, counting = (position(OPEN, printed=printed, variations=Variations(arrows=arrows)).table for arrows in (False, True))
    assert open_steps(idle, idle.cards, CELLS["a1"], CELLS["b1"]) == 1
    assert open_steps(counting, counting.cards, CELLS["a1"], CELLS["b1"]) == 5


def test_with_everything_open_steps_count_rows_and_columns() -> None:
    assert [least_steps(CELLS["a1"], CELLS[place]) for place in ("a1", "b1", "b2", "e5")] == [0, 1, 2, 8]
