"""Metrics in Prometheus's text format. They never name a table or a person.

With several server processes, `PROMETHEUS_MULTIPROC_DIR` names a folder that they share. It must be empty at the start; any process then
reports the totals of all processes.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from byways.record import Choose, Entry

SOON = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5, 10)
LATER = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60)

TABLES = Gauge("byways_tables", "Open tables.", multiprocess_mode="livesum")
STREAMS = Gauge("byways_streams", "Open streams.", multiprocess_mode="livesum")
WAITING = Gauge(
    "byways_bots_waiting", "Requests waiting for a worker process, by pool (quick or slow).", ["bots"], multiprocess_mode="livesum"
)
CHOICES = Counter("byways_choices", "Stored choices of people, bots and programs.")
APPENDING = Histogram("byways_append_seconds", "Seconds until new entries were durable.", buckets=SOON)
THINKING = Histogram("byways_bot_seconds", "Seconds until a bot answered.", ["game", "bot"], buckets=LATER)
TROUBLES = Counter("byways_database_failures", "Failed database operations, by reason.", ["trouble"])
ERRORS = Counter("byways_errors", "Logged errors.")


class ErrorCounter(logging.Handler):
    """Counts logged errors; add it with level ERROR."""

    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.inc()


def appended(new: Sequence[Entry], seconds: float) -> None:
    CHOICES.inc(sum(isinstance(entry, Choose) for entry in new))
    APPENDING.observe(seconds)


def text() -> bytes:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    MultiProcessCollector(together := CollectorRegistry())  # type: ignore[no-untyped-call]
    return generate_latest(together)
