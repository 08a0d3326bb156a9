"""Send and receive notifications over PostgreSQL's LISTEN and NOTIFY.

They are sent after the commit, over a separate connection, because NOTIFY inside a transaction locks the whole database and would serialise
commits. A server that was disconnected has missed some, so it polls everything once it reconnects.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from byways.table.store.notifications import Notification, Stopped, Stored, read
from byways.table.store.postgres import connect_args

CHANNEL = "byways"
PAYLOAD = 7900  # bytes; PostgreSQL allows 7,999
KEEPALIVE = 15.0  # seconds of silence after which the connection is tested
BACKOFF = (0.1, 5.0)  # seconds before reconnecting: first and longest
log = logging.getLogger(__name__)

Name = TypeVar("Name", str, sa.ColumnElement[str])


class Notifier:
    """A server's connection to the others, reopened whenever it is lost.

    `receive` gets what the others send. `missed` is called when something may have been missed.
    """

    def __init__(self, server: str, url: str, receive: Callable[[Sequence[Notification]], object], missed: Callable[[], object]) -> None:
        self.arguments = connect_args(url, name=connection_name(server))
        self.receive, self.missed = receive, missed
        self.is_listening = False
        self.pending: dict[Notification, None] = {}  # an ordered set
        self.due = asyncio.Event()

    def send(self, *notifications: Notification) -> None:
        """Send as soon as there is a connection. Notifications that have to wait are shortened to table names."""
        self.pending |= dict.fromkeys(notifications if self.is_listening else map(shortened, notifications))
        self.due.set()

    async def run(self) -> None:
        pause = BACKOFF[0]
        while True:
            reason = "closed"
            try:
                await self._serve()
            except Exception as error:  # whatever the error, only a new connection helps
                reason = str(error) or type(error).__name__
            if self.is_listening:
                self.is_listening, pause = False, BACKOFF[0]
            if pause == BACKOFF[0]:
                log.warning("The connection for notifications from other servers is down (%s). This server polls until it is back.", reason)
            await asyncio.sleep(pause)
            pause = min(2 * pause, BACKOFF[1])

    async def _serve(self) -> None:
        """Listen and send over one connection until it is lost."""
        import asyncpg  # type: ignore[import-untyped]

        connection = await asyncpg.connect(**self.arguments)
        # Wakes the loop below, which would otherwise notice a lost connection only at the next keep-alive.
        connection.add_termination_listener(lambda _: self.due.set())
        try:
            # Listen before polling, so that no change is missed between the two.
            await connection.add_listener(CHANNEL, partial(self._on_notify, connection.get_server_pid()))
            self.is_listening = True
            self.missed()
            while not connection.is_closed():
                await self._send_pending(connection)
        finally:
            connection.terminate()

    async def _send_pending(self, connection: Any) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(KEEPALIVE):
                await self.due.wait()
        self.due.clear()
        sending, self.pending = self.pending, {}
        try:
            for payload in packed(map(str, sending)):  # an empty one tests the connection
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
        except BaseException:
            # Some may have been sent already. Receivers skip what they know, so duplicates are harmless.
            self.pending = sending | self.pending
            raise

    def _on_notify(self, me: int, connection: object, sender: int, channel: str, payload: str) -> None:
        # PostgreSQL delivers notifications to the sender too.
        if sender != me:
            self.receive([*map(read, payload.splitlines())])


def connection_name(server: Name) -> Name:
    """Return the name of a server's connection in `pg_stat_activity`."""
    return "byways " + server


def shortened(notification: Notification) -> Notification:
    return notification if isinstance(notification, Stopped) else Stored(notification.table)


def packed(lines: Iterable[str]) -> list[str]:
    """Join lines into as few payloads as possible, at least one."""
    payloads = [""]
    for line in lines:
        if len(payloads[-1].encode()) + len(line.encode()) >= PAYLOAD:
            payloads.append("")
        payloads[-1] = f"{payloads[-1]}\n{line}".strip()
    return payloads
