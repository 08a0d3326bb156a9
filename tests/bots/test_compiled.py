"""Compiled code that never makes a player late."""

from __future__ import annotations

import sys
import time
from math import inf
from threading import Event
from types import ModuleType

import pytest

from byways.bots.compiled import Compiled


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Event:
    """A module that is compiled as soon as this is set."""
    module, go = ModuleType("slow"), Event()
    module.__dict__["warm"] = lambda: go.wait(10)
    monkeypatch.setitem(sys.modules, "slow", module)
    return go


def test_it_is_not_there_before_it_is_ready(slow: Event) -> None:
    code = Compiled("slow")
    assert code.ready(time.monotonic()) is None
    assert code.ready(time.monotonic() + 0.06) is None
    slow.set()
    assert code.ready(inf) is sys.modules["slow"]
    assert code.ready(0.0) is sys.modules["slow"]


def test_it_is_made_ready_once(slow: Event) -> None:
    code = Compiled("slow")
    code.start()
    thread = code.thread
    slow.set()
    code.ready(inf)
    code.start()
    assert code.thread is thread
