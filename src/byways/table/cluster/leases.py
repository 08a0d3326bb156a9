"""Leases: one server at a time leads a table and runs its bots, automatic steps and clocks.

A server leads all its tables under one lease, by the database's clock. If it stops renewing, the others take over its tables, sooner if its
notification connection is gone too, which means that it was killed, not just slow. Leases only save work: nothing is played twice in any
case, because each log number is used only once.
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
from byways.table.cluster.notify import CHANNEL, connection_name
from byways.table.errors import Unavailable
from byways.table.seats import Seats
from byways.table.store.notifications import Stopped, Stored
from byways.table.store.schema import servers, tables
from byways.table.store.store import Store

LEASE = 3.0  # seconds that a lease lasts
DISCONNECTED = 1.0  # seconds that a lease lasts without a notification connection
RENEWAL = 0.5  # seconds between renewals
SHARE = 20  # tables that a server takes over at once
AT_ONCE = 3  # tables opened concurrently: each needs connections, and opening those takes longest
FORGOTTEN = 600.0  # seconds after which an expired server that leads nothing is deleted

NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)
IS_EXPIRED = servers.c.until <= NOW
COUNT = sa.func.count()

log = logging.getLogger(__name__)


async def enlist(connection: AsyncConnection, me: str) -> bool:
    """Begin a lease; return whether no other server has one."""
    row = insert(servers).values(id=me, until=NOW + LEASE)
    await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"until": row.excluded.until}))
    return not await others(connection, me)


async def others(connection: AsyncConnection, me: str) -> int:
    """Return the number of other servers with a lease."""
    query = sa.select(COUNT).select_from(servers).where((servers.c.id != me) & ~IS_EXPIRED)
    return int((await connection.execute(query)).scalar_one())


async def renew(connection: AsyncConnection, me: str) -> bool:
    """Extend a lease; return False if it has expired."""
    mine = (servers.c.id == me) & ~IS_EXPIRED
    return (await connection.execute(servers.update().where(mine).values(until=NOW + LEASE))).rowcount == 1


async def led_by(connection: AsyncConnection, me: str) -> set[str]:
    return {*(await connection.execute(sa.select(tables.c.id).where(tables.c.leader == me))).scalars()}


async def take(connection: AsyncConnection, me: str, table: str) -> bool:
    """Lead a table unless another server does. Returns whether this server leads it now."""
    free = (tables.c.id == table) & (tables.c.leader.is_(None) | (tables.c.leader == me)) & tables.c.ended.is_(None)
    return (await connection.execute(tables.update().where(free).values(leader=me))).rowcount == 1


async def take_over(connection: AsyncConnection, me: str, known: set[str]) -> set[str]:
    """Take a share of expired servers' tables. Returns all tables that this server leads, `known` or new."""
    await expire_disconnected(connection)
    left = tables.c.leader.in_(sa.select(servers.c.id).where(IS_EXPIRED))
    if count := await count_tables(connection, left):
        share = min(SHARE, -(-count // (await others(connection, me) + 1)))
        # Servers that take over at the same time skip each other's rows, so they get different tables.
        some = sa.select(tables.c.id).where(left).limit(share).with_for_update(skip_locked=True)
        await connection.execute(tables.update().where(tables.c.id.in_(some)).values(leader=me))
    # A count is enough to notice a difference, and it is one row regardless of the number of tables.
    return known if await count_tables(connection, tables.c.leader == me) == len(known) else await led_by(connection, me)


async def count_tables(connection: AsyncConnection, which: sa.ColumnElement[bool]) -> int:
    return int((await connection.execute(sa.select(COUNT).select_from(tables).where(which))).scalar_one())


async def expire_disconnected(connection: AsyncConnection) -> None:
    """End the leases of servers that have not renewed for a second and have no notification connection."""
    activity = sa.table("pg_stat_activity", sa.column("application_name"))
    is_connected = sa.exists().where(activity.c.application_name == connection_name(servers.c.id))
    is_late = servers.c.until.between(NOW, NOW + LEASE - DISCONNECTED)
    await connection.execute(servers.update().where(is_late & ~is_connected).values(until=0.0))


async def release(connection: AsyncConnection, me: str, table: str) -> None:
    await connection.execute(tables.update().where((tables.c.id == table) & (tables.c.leader == me)).values(leader=None))


async def stop(connection: AsyncConnection, me: str) -> None:
    """End a lease, and let the others take over at once."""
    await connection.execute(servers.update().where(servers.c.id == me).values(until=0.0))
    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, str(Stopped()))))


async def forget(connection: AsyncConnection) -> None:
    """Delete servers that expired long ago and lead nothing."""
    leads = sa.exists().where(tables.c.leader == servers.c.id)
    await connection.execute(servers.delete().where((servers.c.until <= NOW - FORGOTTEN) & ~leads))


