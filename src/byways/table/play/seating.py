"""What pages and programs both ask for: setting a table, sitting down, a bot for a seat, a rematch, the record."""

from __future__ import annotations

from contextlib import suppress

from byways.game import Complaint
from byways.table.errors import Forbidden, Missing
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit, linked, table_named
from byways.table.seats import TIMED, Seat, called, hash_of


async def set_table(tables: Tables, address: str, me: Me, plan: TablePlan) -> Table:
    table = await tables.set(plan, me.secret, me.key)
    table.look(address)
    return table


async def sit_down(table: Table, me: Me, key: str, name: str) -> int:
    """The seat that somebody has taken with its key. If it is a player's own link, all their seats come along, this one last."""
    seat, to = linked(table, key), me.holder
    holder = table.seats[seat].holder
    if holder is not None and holder != to:
        for other in {*table.seats.held_by(holder)} - {seat}:
            await table.move(other, holder, to, hash_of(me.key(table.id, other)))
    await table.sit(seat, hash_of(key), to, hash_of(me.key(table.id, seat)), name)
    return seat


async def take_seat(table: Table, me: Me, seat: int, name: str) -> None:
    """A free seat at a public table."""
    if not 0 <= seat < len(table.seats):
        raise Missing("wrong.no-seat")
    await table.sit(seat, None, me.holder, hash_of(me.key(table.id, seat)), name)


async def keep_link(at: Visit) -> None:
    """A player who came here by a rematch gets a link to take along their seats with."""
    me = at.me.holder
    if at.held and at.table.seats[at.held[0]].key is None:
        await at.table.move(at.held[0], me, me, hash_of(at.me.key(at.table.id, at.held[0])))


async def rename(at: Visit, name: str) -> None:
    await at.table.rename(at.player(), called(name), lambda _: at.player())


async def rename_everywhere(tables: Tables, me: Me, before: str, name: str) -> None:
    """At all tables in play where somebody goes by the name of before; of several seats at one screen, the first."""
    holder = me.holder
    for one in [] if me.is_new else await tables.store.held(holder):
        mine = [number for number, seat in enumerate(one.seats) if seat.holder == holder and seat.name == before]
        if one.ended is None and mine:
            with suppress(Complaint):  # a table that cannot go on here
                await rename(Visit(await table_named(tables, one.id, ""), me, mine[0]), name)


async def stand_in(at: Visit, seat: int) -> None:
    """A bot for my own seat, a free one, or one whose player has left."""

    def may(sitting: Seat) -> None:
        at.player()
        if sitting.kind in TIMED and seat not in at.held and not at.table.seats.is_away(seat):
            raise Forbidden("wrong.still-here", at.table.game, seat=seat)

    at.player()
    if not 0 <= seat < len(at.table.seats):
        raise Missing("wrong.no-seat")
    await at.table.hear_signs()
    await at.table.stand_in(seat, may=may, why="asked" if seat in at.held else "left")


async def take_back(at: Visit) -> None:
    await at.table.take_back(at.player(), lambda _: at.player())


async def rematch(tables: Tables, at: Visit) -> Table:
    if at.seat is None or at.table.match.position.outcome is None:
        raise Forbidden("wrong.rematch-early")
    return await tables.rematch(at.table, at.me.key)


def record_of(table: Table) -> bytes:
    if table.match.position.outcome is None:
        raise Forbidden("wrong.record-early")
    return table.match.record.to_json()
