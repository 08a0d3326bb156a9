"""Admin operations on stored tables: list, export, delete. Servers may keep running meanwhile."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec
import sqlalchemy as sa

from byways.game import Complaint
from byways.record import Folded, Record
from byways.table.errors import Declined
from byways.table.store.database import check_version, data_file, file_of, name_of, opening_error, read_only
from byways.table.store.schema import Column, entries, metadata, tables
from byways.table.store.store import Store, file_url

BATCH = 50  # tables deleted per transaction, so that a server never waits long for the database
DAY = 86400.0


class StoredSize(msgspec.Struct):
    """A table and its share of the database: rows, and bytes without the database's overhead."""

    id: str
    game: str
    created: float
    ended: float | None
    entries: int = 0
    rows: int = 1
    bytes: int = 0


@asynccontextmanager
async def open_existing(url: str | None) -> AsyncIterator[Store]:
    """Open an existing store, read-only if it cannot be written, without creating or migrating it."""
    store = Store(read_only(url or file_url(data_file())))
    try:
        at = store.engine.url
        if at.get_backend_name() == "sqlite" and not file_of(at).exists():
            raise Declined("wrong.database", address=name_of(at), problem=os.strerror(errno.ENOENT))
        async with store.engine.connect() as connection:
            await connection.run_sync(check_version)
        yield store
    except Complaint:
        raise
    except Exception as error:
        raise opening_error(store.engine.url, error) from error
    finally:
        await store.close()


def selection(game: str | None, days: float | None) -> sa.ColumnElement[bool]:
    """Select a game's tables that ended at least `days` days ago. None does not restrict."""
    which = sa.true() if game is None else tables.c.game == game
    return which if days is None else which & (tables.c.ended <= time.time() - days * DAY)


def parts() -> list[tuple[sa.Table, Column]]:
    """Return the SQL tables that refer to a table, each with the referring column."""
    return [(one, key.parent) for one in metadata.sorted_tables for key in one.foreign_keys if key.column.table is tables]


def size(table: sa.Table) -> sa.ColumnElement[int]:
    """Estimate the bytes of a row: eight for a number, one for a character."""
    texts = [sa.func.coalesce(sa.func.length(column), 0) for column in table.c if isinstance(column.type, sa.String)]
    return sum(texts, start=sa.literal(8 * (len(table.c) - len(texts))))


async def sizes(store: Store, which: sa.ColumnElement[bool]) -> list[StoredSize]:
    """Return the selected tables, oldest first."""
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
                if one in found:  # the table may be newer than the first query
                    found[one].rows += rows
                    found[one].bytes += taken
                    found[one].entries = rows if part is entries else found[one].entries
    return [*found.values()]


async def record_of(store: Store, name: str) -> Record | None:
    """Return a table's record, or None if the table has been deleted meanwhile."""
    if (stored := await store.find(name)) is None:
        return None
    played = tuple(timed.entry for timed in stored.entries if not isinstance(timed.entry, Folded))
    return msgspec.structs.replace(stored.head, entries=played)


async def delete(store: Store, names: Sequence[str]) -> None:
    """Delete those tables that are over, with everything that belongs to them."""
    for some in (names[start : start + BATCH] for start in range(0, len(names), BATCH)):
        over = tables.c.id.in_(some) & tables.c.ended.is_not(None)
        async with store.engine.begin() as connection:
            # Lock them, so that no server changes them now. Delete rows that refer to a table before the table.
            gone = [*(await connection.execute(sa.select(tables.c.id).where(over).with_for_update())).scalars()]
            for part, name in parts():
                await connection.execute(part.delete().where(name.in_(gone)))
            await connection.execute(tables.delete().where(tables.c.id.in_(gone)))
