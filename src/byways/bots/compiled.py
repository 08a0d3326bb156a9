"""Compiled code that never makes a player late.

Compiling takes many seconds the first time on a machine; numba keeps the result on disk, and loading it takes less than one. `make_ready`
compiles before anybody waits, in processes of its own, and leaves a note beside numba's files that it need not be done again.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Generic, Protocol, cast

from platformdirs import user_cache_path
from typing_extensions import TypeVar

from byways.bots import Thought

PATIENCE = 0.25  # of the time up to a deadline: the rest is for an answer without compiled code, while the compiler works on
KEPT = 0.75  # the same for code that only has to be loaded


class Kernel(Protocol):
    """A module to be compiled; a room says what else there is in its own."""

    def warm(self) -> object:
        """Compile everything, or load it from disk."""


K = TypeVar("K", bound=Kernel, default=Kernel)


class Compiled(Generic[K]):
    """A module that numba compiles; from its first use on, its function `warm` makes it ready in the background."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.thread: Thread | None = None
        self.module: K | None = None

    def start(self) -> None:
        if self.thread is None:
            self.thread = Thread(target=self._load, name=f"compiling {self.name}", daemon=True)
            self.thread.start()

    def _load(self) -> None:
        self.module = cast(K, load(self.name))
        leave(self.module)  # nobody waits any more

    def ready(self, deadline: float) -> K | None:
        """The module, or None if it is not ready after a part of the time up to the deadline; effort counted in worlds has no deadline."""
        if self.module is not None:
            return self.module
        self.start()
        assert self.thread is not None
        patience = KEPT if is_kept(self.name) else PATIENCE
        until = float("inf") if Thought.worlds is not None else time.monotonic() + patience * (deadline - time.monotonic())
        while self.module is None and self.thread.is_alive() and (left := until - time.monotonic()) > 0:
            self.thread.join(min(left, 1.0))
        return self.module


def load(name: str) -> Kernel:
    """A module with everything in it compiled, and a note of that on disk."""
    module = cast(Kernel, import_module(name))
    module.warm()
    for note in notes_of(name):
        with suppress(OSError):
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text(state_of(name))
            break
    return module


def leave(module: Kernel) -> None:
    """What a module leaves on disk for processes without numba (`objects`), if it has a function `keep` for that."""
    if hasattr(module, "keep"):
        module.keep()


def is_kept(name: str) -> bool:
    """Whether a module as it is now has been compiled on this machine."""
    for note in notes_of(name):
        with suppress(OSError):
            if note.read_text() == state_of(name):
                return True
    return False


def notes_of(name: str) -> list[Path]:
    """Where numba keeps its files too: where it was told, or beside the module, or, if nobody may write there, in the user's cache."""
    told, beside = os.environ.get("NUMBA_CACHE_DIR"), place_of(name).parent / "__pycache__"
    folders = [Path(told)] if told else [beside, user_cache_path("byways", appauthor=False)]
    return [folder / f"{name}.{sys.implementation.cache_tag}.compiled" for folder in folders]


def state_of(name: str) -> str:
    """What decides whether numba can use what it has kept; sets as words (`bits`) are part of every kernel."""
    changed = [place_of(module).stat().st_mtime_ns for module in (name, "byways.bots.bits")]
    return f"{platform.node()} {version('numba')} {changed}"


def place_of(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def missing(names: Sequence[str]) -> list[str]:
    return [name for name in names if not is_kept(name)]


def make_ready(names: Sequence[str]) -> None:
    """Compile modules in processes of their own, all at once."""
    at_work = [subprocess.Popen([sys.executable, "-m", __name__, name]) for name in missing(names)]
    for process in at_work:
        process.wait()


if __name__ == "__main__":
    leave(load(sys.argv[1]))
