"""Limits that several processes of a machine keep together, in memory that they share."""

from __future__ import annotations

import os
import secrets
import struct
import time
from collections.abc import Sequence
from hashlib import blake2b
from mmap import mmap
from tempfile import TemporaryFile

from byways.table.http.limits import Crowd, Limits, Pace, Tally

SLOTS = 1 << 15  # for names, in memory that processes share
SPENT = struct.Struct("dd")  # how much an address has spent at a moment
PACE = SLOTS * SPENT.size  # bytes
SHARE = 3 * SLOTS * 4  # bytes in which one process counts its streams by address and by table, and its connections by address
KEY = 16  # bytes at the start of that memory, by which nobody can foresee which names share a slot
SHARES = KEY + 3 * PACE  # where the shares begin


class SharedPace(Pace):
    """A pace for all processes that share a memory. Addresses that fall on one slot of it, one pair in many thousands, count as one;
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


class SharedTally(Tally):
    """A tally for all processes that share a memory: each counts in a share of its own, which is cleared when it has ended.

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
