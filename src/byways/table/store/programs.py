"""The mistakes of programs, which every server of a table counts."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.table.store.schema import seats


def seated(table: str, seat: int) -> sa.ColumnElement[bool]:
    return (seats.c.table_id == table) & (seats.c.seat == seat)


async def mistakes(connection: AsyncConnection, table: str, seat: int) -> int:
    """The number of mistakes that a program has made so far, on any server."""
    made: int = (await connection.execute(sa.select(seats.c.mistakes).where(seated(table, seat)))).scalar_one()
    return made


async def set_mistakes(connection: AsyncConnection, table: str, seat: int, made: int) -> None:
    """Store the count instead of incrementing it, because the store runs this again after a lost connection."""
    await connection.execute(seats.update().where(seated(table, seat) & (seats.c.mistakes < made)).values(mistakes=made))
