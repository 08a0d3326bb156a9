"""How much one address may do, and how many may watch."""

from __future__ import annotations

import fcntl
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

from byways.table.complaints import TooMuch

SLOTS = 1 << 15  # for addresses, in memory that processes share
SPENT = struct.Struct("dd")  # how much an address has spent at a moment
SHARES = 64  # processes of a machine that count streams together; any more count for themselves
STREAMS = struct.Struct(f"{1 << 13}H")  # how many streams of addresses are open at one process
KEY = 16  # bytes at the start of that memory, by which nobody can foresee which addresses share a slot


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
        slot = SPENT.size * slot_of(who, self.key, SLOTS)
        (before, since), now = SPENT.unpack_from(self.memory, slot), time.monotonic()  # the same for all processes of a machine
        spent: float = max(0.0, before - (now - since) * self.a_second)
        SPENT.pack_into(self.memory, slot, min(self.at_once, spent + 1), now)
        return spent + 1 <= self.at_once


def slot_of(who: str, key: bytes, slots: int) -> int:
    return int.from_bytes(blake2b(who.encode(), key=key, digest_size=4).digest(), "big") % slots


class Tally(Counter[str]):
    """How many streams are open, by name."""

    def add(self, name: str, more: int) -> None:
        self[name] += more
        if not self[name]:
            del self[name]


class SharedTally(Tally):
    """The same for all processes that share a memory: each counts in a share of its own, so that what it has counted ends with it."""

    def __init__(self, key: bytes, shares: Sequence[memoryview], own: memoryview) -> None:
        super().__init__()
        self.key, self.shares, self.own = key, shares, own

    def __getitem__(self, name: str) -> int:
        slot = slot_of(name, self.key, len(self.own))
        return sum(share[slot] for share in self.shares)

    def add(self, name: str, more: int) -> None:
        self.own[slot_of(name, self.key, len(self.own))] += more


class Crowd:
    """How many streams are open: from one address, and at one table."""

    def __init__(self, from_one_address: int = 60, at_one_table: int = 600, addresses: Tally | None = None) -> None:
        self.from_one_address, self.at_one_table = from_one_address, at_one_table
        self.addresses, self.tables = Tally() if addresses is None else addresses, Tally()

    def enter(self, address: str, table: str) -> None:
        if self.addresses[address] >= self.from_one_address:
            raise TooMuch("wrong.streams-from-address")
        if self.tables[table] >= self.at_one_table:
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


def make_memory() -> int:
    """A file, gone with those who have it open, by which processes share limits; returns its descriptor."""
    with TemporaryFile() as file:
        file.write(secrets.token_bytes(KEY))
        file.truncate(KEY + 3 * SLOTS * SPENT.size + SHARES * STREAMS.size)
        file.flush()
        return os.dup(file.fileno())


def shared_limits(descriptor: int) -> Limits:
    """Limits that count what an address does at any process, and its streams at all of them."""
    memory, limits, size = memoryview(mmap(descriptor, 0)), Limits(), SLOTS * SPENT.size
    key = bytes(memory[:KEY])
    parts = [memory[KEY + size * number : KEY + size * (number + 1)] for number in range(3)]
    paces = (limits.gets, limits.posts, limits.tables)
    gets, posts, tables = (SharedPace(pace, key, part) for pace, part in zip(paces, parts, strict=True))
    counts = memory[KEY + 3 * size :].cast("H")
    length = len(counts) // SHARES
    shares = [counts[length * number : length * (number + 1)] for number in range(SHARES)]
    own = claim(descriptor, shares)
    return Limits(gets, posts, tables, Crowd(addresses=None if own is None else SharedTally(key, shares, own)))


def claim(descriptor: int, shares: Sequence[memoryview]) -> memoryview | None:
    """A share that no other process has, if there is one. A process has its own by a lock, which it loses when it dies: whatever is left in
    such shares is not open any more."""
    fcntl.lockf(descriptor, fcntl.LOCK_EX, 1, SHARES)  # one at a time
    free = [number for number in range(SHARES) if is_locked(descriptor, number)]
    for number in free:
        shares[number][:] = memoryview(bytes(STREAMS.size)).cast("H")
    for number in (*free[1:], SHARES):
        fcntl.lockf(descriptor, fcntl.LOCK_UN, 1, number)
    return shares[free[0]] if free else None


def is_locked(descriptor: int, number: int) -> bool:
    """Whether this process has a lock now."""
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
    except OSError:
        return False
    return True
