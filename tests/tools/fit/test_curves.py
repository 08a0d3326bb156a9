"""Curves are fitted to results, and checked on other games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tools.fit.curves import (
    Bin,
    Job,
    Prediction,
    Sample,
    Sampled,
    cell,
    cells,
    check,
    fit,
    fitted,
    independent,
    interval,
    predictions_in,
    reliability,
    sampled,
    slope,
    slopes,
)

from byways.bots.weighing import Curve
from byways.game import find_game
from tests.review.scripted import Fanciful


def wins(curve: Curve, count: int) -> tuple[list[float], list[float]]:
    """Simulate values and games that follow a curve."""
    rng = Random(1)
    values = [rng.gauss(0, 1.5) for _ in range(count)]
    return values, [float(rng.random() < curve.chance(value)) for value in values]


def test_a_curve_is_recovered_from_simulated_games() -> None:
    found = fit(*wins(Curve(-0.5, 1.5), 20_000), worlds=8)
    assert (found.shift, found.slope) == pytest.approx((-0.5, 1.5), abs=0.1)


def test_perfectly_separating_values_keep_the_slope_finite() -> None:
    assert 0 < fit([-1.0, 1.0], [0.0, 1.0], worlds=8).slope < 100


@pytest.mark.parametrize("sureness", [0.5, 1.0])
def test_the_slope_says_how_much_too_sure_predictions_are(sureness: float) -> None:
    truth, claimed = Curve(0.0, sureness), Curve(0.0, 1.0)
    told = [Prediction(claimed.chance(value), won, (2, seed)) for seed, (value, won) in enumerate(zip(*wins(truth, 4_000), strict=True))]
    assert slope(told) == pytest.approx(sureness, abs=0.08)
    low, high = slopes(told[:400])
    assert low < sureness < high


def test_a_solo_curve_gives_the_share_of_games_that_a_score_beats() -> None:
    games = [Sampled(1, seed, 8, 2, (Sample(0, 0.0, float(seed)),), 0.0) for seed in range(101)]
    curve = fitted(games)
    assert curve.chance(50.0) == pytest.approx(0.5, abs=0.01)
    assert curve.chance(90.0) == pytest.approx(0.92, abs=0.03)


def test_calibrated_predictions_lie_within_their_intervals() -> None:
    curve = Curve(0.2, 0.8)
    values, won = wins(curve, 5_000)
    bins = list(
        reliability(
            [Prediction(curve.chance(value), share, (2, seed)) for seed, (value, share) in enumerate(zip(values, won, strict=True))]
        )
    )
    assert sum(one.acts for one in bins) == 5_000
    assert sum(one.low <= one.predicted <= one.high for one in bins) >= len(bins) - 1


def test_a_prediction_outside_its_interval_is_bold() -> None:
    assert cell(Bin(31, 0.83, 0.79, 0.61, 0.9)) == "83: 79 % (61–90; 31)"
    assert cell(Bin(31, 0.93, 0.79, 0.61, 0.9)) == "**93: 79 % (61–90; 31)**"
    assert [*cells([])] == ["none"] * 4


def test_correlated_acts_of_one_game_count_as_one() -> None:
    same = [Prediction(0.7, float(seed % 2), (2, seed)) for seed in range(40) for _ in range(5)]
    assert independent(same, 0.5) == pytest.approx(40)
    assert independent([Prediction(0.7, 1.0, (2, seed)) for seed in range(40) for _ in range(5)], 1.0) == 40


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_a_share_lies_within_its_interval(share: float) -> None:
    for count in range(1, 200):
        low, high = interval(share, count)
        assert -1e-9 < low <= share <= high < 1 + 1e-9


def test_a_game_is_sampled_for_every_seat(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = find_game("labyrinth")
    monkeypatch.setattr("tools.fit.curves.BOTS", ("euclid",))
    monkeypatch.setitem(game.bots, "hard", Fanciful)
    found = [sampled(Job("labyrinth", 2, seed, 4, 1)) for seed in range(2)]
    assert {sample.seat for one in found for sample in one.samples} == {0, 1}
    assert {one.phase for one in predictions_in(game, found)} == {0, 1, 2}
    check(game, found, tmp_path)
    assert (tmp_path / "chances-labyrinth.png").exists()
