"""Shares, intervals and luck."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from byways.arena.archive import Result
from byways.study.decisions import Decision
from byways.study.facts import MOMENTS, Facts
from byways.study.findings import (
    chance_spans,
    comebacks,
    entropy,
    games_of,
    interval,
    known_from,
    luck_of,
    matter_of,
    rung_of,
    spread,
    trimmed,
)


def facts(
    places: tuple[int, ...] = (1, 2), leaders: tuple[int, ...] = (0,) * MOMENTS, used: tuple[tuple[int, str, str], ...] = ()
) -> Facts:
    return Facts(places, 10, 20, 5, (3.0,) * MOMENTS, 9, leaders, 0, 4.0, used)


def result(seed: int, places: tuple[int, int], number: int = 0) -> Result:
    return Result(number, seed, ("a", "b"), places, None, 10)


def test_more_comparisons_give_wider_intervals() -> None:
    one, many = interval(0.4, 100, 1), interval(0.4, 100, 30)
    assert many.low < one.low < 0.4 < one.high < many.high


def test_eight_of_ten() -> None:
    assert spread([*range(101)]).low == 10
    assert spread([7]).high == 7


def test_the_winner_is_known_from_where_it_leads_for_good() -> None:
    assert known_from(facts()) == 0
    assert known_from(facts(leaders=(1,) * 15 + (0,) * 5)) == 0.75
    assert known_from(facts(places=(1, 1))) == 1


def test_a_comeback_is_a_win_from_behind_after_three_quarters() -> None:
    behind = facts(leaders=(1,) * 18 + (0,) * 2)
    assert comebacks([behind, facts()]).share == 0.5


def test_a_component_stands_out_if_the_fair_share_lies_outside_its_interval() -> None:
    found = games_of("x", [facts(used=((0, "card", "strong"), (1, "card", "weak")))] * 40)
    assert [(use.name, use.wins.share, use.stands_out) for use in found.uses] == [("strong", 1, True), ("weak", 0, True)]
    few = games_of("x", [facts(used=((0, "card", "strong"),))] * 3)
    assert not few.uses[0].stands_out
    assert found.seats[0].share == 1
    assert found.forced == 0.25


def test_deals_that_decide_have_a_span_and_no_entropy() -> None:
    decided = [result(deal, (1, 2) if deal % 2 else (2, 1)) for deal in range(10) for _ in range(8)]
    luck = luck_of("x", decided, 1)
    assert (luck.span, luck.entropy, luck.outliers) == (1, 0, 10)
    assert luck.chance_span < 0.8


def test_what_a_deal_must_show_to_stand_out() -> None:
    even = [result(deal, (1, 2) if run % 2 else (2, 1)) for deal in range(20) for run in range(16)]
    luck = luck_of("x", even, 1)
    assert (luck.below, luck.above) == (1 / 16, 15 / 16)
    assert 0.1 < luck.all_outliers.high < 0.2
    assert luck.as_wide == 1
    few = luck_of("x", [result(deal, (1, 2) if run % 2 else (2, 1)) for deal in range(8) for run in range(6)], 1)
    assert (few.below, few.above) == (None, None)


def test_the_trimmed_span_is_between_percentiles() -> None:
    assert trimmed([0.0, 0.1, 0.5, 0.9, 1.0]) == pytest.approx(0.96 - 0.04)


def test_a_tie_counts_as_a_share_of_a_win() -> None:
    assert luck_of("x", [result(1, (1, 1)), result(1, (1, 2))], 1).rates == (0.75,)


def test_deals_that_do_not_matter_have_full_entropy() -> None:
    luck = luck_of("x", [result(deal, (1, 2) if run % 2 else (2, 1)) for deal in range(10) for run in range(8)], 1)
    assert (luck.span, luck.outliers, luck.trimmed_span) == (0, 0, 0)
    assert luck.entropy == pytest.approx(1)


def test_deals_that_all_end_alike_tell_nothing() -> None:
    assert luck_of("x", [result(deal, (1, 1)) for deal in range(4) for _ in range(8)], 1).entropy == 1


def test_the_span_of_chance_alone() -> None:
    assert set(chance_spans(1.0, 5, 5, Random(1))) == {0}
    assert 0.3 < fmean(chance_spans(0.5, 10, 8, Random(1))) < 0.8


def test_entropy_of_two_equal_orders_is_one_bit() -> None:
    assert entropy({(1, 2): 5, (2, 1): 5}) == 1


def test_a_rung_counts_wins_of_the_stronger() -> None:
    rung = rung_of("strong", "weak", "a", [result(1, (1, 2)), result(1, (1, 1)), result(2, (2, 1)), result(2, (1, 2))], 2)
    assert rung.wins.share == 2.5 / 4


def test_decisions_that_matter() -> None:
    found = matter_of([Decision(1, 0.1, 0.2), Decision(2, 0.1, 0.01)])
    assert found is not None
    assert found.share == 0.5
    assert matter_of([]) is None
