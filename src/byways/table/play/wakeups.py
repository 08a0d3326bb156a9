"""Wake only those watchers of a table that have something new."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from byways.table.store.commits import resolve


class Watchers:
    """Tasks that wait for news, each with a predicate that says whether it has any."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Callable[[], bool]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def notify(self) -> None:
        """Wake the tasks that have news. Call this once after each change."""
        for future, has_news in [*self._waiting.items()]:
            if has_news():
                resolve(future)

    async def wait(self, has_news: Callable[[], bool], seconds: float) -> None:
        """Wait until a notification brings news, or `seconds` have passed."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._waiting[future] = has_news
        timer = loop.call_later(seconds, resolve, future)
        try:
            await future
        finally:
            timer.cancel()
            del self._waiting[future]
