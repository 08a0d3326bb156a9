"""Connections of the driver of PostgreSQL by itself, for what is asked all the time: SQLAlchemy around it takes ten times as long."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Protocol

import sqlalchemy as sa

from byways.table.store.database import ANSWERS, engine_for
from byways.table.store.schema import Answered

OURS = {
    "prepared_statement_cache_size",
    "prepared_statement_name_func",
    "async_fallback",
    "async_creator_fn",
}  # SQLAlchemy's, not asyncpg's


class DriverConnection(Protocol):
    """A connection of the driver, as far as we use it."""

    def is_closed(self) -> bool: ...
    def transaction(self) -> AbstractAsyncContextManager[object]: ...
    async def execute(self, query: str, /, *values: object) -> object: ...
    async def fetch(self, query: str, /, *values: object) -> Sequence[Answered]: ...
    def terminate(self) -> None: ...


def way_to(url: str, pooled: bool = False, called: str | None = None) -> dict[str, object]:
    """How the driver connects by itself, with the settings of its own."""
    engine = engine_for(url)
    _, given = engine.dialect.create_connect_args(engine.url)
    own = {name: value for name, value in given.items() if name not in OURS}
    if called is not None:
        own["server_settings"] = {**own.get("server_settings", {}), "application_name": called}
    return {**own, "timeout": ANSWERS, "command_timeout": ANSWERS, **({"statement_cache_size": 0} if pooled else {})}


class Lost(ConnectionError):
    """A connection was lost with a question on its way: nobody knows whether it was answered."""


class OwnLine:
    """A connection that is kept, and made anew when it is lost. Where a pooler lies between, each question is a transaction, which it
    leaves with one connection."""

    def __init__(self, url: str, pooled: bool) -> None:
        self.way, self.pooled, self.free = way_to(url, pooled), pooled, asyncio.Lock()
        self.line: DriverConnection | None = None

    async def ask(self, query: str, *values: object) -> Sequence[Answered]:
        import asyncpg  # type: ignore[import-untyped]

        async with self.free:
            if self.line is None or self.line.is_closed():
                self.line = await asyncpg.connect(**self.way)
            try:
                return await self._fetch(self.line, query, *values)
            except (OSError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError) as error:
                self.close()
                raise Lost(str(error)) from error

    async def _fetch(self, line: DriverConnection, query: str, *values: object) -> Sequence[Answered]:
        if not self.pooled:
            return await line.fetch(query, *values)
        async with line.transaction():
            return await line.fetch(query, *values)

    def close(self) -> None:
        if self.line is not None:
            self.line.terminate()
            self.line = None


@cache
def compiled(statement: sa.UpdateBase, dialect: sa.Dialect) -> tuple[str, tuple[str, ...], dict[str, object]]:
    """A statement for the driver: its text, the names of its values in order, and those that are known."""
    made = statement.compile(dialect=dialect)
    return str(made), tuple(made.positiontup or ()), {**made.params}
