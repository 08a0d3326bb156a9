"""Carry out a review in several processes on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed

from byways.bots.worker import SPAWN, become_worker, cores
from byways.review.inquiry import Inquiry
from byways.review.judging import Valued, WeighTask, weigh

__all__ = ["carry_out"]

LOGGED: set[type[Exception]] = set()  # by this process

log = logging.getLogger(__name__)


def carry_out(inquiry: Inquiry, workers: int | None = None) -> Iterator[float]:
    """Answer all tasks of an inquiry; yield the progress after each answer.

    A script that calls this needs `if __name__ == "__main__":`, because the workers import it.

    >>> from byways.game import find_game, stream
    >>> from byways.referee import play
    >>> from byways.review.inquiry import inquire
    >>> traxx = find_game("traxx")
    >>> record = play(traxx, [traxx.bots["random"](stream(1, "bot"))], seed=1).record
    >>> inquiry = inquire(traxx, record.play(traxx), worlds=2)
    >>> max(carry_out(inquiry, workers=1)), inquiry.review.is_done
    (1.0, True)
    """
    pool = ProcessPoolExecutor(workers or cores(), SPAWN, initializer=become_worker)
    try:
        while batch := inquiry.batch():
            tasks: dict[Future[list[Valued]], WeighTask] = {pool.submit(weigh_or_nothing, task): task for task in batch}
            for done in as_completed(tasks):
                inquiry.take(tasks[done], done.result())
                yield inquiry.progress
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def weigh_or_nothing(task: WeighTask) -> list[Valued]:
    """Weigh, or return no answer if the bot crashes, which third-party code may do. Each kind of error is logged once."""
    try:
        return weigh(task)
    except Exception as error:
        if type(error) not in LOGGED:
            LOGGED.add(type(error))
            log.exception("The bot %s of %s failed.", task.bot, task.game.title)
        return []
