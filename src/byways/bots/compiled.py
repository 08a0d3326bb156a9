"""Modules that numba compiles for strong bots.

Compiling takes many seconds, once per machine. numba caches the result on disk, and loading it takes half a second. A note beside numba's
files identifies what was compiled, so that a process can check the cache without loading numba. Without numba, bots answer in plain Python.
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

PATIENCE = 0.25  # share of the time up to a deadline to wait for the compiler; the rest is for an answer in plain Python
LOADING = 0.75  # the same for code that is cached and only has to be loaded
SHARED = "byways.bots.bits64"  # part of every kernel
PROCESSOR = ("vendor_id", "cpu family", "model", "flags", "CPU implementer", "CPU part", "Features")  # lines of /proc/cpuinfo
COMPILING = "compiling"  # printed by a process when it starts to compile


class Kernel(Protocol):
    """A module to compile. Each game declares the other functions of its kernel."""

    def warm(self) -> object:
        """Compile everything, or load it from disk."""


K = TypeVar("K", bound=Kernel, default=Kernel)


class Compiled(Generic[K]):
    """A compiled module, loaded by a background thread that starts with its first use."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.thread: Thread | None = None
        self.module: K | None = None

    def start(self) -> None:
        if self.thread is None and has_numba():
            # Not a daemon: a daemon that holds LLVM's lock at exit would keep the interpreter from freeing its modules, forever.
            self.thread = Thread(target=self._load, name=f"compiling {self.name}")
            self.thread.start()

    def _load(self) -> None:
        self.module = cast(K, load(self.name))

    def ready(self, deadline: float) -> K | None:
        """Return the module, waiting for part of the time up to the deadline; None if it is still not ready.

        If effort is counted in worlds, there is no deadline. Without numba the module is never ready.
        """
        self.start()
        if self.module is not None or self.thread is None:
            return self.module
        patience = LOADING if is_kept(self.name) else PATIENCE
        until = float("inf") if Thought.worlds is not None else time.monotonic() + patience * (deadline - time.monotonic())
        while self.module is None and self.thread.is_alive() and (left := until - time.monotonic()) > 0:
            # Wait in slices, because an infinite timeout is an error.
            self.thread.join(min(left, 1.0))
        return self.module


@cache
def has_numba() -> bool:
    return find_spec("numba") is not None and find_spec("llvmlite") is not None


def load(name: str) -> Kernel:
    """Compile a module or load it from numba's cache, and leave a note on disk."""
    module = cast(Kernel, import_module(name))
    module.warm()
    if not is_kept(name) and (folder := own_folder(name)) is not None:
        with suppress(OSError):
            (folder / note_name(name)).write_text(cache_fingerprint(name), "utf-8")
    return module


def is_kept(name: str) -> bool:
    """Return whether this machine has compiled the current version of the module."""
    for folder in folders_of(name) if has_numba() else ():
        with suppress(OSError):
            if (folder / note_name(name)).read_text("utf-8") == cache_fingerprint(name):
                return True
    return False


def missing(names: Sequence[str]) -> list[str]:
    """Return the modules still to compile on this machine; none without numba."""
    return [name for name in names if not is_kept(name)] if has_numba() else []


def note_name(name: str) -> str:
    return f"{name}.{sys.implementation.cache_tag}.compiled"


def folders_of(name: str) -> list[Path]:
    """Return the folders where numba may cache its files: NUMBA_CACHE_DIR or beside the module, then the user's cache."""
    chosen, beside = os.environ.get("NUMBA_CACHE_DIR"), place_of(name).parent / "__pycache__"
    cached = user_cache_path("byways", appauthor=False)
    return [Path(chosen) if chosen else beside, cached]


def own_folder(name: str) -> Path | None:
    """Return the first of these folders that this process can write to."""
    for folder in folders_of(name):
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


def cache_fingerprint(name: str) -> str:
    """Return a hash of what decides whether numba's cache is current: its version, the processor and the sources."""
    chosen = os.environ.get("NUMBA_CPU_NAME", ""), os.environ.get("NUMBA_CPU_FEATURES", "")
    parts = [version("numba"), processor(), *chosen, *(place_of(module).read_text("utf-8") for module in (name, SHARED))]
    return sha256("\0".join(parts).encode()).hexdigest()


@cache
def processor() -> str:
    """Return the properties of this machine's processor that matter to compiled code."""
    with suppress(OSError), Path("/proc/cpuinfo").open() as file:
        return platform.machine() + "".join(line for line in takewhile(str.strip, file) if line.startswith(PROCESSOR))
    return f"{platform.machine()} {platform.processor()}"


def place_of(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def command(name: str, niceness: int = 0) -> tuple[str, ...]:
    """Return the command that compiles a module in a separate process. It prints a line if there is anything to compile."""
    return (sys.executable, "-m", __name__, name, str(niceness))


def make_ready(names: Sequence[str]) -> Iterator[str]:
    """Compile modules in parallel processes, and yield each name when it is done."""
    running = {name: subprocess.Popen(command(name), stdout=subprocess.DEVNULL) for name in missing(names)}
    while running:
        done = [name for name, process in running.items() if process.poll() is not None]
        for name in done:
            del running[name]
            yield name
        if not done:
            time.sleep(0.05)


def main(name: str, niceness: str = "0") -> None:
    """Compile a module or, if another process is already compiling it, wait for that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback
    if hasattr(os, "nice"):
        os.nice(int(niceness))
    folder = own_folder(name)
    with FileLock(folder / f"{name}.lock") if folder is not None else nullcontext():
        # Checked under the lock: another process may have compiled it meanwhile.
        if not is_kept(name):
            sys.stdout.write(f"{COMPILING}\n")
            sys.stdout.flush()
            load(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
