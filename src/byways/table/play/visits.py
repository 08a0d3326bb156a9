"""Who comes to which table, and for which seat.

A seat stores the hash of a secret and belongs to the visitor who has it.
"""

from __future__ import annotations

import base64
import hmac
import re
from functools import cached_property

import msgspec

from byways.table.errors import Forbidden, Missing
from byways.table.play.screens import Screen
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.seats import hash_of

NAME = re.compile(r"[\w-]{1,32}", re.ASCII)  # of a table


class Me(msgspec.Struct, frozen=True, dict=True):
    """A browser or a program, by its secret; one without gets one with the first seat it takes."""

    secret: str
    is_new: bool

    @cached_property
    def holder(self) -> str:
        """How seats know them."""
        return hash_of(self.secret)

    def key(self, table: str, seat: int) -> str:
        """The key in a seat's link: only this secret can make it again."""
        made = hmac.digest(self.secret.encode(), f"{table} {seat}".encode(), "sha256")
        return base64.urlsafe_b64encode(made).decode().rstrip("=")

    def seats(self, table: Table) -> list[int]:
        return [] if self.is_new else table.seats.held_by(self.holder)

    def keys(self, table: Table) -> dict[int, str]:
        """The keys that this visitor may give away: of free and program seats that it made, and of those it holds."""
        held = self.seats(table)
        shown = [number for number, seat in enumerate(table.seats) if seat.kind in ("free", "program") or number in held]
        keys = {number: self.key(table.id, number) for number in shown}
        return {number: key for number, key in keys.items() if table.seats[number].key == hash_of(key)}


async def table_named(tables: Tables, name: str, address: str) -> Table:
    """A table as it is now: another server may have seated others there."""
    table = await tables.find(name, address) if NAME.fullmatch(name) else None
    if table is None:
        raise Missing("wrong.no-table")
    await tables.refresh(table)
    return table


def seat_of(table: Table, me: Me, wanted: int | None) -> int | None:
    """The seat that somebody comes for: the wanted one, else one that is awaited, else any that they hold; None to watch."""
    held = me.seats(table)
    if wanted is not None and wanted not in held:
        raise Forbidden("wrong.not-your-seat")
    awaited = [seat for seat in held if seat in table.match.position.awaited]
    return wanted if wanted is not None else next(iter([*awaited, *held]), None)


def arrive(table: Table, me: Me, wanted: int | None) -> int | None:
    """The seat that somebody comes for. Whatever they want there, they are not away."""
    seat = seat_of(table, me, wanted)
    table.seats.note(me.seats(table))
    return seat


def linked(table: Table, key: str) -> int:
    seat = table.seats.with_key(key)
    if seat is None:
        raise Missing("wrong.link")
    return seat


class Visit(msgspec.Struct):
    """Who came to which table, and for which of the seats that they hold; None to watch."""

    table: Table
    me: Me
    seat: int | None

    @property
    def held(self) -> list[int]:
        return self.me.seats(self.table)

    @property
    def screen(self) -> Screen:
        return self.table.match.screens[self.seat]

    def player(self) -> int:
        """The seat, for what spectators may not do, as long as it is theirs."""
        if self.seat is None or self.seat not in self.held:
            raise Forbidden("wrong.watching")
        return self.seat
