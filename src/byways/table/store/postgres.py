"""The driver of PostgreSQL by itself, for what is asked and written all the time: SQLAlchemy around it takes ten times as long.

Entries that are committed together are written as one statement, by a connection of its own. That is one round trip, where a transaction
with a statement for each table would be six.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Protocol

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from byways.table.store.commits import Taken, Write
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


APPEND = """
WITH fits AS (
    SELECT count(*) = json_array_length($1) AS so
    FROM json_to_recordset($1) AS known (id text, changes int) JOIN tables USING (id, changes)
), added AS (
    INSERT INTO entries (table_id, number, entry, at)
    SELECT one.* FROM json_to_recordset($2) AS one (table_id text, number int, entry text, at float8), fits WHERE so
), folded AS (
    UPDATE entries SET entry = one.folded
    FROM json_to_recordset($3) AS one ("table" text, at_number int, folded text), fits
    WHERE entries.table_id = one.table AND entries.number = one.at_number AND so
), turned AS (
    UPDATE seats SET awaited = one.since
    FROM (
        SELECT turn.*
        FROM json_to_recordset($4) AS turn ("table" text, at_seat int, since float8)
        JOIN seats ON table_id = turn.table AND seat = at_seat
        ORDER BY table_id COLLATE "C", seat
        FOR NO KEY UPDATE OF seats
    ) AS one, fits
    WHERE seats.table_id = one.table AND seats.seat = one.at_seat AND so
)
SELECT so FROM fits
"""


def given(batch: Sequence[Write]) -> list[str]:
    """What is written, for the statement. As JSON: the driver takes longer for each column of rows than for all rows so. In the same order
    everywhere: servers that write of the same tables would otherwise wait for each other."""
    batch = sorted(batch, key=lambda write: write.table)
    known = {(write.table, write.known) for write in batch if write.known is not None}
    seats = [{"id": table, "changes": changes} for table, changes in known]
    rows = [row for write in batch for row in write.rows]
    folded = [fold for write in batch for fold in write.folded]
    turns = [turn for write in batch for turn in write.turns]
    return [msgspec.json.encode(part).decode() for part in (seats, rows, folded, turns)]


class Appender:
    """Writes to PostgreSQL."""

    def __init__(self, url: str, pooled: bool) -> None:
        self.line = OwnLine(url, pooled)
        self.close = self.line.close

    async def commit(self, batch: Sequence[Write]) -> None:
        import asyncpg

        try:
            ((fits,),) = await self.line.ask(APPEND, *given(batch))
        except asyncpg.IntegrityConstraintViolationError as error:
            raise IntegrityError(None, None, error) from None
        except Lost:
            for write in batch:
                write.is_doubtful = True
            raise
        if not fits:
            raise Taken("Somebody has sat down meanwhile.")