class LedTable(Protocol):
    """The part of an open table that a lease uses."""

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
    """The part of the registry that a lease uses. `unplayable` holds tables that cannot be played here."""

    store: Store
    unplayable: set[str]

    @property
    def live(self) -> Mapping[str, T]: ...
    async def find(self, name: str) -> T | None: ...
    async def poll(self, tables: Sequence[T]) -> None: ...


class Lease(Generic[T]):
    """This server's lease, and the tables that it leads under it.

    `led` and the leaders in the database change only under `lock`, so they agree after each change.
    """

    def __init__(self, tables: OpenTables[T]) -> None:
        self.tables, self.me = tables, secrets.token_urlsafe(9)
        self.lock = asyncio.Lock()
        self.led: set[str] = set()
        self.fresh: set[str] = set()  # led tables still to be opened here
        self.wanted: set[str] = set()  # led tables that are watched on another server
        self.until = 0.0
        self.due = asyncio.Event()
        self.opening: asyncio.Task[None] | None = None

    def covers(self, table: str) -> bool:
        return table in self.led and time.monotonic() < self.until

    def want(self, table: str) -> None:
        """Note that a table is watched on another server."""
        if table in self.led:
            self.wanted.add(table)

    async def begin(self) -> bool:
        """Take out the lease. Return True if this is the only server."""
        # Count from before the query, so that the lease ends here before it ends in the database.
        begun = time.monotonic()
        is_only = await self.tables.store.transaction(partial(enlist, me=self.me))
        self.until = begun + LEASE
        await self.tables.store.transaction(forget)
        return is_only

    async def run(self) -> None:
        while True:
            try:
                await self.renew()
                await self._take_over()
                await self._hand_over()
            except Unavailable:  # the store has logged it
                pass
            except Exception:
                log.exception("The lease of this server could not be renewed.")
            self.due.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEWAL):
                    await self.due.wait()

    async def renew(self) -> None:
        """Renew the lease. If it had expired, others may have taken over some tables; the rest continue here."""
        async with self.lock:
            begun, is_renewed = time.monotonic(), await self.tables.store.transaction(partial(renew, me=self.me))
            if not is_renewed:
                await self.begin()
                self.led = await self.tables.store.transaction(partial(led_by, me=self.me))
            # Measured after the renewal: a table that was due while the lease had expired did not proceed.
            is_late = not is_renewed or time.monotonic() > self.until
            self.until = begun + LEASE
        for name in self.led & self.tables.live.keys() if is_late else ():
            self.tables.live[name].proceed()

    async def _take_over(self) -> None:
        """Take over tables once the previous ones are open, so that other servers get their share."""
        if self.opening is None or self.opening.done():
            async with self.lock:
                led = await self.tables.store.transaction(partial(take_over, me=self.me, known=self.led))
                self.fresh = (self.fresh & led) | (led - self.led) | (led - self.tables.live.keys())
                self.led = led
            if due := self.fresh - self.tables.unplayable:
                self.opening = asyncio.create_task(self._open(due))

    async def _open(self, names: Iterable[str]) -> None:
        several = asyncio.Semaphore(AT_ONCE)
        with suppress(Unavailable):  # the store has logged it; tables that are still fresh are tried again
            await asyncio.gather(*(self._resume(name, several) for name in names))
            self.due.set()

    async def _resume(self, name: str, several: asyncio.Semaphore) -> None:
        async with several:
            known = self.tables.live.get(name)
            try:
                if table := await self.tables.find(name):
                    await self.tables.poll([table] if known else [])
                    table.proceed()
            except Unavailable:
                raise
            except Complaint:
                return  # unplayable here, which the registry has logged
            self.fresh.discard(name)

    async def _hand_over(self) -> None:
        """Release tables that are over, watched only on another server, or idle until a player looks.

        A table with a clock stays where its clock runs.
        """
        wanted, self.wanted = self.wanted, set()
        for table in [self.tables.live[name] for name in self.led & self.tables.live.keys()]:
            is_wanted = table.id in wanted and not table.seats.is_watched and table.clock is None
            if table.ended or is_wanted or (table.is_paused and not table.tasks):
                await self.release(table)

    async def release(self, table: T) -> None:
        async with self.lock:
            if table.id in self.led:
                # Release it here first: no server leads the table for a moment, which only delays it. In the opposite order, two servers
                # would lead it.
                self.led.discard(table.id)
                with suppress(Unavailable):  # the database still lists it as led here, which the next renewal notices
                    await self.tables.store.transaction(partial(release, me=self.me, table=table.id))
                    self.tables.store.notify(Stored(table.id))

    async def take(self, name: str, leader: str | None) -> bool:
        """Lead a table unless another server does. Returns whether this server has just become its leader."""
        async with self.lock:
            if name in self.led or leader not in (None, self.me):
                return False
            if leader == self.me or await self.tables.store.transaction(partial(take, me=self.me, table=name)):
                self.led.add(name)
            return name in self.led

    async def stop(self) -> None:
        self.led.clear()
        await self.tables.store.transaction(partial(stop, me=self.me))
