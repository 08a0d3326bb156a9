"""One server at a time leads a table: its bots, frames and clocks run there and nowhere else.

A server leads all its tables by one lease, which it renews all the time, by the clock of the database. If it stops doing so, the others
take its tables over, the sooner if the line by which it heard of them is cut as well: it was killed, not only held up. That nothing is
played twice needs no lease: in the log of a table each number is taken once.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence, Sized
from contextlib import suppress
from functools import partial
from typing import Generic, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.game import Complaint
from byways.table.cluster.notify import CHANNEL, line_of
from byways.table.errors import Unavailable
from byways.table.seats import Seats
from byways.table.store.notifications import Stopped, Stored
from byways.table.store.schema import servers, tables
from byways.table.store.store import Store

LEASE = 3.0  # seconds that a server leads on without renewing its lease
CUT_OFF = 1.0  # the same for one that has no line to the others
BEAT = 0.5  # seconds between renewals
LOT = 20  # tables that a server takes over before others have their turn
AT_ONCE = 3  # tables that are read at the same time
FORGOTTEN = 600.0  # seconds after which nothing is known any more of a server that is gone
WATCHED = 30.0  # seconds for which a table counts as watched at another server that has asked for it; it asks again in between

NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)
IS_GONE = servers.c.until <= NOW
LINES = sa.table("pg_stat_activity", sa.column("application_name"))
HAS_LINE = sa.exists().where(LINES.c.application_name == line_of(servers.c.id))

# Made once: to put such a statement together takes longer than to execute it, and these are executed twice a second.
ME: sa.BindParameter[str] = sa.bindparam("me")
TERM = sa.bindparam("term", type_=sa.Double)
GONE = sa.select(servers.c.id).where(IS_GONE)
LEFT = sa.select(sa.func.count()).select_from(tables).where(tables.c.leader.in_(GONE)).scalar_subquery()
OTHERS = sa.select(sa.func.count()).select_from(servers).where((servers.c.id != ME) & ~IS_GONE).scalar_subquery()
SHARE = sa.func.least(LOT, (LEFT + OTHERS) // (OTHERS + 1))
SOME = sa.select(tables.c.id).where(tables.c.leader.in_(GONE)).limit(SHARE).with_for_update(skip_locked=True)
RENEWED = servers.update().where((servers.c.id == ME) & ~IS_GONE).values(until=NOW + TERM).returning(servers.c.id)
CUT = servers.update().where(servers.c.until.between(NOW, NOW + TERM - CUT_OFF) & ~HAS_LINE).values(until=0.0)
TAKEN_OVER = tables.update().where(tables.c.id.in_(SOME)).values(leader=ME).returning(tables.c.id)

log = logging.getLogger(__name__)


async def enlist(connection: AsyncConnection, me: str) -> bool:
    """Begin a lease. Whether this server is the only one."""
    row = insert(servers).values(id=me, until=NOW + LEASE)
    await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"until": row.excluded.until}))
    others = sa.select(sa.func.count()).select_from(servers).where((servers.c.id != me) & ~IS_GONE)
    return not (await connection.execute(others)).scalar_one()


async def led_by(connection: AsyncConnection, me: str) -> set[str]:
    return {*(await connection.execute(sa.select(tables.c.id).where(tables.c.leader == me))).scalars()}


async def take(connection: AsyncConnection, me: str, table: str) -> bool:
    """Lead a table that nobody else leads."""
    free = (tables.c.id == table) & (tables.c.leader.is_(None) | (tables.c.leader == me)) & tables.c.ended.is_(None)
    return (await connection.execute(tables.update().where(free).values(leader=me))).rowcount == 1


async def take_over(store: Store, me: str) -> set[str]:
    """Some tables of servers that are gone, unless somebody else is at them: no more at once than would fall to each server."""
    await store.ask(CUT, term=LEASE)
    return {name for (name,) in await store.ask(TAKEN_OVER, me=me)}


async def release(connection: AsyncConnection, me: str, table: str) -> None:
    await connection.execute(tables.update().where((tables.c.id == table) & (tables.c.leader == me)).values(leader=None))


async def stop(connection: AsyncConnection, me: str) -> None:
    """Let the others take over at once."""
    await connection.execute(servers.update().where(servers.c.id == me).values(until=0.0))
    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, str(Stopped()))))


async def forget(connection: AsyncConnection) -> None:
    """Servers that are long gone and lead nothing any more."""
    leads = sa.exists().where(tables.c.leader == servers.c.id)
    await connection.execute(servers.delete().where((servers.c.until <= NOW - FORGOTTEN) & ~leads))


class LedTable(Protocol):
    """What a lead needs of an open table."""

    id: str
    seats: Seats
    clock: float | None
    ended: bool

    @property
    def tasks(self) -> Sized: ...
    @property
    def is_paused(self) -> bool: ...
    def proceed(self) -> None: ...


T = TypeVar("T", bound=LedTable)


class OpenTables(Protocol[T]):
    """What a lead needs of the registry: the tables in memory, and those that cannot go on here."""

    store: Store
    left_alone: set[str]

    @property
    def live(self) -> Mapping[str, T]: ...
    async def find(self, name: str) -> T | None: ...
    async def listen(self, tables: Sequence[T]) -> None: ...


class Lead(Generic[T]):
    """What this server leads."""

    def __init__(self, tables: OpenTables[T]) -> None:
        self.tables, self.me = tables, secrets.token_urlsafe(9)
        self.led: set[str] = set()
        self.fresh: set[str] = set()  # of these, those that have yet to go on here
        self.wanted: set[str] = set()  # tables that another server has asked for lately
        self.watched: dict[str, float] = {}  # until when tables are taken to be watched at another server
        self.is_sure = True  # not where a line was cut: something may have been taken over without an answer
        self.until = 0.0
        self.due = asyncio.Event()
        self.going: asyncio.Task[None] | None = None

    def has(self, table: str) -> bool:
        return table in self.led and time.monotonic() < self.until

    def note_watched(self, table: str) -> bool:
        """Somebody watches a table at another server. Whether it is led here."""
        if table not in self.led:
            return False
        self.wanted.add(table)
        self.watched[table] = time.monotonic() + WATCHED
        return True

    def can_wait(self, table: str) -> bool:
        """Whether no other server need know at once what is stored of a table: it is led here, and nobody is known to watch it there."""
        return self.has(table) and time.monotonic() > self.watched.get(table, 0.0)

    async def begin(self) -> bool:
        """Whether there is no other server."""
        begun = time.monotonic()
        is_only = await self.tables.store.do(partial(enlist, me=self.me))
        self.until = begun + LEASE
        await self.tables.store.do(forget)
        return is_only

    async def run(self) -> None:
        while True:
            try:
                await self.renew()
                await self._take_over()
                await self._let_go()
            except Unavailable:  # which the store has logged
                self.is_sure = False
            except Exception:
                self.is_sure = False
                log.exception("What other servers have led is not taken over.")
            self.due.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self.due.wait()

    async def renew(self) -> None:
        """If that comes too late, others may lead some of the tables by now; the rest goes on. Whether it does is known only when it is
        done: a table that had something to do before was not led."""
        begun, is_renewed = time.monotonic(), bool(await self.tables.store.ask(RENEWED, me=self.me, term=LEASE))
        if not is_renewed:
            await self.begin()
            self.led = await self.tables.store.do(partial(led_by, me=self.me))
        elif not self.is_sure:
            known = await self.tables.store.do(partial(led_by, me=self.me))
            self.fresh |= known - self.led
            self.led |= known
        is_late = not is_renewed or time.monotonic() > self.until
        self.is_sure = True
        self.until = begun + LEASE
        for name in self.led & self.tables.live.keys() if is_late else ():
            self.tables.live[name].proceed()

    async def _take_over(self) -> None:
        """The next tables are taken over when the last go on, so others have their turn; this server renews its lease meanwhile."""
        if self.going is None or self.going.done():
            taken = await take_over(self.tables.store, self.me)
            self.led |= taken
            self.fresh = (self.fresh | taken | self.led - self.tables.live.keys()) & self.led
            if due := self.fresh - self.tables.left_alone:
                self.going = asyncio.create_task(self._go_on(due))

    async def _go_on(self, names: Iterable[str]) -> None:
        """A few at a time: each takes connections to the database, and new ones take longest."""
        several = asyncio.Semaphore(AT_ONCE)
        with suppress(Unavailable):  # which the store has logged: what does not go on yet is tried again
            await asyncio.gather(*(self._resume(name, several) for name in names))
            self.due.set()

    async def _resume(self, name: str, several: asyncio.Semaphore) -> None:
        """A table that cannot go on here is logged and left alone."""
        async with several:
            known = self.tables.live.get(name)
            try:
                if table := await self.tables.find(name):
                    await self.tables.listen([table] if known else [])
                    table.proceed()
            except Unavailable:
                raise
            except Complaint:
                return
            self.fresh.discard(name)

    async def _let_go(self) -> None:
        """A table that nobody watches here is led where somebody does: there all is played in any case, to be shown. Of what waits until
        somebody looks, who looks at another server may become the leader there."""
        wanted, self.wanted, now = self.wanted, set(), time.monotonic()
        self.watched = {name: until for name, until in self.watched.items() if until > now}
        for table in [self.tables.live[name] for name in self.led & self.tables.live.keys()]:
            is_wanted = table.id in wanted and not table.seats.is_watched and table.clock is None  # clocks run on where they began
            if table.ended or is_wanted or (table.is_paused and not table.tasks):
                await self.release(table)

    async def release(self, table: T) -> None:
        if table.id in self.led:
            self.led.discard(table.id)
            with suppress(Unavailable):  # whoever looks at it here next finds that it is still led here
                await self.tables.store.do(partial(release, me=self.me, table=table.id))
                self.tables.store.tell(Stored(table.id))

    async def take(self, name: str, leader: str | None) -> bool:
        """Lead a table that nobody else leads. Whether that is new."""
        if name in self.led or leader not in (None, self.me):
            return False
        if leader == self.me or await self.tables.store.do(partial(take, me=self.me, table=name)):
            self.led.add(name)
        return name in self.led

    async def stop(self) -> None:
        self.led.clear()
        await self.tables.store.do(partial(stop, me=self.me))
