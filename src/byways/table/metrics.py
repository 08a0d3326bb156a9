"""What those who run a server can measure, in Prometheus's text format: numbers only, with no name of a table or a person.

Where several processes serve, `PROMETHEUS_MULTIPROC_DIR` names a folder that they share, empty at first; any of them then tells of all.
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

TABLES = Gauge("byways_tables", "Tables that are open.", multiprocess_mode="livesum")
STREAMS = Gauge("byways_streams", "Streams that are open.", multiprocess_mode="livesum")
WAITING = Gauge("byways_bots_waiting", "Questions that wait for a process, to quick or slow bots.", ["bots"], multiprocess_mode="livesum")
CHOICES = Counter("byways_choices", "Choices of people, bots and programs that were stored.")
APPENDING = Histogram("byways_append_seconds", "Seconds until entries were durable.", buckets=SOON)
THINKING = Histogram("byways_bot_seconds", "Seconds that a bot took for an answer.", ["game", "bot"], buckets=LATER)
TROUBLES = Counter("byways_database_failures", "What the database could not do, by the reason.", ["trouble"])
ERRORS = Counter("byways_errors", "Errors in the log.")


class ErrorCounter(logging.Handler):
    """Counts what is logged as an error."""

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
