"""When seats' players were last seen, shared between servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.table.store.schema import seats

LATER = (
    seats.update()
    .where((seats.c.table_id == sa.bindparam("table")) & (seats.c.seat == sa.bindparam("number")))
    .where(sa.func.coalesce(seats.c.heard, 0.0) < sa.bindparam("at"))
    .values(heard=sa.bindparam("at"))
)


async def save(connection: AsyncConnection, seen: Mapping[tuple[str, int], float]) -> None:
    """Store when seats were last seen, unless a later time is already stored.

    Lock order: by table and seat, as in `postgres.APPEND`; otherwise two servers could deadlock.
    """
    await connection.execute(LATER, [{"table": table, "number": seat, "at": at} for (table, seat), at in sorted(seen.items())])


async def load(connection: AsyncConnection, names: Sequence[str]) -> dict[tuple[str, int], float]:
    """Return when the seats of some tables were last seen, on any server."""
    known = sa.select(seats.c.table_id, seats.c.seat, seats.c.heard).where(seats.c.table_id.in_(names) & seats.c.heard.is_not(None))
    return {(row.table_id, row.seat): row.heard for row in await connection.execute(known)}
