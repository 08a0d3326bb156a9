"""A review by processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from byways.record import read
from byways.review.inquiry import Inquiry, inquire
from byways.review.judging import answer
from byways.review.pool import carry_out, tried

RECORD = read((Path(__file__).parents[1] / "records" / "traxx-1.json").read_bytes())


def inquiry() -> Inquiry:
    game = RECORD.load_game()
    return inquire(game, RECORD.play(game, tells=False), seats=[2], worlds=1)


@pytest.mark.slow
def test_processes_give_the_same_review_as_one_question_after_the_other() -> None:
    pooled, alone = inquiry(), inquiry()
    done = list(carry_out(pooled, workers=1))
    while batch := alone.batch():
        alone.take(batch[0], answer(batch[0]))
    assert done == sorted(done)
    assert pooled.review == alone.review
    assert pooled.review.is_done


def test_a_bot_that_breaks_down_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.review.pool.answer", lambda question: 1 / 0)
    assert tried(inquiry().batch()[0]) == []
