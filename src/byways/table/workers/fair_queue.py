"""Fair queueing for worker processes: no address can starve the others."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

import msgspec

REGROUPED = 1.0  # seconds between checks for waiting tables that have gained or lost viewers


class Requester(msgspec.Struct, frozen=True):
    """The table that needs an answer, and the address it counts towards. `can_wait` means that no game waits for the answer."""

    table: str = ""
    address: str = ""
    is_watched: Callable[[], bool] = lambda: True
    can_wait: bool = False


SERVER = Requester()

Grant: TypeAlias = asyncio.Future[None]
Group: TypeAlias = tuple[bool, bool, str]  # can wait, unwatched, address


class FairQueue:
    """Grants `size` slots. Watched games come first, then other games, then requests that no game waits for.

    Addresses of the same rank take turns, and so do an address's tables. Both dictionaries are in the order of turns.
    """

    def __init__(self, size: int) -> None:
        self.free = size
        self._groups: dict[Group, dict[str, deque[tuple[Grant, Requester]]]] = {}
        self._regrouped = 0.0

    @asynccontextmanager
    async def slot(self, requester: Requester) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        grant: Grant = asyncio.get_running_loop().create_future()
        self._add(grant, requester)
        self._grant_slots()
        try:
            await grant
            yield
        finally:
            # A request cancelled while waiting held no slot, but one cancelled just after its grant did.
            if not grant.cancelled():
                self.free += 1
                self._grant_slots()

    def __len__(self) -> int:
        """The number of waiting requests."""
        return sum(not grant.done() for tables in self._groups.values() for waiting in tables.values() for grant, _ in waiting)

    def _add(self, grant: Grant, requester: Requester) -> None:
        # A table with an unknown address, as after a restart, forms its own group.
        group = requester.can_wait, not requester.is_watched(), requester.address or requester.table
        self._groups.setdefault(group, {}).setdefault(requester.table, deque()).append((grant, requester))

    def _grant_slots(self) -> None:
        while self.free and self._groups:
            grant = self._next()
            if not grant.done():  # otherwise the requester has given up
                self.free -= 1
                grant.set_result(None)

    def _next(self) -> Grant:
        """Take out the next request, and move its address and table to the end of their queues."""
        if time.monotonic() > self._regrouped + REGROUPED:
            self._regroup()
        group = min(self._groups, key=lambda group: group[:2])  # the first of equals
        tables = self._groups.pop(group)
        table = next(iter(tables))
        waiting = tables.pop(table)
        grant, _ = waiting.popleft()
        if waiting:
            tables[table] = waiting
        if tables:
            self._groups[group] = tables
        return grant

    def _regroup(self) -> None:
        groups, self._groups, self._regrouped = self._groups, {}, time.monotonic()
        for waiting in (waiting for tables in groups.values() for waiting in tables.values()):
            for grant, requester in waiting:
                self._add(grant, requester)
