"""Limits that all processes of a machine enforce together through shared memory."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from hashlib import blake2b
from mmap import mmap
from tempfile import TemporaryFile
from typing import TypeVar

from byways.table.http.limits import Limits, OpenCounter, RateLimit, StreamLimit

T = TypeVar("T", int, float)
SLOTS = 1 << 15  # each name is hashed to a slot
RATES = SLOTS * 8  # bytes of one rate limit, with a double per slot
SHARE = 3 * SLOTS * 4  # bytes in which one process counts its streams by client, its streams by table, and its connections
KEY = 16  # bytes of the hash key, at the start of the memory, which keeps collisions unpredictable
SHARES = KEY + 4 * RATES  # where the shares begin


class SharedRateLimit(RateLimit):
    """A rate limit shared by all processes that use the same memory.

    Clients that hash to the same slot share a budget, and two requests that reach two processes in the same instant may be charged as one.
    """

    def __init__(self, limit: RateLimit, key: bytes, memory: memoryview[float]) -> None:
        super().__init__(limit.burst, limit.per_second, limit.clock)  # all processes of a machine share the monotonic clock
        self._key, self._memory = key, memory

    def _get(self, name: str) -> float:
        return self._memory[slot_of(name, self._key)]

    def _set(self, name: str, full_at: float) -> None:
        self._memory[slot_of(name, self._key)] = full_at


def slot_of(name: str, key: bytes) -> int:
    return int.from_bytes(blake2b(name.encode(), key=key, digest_size=4).digest(), "big") % SLOTS


class SharedCounter(OpenCounter):
    """A counter shared by all processes that use the same memory.

    Each process writes its own share, which is cleared after the process ends.

    Names that hash to the same slot are counted together. With ten thousand open, a given slot has 0.3 of them, and a client at its limit
    shuts out one other client in 32,768. Two processes may admit one too many in the same instant.
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
    """Create an anonymous file in which this many processes can count, and return its descriptor."""
    with TemporaryFile() as file:
        file.write(secrets.token_bytes(KEY))
        file.truncate(SHARES + shares * SHARE)
        file.flush()
        return os.dup(file.fileno())


def clear(descriptor: int, share: int) -> None:
    """Zero the counters of a process that has ended."""
    begin = SHARES + share * SHARE
    with mmap(descriptor, 0) as memory:
        memory[begin : begin + SHARE] = bytes(SHARE)


def shared_limits(descriptor: int, share: int) -> Limits:
    """The limits of one process, which counts its open streams and connections in the given share."""
    memory, limits = memoryview(mmap(descriptor, 0)), Limits()
    # Each share has one run of slots per kind of counter, so every third run is of the same kind.
    key, counters = bytes(memory[:KEY]), cut(memory[SHARES:].cast("I"), SLOTS)
    parts = zip((limits.gets, limits.posts, limits.tables, limits.prints), cut(memory[KEY:SHARES].cast("d"), SLOTS), strict=True)
    gets, posts, tables, prints = (SharedRateLimit(limit, key, part) for limit, part in parts)
    clients, watched, connections = (SharedCounter(key, counters[kind::3], counters[3 * share + kind]) for kind in range(3))
    return Limits(gets, posts, tables, StreamLimit(counters=(clients, watched)), connections, prints)


def cut(memory: memoryview[T], length: int) -> list[memoryview[T]]:
    return [memory[at : at + length] for at in range(0, len(memory), length)]
