"""Notifications between servers on the same database, one line of text each.

`*` means that the sender stops, `NAME ?` that the sender's players watch a table, `NAME` that a table has changed in the store, and `NAME
[number, changes, at, [entry, …]]` that these entries were appended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from byways.record import AnyEntry, Folded

LONG = 2000  # bytes of entries above which receivers read the store instead
STOPPED, WATCHED = "*", "?"


class Appended(msgspec.Struct, frozen=True, array_like=True):
    """Entries that another server has stored: the first entry's number, the count of seat changes, and the time."""

    number: int
    changes: int
    at: float
    entries: tuple[AnyEntry | Folded, ...]


class Stopped(msgspec.Struct, frozen=True):
    """The sender stops, so others may take over its tables."""

    def __str__(self) -> str:
        return STOPPED


class Watched(msgspec.Struct, frozen=True):
    """A table is watched at the sender."""

    table: str

    def __str__(self) -> str:
        return f"{self.table} {WATCHED}"


class Stored(msgspec.Struct, frozen=True):
    """A table has changed in the store: these entries, as JSON, were appended or, if there are none, something else changed."""

    table: str
    entries: str = ""

    def __str__(self) -> str:
        return f"{self.table} {self.entries}" if self.entries else self.table

    @property
    def appended(self) -> Appended | None:
        """The entries, or None if the receiver has to read the store, because there are none or a later version wrote them."""
        try:
            return msgspec.json.decode(self.entries, type=Appended)
        except msgspec.MsgspecError:
            return None


Notification: TypeAlias = Stopped | Watched | Stored


def stored(table: str, number: int, changes: int, at: float, entries: Sequence[str]) -> Stored:
    """Return the notification for entries, given as JSON. Long entries are left out."""
    text = msgspec.json.encode((number, changes, at, [msgspec.Raw(entry.encode()) for entry in entries]))
    return Stored(table, text.decode() if len(text) < LONG else "")


def read(line: str) -> Notification:
    """Parse a line. Anything unknown about a table, from a later version, means: read the store."""
    table, _, rest = line.partition(" ")
    if table == STOPPED:
        return Stopped()
    return Watched(table) if rest == WATCHED else Stored(table, rest)
