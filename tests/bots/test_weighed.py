"""Weighing acts by a race."""

from __future__ import annotations

import pytest

from byways.bots.race import Estimate, Finish
from byways.bots.weighed import Field, in_odds, in_points, line_up
from byways.bots.weighing import SURE, Weighed
from byways.game import Choice


class Go(Choice, frozen=True):
    to: int


def test_runners_with_the_same_result_run_once() -> None:
    field = line_up([1, 2], {(Go(12),): [12], (Go(3),): [3, 1]}, lambda runner: runner % 10)
    assert field == Field([1, 2, 3], {(Go(12),): [1], (Go(3),): [2, 0]})
    assert field.kept == {0, 1, 2}


def test_a_requested_act_has_the_value_of_its_best_runner() -> None:
    field = Field([5, 6], {(): [0, 1], (Go(7),): [1]})
    values = [Estimate(1.0, 0.5), Estimate(2.0, 0.25)]
    expected = [Weighed((Go(6),), 2.0, 0.25), Weighed((), 2.0, 0.25), Weighed((Go(7),), 2.0, 0.25), Weighed((Go(5),), 1.0, 0.5)]
    assert field.weighed(lambda runner: (Go(runner),), values) == expected


def test_leads_become_log_odds_and_scores_stay_points() -> None:
    leads = Finish(0, [[1.0, 3.0], [-2.0, 0.0], [-900.0, -900.0]])
    assert [estimate.score for estimate in in_odds(leads, 0.0, 3.0)] == [pytest.approx(1.7), pytest.approx(-0.85), -SURE]
    assert [estimate.score for estimate in in_points(leads, 0.0, 0.5)] == [2.5, -0.5, -899.5]
