"""Who waits for something at a table sleeps until it is there: most of what happens concerns only some of those who watch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import random

from byways.table.commits import settle

BEAT = 0.05  # seconds


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
    """Who sleeps until about the same moment is woken at the same: tables that go on together ask bots, commit and send together, which
    takes half the time of one after the other."""

    def __init__(self) -> None:
        self.sleeping: dict[int, list[asyncio.Future[None]]] = {}  # until which beat
        self.begun = time.monotonic() - random() * BEAT  # several servers on one machine are not woken at the same moment

    async def wait(self, seconds: float) -> None:
        """For so long, give or take half a beat."""
        loop, now = asyncio.get_running_loop(), time.monotonic() - self.begun
        beat, sleeper = round((now + seconds) / BEAT), loop.create_future()
        if beat not in self.sleeping:
            self.sleeping[beat] = []
            loop.call_later(beat * BEAT - now, self._wake, beat)
        self.sleeping[beat].append(sleeper)
        await sleeper

    def _wake(self, beat: int) -> None:
        for sleeper in self.sleeping.pop(beat):
            settle(sleeper)
