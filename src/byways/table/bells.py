"""Who waits for something at a table sleeps until it is there: most of what happens concerns only some of those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from byways.table.commits import settle


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
