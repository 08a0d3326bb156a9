"""Worker processes that run bots: how the arena, reviews and the table set them up."""

from __future__ import annotations

import os
import signal
from multiprocessing import get_context, parent_process
from threading import Thread

SPAWN = get_context("spawn")  # a fork would copy the threads and locks of the caller


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def become_worker() -> None:
    """Set up this process as a worker: prints go to stderr, Ctrl-C is left to the parent, and it exits when its parent dies.

    Only processes of `multiprocessing` know their parent; others must watch their stdin.
    """
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
