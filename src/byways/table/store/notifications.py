"""What servers on the same database tell each other: one line of text each, which only this module writes and reads.

`*` says that a server stops, `NAME ?` that somebody watches a table at the server that tells it, `NAME` that something of a table was
stored, and `NAME [number, changes, at, [entry, …]]` that these entries were appended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from byways.record import AnyEntry, Folded

LONG = 2000  # bytes of entries that are read from the store instead of being told
STOPPED, WANTED = "*", "?"


class Appended(msgspec.Struct, frozen=True, array_like=True):
    """Entries that another server has stored: from which number on, after how many changes of the seats, and when."""

    number: int
    changes: int
    at: float
    entries: tuple[AnyEntry | Folded, ...]


class Stopped(msgspec.Struct, frozen=True):
    """A server stops: others may take over its tables."""

    def __str__(self) -> str:
        return STOPPED


class Wanted(msgspec.Struct, frozen=True):
    """Somebody watches a table at the server that tells this."""

    table: str

    def __str__(self) -> str:
        return f"{self.table} {WANTED}"


class Stored(msgspec.Struct, frozen=True):
    """Something of a table was stored: these entries, as JSON, or whatever the store has."""

    table: str
    entries: str = ""

    def __str__(self) -> str:
        return f"{self.table} {self.entries}" if self.entries else self.table

    @property
    def appended(self) -> Appended | None:
        """None where one has to look in the store: nothing more was told, or this version does not know it."""
        try:
            return msgspec.json.decode(self.entries, type=Appended)
        except msgspec.MsgspecError:
            return None


Notification: TypeAlias = Stopped | Wanted | Stored


def stored(table: str, number: int, changes: int, at: float, entries: Sequence[str]) -> Stored:
    """Entries, each as JSON, from a number on; by the table's name alone if they are long."""
    told = msgspec.json.encode((number, changes, at, [msgspec.Raw(entry.encode()) for entry in entries]))
    return Stored(table, told.decode() if len(told) < LONG else "")


def read(line: str) -> Notification:
    """What a later version tells of a table in other words is something to look for in the store."""
    table, _, told = line.partition(" ")
    if table == STOPPED:
        return Stopped()
    return Wanted(table) if told == WANTED else Stored(table, told)
