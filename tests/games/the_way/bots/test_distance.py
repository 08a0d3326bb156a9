"""Distances of tokens from their goals, as the bots estimate them."""

from __future__ import annotations

from byways.games.the_way.bots.distance import FAR, needs, rest, trails
from byways.games.the_way.state import CELLS, Variations
from tests.games.the_way.positions import OPEN, ROUND, SHUT, position

E5 = CELLS["e5"]


def test_an_open_way_takes_a_turn_for_each_step() -> None:
    assert rest(position(OPEN).table, 0, False) == 160
    assert rest(position(OPEN, tokens=("b1", "a5"), reached=(True, False)).table, 0, False) == 10


def test_alterations_on_the_way_make_it_longer() -> None:
    open_way, shut = (rest(position(board).table, 0, True) for board in (ROUND, SHUT))
    assert open_way < shut < 2 * open_way


def test_a_closed_side_needs_turns_and_a_locked_card_a_cover() -> None:
    plain = Variations()
    assert needs(plain, "free", False)["NE"][0] == (0, 0, 2, 2)
    assert needs(plain, "free", False)["N"][0] == (0, 2, 4, 2)
    assert needs(plain, "free", True)["N"][0] == (0, 2, 3, 2)
    assert needs(plain, "locked", True)["NE"][0] == (0, 0, 3, 3)
    assert needs(plain, "locked", False)["NE"][0] == (0, 0, 40, 40)
    assert needs(plain, "held", True)["NE"][0] == (0, 0, 5, 5)


def test_turning_to_the_right_only_takes_longer() -> None:
    assert needs(Variations(clockwise=True), "free", False)["N"][0] == (0, 2, 4, 6)


def test_arrows_are_reckoned_with() -> None:
    leave, enter = needs(Variations(arrows=True), "free", False)["NiSo"]
    assert (leave[0], leave[2], enter[0], enter[2]) == (4, 0, 0, 4)


def test_a_goal_that_is_locked_up_is_far_away() -> None:
    shut = position(SHUT, locked=tuple(range(25)))
    assert trails(shut.table, 0, E5, False).far[0] >= FAR


def test_a_player_who_shares_a_card_that_leads_nowhere_may_wait_long() -> None:
    alone, shared = (trails(position(SHUT, tokens=("c3", other)).table, 0, CELLS["a3"], True).far[CELLS["c3"]] for other in ("a5", "c3"))
    assert alone < shared
