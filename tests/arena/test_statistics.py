"""Shares, intervals and Elo, checked against published numbers."""

from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.arena.archive import BotFailure, Result
from byways.arena.plan import draw_up
from byways.arena.statistics import bot_statistics, elo, expected, independent, pairs, rotations, wilson, wins, won

BOTS = ["random", "byways.bots:RandomPlayer"]
PLAN = draw_up("tests.toy:GAME", BOTS)
A, B = BOTS


def a_result(number: int, places: tuple[int, ...], scores: tuple[float, ...] | None = None, failed: tuple[int, ...] = ()) -> Result:
    fixture = PLAN.fixture(number)
    return Result(number, fixture.seed, fixture.seating, places, scores, 10, tuple(BotFailure(seat, "broke") for seat in failed))


def test_wilsons_interval_agrees_with_published_values() -> None:
    found = wilson(81 / 263, 263)  # Newcombe 1998
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)
    nothing = wilson(0.0, 10)
    assert (nothing.low, round(nothing.high, 4)) == (0.0, 0.2775)


@given(st.floats(0, 1), st.integers(0, 10**6))
def test_an_interval_contains_its_share_and_stays_within_0_and_1(share: float, games: int) -> None:
    found = wilson(share, games)
    assert 0 <= found.low <= found.high <= 1
    assert games == 0 or found.low <= share <= found.high


def test_wilsons_interval_contains_the_true_share_in_about_95_of_100_tournaments() -> None:
    rng = Random(1)
    tries = [wilson(sum(rng.random() < 0.7 for _ in range(100)) / 100, 100) for _ in range(1000)]
    assert 920 <= sum(found.low <= 0.7 <= found.high for found in tries) <= 980


@given(st.floats(-900, 900))
def test_elo_and_expected_share_are_inverse(difference: float) -> None:
    assert elo(expected(difference)) == pytest.approx(difference, abs=1e-6)


def test_200_elo_are_an_expected_share_of_three_quarters() -> None:
    assert expected(200) == pytest.approx(0.76, abs=0.001)
    assert (elo(0.5), elo(1.0), elo(0.0)) == (0.0, inf, -inf)


def test_statistics_count_places_scores_and_failures_of_a_bot_over_all_seats() -> None:
    results = [a_result(0, (1, 2), (5.0, 3.0)), a_result(1, (1, 2), (9.0, 4.0)), a_result(2, (1, 1), (1.0, 1.0), (1,))]
    first, second = bot_statistics(PLAN, results)
    assert (first.bot, first.games, [round(place.share, 2) for place in first.places]) == (A, 3, [0.67, 0.33])
    assert first.scores is not None
    assert first.scores.all == (5.0, 4.0, 1.0)
    assert (first.failures, second.failures) == ({}, {"broke": 1})


def test_a_bot_that_has_not_played_has_empty_statistics() -> None:
    assert [one.games for one in bot_statistics(PLAN, [])] == [0, 0]
    assert list(pairs(PLAN, [])) == []


def test_draws_are_half() -> None:
    results = [a_result(0, (1, 2)), a_result(1, (1, 1)), a_result(2, (1, 1)), a_result(3, (2, 1))]
    assert [won(result, A, B) for result in results] == [1.0, 0.5, 0.5, 1.0]
    (pair,) = pairs(PLAN, results)
    assert (pair.won, pair.drawn, pair.lost, pair.games, pair.share.share) == (2, 2, 0, 4, 0.75)
    assert pair.elo.low < 191 < pair.elo.high


def test_rotations_are_the_deals_that_were_played_from_every_seat() -> None:
    results = [a_result(number, (1, 2)) for number in (5, 0, 2, 3, 4)]
    assert [sorted(result.number for result in games) for games in rotations(PLAN, results)] == [[2, 3], [4, 5]]


def test_deals_that_decide_the_game_reduce_the_variance() -> None:
    assert independent(0.5, [0.5, 0.5, 0.5, 0.75, 0.25], 10) > 10


def test_games_that_repeat_each_other_count_once() -> None:
    assert independent(0.5, [0.0, 1.0] * 50, 200) == pytest.approx(100, abs=1)


def test_independent_games_count_fully() -> None:
    rng = Random(3)
    rounds = [(rng.randint(0, 1) + rng.randint(0, 1)) / 2 for _ in range(2000)]
    assert independent(0.5, rounds, 4000) == pytest.approx(4000, rel=0.1)


def test_two_rounds_that_agree_prove_little() -> None:
    assert independent(0.5, [0.5, 0.5], 4) <= 8
    assert independent(0.5, [], 1) == 1


def test_in_larger_games_a_pair_compares_places() -> None:
    plan = draw_up("tests.toy:GAME", [*BOTS, "tests.arena.unruly:Loud"], seats=3)
    result = Result(0, 0, plan.fixture(0).seating, (2, 1, 3), None, 10)
    assert [(pair.won, pair.lost) for pair in pairs(plan, [result])] == [(0, 1), (1, 0), (1, 0)]


FIELD = draw_up("tests.toy:GAME", [A, B, B])


def of_the_field(number: int, *places: int) -> Result:
    return Result(number, 0, FIELD.fixture(number).seating, places, None, 10)


def test_in_a_field_wins_are_compared_with_the_share_of_the_seats() -> None:
    results = [of_the_field(0, 1, 2, 3), of_the_field(1, 2, 3, 1), of_the_field(2, 1, 1, 3)]  # seats: ABB, BBA, BAB
    one, two = wins(FIELD, results)
    assert (one.share.share, one.fair, one.times.share) == pytest.approx((5 / 6, 1 / 3, 2.5))
    assert (two.share.share, two.fair, two.times.share) == pytest.approx((1 / 6, 2 / 3, 0.25))
    assert [one.games for one in bot_statistics(FIELD, results)] == [3, 6]


def test_in_a_field_a_pair_compares_every_seat_of_one_with_every_seat_of_the_other() -> None:
    (pair,) = pairs(FIELD, [of_the_field(0, 2, 1, 3)])
    assert (pair.won, pair.drawn, pair.lost, pair.share.share) == (1, 0, 1, 0.5)
