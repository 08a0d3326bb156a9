"""How much one address may do, and how many may watch."""

from __future__ import annotations

import time
from collections import Counter
from functools import lru_cache
from ipaddress import IPv6Network, ip_address

import msgspec
from starlette.types import Scope

from byways.table.errors import TooMuch


class Pace:
    """How often one address may do something: a burst at once, then so many a second."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self.left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str) -> bool:
        now = time.monotonic()
        left, since = self.left.get(who, (self.at_once, now))
        left = min(self.at_once, left + (now - since) * self.a_second)
        if len(self.left) > 10_000:
            self.left.clear()
        self.left[who] = (max(0.0, left - 1), now)
        return left >= 1


class Tally(Counter[str]):
    """How many are open at this process, by name."""

    def add(self, name: str, more: int) -> None:
        self[name] += more
        if not self[name]:
            del self[name]

    def count(self, name: str) -> int:
        """How many are open at all processes of the machine."""
        return self[name]


class Crowd:
    """How many streams are open: from one address, and at one table."""

    def __init__(self, from_one_address: int = 60, at_one_table: int = 600, tallies: tuple[Tally, Tally] | None = None) -> None:
        self.from_one_address, self.at_one_table = from_one_address, at_one_table
        self.addresses, self.tables = tallies or (Tally(), Tally())

    def enter(self, address: str, table: str) -> None:
        if self.addresses.count(address) >= self.from_one_address:
            raise TooMuch("wrong.streams-from-address")
        if self.tables.count(table) >= self.at_one_table:
            raise TooMuch("wrong.streams-at-table")
        self.addresses.add(address, 1)
        self.tables.add(table, 1)

    def leave(self, address: str, table: str) -> None:
        self.addresses.add(address, -1)
        self.tables.add(table, -1)


@lru_cache(4096)
def home_of(address: str) -> str:
    """What counts as one address. Whoever has an IPv6 address has a whole network of them."""
    try:
        known = ip_address(address)
    except ValueError:  # a proxy may call its visitors what it likes
        return address
    if known.version == 4:
        return address
    return str(known.ipv4_mapped or IPv6Network((known.packed[:8] + bytes(8), 64)))


def client_of(scope: Scope) -> str:
    """The address that somebody comes from, as far as it is known and counts."""
    return home_of(scope["client"][0]) if scope.get("client") else ""


class Limits(msgspec.Struct):
    """What one address may do, and how many may watch."""

    gets: Pace = msgspec.field(default_factory=lambda: Pace(2000, 200))  # many people may share an address, and each page has pictures
    posts: Pace = msgspec.field(default_factory=lambda: Pace(200, 40))
    tables: Pace = msgspec.field(default_factory=lambda: Pace(40, 0.5))
    streams: Crowd = msgspec.field(default_factory=Crowd)
    connections: Tally = msgspec.field(default_factory=Tally)  # by address

    def for_a_table(self, scope: Scope) -> str:
        """The address from which somebody sets a table, if it may set one more."""
        if not self.tables.allows(address := client_of(scope)):
            raise TooMuch("wrong.tables-at-once")
        return address
