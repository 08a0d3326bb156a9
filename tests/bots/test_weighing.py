from __future__ import annotations

import pytest

from byways.bots.weighing import LOST, SURE, WON, Curve, curve_for, log_odds


def test_a_curve_turns_log_odds_into_chances() -> None:
    assert Curve().chance(0.0) == 0.5
    assert 0.73 < Curve().chance(1.0) < 0.74
    assert 0.73 < Curve(shift=-1.0, slope=2.0).chance(1.0) < 0.74


def test_log_odds_invert_the_curve_and_are_clamped() -> None:
    assert Curve().chance(log_odds(0.3)) == pytest.approx(0.3)
    assert [log_odds(chance) for chance in (-0.1, 0.0, 1e-9, 1.0)] == [-SURE, -SURE, -SURE, SURE]


def test_a_curve_takes_any_value() -> None:
    assert Curve().chance(1e9) == 0.99
    assert Curve().chance(-1e9) == 0.01


def test_only_a_proved_result_is_certain() -> None:
    assert (Curve().chance(WON), Curve().chance(LOST)) == (1.0, 0.0)
    assert Curve().steepness(WON) == 0.0


def test_the_steepness_of_a_curve_is_its_derivative() -> None:
    curve, step = Curve(0.3, 1.7), 1e-6
    assert abs(curve.steepness(0.4) - (curve.chance(0.4 + step) - curve.chance(0.4)) / step) < 1e-5


def test_without_curves_values_count_as_log_odds() -> None:
    assert curve_for("tests.toy", 3) == Curve()
