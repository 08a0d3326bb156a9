"""The store: a SQLite file by default, or PostgreSQL by URL.

A game is stored as its head and a log that only grows, except that an act's undone steps are folded in place once the act is final. Keys
and holders are stored as hashes. A table's seed is secret: it is never sent anywhere, and no record contains it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.game import Complaint, Outcome
from byways.record import AnyEntry, Entry, Folded, Record
from byways.table import metrics
from byways.table.chat import Talk
from byways.table.errors import Garbled
from byways.table.seats import Notice, Seat
from byways.table.store import deals, progress, puzzles
from byways.table.store.commits import Conflict, GroupCommit, Write
from byways.table.store.database import (
    Problem,
    cause_of,
    check_version,
    engine_for,
    is_disconnect,
    migrate,
    opening_error,
    problem_of,
    touch,
)
from byways.table.store.listings import Listing, finished_by, listings, of_holder, to_watch
from byways.table.store.notifications import Stored
from byways.table.store.postgres import Postgres
from byways.table.store.schema import (
    Attempted,
    Progress,
    Query,
    ServerKey,
    TableUpdate,
    Timed,
    entries,
    house,
    notice_values,
    notices,
    read_talk,
    seat_values,
    seats,
    tables,
    to_json,
    to_notice,
    to_seat,
)
from byways.table.store.sqlite import Sqlite

PATIENCE = 10.0  # seconds that a choice waits for an unreachable database
NOTICES = 50  # notices about seat changes that a table keeps
SUSPICION = 10.0  # seconds for which a failed write marks a server as not ready
LOG_INTERVAL = 60.0  # seconds before the same problem is logged again
PLAIN = (
    "id",
    "seed",
    "public",
    "clock",
    "created",
    "lesson",
    "host",
    "begun",
    "leader",
    "hints",
    "daily",
    "puzzle",
)  # columns copied to `StoredTable` unchanged

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

read_entry: Callable[[str], Entry] = msgspec.json.Decoder(AnyEntry | Folded).decode


class StoredTable(msgspec.Struct, frozen=True):
    """Everything stored about a table."""

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
    lesson: str = ""  # the lesson's name, if the table teaches one
    host: str | None = None  # the holder who created the table
    talk: Talk = Talk()
    said: int = 0  # counts changes to the talk
    notices: tuple[Notice, ...] = ()
    begun: bool = False  # whether it continues a moment of another game
    awaited: frozenset[int] = frozenset()  # the seats whose turn is stored, for lists
    leader: str | None = None  # the server that runs the table's bots and clocks
    hints: bool = True  # whether players may take hints
    daily: str = ""  # the day of its deal, or "practice"
    puzzle: str = ""  # the puzzle's name, if one is solved at the table
    attempt: Attempted | None = None  # its holder's attempt, if it is at this table


def file_url(path: Path) -> str:
    return sa.URL.create("sqlite+aiosqlite", database=str(path)).render_as_string()  # escapes ? and %


def operation(work: Callable[Concatenate[Store, P], Awaitable[T]]) -> Callable[Concatenate[Store, P], Coroutine[object, None, T]]:
    """Protect a store method against cancellation and lost connections.

    The method finishes even if its caller is cancelled, so that no connection is abandoned mid-statement. If its connection is lost, it
    runs once more; it must be idempotent, because the first run may have been committed. Database errors become complaints.
    """

    async def attempt(store: Store, /, *given: P.args, **named: P.kwargs) -> T:
        try:
            try:
                return await work(store, *given, **named)
            except Exception as error:
                if not is_disconnect(error):
                    raise
            return await work(store, *given, **named)
        except Complaint:
            raise
        except (msgspec.MsgspecError, LookupError) as error:
            raise Garbled("wrong.garbled") from error
        except Exception as error:
            raise store.diagnose(error).error() from error

    @wraps(work)
    async def run(store: Store, /, *given: P.args, **named: P.kwargs) -> T:
        task = asyncio.create_task(attempt(store, *given, **named))
        # The event loop keeps only weak references to tasks, and `close` waits for these.
        store.running.add(task)
        task.add_done_callback(store.running.discard)
        return await asyncio.shield(task)

    return run


class Store:
    """All tables of a database. Methods that write return once the change is durable.

    Entries go through the raw driver, in group commits. Everything else goes through SQLAlchemy. `notify` receives news for other servers;
    `listen_url` bypasses a pooler at `url`.
    """

    def __init__(self, url: str, listen_url: str | None = None) -> None:
        self.url, self.pooled, self.engine = url, listen_url is not None, engine_for(url, pooled=listen_url is not None)
        self.listen_url = None if self.engine.dialect.name != "postgresql" else listen_url or url
        self.notify: Callable[..., object] = lambda *notifications: None
        self.driver = Postgres(url, self.pooled) if self.listen_url else Sqlite(self.engine)
        self.commits = GroupCommit(self.driver, self._committed, self.diagnose)
        self.running: set[asyncio.Task[object]] = set()
        self.logged: dict[Problem, float] = {}  # when each problem may be logged again
        self.unwritable: tuple[Problem, float] | None = None  # why and when the last write failed

    async def open(self) -> None:
        """Check and migrate the database. Raises with a sentence that explains what is wrong with it."""
        opening = engine_for(self.url, patient=True, pooled=self.pooled)
        try:
            await self.driver.open()
            async with opening.begin() as connection:
                await connection.run_sync(migrate)
        except Complaint:
            raise
        except Exception as error:
            await asyncio.sleep(0.1)  # the thread of a failed aiosqlite connection still calls this loop
            raise opening_error(self.engine.url, error) from error
        finally:
            await opening.dispose()

    async def close(self) -> None:
        await asyncio.gather(*self.running, self.commits.close(), return_exceptions=True)
        await self.engine.dispose()
        self.driver.close()

    def diagnose(self, error: Exception) -> Problem:
        """Classify, count and occasionally log a database error."""
        problem, now = problem_of(error), time.monotonic()
        metrics.TROUBLES.labels(problem.name.lower()).inc()
        if now > self.logged.get(problem, 0.0):
            self.logged[problem] = now + LOG_INTERVAL
            log.error("%s (%s)", problem.error(), cause_of(error), exc_info=error if problem is Problem.FAILED else None)
        if problem in (Problem.FULL, Problem.READ_ONLY):
            self.unwritable = problem, now
        return problem

    @operation
    async def check(self) -> None:
        """Raise unless the database answers, still has this version (another server may have migrated it) and can be written.

        After a write failed for lack of space or rights, this raises for `SUSPICION` seconds or until a write succeeds, then tries a write.
        Otherwise it writes nothing.
        """
        async with self.engine.connect() as connection:
            await connection.run_sync(check_version)
        if problem := await self.driver.write_problem():
            raise problem.error()
        if self.unwritable is not None:
            problem, since = self.unwritable
            if time.monotonic() < since + SUSPICION:
                raise problem.error()
            async with self.engine.begin() as connection:
                await connection.run_sync(touch)
            self.unwritable = None

    @operation
    async def transaction(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run another module's work, which must be idempotent, in a transaction."""
        async with self.engine.begin() as connection:
            return await work(connection)

    # Tables

    @operation
    async def add(self, table: StoredTable, claim: Callable[[AsyncConnection], Awaitable[bool]] | None = None) -> bool:
        """Add a table, if `claim` returns true in the same transaction. Return whether it was added."""
        async with self.engine.begin() as connection:
            # A retry after a lost connection may find the row it inserted itself.
            if not await is_stored(connection, table.id):
                if claim is not None and not await claim(connection):
                    return False
                await insert(connection, table)
        return True

    @operation
    async def find(self, table: str) -> StoredTable | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(tables.select().where(tables.c.id == table))).one_or_none()
            if row is None:
                return None
            people = (await connection.execute(seats.select().where(seats.c.table_id == table).order_by(seats.c.seat))).all()
            log, noticed = await read_log(connection, table, 0), await read_notices(connection, table)
            attempt = await puzzles.attempt_at(connection, table) if row.puzzle else None
        head = msgspec.json.decode(row.head, type=Record)
        if len(people) != len(head.players):
            raise LookupError(f"Table {table} has {len(people)} seats for {len(head.players)} players.")
        return StoredTable(
            **{name: getattr(row, name) for name in (*PLAIN, "ended", "rematch", "changes", "said")},
            head=head,
            seats=tuple(map(to_seat, people)),
            entries=log,
            outcome=None if row.outcome is None else msgspec.json.decode(row.outcome, type=Outcome),
            talk=read_talk(row.talk),
            notices=noticed,
            awaited=frozenset(one.seat for one in people if one.awaited is not None),
            attempt=attempt,
        )

    @operation
    async def progress(self, names: Sequence[str]) -> dict[str, Progress]:
        """Return the progress of these tables, without those that are not stored."""
        return await self.driver.progress(names)

    def peek(self, table: str) -> Progress | None:
        """Return a table's progress if that needs no waiting, as with SQLite; otherwise None."""
        return self.driver.peek(table)

    @operation
    async def update_of(self, table: str, start: int | None = None) -> TableUpdate | None:
        """Return the seats, and the log from entry `start` on.

        The log is read before the seats, so that the seats are never older than what was played. A table that catches up relies on this.
        """
        about = (tables.c.changes, tables.c.rematch, tables.c.talk, tables.c.said, tables.c.ended, tables.c.leader, tables.c.puzzle)
        found = sa.select(*about, seats).join(seats).where(tables.c.id == table).order_by(seats.c.seat)
        async with self.engine.connect() as connection:
            log = () if start is None else await read_log(connection, table, start)
            rows = (await connection.execute(found)).all()
            noticed = await read_notices(connection, table)
            attempt = await puzzles.attempt_at(connection, table) if rows and rows[0].puzzle else None
        if not rows:
            return None
        row, people, talk = rows[0], tuple(map(to_seat, rows)), read_talk(rows[0].talk)
        return TableUpdate(people, row.changes, row.rematch, talk, row.said, noticed, row.ended is not None, row.leader, log, attempt)

    @operation
    async def end(
        self,
        table: str,
        outcome: Outcome,
        at: float,
        game: str = "",
        achieved: Collection[tuple[str, str]] = (),
        tried: tuple[float | None, str] | None = None,
    ) -> None:
        """End a game.

        `achieved` lists holders' steps in this game (`byways.table.play.progress`), `tried` the score and the signs of a deal of the day.
        """
        # Idempotent: every server derives the same outcome from the log.
        values = {"ended": at, "outcome": to_json(outcome), "leader": None}
        async with self.engine.begin() as connection:
            await connection.execute(tables.update().where(tables.c.id == table).values(values))
            await progress.add(connection, game, achieved)
            if tried is not None:
                await deals.finish(connection, table, at, *tried)

    @operation
    async def close_table(self, table: str, known: int, notice: Notice) -> None:
        """End a game without a result. Raises `Conflict` if more seat changes are stored than `known`."""
        same = (tables.c.id == table) & (tables.c.changes == known)
        async with self.engine.begin() as connection:
            # After a lost connection, a retry conflicts with its own commit. The caller then catches up and finds the game ended.
            closed = tables.update().where(same).values(ended=notice.at, changes=known + 1, leader=None)
            if (await connection.execute(closed)).rowcount != 1:
                raise Conflict("The seats have changed in the meantime.")
            await connection.execute(notices.insert(), [notice_values(table, known + 1, notice)])
        self.notify(Stored(table))

    @operation
    async def add_rematch(self, table: str, again: StoredTable, notice: Notice | None = None) -> str:
        """Add a rematch with a notice of who offers it, unless one exists. Returns the rematch's name."""
        this = tables.update().where(tables.c.id == table)
        lock = this.values(changes=tables.c.changes).returning(tables.c.rematch)  # updating the row locks it until the commit
        async with self.engine.begin() as connection:
            name = str((await connection.execute(lock)).scalar_one())
            if await is_stored(connection, name):  # earlier versions could store a name without its table
                return name
            await insert(connection, again)
            counted = this.values(rematch=again.id, changes=tables.c.changes + 1).returning(tables.c.changes)
            number = (await connection.execute(counted)).scalar_one()
            if notice is not None:
                await connection.execute(notices.insert(), [notice_values(table, number, notice)])
        self.notify(Stored(table))
        return again.id

    # What is played and said

    async def append(
        self,
        table: str,
        number: int,
        new: Sequence[Entry],
        at: float,
        folded: Mapping[int, Entry] | None = None,
        changes: int | None = None,
        turns: Mapping[int, bool] | None = None,
    ) -> None:
        """Append entries, numbered from `number` on, and return once they are durable.

        Raises `Conflict` and stores nothing if a number is in use or the count of seat changes is no longer `changes`. `folded` replaces
        earlier entries; `turns` says whose turn begins or ends.
        """
        started = time.perf_counter()
        texts = {number: to_json(entry) for number, entry in (folded or {}).items()}
        await self.commits.add(Write(table, number, [*map(to_json, new)], at, time.monotonic() + PATIENCE, changes, texts, turns or {}))
        metrics.appended(new, time.perf_counter() - started)

    def _committed(self, batch: Sequence[Write]) -> None:
        self.unwritable = None
        if self.listen_url is not None:  # otherwise there are no other servers
            self.notify(*(write.notification for write in batch))

    @operation
    async def set_turns(self, table: str, turns: Mapping[int, bool], at: float) -> None:
        """Store whose turn begins or ends, without an entry."""
        async with self.engine.begin() as connection:
            await write_turns(connection, table, turns, at)

    @operation
    async def seat(
        self, table: str, number: int, seat: Seat, known: int, notice: Notice | None = None, turns: Mapping[int, bool] | None = None
    ) -> int:
        """Change a seat and return the new count of changes. Raises `Conflict` if more changes are stored than `known`.

        `turns` says whose turn begins or ends.
        """
        same = (tables.c.id == table) & (tables.c.changes == known)
        where = (seats.c.table_id == table) & (seats.c.seat == number)
        async with self.engine.begin() as connection:
            # Optimistic locking: counting the change locks the row, and finds none if another server was faster.
            if (await connection.execute(tables.update().where(same).values(changes=known + 1))).rowcount != 1:
                stored = (await connection.execute(sa.select(tables.c.changes, seats).join(seats).where(where))).one_or_none()
                if stored is None or (stored.changes, to_seat(stored)) != (known + 1, seat):
                    raise Conflict("The seats have changed in the meantime.")
                return known + 1  # this call stored it, then lost its connection
            await connection.execute(seats.update().where(where).values(seat_values(table, number, seat)))
            await write_turns(connection, table, turns or {}, time.time())
            if notice is not None:
                await connection.execute(notices.insert(), [notice_values(table, known + 1, notice)])
                await connection.execute(notices.delete().where((notices.c.table_id == table) & (notices.c.number <= known - NOTICES)))
        self.notify(Stored(table))
        return known + 1

    @operation
    async def talk(self, table: str, talk: Talk, known: int) -> int:
        """Replace the talk and return the new count of its changes. Raises `Conflict` if more changes are stored than `known`."""
        this, text = tables.c.id == table, to_json(talk)
        async with self.engine.begin() as connection:
            changed = tables.update().where(this & (tables.c.said == known)).values(said=known + 1, talk=text)
            if (await connection.execute(changed)).rowcount != 1:
                stored = (await connection.execute(sa.select(tables.c.said, tables.c.talk).where(this))).one_or_none()
                if stored is None or tuple(stored) != (known + 1, text):
                    raise Conflict("The talk has changed in the meantime.")
                return known + 1  # this call stored it, then lost its connection
        self.notify(Stored(table))
        return known + 1

    # Lists and holders

    @operation
    async def server_key(self) -> ServerKey:
        async with self.engine.connect() as connection:
            return ServerKey(*(await connection.execute(house.select())).one())

    @operation
    async def has_held(self, holder: str, before: float) -> bool:
        """Return whether a holder has a seat at a table created before a given time."""
        held = sa.select(seats.c.seat).join(tables).where((seats.c.holder == holder) & (tables.c.created < before)).limit(1)
        async with self.engine.connect() as connection:
            return (await connection.execute(held)).first() is not None

    @operation
    async def unfinished(self, limit: int) -> list[str]:
        """Return tables without a leader, latest entry first. Tables of puzzles are left out, because no bot and no clock runs there."""
        latest = sa.func.coalesce(sa.func.max(entries.c.at), tables.c.created)
        free = tables.c.ended.is_(None) & tables.c.leader.is_(None) & (tables.c.puzzle == "")
        chosen = sa.select(tables.c.id).outerjoin(entries).where(free).group_by(tables.c.id, tables.c.created)
        async with self.engine.connect() as connection:
            return list((await connection.execute(chosen.order_by(latest.desc()).limit(limit))).scalars())

    async def held(self, holder: str, limit: int = 50, start: int = 0) -> list[Listing]:
        return await self._listings(of_holder(holder).limit(limit).offset(start))

    async def finished(self, holder: str) -> list[Listing]:
        return await self._listings(finished_by(holder))

    async def public(self, limit: int = 50) -> list[Listing]:
        return await self._listings(to_watch().limit(limit))

    @operation
    async def _listings(self, query: Query) -> list[Listing]:
        async with self.engine.connect() as connection:
            return await listings(connection, query)


