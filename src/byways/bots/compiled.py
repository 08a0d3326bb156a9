"""Modules that numba compiles for strong bots.

Compiling takes many seconds, once on a machine. numba keeps the result on disk, and loading it takes half a second. A note beside numba's
files says what was compiled, so that nobody has to load numba to find out. Without numba, bots answer in plain Python.
"""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from threading import Thread
from typing import Generic, Protocol, cast

from filelock import FileLock
from platformdirs import user_cache_path
from typing_extensions import TypeVar

from byways.bots import Thought

PATIENCE = 0.25  # of the time up to a deadline: the rest is for an answer in plain Python, while the compiler works on
LOADING = 0.75  # the same for code that only has to be loaded
SHARED = "byways.bots.bits64"  # part of every kernel
PROCESSOR = ("vendor_id", "cpu family", "model", "flags", "CPU implementer", "CPU part", "Features")  # lines of /proc/cpuinfo
COMPILING = "compiling"  # what a process that compiles prints when it starts


class Kernel(Protocol):
    """A module to be compiled. Each game declares what else its own has."""

    def warm(self) -> object:
        """Compile everything, or load it from disk."""


K = TypeVar("K", bound=Kernel, default=Kernel)


class Compiled(Generic[K]):
    """A module that numba compiles, loaded by a background thread from its first use on."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.thread: Thread | None = None
        self.module: K | None = None

    def start(self) -> None:
        if self.thread is None and has_numba():
            self.thread = Thread(target=self._load, name=f"compiling {self.name}", daemon=True)
            self.thread.start()

    def _load(self) -> None:
        self.module = cast(K, load(self.name))

    def ready(self, deadline: float) -> K | None:
        """Return the module, or None if it is not ready after part of the time up to the deadline. Effort counted in worlds has no
        deadline. Without numba the module is never ready."""
        self.start()
        if self.module is not None or self.thread is None:
            return self.module
        patience = LOADING if is_kept(self.name) else PATIENCE
        until = float("inf") if Thought.worlds is not None else time.monotonic() + patience * (deadline - time.monotonic())
        while self.module is None and self.thread.is_alive() and (left := until - time.monotonic()) > 0:
            self.thread.join(min(left, 1.0))
        return self.module


@cache
def has_numba() -> bool:
    return find_spec("numba") is not None and find_spec("llvmlite") is not None


def load(name: str) -> Kernel:
    """Compile a module or load it from numba's cache, and note that on disk."""
    module = cast(Kernel, import_module(name))
    module.warm()
    if not is_kept(name) and (folder := own_folder(name)) is not None:
        with suppress(OSError):
            (folder / note_name(name)).write_text(state_of(name), "utf-8")
    return module


def is_kept(name: str) -> bool:
    """Return whether this machine has compiled the module as it is now."""
    for folder in folders_of(name) if has_numba() else ():
        with suppress(OSError):
            if (folder / note_name(name)).read_text("utf-8") == state_of(name):
                return True
    return False


def missing(names: Sequence[str]) -> list[str]:
    """Return the modules that are still to be compiled on this machine: none where there is no numba."""
    return [name for name in names if not is_kept(name)] if has_numba() else []


def note_name(name: str) -> str:
    return f"{name}.{sys.implementation.cache_tag}.compiled"


def folders_of(name: str) -> list[Path]:
    """Return where numba may keep its files: where it was told, else beside the module, or in the user's cache."""
    told, beside = os.environ.get("NUMBA_CACHE_DIR"), place_of(name).parent / "__pycache__"
    cached = user_cache_path("byways", appauthor=False)
    return [Path(told), cached] if told else [beside, cached]


def own_folder(name: str) -> Path | None:
    """Return the first of these folders that this process may write to."""
    for folder in folders_of(name):
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


def state_of(name: str) -> str:
    """Return what decides whether numba can use what it has kept: its version, the processor and the contents of the sources."""
    chosen = os.environ.get("NUMBA_CPU_NAME", ""), os.environ.get("NUMBA_CPU_FEATURES", "")
    parts = [version("numba"), processor(), *chosen, *(place_of(module).read_text("utf-8") for module in (name, SHARED))]
    return sha256("\0".join(parts).encode()).hexdigest()


@cache
def processor() -> str:
    """Describe the processor of this machine, as far as it matters to compiled code."""
    with suppress(OSError), Path("/proc/cpuinfo").open() as file:
        return platform.machine() + "".join(line for line in takewhile(str.strip, file) if line.startswith(PROCESSOR))
    return f"{platform.machine()} {platform.processor()}"


def place_of(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def command(name: str, niceness: int = 0) -> tuple[str, ...]:
    """Return the command that compiles a module in a process of its own. It prints a line if it has anything to compile."""
    return (sys.executable, "-m", __name__, name, str(niceness))


def make_ready(names: Sequence[str]) -> Iterator[str]:
    """Compile modules side by side in processes of their own, and yield each name when it is done."""
    running = {name: subprocess.Popen(command(name), stdout=subprocess.DEVNULL) for name in missing(names)}
    while running:
        done = [name for name, process in running.items() if process.poll() is not None]
        for name in done:
            del running[name]
            yield name
        if not done:
            time.sleep(0.05)


def main(name: str, niceness: str = "0") -> None:
    """Compile a module, unless another process is at it, and then only wait for that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback
    if hasattr(os, "nice"):
        os.nice(int(niceness))
    folder = own_folder(name)
    with FileLock(folder / f"{name}.lock") if folder is not None else nullcontext():
        if not is_kept(name):
            sys.stdout.write(f"{COMPILING}\n")
            sys.stdout.flush()
            load(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
