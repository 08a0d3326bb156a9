"""Signs of life of seats, by which servers know who is at another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.table.store.schema import SIGN, seats


async def note(connection: AsyncConnection, heard: Mapping[tuple[str, int], float]) -> None:
    """When seats were last heard of."""
    rows = [{"table": table, "at_seat": seat, "at": at} for (table, seat), at in sorted(heard.items())]  # in the same order everywhere
    await connection.execute(SIGN, rows)


async def noted(connection: AsyncConnection, names: Sequence[str]) -> dict[tuple[str, int], float]:
    """When the seats of some tables were last heard of, at any server."""
    known = sa.select(seats.c.table_id, seats.c.seat, seats.c.heard).where(seats.c.table_id.in_(names) & seats.c.heard.is_not(None))
    return {(row.table_id, row.seat): row.heard for row in await connection.execute(known)}
