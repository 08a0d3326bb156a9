"""Per-client limits: how often a client may ask, and how many streams and connections it may hold open."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Network, ip_address
from typing import NamedTuple

import msgspec
from starlette.types import Scope

from byways.table.errors import TooMuch

CLIENTS = 10_000  # budgets that one process remembers
WIDE = 4  # a /48 gets this many times the budget of a /64
ROUNDING = 1e-6  # seconds


class Budget(NamedTuple):
    """A name under which a client is counted, and the factor on its limits."""

    name: str
    multiple: int


@lru_cache(4096)
def client_key(address: str) -> str:
    """The client at an address: an IPv4 address itself, or an IPv6 address's /64, because a host has a whole /64."""
    try:
        known = ip_address(address)
    except ValueError:  # a proxy may send any text
        return address
    if known.version == 4:
        return address
    # A socket for both versions reports IPv4 clients as mapped addresses.
    return str(known.ipv4_mapped or IPv6Network((known.packed[:8] + bytes(8), 64)))


@lru_cache(4096)
def budgets(client: str) -> tuple[Budget, ...]:
    """The budgets that a client draws on: its own and, for a /64, that of its /48."""
    try:
        return Budget(client, 1), Budget(str(IPv6Network(client).supernet(new_prefix=48)), WIDE)
    except ValueError:  # IPv4, or any text from a proxy
        return (Budget(client, 1),)


def client_of(scope: Scope) -> str:
    """The client behind a request; empty if its address is unknown."""
    return client_key(scope["client"][0]) if scope.get("client") else ""


class RateLimit:
    """A token bucket per client, stored as the time when it will be full again (GCRA). Refusals cost nothing."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.per_second, self.clock = burst, per_second, clock
        self.full_at: dict[str, float] = {}  # least recently used first

    def take(self, client: str) -> float:
        """Take a token and return 0, or return the seconds until one is available."""
        now = self.clock()
        after = {name: max(now, self._get(name)) + 1 / (self.per_second * multiple) for name, multiple in budgets(client)}
        wait = max(after.values()) - now - self.burst / self.per_second
        if wait > ROUNDING:
            return wait
        for name, full_at in after.items():
            self._set(name, full_at)
        return 0.0

    def _get(self, name: str) -> float:
        return self.full_at.get(name, 0.0)

    def _set(self, name: str, full_at: float) -> None:
        self.full_at.pop(name, None)
        self.full_at[name] = full_at
        if len(self.full_at) > CLIENTS:
            del self.full_at[next(iter(self.full_at))]


class OpenCounter(Counter[str]):
    """Counts open streams or connections in this process, by name."""

    def add(self, name: str, more: int) -> None:
        self[name] += more
        if not self[name]:
            del self[name]

    def count(self, name: str) -> int:
        """The count over all processes of the machine."""
        return self[name]


class StreamLimit:
    """Limits the open streams per client and per table."""

    def __init__(self, per_client: int = 60, per_table: int = 600, counters: tuple[OpenCounter, OpenCounter] | None = None) -> None:
        self.per_client, self.per_table = per_client, per_table
        self.clients, self.tables = counters or (OpenCounter(), OpenCounter())

    def enter(self, client: str, table: str) -> None:
        if any(self.clients.count(name) >= self.per_client * multiple for name, multiple in budgets(client)):
            raise TooMuch("wrong.streams-from-address")
        if self.tables.count(table) >= self.per_table:
            raise TooMuch("wrong.streams-at-table")
        self._add(client, table, 1)

    def leave(self, client: str, table: str) -> None:
        self._add(client, table, -1)

    def _add(self, client: str, table: str, more: int) -> None:
        for name, _ in budgets(client):
            self.clients.add(name, more)
        self.tables.add(table, more)


class Limits(msgspec.Struct):
    """A server's limits."""

    gets: RateLimit = msgspec.field(default_factory=lambda: RateLimit(2000, 200))  # people share addresses, and each page has pictures
    posts: RateLimit = msgspec.field(default_factory=lambda: RateLimit(200, 40))
    tables: RateLimit = msgspec.field(default_factory=lambda: RateLimit(40, 0.5))
    streams: StreamLimit = msgspec.field(default_factory=StreamLimit)
    connections: OpenCounter = msgspec.field(default_factory=OpenCounter)  # by budget
    prints: RateLimit = msgspec.field(default_factory=lambda: RateLimit(12, 0.1))  # up to a second of work each

    def check_new_table(self, scope: Scope) -> str:
        """Charge a client for a new table, and return the client."""
        client = client_of(scope)
        if wait := self.tables.take(client):
            raise TooMuch("wrong.tables-at-once", wait)
        return client

    def check_print(self, scope: Scope) -> None:
        """Charge a client for a new PDF."""
        if wait := self.prints.take(client_of(scope)):
            raise TooMuch("wrong.prints-at-once", wait)
