"""The tool that fits what a store of The Long Way promises."""

from __future__ import annotations

import pytest
from tools.fit.long_way_hopes import main, opened, play

from byways.game import stream
from byways.games.long_way.bots import kernel
from byways.games.long_way.bots.search import ALL_FORKS, HOPES, hopes_of, rolls

NOTHING = tuple((0.0, 0.0, 0.0) for _ in HOPES)


def test_a_store_is_built_as_the_hard_player_imagines_it() -> None:
    store, tiles = opened()
    for seed in range(5):
        dice = rolls(stream(seed, "chance"))
        assert play(seed, HOPES).score == kernel.play_on(store, dice, 1, 0, tiles, ALL_FORKS, hopes_of(HOPES))


def test_a_store_is_noted_whenever_something_is_built() -> None:
    course = play(0, HOPES)
    empty = course.factors[:, 1].tolist()
    assert empty == sorted(empty, reverse=True)
    assert set(course.right.tolist()) == {course.score}
    assert course.signs[:, 0].tolist() == [1.0] * len(empty)


def test_stores_built_by_hopes_score_more_than_those_built_for_now() -> None:
    hoped, now = (sum(play(seed, weights).score for seed in range(10)) for weights in (HOPES, NOTHING))
    assert hoped > now + 10 * 3


def test_it_tells_all_signs(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "8", "--rounds", "1"])
    assert "sign 12: " in capsys.readouterr().out
