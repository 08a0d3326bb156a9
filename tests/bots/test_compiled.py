"""Compiled modules: compiled once per machine, loaded in the background, with a bounded wait."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.machinery import ModuleSpec
from math import inf
from pathlib import Path
from threading import Event
from types import ModuleType

import pytest

from byways.bots import Thought, compiled
from byways.bots.compiled import COMPILING, Compiled, command, is_kept, load, missing
from byways.bots.roster import make_ready
from tests import toy

LOGGED = "def warm():\n    with open(__file__.removesuffix('py') + 'log', 'a') as log:\n        log.write('warm ')\n"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Event:
    """A module whose compilation ends when this event is set."""
    module, go = ModuleType("slow"), Event()
    module.__spec__ = ModuleSpec("slow", None, origin=__file__)
    module.__dict__["warm"] = lambda: go.wait(10)
    monkeypatch.setitem(sys.modules, "slow", module)
    return go


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], int]]:
    """Make a module `kernel_of_tuck`; return a function that says how often it was compiled."""
    file = tmp_path / "kernel_of_tuck.py"
    file.write_text(LOGGED)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    yield lambda: file.with_suffix(".log").read_text().count("warm")
    sys.modules.pop("kernel_of_tuck", None)


def test_a_module_is_returned_once_it_is_ready(slow: Event) -> None:
    code = Compiled("slow")
    assert code.ready(time.monotonic()) is None
    assert code.ready(time.monotonic() + 0.06) is None
    slow.set()
    assert code.ready(inf) is sys.modules["slow"]
    assert code.ready(0.0) is sys.modules["slow"]


def test_a_module_is_loaded_once(slow: Event) -> None:
    code = Compiled("slow")
    code.start()
    thread = code.thread
    slow.set()
    code.ready(inf)
    code.start()
    assert code.thread is thread


def test_effort_counted_in_worlds_waits_for_the_module(slow: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "worlds", 1)
    code = Compiled("slow")
    code.start()
    assert code.thread is not None
    join = code.thread.join

    def release(timeout: float) -> None:
        """The module is ready only once the caller waits for it."""
        slow.set()
        join(timeout)

    monkeypatch.setattr(code.thread, "join", release)
    assert code.ready(time.monotonic()) is sys.modules["slow"]


def test_without_numba_a_module_is_never_ready_and_never_missing(slow: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "has_numba", lambda: False)
    code = Compiled("slow")
    assert code.ready(inf) is None
    assert code.thread is None
    assert missing(["slow"]) == []


def test_a_batch_command_compiles_once_and_reports_progress(kernel: Callable[[], int]) -> None:
    game, told = replace(toy.GAME, compiled=("kernel_of_tuck",)), list[str]()
    make_ready([game, toy.GAME], told.append)
    make_ready([game], told.append)
    assert kernel() == 1
    assert told == [
        "Compiling code for strong bots of Tuck, once on this machine. This usually takes less than a minute.",
        "Tuck: done (1 of 1).",
    ]


def test_without_numba_a_batch_command_says_that_bots_are_weaker(kernel: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "has_numba", lambda: False)
    told = list[str]()
    make_ready([replace(toy.GAME, compiled=("kernel_of_tuck",)), toy.GAME], told.append)
    make_ready([toy.GAME], told.append)
    assert told == [
        "numba is not installed, so the strong bots of Tuck think in plain Python and play below their usual strength. "
        'To install it: pip install "byways[fast]"'
    ]


@pytest.mark.slow
def test_one_of_several_processes_compiles_and_the_others_wait(kernel: Callable[[], int]) -> None:
    processes = [subprocess.Popen(command("kernel_of_tuck"), stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = [process.communicate()[0].strip() for process in processes]
    assert sorted(told) == ["", "", COMPILING]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert kernel() == 1


def test_the_cache_is_valid_for_one_source_processor_and_numba(
    kernel: Callable[[], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kernel_of_tuck.py"
    load("kernel_of_tuck")
    assert is_kept("kernel_of_tuck")
    os.utime(file, (1, 1))
    monkeypatch.setattr("platform.node", lambda: "another machine")
    assert is_kept("kernel_of_tuck")
    with monkeypatch.context() as changed:
        changed.setattr(compiled, "processor", lambda: "another one")
        assert not is_kept("kernel_of_tuck")
    with monkeypatch.context() as changed:
        changed.setenv("NUMBA_CPU_NAME", "generic")
        assert not is_kept("kernel_of_tuck")
    with monkeypatch.context() as changed:
        changed.setattr(compiled, "version", lambda package: "0.0")
        assert not is_kept("kernel_of_tuck")
    file.write_text(f"{LOGGED}# changed\n")
    assert missing(["kernel_of_tuck"]) == ["kernel_of_tuck"]


@pytest.mark.parametrize("told", [True, False])
def test_the_note_goes_elsewhere_if_the_folder_of_the_module_is_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    (tmp_path / "kernel_elsewhere.py").write_text("def warm(): pass\n")
    (tmp_path / "__pycache__").write_text("no folder")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("byways.bots.compiled.user_cache_path", lambda *_, **__: tmp_path / "cache")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    if told:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "told"))
    assert not is_kept("kernel_elsewhere")
    load("kernel_elsewhere")
    assert is_kept("kernel_elsewhere")
    assert [note.parent.name for note in tmp_path.glob("*/*.compiled")] == ["told" if told else "cache"]
    sys.modules.pop("kernel_elsewhere")


@pytest.fixture
def without_numba(tmp_path: Path) -> dict[str, str]:
    """The environment of processes in which numba and llvmlite cannot be imported."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["labyrinth", "traxx", "long_way"])
def test_without_numba_hard_plays_in_plain_python_and_the_command_says_so(name: str, without_numba: dict[str, str]) -> None:
    asked = [sys.executable, "-m", "byways", "play", name, "--seat", "bot:hard", "--seat", "bot:hard", "--seed", "1", "--worlds", "1"]
    played = subprocess.run(asked, env=without_numba, capture_output=True, text=True, check=True)
    assert "think in plain Python" in " ".join(played.stderr.split())
    assert "broke" not in played.stdout
    assert "leaves the game" not in played.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", ["labyrinth", "traxx", "long_way"])
def test_without_numba_hard_still_weighs_acts(name: str, without_numba: dict[str, str]) -> None:
    weighing = f"""
from math import inf
from random import Random
from byways import find_game
from byways.bots import Thought
from byways.game import stream
Thought.worlds = 2
game = find_game("{name}")
position = game.start(game.deal(2, stream(1, "set-up")))
while position.chance:
    position = position.happen(position.chance.draw(stream(1, "chance")))
seat = position.awaited[0]
print(len(game.bots["hard"](Random(1)).weigh(position.view(seat), inf)))
"""
    told = subprocess.run([sys.executable, "-c", weighing], env=without_numba, capture_output=True, text=True, check=True)
    assert int(told.stdout) >= 1


@pytest.mark.slow
def test_a_process_ends_only_when_its_kernel_is_loaded(tmp_path: Path) -> None:
    """A thread that was cut off while it held LLVM's lock kept the process from ending."""
    (tmp_path / "slow_kernel.py").write_text("import time\n\ndef warm():\n    time.sleep(0.3)\n    print('warm', flush=True)\n")
    script = "from byways.bots.compiled import Compiled; Compiled('slow_kernel').start(); print('over', flush=True)"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.split(), done.returncode) == (["over", "warm"], 0)
