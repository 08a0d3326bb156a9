"""What pages and programs both ask for: setting a table, sitting down, the record."""

from __future__ import annotations

from starlette.types import Scope

from byways.table.complaints import Forbidden, TooMuch
from byways.table.limits import Limits, client_of
from byways.table.live import Table
from byways.table.plan import TablePlan
from byways.table.seats import hash_of
from byways.table.tables import Tables
from byways.table.visitors import Me, linked


async def set_table(tables: Tables, limits: Limits, scope: Scope, me: Me, plan: TablePlan) -> Table:
    if not limits.tables.allows(client_of(scope)):
        raise TooMuch("wrong.tables-at-once")
    table = await tables.set(plan, me.secret, me.key)
    table.look(client_of(scope))
    return table


async def sit_down(table: Table, me: Me, key: str, name: str) -> int:
    """The seat that somebody has taken with its key."""
    await table.tables.listen([table])  # somebody may have sat down at another server
    seat = linked(table, key)
    await table.sit(seat, hash_of(me.secret), hash_of(me.key(table.id, seat)), name or table.seats[seat].name)
    return seat


def record_of(table: Table) -> bytes:
    if table.match.position.outcome is None:
        raise Forbidden("wrong.record-early")
    return table.match.record.to_json()
