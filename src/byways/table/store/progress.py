"""Holders' progress in games, and the tables that they have cleared from their lists."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.table.store.schema import cleared, copy_rows, insert_into, progress, seats, tables

BATCH = 500  # rows per insert


async def load(connection: AsyncConnection, holder: str) -> dict[str, frozenset[str]]:
    """Return a holder's steps by game."""
    found: dict[str, set[str]] = {}
    for row in await connection.execute(sa.select(progress.c.game, progress.c.step).where(progress.c.holder == holder)):
        found.setdefault(row.game, set()).add(row.step)
    return {game: frozenset(steps) for game, steps in found.items()}


async def add(connection: AsyncConnection, game: str, achieved: Iterable[tuple[str, str]]) -> None:
    """Add holders' steps in a game. Steps that they already have change nothing."""
    if rows := [{"holder": holder, "game": game, "step": step} for holder, step in sorted(achieved)]:
        await connection.execute(insert_into(connection, progress).on_conflict_do_nothing(), rows)


async def copy(connection: AsyncConnection, source: str, target: str) -> None:
    """Copy one holder's steps to another, who is the same player on another device."""
    theirs = progress.select().where(progress.c.holder == source).order_by(progress.c.game, progress.c.step)
    await copy_rows(connection, progress, theirs, target)


async def clear(connection: AsyncConnection, holder: str, which: sa.ColumnElement[bool], at: float) -> None:
    """Clear tables from a holder's list, including past seats. Other players' lists keep them."""
    theirs = sa.select(seats.c.table_id).where((seats.c.holder == holder) | (seats.c.former == holder))
    names = [*(await connection.execute(sa.select(tables.c.id).where(tables.c.id.in_(theirs) & which & ~is_cleared(holder)))).scalars()]
    for start in range(0, len(names), BATCH):
        rows = [{"holder": holder, "table_id": name, "at": at} for name in names[start : start + BATCH]]
        await connection.execute(insert_into(connection, cleared).on_conflict_do_nothing(), rows)


async def restore(connection: AsyncConnection, holder: str, at: float) -> None:
    """Restore the tables cleared at this time."""
    await connection.execute(cleared.delete().where((cleared.c.holder == holder) & (cleared.c.at == at)))


async def cleared_at(connection: AsyncConnection, holder: str, at: float) -> int:
    """Return how many tables were cleared at this time."""
    count = sa.select(sa.func.count()).select_from(cleared).where((cleared.c.holder == holder) & (cleared.c.at == at))
    return int((await connection.execute(count)).scalar_one())


def is_cleared(holder: str) -> sa.ColumnElement[bool]:
    return sa.exists().where((cleared.c.holder == holder) & (cleared.c.table_id == tables.c.id))
