"""What one server stores the others on the same PostgreSQL hear at once, by LISTEN and NOTIFY.

Told are the names of tables and what was appended there, after the commit and by a connection of its own: inside, a lock for the whole
database would let commits wait for each other. What is told while a line is cut is lost, so whoever has a new one asks how everything
stands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

import sqlalchemy as sa

from byways.table.store.notifications import Notification, Stopped, Stored, read
from byways.table.store.postgres import DriverConnection, way_to

CHANNEL = "byways"
LONGEST = 7900  # bytes of a notification; PostgreSQL takes 7,999
SILENT = 15.0  # seconds after which a silent line is tried
LATER = 0.25  # seconds that news may wait for more where nobody waits for it
PAUSES = (0.1, 5.0)  # seconds before a new line is tried: the first, and the longest of a row, each twice the one before
log = logging.getLogger(__name__)

Name = TypeVar("Name", str, sa.ColumnElement[str])


class News:
    """A line of a server to the others. `hear` gets what they told; `ask` is called when something may have been missed."""

    def __init__(self, server: str, url: str, hear: Callable[[Sequence[Notification]], object], ask: Callable[[], object]) -> None:
        self.way = way_to(url, called=line_of(server))
        self.hear, self.ask = hear, ask
        self.is_heard = False
        self.untold: dict[Notification, None] = {}  # in their order
        self.due = asyncio.Event()
        self.later: asyncio.TimerHandle | None = None

    def tell(self, *news: Notification, later: bool = False) -> None:
        """Let the others know, as soon as there is a line; until then names will do."""
        self.untold |= dict.fromkeys(news if self.is_heard else map(in_short, news))
        if not later:
            self.due.set()
        elif self.later is None:
            self.later = asyncio.get_running_loop().call_later(LATER, self.due.set)

    async def run(self) -> None:
        """A line that is cut is replaced, until this is cancelled."""
        pause = PAUSES[0]
        while True:
            with suppress(OSError, *driver_errors()):
                await self._talk()
            if self.is_heard:
                self.is_heard, pause = False, PAUSES[0]
            if pause == PAUSES[0]:
                log.warning("This server has no line by which it hears of others. It asks for news until there is one.")
            await asyncio.sleep(pause)
            pause = min(2 * pause, PAUSES[1])

    async def _talk(self) -> None:
        import asyncpg  # type: ignore[import-untyped]

        line = await asyncpg.connect(**self.way)
        line.add_termination_listener(lambda _: self.due.set())
        try:
            await line.add_listener(CHANNEL, partial(self._heard, line.get_server_pid()))
            self.is_heard = True
            self.ask()
            while not line.is_closed():
                await self._say_what_is_due(line)
        finally:
            line.terminate()

    async def _say_what_is_due(self, line: DriverConnection) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENT):
                await self.due.wait()
        self.due.clear()
        if self.later is not None:
            self.later.cancel()
            self.later = None
        news, self.untold = self.untold, {}
        try:
            for text in packed(map(str, news)):  # one that is empty tries the line
                await line.execute("SELECT pg_notify($1, $2)", CHANNEL, text)
        except BaseException:
            self.untold = news | self.untold
            raise

    def _heard(self, me: int, line: object, teller: int, channel: str, text: str) -> None:
        if teller != me:
            self.hear([*map(read, text.splitlines())])


def line_of(server: Name) -> Name:
    """How the line of a server is called in PostgreSQL's list of connections."""
    return "byways " + server


def in_short(news: Notification) -> Notification:
    """That something is new at a table, without what."""
    return news if isinstance(news, Stopped) else Stored(news.table)


def packed(lines: Iterable[str]) -> list[str]:
    """In as few texts as possible."""
    texts = [""]
    for line in lines:
        if len(texts[-1].encode()) + len(line.encode()) >= LONGEST:
            texts.append("")
        texts[-1] = f"{texts[-1]}\n{line}".strip()
    return texts


def driver_errors() -> tuple[type[Exception], ...]:
    import asyncpg

    return asyncpg.PostgresError, asyncpg.InterfaceError
