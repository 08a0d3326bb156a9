"""Verdicts, accounts and turning points."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.bots.weighing import Curve
from byways.game import Outcome
from byways.review.judging import Scale
from byways.review.models import Judged, Review
from byways.review.verdicts import BLUNDER, MISTAKE, SLIP, account, accuracy, act_of, turning_points, with_verdict

ODDS = Scale(Curve(), is_score=False)
WON = Outcome((1, 2), "")


def act(chance: float, left: float, doubt: float = 0.0, seat: int = 0, at: int = 0, luck: float | None = None) -> Judged:
    return with_verdict(Judged(seat, at, at + 1, ("a",), chance, left, doubt, (), luck), ODDS)


def test_verdicts_go_by_the_chance_lost() -> None:
    costs = (0.0, SLIP - 0.001, SLIP + 0.001, MISTAKE + 0.001, BLUNDER + 0.001)
    assert [act(0.5 + cost, 0.5).verdict for cost in costs] == ["", "", "slip", "mistake", "blunder"]


def test_a_loss_within_the_noise_is_not_a_mistake() -> None:
    assert act(0.9, 0.5, doubt=0.21).verdict == ""
    assert act(0.9, 0.5, doubt=0.19).verdict == "blunder"


def test_solo_points_count_by_the_share_of_games_they_beat() -> None:
    points = Scale(Curve(shift=-10.0, slope=0.5), is_score=True)
    usual, far = Judged(0, 0, 1, (), 21.0, 20.0, 0.0, ()), Judged(0, 0, 1, (), 61.0, 60.0, 0.0, ())
    assert with_verdict(usual, points).verdict == "slip"
    assert with_verdict(far, points).verdict == ""


def test_an_account_adds_up() -> None:
    one = account(0, [act(0.5, 0.375, luck=0.125), act(0.9, 0.9, seat=1)], WON, ODDS)
    assert (one.first, one.last, one.skill, one.luck) == pytest.approx((0.5, 1.0, -0.125, 0.125))
    assert one.uncertain == pytest.approx(0.5)
    assert one.slips == 1


def test_a_seat_without_choices_began_with_a_fair_share() -> None:
    one = account(1, [], WON, ODDS)
    assert (one.accuracy, one.first, one.last, one.uncertain) == (None, 0.5, 0.0, -0.5)


def test_accuracy_is_100_without_loss_and_falls_with_it() -> None:
    assert accuracy([0.0, 0.0]) == 100.0
    assert 0 < (accuracy([0.1]) or 0) < (accuracy([0.05]) or 0) < 100


def test_turning_points_are_mistakes_and_changes_between_acts() -> None:
    acts = (act(0.5, 0.5), act(0.9, 0.6, at=4), act(0.6, 0.59, at=8))
    review = Review("tuck", 2, "hard", 8, 3, acts, tuple(account(seat, acts, WON, ODDS) for seat in range(2)), entries=10)
    found = [(turn.begin, turn.end, turn.act is not None) for turn in turning_points(review)]
    assert found == [(1, 4, False), (4, 5, True), (9, 10, False)]
    assert len(turning_points(review, 1)) == 1
    growing = replace(review, total=4)
    assert [turn.end for turn in turning_points(growing)] == [4, 5], "what comes after the last act judged is not known yet"


def test_a_turning_point_is_shown_by_the_act_that_made_it_or_the_next_of_its_seat() -> None:
    first, answer, then = act(0.5, 0.5), act(0.4, 0.4, seat=1, at=2), act(0.9, 0.6, at=4)
    review = Review("tuck", 2, "hard", 8, 3, (first, answer, then), tuple(account(seat, (), WON, ODDS) for seat in range(2)), entries=10)
    between, own, end = (turn for turn in turning_points(review) if turn.seat == 0)
    assert [act_of(review, turn) for turn in (between, own, end)] == [answer, then, then]
    at_once = replace(review, acts=(first, replace(answer, begin=1, end=6), then))  # both chose at the same time
    assert act_of(at_once, between) == then
