"""A clock for bots that moves only when a test moves it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """`now` is the time and `used` the processor time that `Thought` sees."""
    clock = SimpleNamespace(now=1000.0, used=0.0)
    monkeypatch.setattr("byways.bots.time", SimpleNamespace(monotonic=lambda: clock.now, thread_time=lambda: clock.used))
    return clock
