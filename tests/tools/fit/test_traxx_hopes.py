"""The tool that fits the evaluation of Traxx."""

from __future__ import annotations

import pytest
from tools.fit.traxx_hopes import main, play

from byways.games.traxx.bots import kernel
from byways.games.traxx.bots.search import WEIGHTS

NOTHING = tuple((0.0, 0.0) for _ in WEIGHTS)


def test_a_line_is_recorded_after_each_card_except_the_last() -> None:
    course = play(0, WEIGHTS)
    assert course.features.shape == (14, kernel.FEATURES)
    assert course.factors[0].tolist() == [0.0, 1.0]
    assert course.right[-1] >= 0
    assert course.right[0] > 50  # nearly all fields are still empty


def test_lines_drawn_by_the_weights_beat_greedy_ones() -> None:
    hoped, now = (sum(play(seed, weights).score for seed in range(5)) for weights in (WEIGHTS, NOTHING))
    assert hoped > now + 5 * 10


def test_the_command_prints_all_features(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "5", "--rounds", "1"])
    assert "feature 27: " in capsys.readouterr().out
