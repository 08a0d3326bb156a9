"""How entries are written to PostgreSQL: all that are committed together as one statement, by a connection of its own.

That is one round trip, where a transaction with a statement for each table would be six.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy.exc import IntegrityError

from byways.table.store.commits import Taken, Write
from byways.table.store.postgres import Lost, OwnLine

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
        import asyncpg  # type: ignore[import-untyped]

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
