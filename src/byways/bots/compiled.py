"""Compiled code that never makes a player late."""

from __future__ import annotations

import time
from importlib import import_module
from threading import Thread
from typing import Generic, Protocol, cast

from typing_extensions import TypeVar

PATIENCE = 0.25  # of the time up to a deadline: the rest is for an answer without compiled code, while the compiler works on


class Kernel(Protocol):
    """A module to be compiled; a room says what else there is in its own."""

    def warm(self) -> object:
        """Compile everything, or load it from disk."""


K = TypeVar("K", bound=Kernel, default=Kernel)


class Compiled(Generic[K]):
    """A module that numba compiles; from its first use on, its function `warm` makes it ready in the background.

    Compiling takes many seconds the first time on a machine; the result is kept on disk, and loading it takes less than one.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.thread: Thread | None = None
        self.module: K | None = None

    def start(self) -> None:
        if self.thread is None:
            self.thread = Thread(target=self._load, name=f"compiling {self.name}", daemon=True)
            self.thread.start()

    def _load(self) -> None:
        module = cast(K, import_module(self.name))
        module.warm()
        self.module = module

    def ready(self, deadline: float) -> K | None:
        """The module, or None if it is not ready after a quarter of the time up to the deadline."""
        self.start()
        assert self.thread is not None
        until = time.monotonic() + PATIENCE * (deadline - time.monotonic())
        while self.module is None and self.thread.is_alive() and (left := until - time.monotonic()) > 0:
            self.thread.join(min(left, 1.0))
        return self.module
