"""Who waits for something at a table sleeps until it is there: most of what happens concerns only some of those who watch."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable

from byways.table.store.commits import settle

TOGETHER = 10  # who are woken at one moment
LEEWAY = 0.15  # seconds that somebody is woken too soon or too late at most


class Bell:
    """Rung whenever something may have changed; wakes those for whom something has."""

    def __init__(self) -> None:
        self.waiting: dict[asyncio.Future[None], Callable[[], bool]] = {}

    def ring(self) -> None:
        for sleeper, is_news in [*self.waiting.items()]:
            if is_news():
                settle(sleeper)

    async def wait(self, is_news: Callable[[], bool], seconds: float) -> None:
        """Until there is news when the bell rings, or for so long."""
        loop = asyncio.get_running_loop()
        sleeper = loop.create_future()
        self.waiting[sleeper] = is_news
        timer = loop.call_later(seconds, settle, sleeper)
        try:
            await sleeper
        finally:
            timer.cancel()
            del self.waiting[sleeper]


class Pulse:
    """Who sleeps until about the same moment is woken at the same: tables that go on together ask bots, commit and send together. One
    after the other they take up to twice the processor time, for each finds a server that has just fallen asleep."""

    def __init__(self) -> None:
        self.moments: list[float] = []  # sorted
        self.sleeping: dict[float, list[asyncio.Future[None]]] = {}  # until which moment

    async def wait(self, seconds: float) -> None:
        """For so long, or a little less or more."""
        loop, wanted = asyncio.get_running_loop(), time.monotonic() + seconds
        moment, sleeper = self._nearest(wanted, min(seconds / 5, LEEWAY)), loop.create_future()
        if moment is None:
            insort(self.moments, moment := wanted)
            self.sleeping[moment] = []
            loop.call_later(seconds, self._wake, moment)
        self.sleeping[moment].append(sleeper)
        await sleeper

    def _nearest(self, wanted: float, leeway: float) -> float | None:
        """The moment nearest to one that is wanted at which others are woken, and not too many."""
        near = self.moments[bisect_left(self.moments, wanted - leeway) : bisect_right(self.moments, wanted + leeway)]
        free = [moment for moment in near if len(self.sleeping[moment]) < TOGETHER]
        return min(free, key=lambda moment: abs(moment - wanted), default=None)

    def _wake(self, moment: float) -> None:
        self.moments.remove(moment)
        for sleeper in self.sleeping.pop(moment):
            settle(sleeper)
