"""A real PostgreSQL of a test's own, which can go away and come back."""

from __future__ import annotations

import asyncio
import warnings
from importlib import import_module
from importlib.util import find_spec
from tempfile import mkdtemp
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.lacking import lack


class Postgres:
    def __init__(self) -> None:
        self.server = started()
        socket = parse_qs(urlsplit(self.server.get_uri()).query)["host"][0]
        self.url = f"postgresql+asyncpg://postgres@/postgres?host={socket}"

    def stop(self) -> None:
        """At once, as in a crash: whoever is connected is cut off in the middle."""
        arguments = ["-w", "-m", "immediate", "stop"]
        import_module("pgserver._commands").pg_ctl(arguments, pgdata=self.server.pgdata, user=self.server.system_user)

    def start(self) -> None:
        self.server.ensure_postgres_running()

    def close(self) -> None:
        self.server.cleanup()


def started() -> Any:
    if find_spec("pgserver") is None:
        lack("No PostgreSQL: install pgserver (pip install pgserver).")
    for attempt in range(3):  # it waits ten seconds for a server, which a busy machine may need for others
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # no folder of pytest's: its next run would close it to the server's user
                return import_module("pgserver").get_server(mkdtemp("byways"), cleanup_mode="delete")
        except Exception as error:  # whatever keeps a server from starting on this machine
            if attempt == 2:
                lack(f"No PostgreSQL: pgserver cannot start it here ({error}).")
    return None


class Line:
    """A line to a PostgreSQL that can be cut, also in the middle of a commit."""

    def __init__(self, url: str) -> None:
        self.socket = f"{parse_qs(urlsplit(url).query)['host'][0]}/.s.PGSQL.5432"
        self.lost: bytes | None = None  # what is not delivered, once: COMMIT, or the answer to it
        self.is_silent = False
        self.opened: set[asyncio.Task[None]] = set()

    async def open(self) -> str:
        self.door = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"postgresql+asyncpg://postgres@127.0.0.1:{self.door.sockets[0].getsockname()[1]}/postgres"

    async def close(self) -> None:
        self.door.close()
        for task in self.opened:
            task.cancel()
        await asyncio.gather(*self.opened, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_unix_connection(self.socket)
        ways = [asyncio.create_task(self._carry(reader, to_server)), asyncio.create_task(self._carry(server, writer))]
        self.opened |= {*ways}
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for end in (to_server, writer):
            end.close()

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            if self.lost is not None and self.lost in data:
                self.lost = None
                return
            if not self.is_silent:
                sink.write(data)
                await sink.drain()
