"""Notifications between servers on the same database, one line of text each.

`*` means that the sender stops, `NAME ?` that a table is watched at the sender, `NAME` that something of a table was stored, and
`NAME [number, changes, at, [entry, …]]` that these entries were appended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from byways.record import AnyEntry, Folded

LONG = 2000  # bytes of entries from which on receivers read the store instead
STOPPED, WATCHED = "*", "?"


class Appended(msgspec.Struct, frozen=True, array_like=True):
    """Entries that another server has stored: the number of the first, the count of seat changes, and the time."""

    number: int
    changes: int
    at: float
    entries: tuple[AnyEntry | Folded, ...]


class Stopped(msgspec.Struct, frozen=True):
    """The sender stops: others may take over its tables."""

    def __str__(self) -> str:
        return STOPPED


class Watched(msgspec.Struct, frozen=True):
    """A table is watched at the sender."""

    table: str

    def __str__(self) -> str:
        return f"{self.table} {WATCHED}"


class Stored(msgspec.Struct, frozen=True):
    """Something of a table was stored: these entries, as JSON, or anything else if there are none."""

    table: str
    entries: str = ""

    def __str__(self) -> str:
        return f"{self.table} {self.entries}" if self.entries else self.table

    @property
    def appended(self) -> Appended | None:
        """The entries, or None if the receiver has to read the store: there are none, or a later version wrote them."""
        try:
            return msgspec.json.decode(self.entries, type=Appended)
        except msgspec.MsgspecError:
            return None


Notification: TypeAlias = Stopped | Watched | Stored


def stored(table: str, number: int, changes: int, at: float, entries: Sequence[str]) -> Stored:
    """Return the notification of entries, each as JSON; long ones are left out."""
    text = msgspec.json.encode((number, changes, at, [msgspec.Raw(entry.encode()) for entry in entries]))
    return Stored(table, text.decode() if len(text) < LONG else "")


def read(line: str) -> Notification:
    """Parse a line. Anything unknown that a later version says about a table means: read the store."""
    table, _, rest = line.partition(" ")
    if table == STOPPED:
        return Stopped()
    return Watched(table) if rest == WATCHED else Stored(table, rest)
