"""The tables of a database as those see them who keep it: listed, taken out as records, deleted. Servers may go on meanwhile."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import sqlalchemy as sa

from byways.game import Complaint
from byways.record import Folded, Record
from byways.table.errors import Declined
from byways.table.store.database import check_version, data_file, name_of, refused
from byways.table.store.schema import Column, entries, metadata, tables
from byways.table.store.store import Store, file_url

AT_ONCE = 50  # tables that are deleted in one commit: a server waits for no more
DAY = 86400.0


class StoredSize(msgspec.Struct):
    """A table, and how much of the database it takes: rows, and bytes without what the database adds."""

    id: str
    game: str
    created: float
    ended: float | None
    entries: int = 0
    rows: int = 1
    bytes: int = 0


@asynccontextmanager
async def store_at(url: str | None) -> AsyncIterator[Store]:
    """A store as it is: nothing is brought up to date, nor made where there is nothing."""
    store = Store(url or file_url(data_file()))
    try:
        if store.writer is not None and not store.writer.url.query and not Path(store.writer.url.database or "").exists():
            raise Declined("wrong.database", address=name_of(store.engine.url), problem=os.strerror(errno.ENOENT))
        async with store.engine.connect() as connection:
            await connection.run_sync(check_version)
        yield store
    except Complaint:
        raise
    except Exception as error:
        raise refused(store.engine.url, error) from error
    finally:
        await store.close()


def chosen(game: str | None, days: float | None) -> sa.ColumnElement[bool]:
    """The tables of a game, and those that ended so many days ago."""
    which = sa.true() if game is None else tables.c.game == game
    return which if days is None else which & (tables.c.ended <= time.time() - days * DAY)


def parts() -> list[tuple[sa.Table, Column]]:
    """What else there is of a table, each with the column that names it."""
    return [(one, key.parent) for one in metadata.sorted_tables for key in one.foreign_keys if key.column.table is tables]


def size(table: sa.Table) -> sa.ColumnElement[int]:
    """Of a row: numbers have eight bytes, letters one or a little more."""
    texts = [sa.func.coalesce(sa.func.length(column), 0) for column in table.c if isinstance(column.type, sa.String)]
    return sum(texts, start=sa.literal(8 * (len(table.c) - len(texts))))


async def kept(store: Store, which: sa.ColumnElement[bool]) -> list[StoredSize]:
    """Oldest first."""
    about = (
        sa.select(tables.c.id, tables.c.game, tables.c.created, tables.c.ended, size(tables).label("size"))
        .where(which)
        .order_by(tables.c.created)
    )
    async with store.engine.connect() as connection:
        found = {row.id: StoredSize(row.id, row.game, row.created, row.ended, bytes=row.size) for row in await connection.execute(about)}
        for part, name in parts():
            counted = sa.select(name, sa.func.count(), sa.func.sum(size(part))).group_by(name)
            for one, rows, taken in await connection.execute(counted.where(name.in_(sa.select(tables.c.id).where(which)))):
                if one in found:  # and not set this moment
                    found[one].rows += rows
                    found[one].bytes += taken
                    found[one].entries = rows if part is entries else found[one].entries
    return [*found.values()]


async def record_of(store: Store, name: str) -> Record | None:
    """What was played at a table; None if it has been deleted meanwhile."""
    if (stored := await store.find(name)) is None:
        return None
    played = tuple(timed.entry for timed in stored.entries if not isinstance(timed.entry, Folded))
    return msgspec.structs.replace(stored.head, entries=played)


async def delete(store: Store, names: Sequence[str]) -> None:
    """Tables that are over, with all that there is of them."""
    for some in (names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE)):
        over = tables.c.id.in_(some) & tables.c.ended.is_not(None)
        async with store.engine.begin() as connection:
            gone = [*(await connection.execute(sa.select(tables.c.id).where(over).with_for_update())).scalars()]
            for part, name in parts():
                await connection.execute(part.delete().where(name.in_(gone)))
            await connection.execute(tables.delete().where(tables.c.id.in_(gone)))
