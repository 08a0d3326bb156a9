"""Compiled code that never makes a player late."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from importlib.machinery import ModuleSpec
from math import inf
from pathlib import Path
from threading import Event, Timer
from types import ModuleType

import pytest

from byways.bots import Thought
from byways.bots.compiled import Compiled, is_kept, load, missing
from byways.roster import make_ready
from tests import toy


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Event:
    """A module that is compiled as soon as this is set."""
    module, go = ModuleType("slow"), Event()
    module.__spec__ = ModuleSpec("slow", None, origin=__file__)
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


def test_effort_counted_in_worlds_waits_for_it(slow: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "worlds", 1)
    code = Compiled("slow")
    Timer(0.1, slow.set).start()
    assert code.ready(time.monotonic()) is sys.modules["slow"]


def test_what_bots_need_is_made_ready_once_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kernel_of_tuck.py"
    file.write_text("from pathlib import Path\ndef warm(): Path(__file__).with_suffix('.log').open('a').write('warm ')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    game, told = replace(toy.GAME, compiled=("kernel_of_tuck",)), list[str]()
    make_ready([game, toy.GAME], told.append)
    make_ready([game], told.append)
    assert file.with_suffix(".log").read_text() == "warm "
    assert len(told) == 2
    assert "Tuck" in told[0]
    os.utime(file, (1, 1))
    assert not is_kept("kernel_of_tuck")
    assert missing(game.compiled) == ["kernel_of_tuck"]


@pytest.mark.parametrize("told", [True, False])
def test_where_nobody_may_write_beside_a_module_it_is_noted_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: bool) -> None:
    (tmp_path / "kernel_of_nobody.py").write_text("def warm(): pass\n")
    (tmp_path / "__pycache__").write_text("no folder")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("byways.bots.compiled.user_cache_path", lambda *_, **__: tmp_path / "cache")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    if told:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "told"))
    assert not is_kept("kernel_of_nobody")
    load("kernel_of_nobody")
    assert is_kept("kernel_of_nobody")
    assert [note.parent.name for note in tmp_path.glob("*/*.compiled")] == ["told" if told else "cache"]
    sys.modules.pop("kernel_of_nobody")
