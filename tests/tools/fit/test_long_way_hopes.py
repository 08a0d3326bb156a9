"""The tool that fits the evaluation of The Long Way."""

from __future__ import annotations

import pytest
from tools.fit.long_way_hopes import main, opened, play

from byways.game import stream
from byways.games.long_way.bots import kernel
from byways.games.long_way.bots.search import ALL_FORKS, WEIGHTS, rolls, weights_array

NOTHING = tuple((0.0, 0.0, 0.0) for _ in WEIGHTS)


def test_a_store_is_built_like_a_rollout_of_hard() -> None:
    store, tiles = opened()
    for seed in range(5):
        dice = rolls(stream(seed, "chance"))
        assert play(seed, WEIGHTS).score == kernel.play_out(store, dice, 1, 0, tiles, ALL_FORKS, weights_array(WEIGHTS))


def test_a_store_is_recorded_after_every_tile() -> None:
    course = play(0, WEIGHTS)
    empty = course.factors[:, 1].tolist()
    assert empty == sorted(empty, reverse=True)
    assert set(course.right.tolist()) == {course.score}
    assert course.features[:, 0].tolist() == [1.0] * len(empty)


def test_stores_built_by_the_weights_beat_greedy_ones() -> None:
    hoped, now = (sum(play(seed, weights).score for seed in range(10)) for weights in (WEIGHTS, NOTHING))
    assert hoped > now + 10 * 3


def test_the_command_prints_all_features(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "8", "--rounds", "1"])
    assert "feature 12: " in capsys.readouterr().out
