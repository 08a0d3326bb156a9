"""Raw asyncpg connections for appending entries and reading progress.

Compared in processor time, alternating in one process, SQLAlchemy takes 5 times as long to append with Core (4.5 to 6.2; 11 times for ten
tables at once), 2.3 times with the statement below, and 3.5 times as long to read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any, TypeAlias

from byways.table.store.commits import Conflict, EntryExists, Write
from byways.table.store.database import TIMEOUT, ConnectionLost, Problem, engine_for
from byways.table.store.schema import PROGRESS, Progress, to_json, to_progress

Row: TypeAlias = dict[str, object]
SQLALCHEMY_ONLY = {"prepared_statement_cache_size", "prepared_statement_name_func", "async_fallback", "async_creator_fn"}

# A single statement is one round trip; a transaction with one statement per table would take six. Rows are sent as JSON, which asyncpg
# encodes faster than columns. Lock order: seats by table and number, as in `presence.save`; otherwise two servers could deadlock.
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
STORED = "SELECT entry, at FROM entries WHERE table_id = $1 AND number >= $2 ORDER BY number LIMIT $3"
OF_TABLES = f"{PROGRESS} = ANY($1)"


def connect_args(url: str, pooled: bool = False, name: str | None = None) -> dict[str, object]:
    """Return the arguments of `asyncpg.connect` for an SQLAlchemy URL. `name` is shown in `pg_stat_activity`."""
    engine = engine_for(url)
    _, given = engine.dialect.create_connect_args(engine.url)
    own = {name: value for name, value in given.items() if name not in SQLALCHEMY_ONLY}
    if name is not None:
        own["server_settings"] = {**own.get("server_settings", {}), "application_name": name}
    return {**own, "timeout": TIMEOUT, "command_timeout": TIMEOUT, **({"statement_cache_size": 0} if pooled else {})}


def connection_errors() -> tuple[type[Exception], ...]:
    """Return the errors after which a connection is useless.

    They include `InternalClientError`, which asyncpg raises if a statement is sent after PostgreSQL announces the end of a connection but
    before the connection closes.
    """
    import asyncpg  # type: ignore[import-untyped]

    lost = (asyncpg.InterfaceError, asyncpg.InternalClientError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError)
    return (OSError, *lost)


class PersistentConnection:
    """A connection for one statement at a time, reopened after it is lost.

    Behind a pooler, each statement is a transaction; only then do all its messages reach the same PostgreSQL connection.
    """

    def __init__(self, url: str, pooled: bool) -> None:
        self.arguments, self.pooled, self.lock = connect_args(url, pooled), pooled, asyncio.Lock()
        self.connection: Any | None = None

    async def fetch(self, query: str, *values: object) -> Sequence[Any]:
        import asyncpg

        async with self.lock:
            if self.connection is None or self.connection.is_closed():
                self.connection = await asyncpg.connect(**self.arguments)
            try:
                async with self.connection.transaction() if self.pooled else nullcontext():
                    rows: Sequence[Any] = await self.connection.fetch(query, *values)
                    return rows
            except connection_errors() as error:
                self.close()
                raise ConnectionLost(str(error)) from error

    def close(self) -> None:
        if self.connection is not None:
            self.connection.terminate()
            self.connection = None


class Postgres:
    """One connection to write and one to read, so that reads never wait for a commit."""

    def __init__(self, url: str, pooled: bool) -> None:
        self.writer, self.reader = PersistentConnection(url, pooled), PersistentConnection(url, pooled)

    async def open(self) -> None:
        """Do nothing, because connections open on first use."""

    async def commit(self, batch: Sequence[Write]) -> None:
        import asyncpg

        try:
            ((fits,),) = await self.writer.fetch(APPEND, *parameters(batch))
        except asyncpg.IntegrityConstraintViolationError as error:
            raise EntryExists("Another choice was faster.") from error
        if not fits:
            raise Conflict("The seats have changed in the meantime.")

    async def has(self, write: Write) -> bool:
        found = await self.reader.fetch(STORED, write.table, write.number, len(write.entries))
        return [tuple(row) for row in found] == [(entry, write.at) for entry in write.entries]

    async def write_problem(self) -> Problem | None:
        """Return why writes would fail, as far as can be told without writing."""
        ((is_read_only,),) = await self.reader.fetch("SHOW transaction_read_only")
        return Problem.READ_ONLY if is_read_only == "on" else None

    def peek(self, table: str) -> Progress | None:
        return None  # a query always has to wait for the server

    async def progress(self, tables: Sequence[str]) -> dict[str, Progress]:
        return to_progress(await self.reader.fetch(OF_TABLES, tables))

    def close(self) -> None:
        self.writer.close()
        self.reader.close()


def parameters(batch: Sequence[Write]) -> list[str]:
    """Return the parameters of `APPEND`. All servers use the same table order; otherwise two could deadlock."""
    known, entries, folded, turns = set[tuple[str, int]](), list[Row](), list[Row](), list[Row]()
    for write in sorted(batch, key=lambda write: write.table):
        table = write.table
        known |= set() if write.changes is None else {(table, write.changes)}
        entries += [
            {"table_id": table, "number": number, "entry": entry, "at": write.at}
            for number, entry in enumerate(write.entries, write.number)
        ]
        folded += [{"table": table, "at_number": number, "folded": entry} for number, entry in write.folded.items()]
        turns += [{"table": table, "at_seat": seat, "since": write.at if begins else None} for seat, begins in write.turns.items()]
    return [*map(to_json, ([{"id": table, "changes": changes} for table, changes in known], entries, folded, turns))]
