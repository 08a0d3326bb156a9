"""Reviews of finished games in the store: kept as they grow, and one server at a time is at one.

What bots have answered is kept until a review is done, so that another server, or this one after a restart, goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.review.judging import Valued
from byways.review.models import Review
from byways.table.store.schema import reviews, tables, weighings

LEASE = 20.0  # seconds after which another server goes on with a review that has not grown


class Shelved(NamedTuple):
    """A review as far as it has come, and whether somebody is at it."""

    review: Review
    is_at_work: bool


async def find(connection: AsyncConnection, table: str) -> Shelved | None:
    row = (await connection.execute(reviews.select().where(reviews.c.table_id == table))).one_or_none()
    return None if row is None else Shelved(msgspec.json.decode(row.review, type=Review), row.until > time.time())


async def begin(connection: AsyncConnection, table: str, review: Review) -> None:
    """A review of which nothing is known yet, unless there is one or the table has been deleted."""
    row = sa.select(tables.c.id, sa.literal(text(review)), sa.literal(""), sa.literal(0.0)).where(tables.c.id == table)
    new = postgresql.insert(reviews) if connection.dialect.name == "postgresql" else sqlite.insert(reviews)
    await connection.execute(new.from_select([*reviews.c.keys()], row).on_conflict_do_nothing())


async def take(connection: AsyncConnection, table: str, me: str) -> bool:
    """Whether this server may go on with a review: no other is at it."""
    free = (reviews.c.table_id == table) & (reviews.c.until <= time.time())
    return (await connection.execute(reviews.update().where(free).values(server=me, until=time.time() + LEASE))).rowcount == 1


async def weighed(connection: AsyncConnection, table: str) -> dict[str, list[Valued]]:
    """What bots have answered, by the stream of the question."""
    rows = await connection.execute(weighings.select().where(weighings.c.table_id == table))
    return {row.stream: msgspec.json.decode(row.answer, type=list[Valued]) for row in rows}


async def keep(connection: AsyncConnection, table: str, me: str, review: Review, fresh: Mapping[str, Sequence[Valued]]) -> bool:
    """Keep what a review has grown to by fresh answers. Whether this server is still at it: another may have gone on, or the table may
    have been deleted."""
    mine = (reviews.c.table_id == table) & (reviews.c.server == me)
    grown = reviews.update().where(mine).values(review=text(review), until=time.time() + LEASE)
    if (await connection.execute(grown)).rowcount != 1:
        return False
    if review.is_done:
        await connection.execute(weighings.delete().where(weighings.c.table_id == table))
    elif fresh:
        rows = [{"table_id": table, "stream": stream, "answer": text(valued)} for stream, valued in fresh.items()]
        await connection.execute(weighings.insert(), rows)
    return True


async def release(connection: AsyncConnection, table: str, me: str) -> None:
    """Whoever wants may go on at once. What this server was still keeping comes too late: it would take the review back."""
    mine = (reviews.c.table_id == table) & (reviews.c.server == me)
    await connection.execute(reviews.update().where(mine).values(server="", until=0.0))


def text(kept: object) -> str:
    return msgspec.json.encode(kept).decode()
