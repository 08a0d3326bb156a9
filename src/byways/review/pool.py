"""A review by many processes on one machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from byways.review.inquiry import Inquiry
from byways.review.judging import Question, Valued, answer

SPAWN = get_context("spawn")


def carry_out(inquiry: Inquiry, workers: int | None = None) -> Iterator[float]:
    """Ask all questions on all cores, or so many; yields how much is done."""
    pool = ProcessPoolExecutor(workers or os.cpu_count(), SPAWN, initializer=leave_interrupts)
    try:
        while batch := inquiry.batch():
            asked: dict[Future[list[Valued]], Question] = {pool.submit(tried, question): question for question in batch}
            for one in as_completed(asked):
                inquiry.take(asked[one], one.result())
                yield inquiry.progress
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def tried(question: Question) -> list[Valued]:
    """Nothing if the bot breaks down: it may be third-party code and raise anything."""
    try:
        return answer(question)
    except Exception:
        return []


def leave_interrupts() -> None:
    """Ctrl-C is for who asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
