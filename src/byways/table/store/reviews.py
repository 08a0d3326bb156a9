"""Reviews of finished games in the store. A server works on a review under a lease.

Bots' answers are stored until the review is done, so that another server, or this one after a restart, can continue.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.review.judging import Valued
from byways.review.models import Review
from byways.table.store.schema import insert_into, reviews, tables, to_json, weighings

# These leases use the servers' own clocks. If clocks differ, work may be done twice but nothing is lost, because `save` checks the holder.
LEASE = 20.0  # seconds without progress after which another server may continue a review


class StoredReview(NamedTuple):
    """A review so far, and whether a server works on it."""

    review: Review
    is_leased: bool


async def find(connection: AsyncConnection, table: str) -> StoredReview | None:
    row = (await connection.execute(reviews.select().where(reviews.c.table_id == table))).one_or_none()
    return None if row is None else StoredReview(msgspec.json.decode(row.review, type=Review), row.until > time.time())


async def begin(connection: AsyncConnection, table: str, review: Review) -> None:
    """Add an empty review, unless there is one or the table has been deleted."""
    row = sa.select(tables.c.id, sa.literal(to_json(review)), sa.literal(""), sa.literal(0.0)).where(tables.c.id == table)
    await connection.execute(insert_into(connection, reviews).from_select([*reviews.c.keys()], row).on_conflict_do_nothing())


async def take(connection: AsyncConnection, table: str, me: str) -> bool:
    """Lease a review to this server. Returns False if another server holds it."""
    free = (reviews.c.table_id == table) & ((reviews.c.until <= time.time()) | (reviews.c.server == me))
    return (await connection.execute(reviews.update().where(free).values(server=me, until=time.time() + LEASE))).rowcount == 1


async def answers(connection: AsyncConnection, table: str) -> dict[str, list[Valued]]:
    """Return the bots' answers by the question's random stream."""
    rows = await connection.execute(weighings.select().where(weighings.c.table_id == table))
    return {row.stream: msgspec.json.decode(row.answer, type=list[Valued]) for row in rows}


async def save(connection: AsyncConnection, table: str, me: str, review: Review, fresh: Mapping[str, Sequence[Valued]]) -> bool:
    """Store a review with fresh answers and extend its lease. Returns False if the lease is lost or the table has been deleted."""
    mine = (reviews.c.table_id == table) & (reviews.c.server == me)
    grown = reviews.update().where(mine).values(review=to_json(review), until=time.time() + LEASE)
    if (await connection.execute(grown)).rowcount != 1:
        return False
    if review.is_done:
        await connection.execute(weighings.delete().where(weighings.c.table_id == table))
    elif fresh:
        rows = [{"table_id": table, "stream": stream, "answer": to_json(valued)} for stream, valued in fresh.items()]
        await connection.execute(insert_into(connection, weighings).on_conflict_do_nothing(), rows)
    return True


async def release(connection: AsyncConnection, table: str, me: str) -> None:
    """End this server's lease. Its later saves are refused, because they would overwrite what another server has added."""
    mine = (reviews.c.table_id == table) & (reviews.c.server == me)
    await connection.execute(reviews.update().where(mine).values(server="", until=0.0))
