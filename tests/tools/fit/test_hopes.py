"""Weights are fitted to games that are played by them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tools.fit.hopes import Course, Weights, fit, learn, run


def course(rng: Random, weights: tuple[float, ...], noise: float = 0.0) -> Course:
    """A game of three positions with two features, whose weights vary in two ways."""
    features, factors = (np.array([[rng.random() for _ in range(2)] for _ in range(3)]) for _ in range(2))
    inputs = Course(features, factors, np.zeros(3), 0.0).inputs
    return Course(features, factors, inputs @ np.array(weights) + rng.gauss(0, noise), 0.0)


def test_weights_are_recovered_from_simulated_games() -> None:
    rng = Random(1)
    found = fit([course(rng, (1.0, -2.0, 3.0, 0.5)) for _ in range(20)])
    assert found.weights == pytest.approx([1.0, -2.0, 3.0, 0.5])
    assert found.errors == pytest.approx([0.0] * 4, abs=1e-6)


def test_standard_errors_allow_for_correlated_positions() -> None:
    right = (1.0, -2.0, 3.0, 0.5)
    fits = [fit([course(Random(100 * study + game), right, 1.0) for game in range(60)]) for study in range(40)]
    off = [(found.weights - np.array(right)) / found.errors for found in fits]
    assert 0.8 < np.std(off) < 1.3


def test_each_round_takes_half_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    """Games that end one point better than predicted: weights of 1, then 1.5 and so on."""

    def play(seed: int, weights: Weights) -> Course:
        return Course(np.ones((1, 1)), np.ones((1, 1)), np.array([weights[0][0] + 1.0]), 0.0)

    assert learn(play, range(8), 4, ((0.0,),)).weights == pytest.approx([2.5])
    assert capsys.readouterr().out.count("round") == 4


def test_new_weights_are_printed_and_compared_with_those_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    def play(seed: int, weights: Weights) -> Course:
        return Course(np.ones((1, 1)), np.ones((1, 1)), np.array([5.0]), weights[0][0] + seed % 2)

    run(play, ((2.0,),), "", ["--games", "4", "--rounds", "1"])
    told = capsys.readouterr().out
    assert "feature 1: 5.0 ± 0.0; in use (2.0,)" in told
    assert "they score 5.50" in told
    assert "3.00 ± 0.00 more" in told
    assert told.endswith("bots.search.WEIGHTS=((5.0,),)\n")
