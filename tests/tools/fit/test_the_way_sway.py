"""The tool that fits how a lead in The Way grows into a win."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tools.fit.the_way_sway import Moment, fit, loss, main, moments


def followed(rng: Random, game: int) -> Moment:
    """Simulate a game with SWAY 10 and NEAR 40."""
    ahead, both = rng.gauss(0, 30), rng.uniform(10, 300)
    return Moment(game, ahead, both, float(rng.random() < 1 / (1 + np.exp(-10 * ahead / (40 + both)))), 1.0)


def test_constants_are_recovered_from_simulated_games() -> None:
    rng = Random(1)
    noted = [followed(rng, game) for game in range(3000)]
    found = fit(noted)
    assert (np.abs(found.constants - np.array([10.0, 40.0])) < 3 * found.errors).all()
    assert (found.errors < np.array([2.0, 30.0])).all()
    assert found.loss < loss(np.array(noted), np.array([20.0, 40.0]))


def test_the_turns_of_a_game_are_recorded_for_both_players() -> None:
    noted = moments(0)
    assert {one.won for one in noted} == {0.0, 1.0}
    assert noted[0].both > noted[-1].both
    assert sum(one.counts for one in noted) == pytest.approx(1)


def test_the_command_prints_the_constants_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "2", "--workers", "1"])
    assert "the bots use 15.0 and 20.0: " in capsys.readouterr().out
