"""A visitor at a table, and the seat they come for.

A seat stores the hash of a secret and belongs to the visitor who holds the secret.
"""

from __future__ import annotations

import base64
import hmac
import re
from functools import cached_property, partial

import msgspec

from byways.table.errors import Forbidden, Missing
from byways.table.play.new_table import ANY_SEAT
from byways.table.play.screens import Screen
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.seats import hash_of
from byways.table.store import progress
from byways.table.store.listings import latest_seats

NAME = re.compile(r"[\w-]{1,32}", re.ASCII)  # a table's name


class Me(msgspec.Struct, frozen=True, dict=True):
    """A browser or program, identified by its secret. A new visitor's secret is sent with the first seat they take."""

    secret: str
    is_new: bool

    @cached_property
    def holder(self) -> str:
        """The hash that seats store."""
        return hash_of(self.secret)

    def key(self, table: str, seat: int) -> str:
        """The key in a seat's link. It derives from the secret, so only this visitor can show the link again."""
        made = hmac.digest(self.secret.encode(), f"{table} {seat}".encode(), "sha256")
        return base64.urlsafe_b64encode(made).decode().rstrip("=")

    def seats(self, table: Table) -> list[int]:
        return [] if self.is_new else table.seats.held_by(self.holder)

    def keys(self, table: Table) -> dict[int, str]:
        """The valid keys that this visitor can derive: for free seats, program seats and their own."""
        held = self.seats(table)
        shown = [number for number, seat in enumerate(table.seats) if seat.kind in ("free", "program") or number in held]
        keys = {number: (self.key(table.id, number), self.key(table.id, ANY_SEAT)) for number in shown}
        return {number: key for number, both in keys.items() for key in both if table.seats[number].key == hash_of(key)}


async def progress_of(tables: Tables, me: Me) -> dict[str, frozenset[str]]:
    """The visitor's steps by game (`byways.table.play.progress`)."""
    return {} if me.is_new else await tables.store.transaction(partial(progress.load, holder=me.holder))


async def own_link(tables: Tables, me: Me, base: str) -> str:
    """The visitor's own link, from their latest table: it carries all results to another device. Empty without a table."""
    for table, seat, key in [] if me.is_new else await tables.store.transaction(partial(latest_seats, holder=me.holder)):
        for made in (me.key(table, seat), me.key(table, ANY_SEAT)):
            if hash_of(made) == key:
                return f"{base}join/{table}/{made}"
    return ""


async def open_table(tables: Tables, name: str, address: str) -> Table:
    """Return a table, in sync with the store."""
    table = await tables.find(name, address) if NAME.fullmatch(name) else None
    if table is None:
        raise Missing("wrong.no-table")
    await tables.refresh(table)
    return table


def find_seat(table: Table, me: Me, wanted: int | None) -> int | None:
    """The visitor's seat: the wanted one if any, an awaited one, or any they hold; None to watch."""
    held = me.seats(table)
    if wanted is not None:
        if wanted not in held:
            raise Forbidden("wrong.not-your-seat")
        return wanted
    return next((seat for seat in held if seat in table.match.position.awaited), held[0] if held else None)


def visit_seat(table: Table, me: Me, wanted: int | None) -> int | None:
    """Find the visitor's seat and note their presence."""
    seat = find_seat(table, me, wanted)
    table.seats.note_request(me.seats(table))
    return seat


def seat_with_key(table: Table, key: str) -> int:
    seat = table.seats.with_key(key)
    if seat is None:
        raise Missing("wrong.link")
    return seat


class Visit(msgspec.Struct):
    """A visitor at a table, in one of their seats or watching (None)."""

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
        """The visitor's seat. Raises for spectators, and if the seat is no longer theirs."""
        if self.seat is None or self.seat not in self.held:
            raise Forbidden("wrong.watching")
        return self.seat
