"""Where tables are kept: SQLite in a file by default, PostgreSQL by a URL. A game is stored as its head and a log that only grows;
what was taken back in an act is folded in place when the act is final.

Keys and holders are stored as hashes only. The seed of a table is secret: it is never sent anywhere and never in a record.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.game import Complaint, Outcome
from byways.record import AnyEntry, Entry, Folded, Record
from byways.table import metrics
from byways.table.chat import Talk
from byways.table.errors import Garbled
from byways.table.seats import Notice, Seat
from byways.table.store.commits import Pen, Taken, Write, commit, settle
from byways.table.store.database import (
    Trouble,
    check_pages,
    check_version,
    engine_for,
    migrate,
    reader_for,
    reason_of,
    refused,
    trouble_of,
    writer_for,
)
from byways.table.store.listings import Listing, finished_by, listings, of_holder, to_watch
from byways.table.store.notifications import Notification, Stored
from byways.table.store.postgres import Appender, OwnLine, compiled
from byways.table.store.schema import (
    NEWEST,
    Answered,
    EntryRow,
    Newest,
    Query,
    ServerKey,
    Sitting,
    Timed,
    entries,
    entry_rows,
    fold_row,
    house,
    newest_of,
    notice_of,
    notice_row,
    notices,
    seat_of,
    seat_row,
    seats,
    tables,
    turn_rows,
)

PATIENCE = 10.0  # seconds that a choice waits for a database that is away
AGAIN = 0.1  # seconds before the next try
NOTICES = 50  # changes of seats that a table tells of
LOGGED = 60.0  # seconds before the same trouble is logged again
NEW = ("id", "seed", "public", "clock", "created", "lesson", "host", "begun", "leader")  # what is stored of a new table as it is

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

read_entry: Callable[[str], Entry] = msgspec.json.Decoder(AnyEntry | Folded).decode
read_talk: Callable[[str], Talk] = msgspec.json.Decoder(Talk).decode


class StoredTable(msgspec.Struct, frozen=True):
    """All that is known of a table."""

    id: str
    head: Record
    seed: str
    public: bool
    clock: float | None
    created: float
    seats: tuple[Seat, ...]
    entries: tuple[Timed, ...] = ()
    ended: float | None = None
    outcome: Outcome | None = None
    rematch: str | None = None
    changes: int = 0
    lesson: str = ""  # the name of the lesson that is taught there
    host: str | None = None  # the holder who set it
    talk: Talk = Talk()
    said: int = 0  # how often the talk has changed
    notices: tuple[Notice, ...] = ()
    begun: bool = False  # it goes on from a moment of another
    awaited: frozenset[int] = frozenset()  # whose turn is noted, for lists
    leader: str | None = None  # the server where it goes on by itself


def file_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def unbroken(work: Callable[Concatenate[Store, P], Awaitable[T]]) -> Callable[Concatenate[Store, P], Coroutine[object, None, T]]:
    """The caller may go away, as browsers do: a connection is never left in the middle of something. If it cannot be done, a complaint
    says why."""

    async def explained(store: Store, /, *given: P.args, **named: P.kwargs) -> T:
        try:
            return await work(store, *given, **named)
        except Complaint:
            raise
        except (msgspec.MsgspecError, LookupError) as error:
            raise Garbled("wrong.garbled") from error
        except Exception as error:
            raise store.fails(error).told from error

    @wraps(work)
    async def run(store: Store, /, *given: P.args, **named: P.kwargs) -> T:
        task = asyncio.create_task(explained(store, *given, **named))
        store.running.add(task)
        task.add_done_callback(store.running.discard)
        return await asyncio.shield(task)

    return run


class Tell(Protocol):
    """Lets other servers on the same database know."""

    def __call__(self, *news: Write | Notification) -> object: ...


class Store:
    """Entries of all tables that arrive at the same time are committed together: one wait for the disk serves them all.

    A dedicated thread writes SQLite, a dedicated connection PostgreSQL: a commit then takes one round trip.

    `tell` gets what was written, and what else other servers should know; `listen_url` leads past a pooler at `url`.
    """

    def __init__(self, url: str, listen_url: str | None = None) -> None:
        self.url, self.pooled, self.engine = url, listen_url is not None, engine_for(url, pooled=listen_url is not None)
        self.listen_url = None if self.engine.dialect.name != "postgresql" else listen_url or url
        self.tell: Tell = lambda *_: None
        self.writer = writer_for(self.engine)
        self.appender = Appender(url, self.pooled) if self.listen_url else None
        self.reader: sqlite3.Connection | None = None
        self.pen = None if self.writer is None else Pen(self.writer)
        self._waiting: list[Write] = []
        self._writing: asyncio.Task[None] | None = None
        self.running: set[asyncio.Task[object]] = set()
        self.logged: dict[Trouble, float] = {}

    @cached_property
    def line(self) -> OwnLine:
        """To PostgreSQL, for what is asked all the time."""
        return OwnLine(self.url, self.pooled)

    async def open(self) -> None:
        try:
            await self._prepare()
        except Exception as error:
            await asyncio.sleep(0.1)  # the thread of a failed connection still talks to this loop
            if isinstance(error, Complaint):
                raise
            raise refused(self.engine.url, error) from error

    async def _prepare(self) -> None:
        opening = engine_for(self.url, patient=True, pooled=self.pooled)  # a migration may take its time
        try:
            if self.writer is not None:
                await asyncio.to_thread(check_pages, self.writer)
            async with opening.begin() as connection:
                await connection.run_sync(migrate)
            self.reader = reader_for(self.writer) if self.writer is not None else None
        finally:
            await opening.dispose()

    def fails(self, error: Exception) -> Trouble:
        """What ails the database; logged once in a while."""
        trouble, now = trouble_of(error), time.monotonic()
        metrics.TROUBLES.labels(trouble.name.lower()).inc()
        if now > self.logged.get(trouble, 0.0):
            self.logged[trouble] = now + LOGGED
            log.error("%s (%s)", trouble.told, reason_of(error), exc_info=error if trouble is Trouble.FAILED else None)
        return trouble

    async def close(self) -> None:
        await asyncio.gather(*self.running, *filter(None, [self._writing]), return_exceptions=True)
        await self.engine.dispose()
        for part in (self.pen, self.appender, self.reader):
            if part is not None:
                part.close()
        if self.listen_url is not None:
            self.line.close()
        if self.writer is not None:
            self.writer.dispose()

    @unbroken
    async def add(self, table: StoredTable) -> None:
        async with self.engine.begin() as connection:
            await insert(connection, table)

    @unbroken
    async def find(self, table: str) -> StoredTable | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(tables.select().where(tables.c.id == table))).one_or_none()
            if row is None:
                return None
            sitting = await connection.execute(seats.select().where(seats.c.table_id == table).order_by(seats.c.seat))
            sat = sitting.all()
            log, noticed = await read_log(connection, table, 0), await read_notices(connection, table)
        outcome = None if row.outcome is None else msgspec.json.decode(row.outcome, type=Outcome)
        head, people = msgspec.json.decode(row.head, type=Record), tuple(map(seat_of, sat))
        awaited = frozenset(one.seat for one in sat if one.awaited is not None)
        if len(people) != len(head.players):
            raise LookupError(f"Table {table} has {len(people)} seats for {len(head.players)} players.")
        about = {name: getattr(row, name) for name in (*NEW, "ended", "rematch", "changes", "said")}
        talk = read_talk(row.talk)
        return StoredTable(**about, head=head, seats=people, entries=log, outcome=outcome, talk=talk, notices=noticed, awaited=awaited)

    @unbroken
    async def log(self, table: str, start: int) -> tuple[Timed, ...]:
        async with self.engine.connect() as connection:
            return await read_log(connection, table, start)

    @unbroken
    async def newest(self, names: Sequence[str]) -> dict[str, Newest]:
        """How far along some tables are."""
        if self.listen_url is not None:
            return newest_of(await self.line.ask(NEWEST["postgresql"], names))
        async with self.engine.connect() as connection:
            return newest_of(await connection.exec_driver_sql(NEWEST["sqlite"], (msgspec.json.encode(names).decode(),)))

    def glance(self, *names: str) -> dict[str, Newest]:
        """How far along some tables are, if that can be said at once."""
        with suppress(sqlite3.Error):
            if self.reader is not None:
                return newest_of(self.reader.execute(NEWEST["sqlite"], (msgspec.json.encode(names).decode(),)))
        return {}

    async def append(
        self,
        table: str,
        number: int,
        new: Sequence[Entry],
        at: float,
        folded: Mapping[int, Entry] | None = None,
        known: int | None = None,
        turns: Mapping[int, bool] | None = None,
    ) -> None:
        """Returns when the entries are durable. `Taken` if one of the numbers is in use, or if more changes of the seats are stored
        than are `known`; then none is stored. What is `folded` replaces earlier entries. `turns` are those that begin or end.
        """
        done = asyncio.get_running_loop().create_future()
        folds = [fold_row(table, *numbered) for numbered in (folded or {}).items()]
        rows, begun = entry_rows(table, number, new, at), turn_rows(table, turns or {}, at)
        self._waiting.append(Write(table, known, rows, folds, begun, done, time.monotonic() + PATIENCE))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        asked = time.perf_counter()
        await done
        metrics.appended(new, time.perf_counter() - asked)

    async def _write(self) -> None:
        """Whatever goes wrong, everybody who waits is told, or waits for another try."""
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await self._commit(batch)
            except (IntegrityError, Taken):
                for write in batch:
                    await self._write_alone(write)
            except Exception as error:
                await self._postpone(batch, error)
            else:
                self._stored(*batch)

    def _stored(self, *batch: Write) -> None:
        for write in batch:
            settle(write.done)
        if self.listen_url is not None:  # else nobody hears it
            self.tell(*batch)

    async def _write_alone(self, write: Write) -> None:
        """Find out whose rows cannot be stored. Those of a commit that was in doubt may be there already."""
        try:
            await self._commit([write])
        except IntegrityError:
            await self._look_for(write)
        except Taken as taken:
            settle(write.done, taken)
        except Exception as error:
            await self._postpone([write], error)
        else:
            self._stored(write)

    async def _look_for(self, write: Write) -> None:
        try:
            kept = write.is_doubtful and await self._is_kept(write.rows)
        except Exception as error:
            await self._postpone([write], error)
        else:
            settle(write.done, None if kept else Taken("Another choice was quicker."))
            self.tell(Stored(write.table))

    async def _is_kept(self, rows: list[EntryRow]) -> bool:
        first = rows[0]
        which = (entries.c.table_id == first["table_id"]) & (entries.c.number >= first["number"])
        async with self.engine.connect() as connection:
            found = await connection.execute(entries.select().where(which).order_by(entries.c.number).limit(len(rows)))
            return [dict(row) for row in found.mappings()] == rows

    async def _postpone(self, batch: list[Write], error: Exception) -> None:
        """A database that is away may soon be back."""
        trouble = self.fails(error)
        for write in batch:
            if trouble is Trouble.AWAY and time.monotonic() < write.until:
                self._waiting.append(write)
            else:
                settle(write.done, trouble.complaint("wrong.perhaps-kept" if write.is_doubtful else "wrong.not-kept", why=trouble.value))
        await asyncio.sleep(AGAIN)

    async def _commit(self, batch: list[Write]) -> None:
        if self.appender is not None:
            await self.appender.commit(batch)
        elif self.pen is not None:
            await self.pen.commit(batch)
        else:
            async with self.engine.begin() as connection:
                await connection.run_sync(lambda memory: commit(memory.exec_driver_sql, batch))

    @unbroken
    async def do(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Something that another module has for the database, in one transaction."""
        async with self.engine.begin() as connection:
            return await work(connection)

    @unbroken
    async def ask(self, /, statement: sa.UpdateBase, **values: object) -> Sequence[Answered]:
        """What PostgreSQL is asked all the time, in one statement."""
        text, names, known = compiled(statement, self.engine.dialect)
        return await self.line.ask(text, *({**known, **values}[name] for name in names))

    @unbroken
    async def check(self) -> None:
        """Whether the database answers, and is still of this version: another server may have brought it up to date."""
        async with self.engine.connect() as connection:
            await connection.run_sync(check_version)

    @unbroken
    async def server_key(self) -> ServerKey:
        async with self.engine.connect() as connection:
            return ServerKey(*(await connection.execute(house.select())).one())

    @unbroken
    async def has_held(self, holder: str, before: float) -> bool:
        """Whether somebody holds a seat at a table that was set before a given time."""
        held = sa.select(seats.c.seat).join(tables).where((seats.c.holder == holder) & (tables.c.created < before)).limit(1)
        async with self.engine.connect() as connection:
            return (await connection.execute(held)).first() is not None

    @unbroken
    async def sitting(self, table: str, start: int | None = None) -> Sitting | None:
        """Who sits there, and what was played from an entry on. The log is read before the seats, so the seats are never older than
        what was played; `Table.catch_up` relies on this order."""
        about = (tables.c.changes, tables.c.rematch, tables.c.talk, tables.c.said, tables.c.ended, tables.c.leader)
        found = sa.select(*about, seats).join(seats).where(tables.c.id == table).order_by(seats.c.seat)
        async with self.engine.connect() as connection:
            log = () if start is None else await read_log(connection, table, start)
            rows = (await connection.execute(found)).all()
            noticed = await read_notices(connection, table)
        if not rows:
            return None
        row, people = rows[0], tuple(map(seat_of, rows))
        return Sitting(people, row.changes, row.rematch, read_talk(row.talk), row.said, noticed, row.ended is not None, row.leader, log)

    @unbroken
    async def seat(self, table: str, number: int, seat: Seat, known: int, notice: Notice | None = None) -> int:
        """Returns how often the seats of this table have changed now; `Taken` if more changes are stored than are `known`."""
        still = (tables.c.id == table) & (tables.c.changes == known)
        where = (seats.c.table_id == table) & (seats.c.seat == number)
        async with self.engine.begin() as connection:
            if (await connection.execute(tables.update().where(still).values(changes=known + 1))).rowcount != 1:
                raise Taken("Somebody else was quicker.")
            await connection.execute(seats.update().where(where).values(seat_row(table, number, seat)))
            if notice is not None:
                await connection.execute(notices.insert(), [notice_row(table, known + 1, notice)])
                await connection.execute(notices.delete().where((notices.c.table_id == table) & (notices.c.number <= known - NOTICES)))
        self.tell(Stored(table))
        return known + 1

    @unbroken
    async def talk(self, table: str, talk: Talk, known: int) -> int:
        """Returns how often the talk of this table has changed now; `Taken` if more changes are stored than are `known`."""
        still = (tables.c.id == table) & (tables.c.said == known)
        values = {"said": known + 1, "talk": msgspec.json.encode(talk).decode()}
        async with self.engine.begin() as connection:
            if (await connection.execute(tables.update().where(still).values(values))).rowcount != 1:
                raise Taken("Somebody else was quicker.")
        self.tell(Stored(table))
        return known + 1

    @unbroken
    async def end(self, table: str, outcome: Outcome, at: float) -> None:
        values = {"ended": at, "outcome": msgspec.json.encode(outcome).decode(), "leader": None}
        async with self.engine.begin() as connection:
            await connection.execute(tables.update().where(tables.c.id == table).values(values))

    @unbroken
    async def close_table(self, table: str, known: int, notice: Notice) -> None:
        """End a game before its end; `Taken` if more changes of seats are stored than are `known`."""
        still = (tables.c.id == table) & (tables.c.changes == known)
        async with self.engine.begin() as connection:
            closed = tables.update().where(still).values(ended=notice.at, changes=known + 1, leader=None)
            if (await connection.execute(closed)).rowcount != 1:
                raise Taken("Somebody else was quicker.")
            await connection.execute(notices.insert(), [notice_row(table, known + 1, notice)])
        self.tell(Stored(table))

    @unbroken
    async def add_rematch(self, table: str, again: StoredTable) -> str:
        """Adds a rematch unless there is one. Returns the name of the one there is."""
        this = tables.update().where(tables.c.id == table)
        locked = this.values(changes=tables.c.changes).returning(tables.c.rematch)  # others who ask wait here
        async with self.engine.begin() as connection:
            name = str((await connection.execute(locked)).scalar_one())
            found = await connection.execute(sa.select(tables.c.id).where(tables.c.id == name))
            if found.first():  # earlier versions could leave the name of one that was never added
                return name
            await insert(connection, again)
            await connection.execute(this.values(rematch=again.id, changes=tables.c.changes + 1))
        self.tell(Stored(table))
        return again.id

    @unbroken
    async def unfinished(self, limit: int) -> list[str]:
        """That nobody leads; latest entry first."""
        latest = sa.func.coalesce(sa.func.max(entries.c.at), tables.c.created)
        free = tables.c.ended.is_(None) & tables.c.leader.is_(None)
        chosen = sa.select(tables.c.id).outerjoin(entries).where(free).group_by(tables.c.id, tables.c.created)
        async with self.engine.connect() as connection:
            return list((await connection.execute(chosen.order_by(latest.desc()).limit(limit))).scalars())

    async def held(self, holder: str, limit: int = 50, start: int = 0) -> list[Listing]:
        return await self._listings(of_holder(holder).limit(limit).offset(start))

    async def finished(self, holder: str) -> list[Listing]:
        return await self._listings(finished_by(holder))

    async def public(self, limit: int = 50) -> list[Listing]:
        return await self._listings(to_watch().limit(limit))

    @unbroken
    async def _listings(self, which: Query) -> list[Listing]:
        async with self.engine.connect() as connection:
            return await listings(connection, which)


async def insert(connection: AsyncConnection, table: StoredTable) -> None:
    row = {**{name: getattr(table, name) for name in NEW}, "game": table.head.game, "head": table.head.to_json().decode()}
    await connection.execute(tables.insert(), [row])
    await connection.execute(seats.insert(), [seat_row(table.id, *numbered) for numbered in enumerate(table.seats)])
    if table.entries:
        rows = entry_rows(table.id, 0, [timed.entry for timed in table.entries], table.created)
        await connection.execute(entries.insert(), rows)


async def read_notices(connection: AsyncConnection, table: str) -> tuple[Notice, ...]:
    rows = await connection.execute(notices.select().where(notices.c.table_id == table).order_by(notices.c.number))
    return tuple(map(notice_of, rows))


async def read_log(connection: AsyncConnection, table: str, start: int) -> tuple[Timed, ...]:
    which = (entries.c.table_id == table) & (entries.c.number >= start)
    rows = await connection.execute(sa.select(entries.c.entry, entries.c.at).where(which).order_by(entries.c.number))
    read = list[Timed]()
    for some in rows.partitions(500):
        read += [Timed(read_entry(entry), at) for entry, at in some]
        await asyncio.sleep(0)  # a long log holds up nobody
    return tuple(read)
