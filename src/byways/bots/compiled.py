"""Compiled code that never makes a player late."""

from __future__ import annotations

import time
from importlib import import_module
from threading import Thread
from typing import Any

NOTICE = 0.05  # seconds kept for an answer without it


class Compiled:
    """A module that numba compiles, made ready in the background by its function `warm` from the first time it is asked for.

    The first time on a machine compiling takes many seconds; the result is kept on the disk, and then it takes less than one.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.thread: Thread | None = None
        self.module: Any = None

    def start(self) -> None:
        if self.thread is None:
            self.thread = Thread(target=self._load, name=f"compiling {self.name}", daemon=True)
            self.thread.start()

    def _load(self) -> None:
        module = import_module(self.name)
        module.warm()
        self.module = module

    def ready(self, deadline: float) -> Any:
        """The module, or None if it is not ready shortly before the deadline."""
        self.start()
        assert self.thread is not None
        while self.module is None and self.thread.is_alive() and (left := deadline - NOTICE - time.monotonic()) > 0:
            self.thread.join(min(left, 1.0))
        return self.module
