"""How entries are written to PostgreSQL: all that are committed together as one statement, by a connection of its own.

That is one round trip, where a transaction with a statement for each table would be six.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from sqlalchemy.exc import IntegrityError

from byways.table.commits import Taken, Write
from byways.table.database import Line, way_to

APPEND = """
WITH fits AS (
    SELECT count(*) = cardinality($1::text[]) AS so
    FROM unnest($1::text[], $2::int[]) AS known (id, changes) JOIN tables USING (id, changes)
), added AS (
    INSERT INTO entries (table_id, number, entry, at)
    SELECT one.* FROM unnest($3::text[], $4::int[], $5::text[], $6::float8[]) AS one, fits WHERE so
), folded AS (
    UPDATE entries SET entry = one.entry
    FROM unnest($7::text[], $8::int[], $9::text[]) AS one (table_id, number, entry), fits
    WHERE entries.table_id = one.table_id AND entries.number = one.number AND so
), turned AS (
    UPDATE seats SET awaited = one.since
    FROM unnest($10::text[], $11::int[], $12::float8[]) AS one (table_id, seat, since), fits
    WHERE seats.table_id = one.table_id AND seats.seat = one.seat AND so
)
SELECT so FROM fits
"""
COLUMNS = (
    ("rows", ("table_id", "number", "entry", "at")),
    ("folded", ("table", "at_number", "folded")),
    ("turns", ("table", "at_seat", "since")),
)


def columns(batch: Sequence[Write]) -> list[list[object]]:
    """What is written, in the order of the statement."""
    known = sorted({(write.table, write.known) for write in batch if write.known is not None})
    seats: list[list[object]] = [[table for table, _ in known], [changes for _, changes in known]]
    parts = [([row for write in batch for row in getattr(write, part)], names) for part, names in COLUMNS]
    return seats + [[row[name] for row in rows] for rows, names in parts for name in names]


class Appender:
    """Writes to PostgreSQL; where a pooler lies between, within a transaction, which it keeps on one connection."""

    def __init__(self, url: str, pooled: bool) -> None:
        self.way, self.pooled = way_to(url, pooled), pooled
        self.line: Line | None = None

    async def commit(self, batch: Sequence[Write]) -> None:
        import asyncpg  # type: ignore[import-untyped]

        if self.line is None or self.line.is_closed():
            self.line = await asyncpg.connect(**self.way)
        try:
            async with self.line.transaction() if self.pooled else nullcontext():
                fits = await self.line.fetchval(APPEND, *columns(batch))
        except asyncpg.IntegrityConstraintViolationError as error:
            raise IntegrityError(None, None, error) from None
        except (OSError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError) as error:
            for write in batch:
                write.is_doubtful = True
            self.close()
            raise ConnectionError(str(error)) from error
        if not fits:
            raise Taken("Somebody has sat down meanwhile.")

    def close(self) -> None:
        if self.line is not None:
            self.line.terminate()
            self.line = None
