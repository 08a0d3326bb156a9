"""The tool that fits what a sheet of Traxx promises."""

from __future__ import annotations

import pytest
from tools.fit.traxx_hopes import main, play

from byways.games.traxx.bots import kernel
from byways.games.traxx.bots.search import HOPES

NOTHING = tuple((0.0, 0.0) for _ in HOPES)


def test_a_line_is_noted_after_each_card_but_the_last() -> None:
    course = play(0, HOPES)
    assert course.signs.shape == (14, kernel.SIGNS)
    assert course.factors[0].tolist() == [0.0, 1.0]
    assert course.right[-1] >= 0
    assert course.right[0] > 50  # nearly all fields are still empty


def test_lines_drawn_by_hopes_score_more_than_those_drawn_for_now() -> None:
    hoped, now = (sum(play(seed, weights).score for seed in range(5)) for weights in (HOPES, NOTHING))
    assert hoped > now + 5 * 10


def test_it_tells_all_signs(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "5", "--rounds", "1"])
    assert "sign 27: " in capsys.readouterr().out