async def is_stored(connection: AsyncConnection, table: str) -> bool:
    return (await connection.execute(sa.select(tables.c.id).where(tables.c.id == table))).first() is not None


async def insert(connection: AsyncConnection, table: StoredTable) -> None:
    values = {**{name: getattr(table, name) for name in PLAIN}, "game": table.head.game, "head": table.head.to_json().decode()}
    await connection.execute(tables.insert(), [values])
    await connection.execute(seats.insert(), [seat_values(table.id, *numbered) for numbered in enumerate(table.seats)])
    if table.entries:
        log = [
            {"table_id": table.id, "number": number, "entry": to_json(timed.entry), "at": table.created}
            for number, timed in enumerate(table.entries)
        ]
        await connection.execute(entries.insert(), log)


async def write_turns(connection: AsyncConnection, table: str, turns: Mapping[int, bool], at: float) -> None:
    where = (seats.c.table_id == table) & (seats.c.seat == sa.bindparam("number"))
    values = [{"number": seat, "since": at if begins else None} for seat, begins in sorted(turns.items())]
    if values:
        await connection.execute(seats.update().where(where).values(awaited=sa.bindparam("since")), values)


async def read_notices(connection: AsyncConnection, table: str) -> tuple[Notice, ...]:
    rows = await connection.execute(notices.select().where(notices.c.table_id == table).order_by(notices.c.number))
    return tuple(map(to_notice, rows))


async def read_log(connection: AsyncConnection, table: str, start: int) -> tuple[Timed, ...]:
    which = (entries.c.table_id == table) & (entries.c.number >= start)
    rows = await connection.execute(sa.select(entries.c.entry, entries.c.at).where(which).order_by(entries.c.number))
    read = list[Timed]()
    for some in rows.partitions(500):
        read += [Timed(read_entry(entry), at) for entry, at in some]
        await asyncio.sleep(0)  # decoding a long log must not hold the event loop
    return tuple(read)
