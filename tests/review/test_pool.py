"""A review carried out by several processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from byways.record import read
from byways.review.inquiry import Inquiry, inquire
from byways.review.judging import weigh
from byways.review.pool import carry_out, weigh_or_nothing

RECORD = read((Path(__file__).parents[1] / "records" / "traxx-1.json").read_bytes())


def inquiry() -> Inquiry:
    game = RECORD.load_game()
    return inquire(game, RECORD.play(game, tells=False), seats=[2], worlds=1)


@pytest.mark.slow
def test_several_processes_make_the_same_review_as_one() -> None:
    pooled, alone = inquiry(), inquiry()
    done = list(carry_out(pooled, workers=1))
    while batch := alone.batch():
        alone.take(batch[0], weigh(batch[0]))
    assert done == sorted(done)
    assert pooled.review == alone.review
    assert pooled.review.is_done


def test_a_bot_that_crashes_has_no_answer_and_is_logged_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("byways.review.pool.weigh", lambda task: 1 / 0)
    monkeypatch.setattr("byways.review.pool.LOGGED", set())
    first, second, *_ = inquiry().batch()
    assert (weigh_or_nothing(first), weigh_or_nothing(second)) == ([], [])
    assert caplog.messages == ["The bot hard of Traxx failed."]
    assert "ZeroDivisionError" in caplog.text
