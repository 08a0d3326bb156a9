"""Run long work on the event loop in slices of a few milliseconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

SLICE = 0.005  # seconds


class Slices:
    """Runs iterators in turn, at most one slice per iteration of the event loop. A thread would compete for the interpreter's lock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._turn = asyncio.Lock()

    async def run(self, work: Iterable[T]) -> list[T]:
        """Collect all items of an iterator. A slice ends with the item that exceeds its time."""
        items, made, is_done = iter(work), list[T](), False
        while not is_done:
            async with self._turn:
                end, is_done = self.clock() + SLICE, True
                for item in items:
                    made.append(item)
                    if self.clock() > end:
                        is_done = False
                        break
                await asyncio.sleep(0)  # under the lock, so that the next slice starts in a later iteration of the loop
        return made
