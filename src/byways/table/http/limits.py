"""How much one address may do, and how many may watch."""

from __future__ import annotations

import os
import secrets
import struct
import time
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Network, ip_address
from mmap import mmap
from tempfile import TemporaryFile

import msgspec
from starlette.types import Scope

from byways.table.errors import TooMuch

SLOTS = 1 << 15  # for names, in memory that processes share
SPENT = struct.Struct("dd")  # how much an address has spent at a moment
PACE = SLOTS * SPENT.size  # bytes
SHARE = 3 * SLOTS * 4  # bytes in which one process counts its streams by address and by table, and its connections by address
KEY = 16  # bytes at the start of that memory, by which nobody can foresee which names share a slot
SHARES = KEY + 3 * PACE  # where the shares begin


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


class SharedPace(Pace):
    """The same for all processes that share a memory. Addresses that fall on one slot of it, one pair in many thousands, count as one;
    and what two processes note in the same instant may count once."""

    def __init__(self, pace: Pace, key: bytes, memory: memoryview) -> None:
        super().__init__(pace.at_once, pace.a_second)
        self.key, self.memory = key, memory

    def allows(self, who: str) -> bool:
        slot = SPENT.size * slot_of(who, self.key)
        (before, since), now = SPENT.unpack_from(self.memory, slot), time.monotonic()  # the same for all processes of a machine
        spent: float = max(0.0, before - (now - since) * self.a_second)
        SPENT.pack_into(self.memory, slot, min(self.at_once, spent + 1), now)
        return spent + 1 <= self.at_once


def slot_of(who: str, key: bytes) -> int:
    return int.from_bytes(blake2b(who.encode(), key=key, digest_size=4).digest(), "big") % SLOTS


class Tally(Counter[str]):
    """How many are open at this process, by name."""

    def add(self, name: str, more: int) -> None:
        self[name] += more
        if not self[name]:
            del self[name]

    def count(self, name: str) -> int:
        """How many are open at all processes of the machine."""
        return self[name]


class SharedTally(Tally):
    """The same for all processes that share a memory: each counts in a share of its own, which is cleared when it has ended.

    Names that fall on one slot count as one: of ten thousand that are open, 0.3 are on a given slot, and who is at a limit shuts out one
    other name in 32,768. What two processes let in at the same instant may be one too many.
    """

    def __init__(self, key: bytes, shares: Sequence[memoryview], own: memoryview) -> None:
        super().__init__()
        self.key, self.shares, self.own = key, shares, own

    def add(self, name: str, more: int) -> None:
        super().add(name, more)
        self.own[slot_of(name, self.key)] += more

    def count(self, name: str) -> int:
        slot = slot_of(name, self.key)
        return sum(share[slot] for share in self.shares)


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


def make_memory(shares: int) -> int:
    """A file, gone with those who have it open, by which so many processes count together; returns its descriptor."""
    with TemporaryFile() as file:
        file.write(secrets.token_bytes(KEY))
        file.truncate(SHARES + shares * SHARE)
        file.flush()
        return os.dup(file.fileno())


def clear(descriptor: int, share: int) -> None:
    """Nothing is open any more at the process that counted there."""
    begin = SHARES + share * SHARE
    with mmap(descriptor, 0) as memory:
        memory[begin : begin + SHARE] = bytes(SHARE)


def shared_limits(descriptor: int, share: int) -> Limits:
    """Limits that count what an address does, and what is open, at all processes; of the latter this one has a share of its own."""
    memory, limits = memoryview(mmap(descriptor, 0)), Limits()
    key, tallies = bytes(memory[:KEY]), cut(memory[SHARES:].cast("I"), SLOTS)
    paces = zip((limits.gets, limits.posts, limits.tables), cut(memory[KEY:SHARES], PACE), strict=True)
    gets, posts, tables = (SharedPace(pace, key, part) for pace, part in paces)
    addresses, watched, connections = (SharedTally(key, tallies[kind::3], tallies[3 * share + kind]) for kind in range(3))
    return Limits(gets, posts, tables, Crowd(tallies=(addresses, watched)), connections)


def cut(memory: memoryview, length: int) -> list[memoryview]:
    return [memory[at : at + length] for at in range(0, len(memory), length)]
