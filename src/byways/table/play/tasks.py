"""The tasks that keep a table's game going."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

from byways.table.errors import Unavailable

RETRY = 5.0  # seconds before a failed task is retried

log = logging.getLogger(__name__)

TaskName: TypeAlias = Literal["end", "chance", "clock", "learned", "praise", "resigned"] | int  # a number is the seat of a thinking bot


class Tasks(dict[TaskName, asyncio.Task[None]]):
    """A table's running tasks by name. `proceed` is called after each, and starts what is due, also a failed task again."""

    def __init__(self, table: str, proceed: Callable[[], None]) -> None:
        super().__init__()
        self.table, self.proceed = table, proceed

    def start(self, name: TaskName, work: Callable[[], Awaitable[None]]) -> None:
        """Start a task, unless it is running."""

        async def run() -> None:
            try:
                await work()
            except Exception as error:  # the database may be unreachable, for example; a retry loses nothing
                if not isinstance(error, Unavailable):  # logged by the store
                    log.exception("Table %s is stuck at %s and retries.", self.table, name)
                await asyncio.sleep(RETRY)
            finally:
                # Before `proceed`, which may start the same task again.
                del self[name]
            self.proceed()

        if name not in self:
            self[name] = asyncio.create_task(run())

    async def close(self) -> None:
        tasks = [*self.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
