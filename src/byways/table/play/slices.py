"""Work that would hold up everybody is done in slices of a few milliseconds, between which the event loop serves others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

SLICE = 0.005  # seconds


class Slices:
    """Whoever has such work takes turns: one slice each."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()

    async def take(self, work: Iterable[T]) -> list[T]:
        """All that comes of some work, which is not interrupted in the middle of a step."""
        steps, made = iter(work), list[T]()
        while True:
            async with self.turn:
                until = time.monotonic() + SLICE
                for one in steps:
                    made.append(one)
                    if time.monotonic() > until:
                        break
                else:
                    return made
            await asyncio.sleep(0)
