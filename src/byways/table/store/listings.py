"""Tables as lists show them, read without opening any: who sits there, whose turn it is, how it ended."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.game import Outcome
from byways.table.seats import Seat
from byways.table.store.schema import Column, Found, Query, seat_of, seats, tables

COUNTED = 1000  # of somebody's last games, for the record
SHOWN = ("id", "game", "created", "ended", "lesson", "outcome", "rematch")  # what a list needs of a table


class Listing(msgspec.Struct, frozen=True):
    """A table in a list. `awaited` has the seats whose turn it is, and since when."""

    id: str
    game: str
    created: float
    ended: float | None
    seats: tuple[Seat, ...]
    lesson: str = ""
    outcome: Outcome | None = None
    rematch: str | None = None
    awaited: dict[int, float] = {}

    def held_by(self, holder: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.holder == holder]

    def turns_of(self, holder: str) -> list[int]:
        """The seats of somebody whose turn it is, the one that has waited longest first; not where a bot plays for them."""
        mine = [seat for seat in self.held_by(holder) if seat in self.awaited and self.seats[seat].kind == "person"]
        return sorted(mine, key=lambda seat: self.awaited[seat])


def of_holder(holder: str) -> Query:
    """Somebody's tables, also where the seat was given away: what waits for them longest first, then what goes on, then what is over,
    the latest first."""
    since = sa.func.min(sa.case((seats.c.kind == "person", seats.c.awaited)))
    theirs = (seats.c.holder == holder) | (seats.c.former == holder)
    mine = sa.select(seats.c.table_id, since.label("since")).where(theirs).group_by(seats.c.table_id).subquery()
    turn = sa.case((tables.c.ended.is_(None), mine.c.since))
    order = (tables.c.ended.is_not(None), turn.is_(None), turn, sa.func.coalesce(tables.c.ended, tables.c.created).desc())
    return sa.select(*columns()).join(mine, mine.c.table_id == tables.c.id).order_by(*order)


def to_watch() -> Query:
    """Public tables in progress, the newest first."""
    return sa.select(*columns()).where(tables.c.public & tables.c.ended.is_(None)).order_by(tables.c.created.desc())


def finished_by(holder: str) -> Query:
    """Games that somebody has played to the end, in one seat and from the start; lessons are none."""
    mine = sa.select(seats.c.table_id).where(seats.c.holder == holder).group_by(seats.c.table_id).having(sa.func.count() == 1)
    counts = tables.c.outcome.is_not(None) & (tables.c.lesson == "") & ~tables.c.begun
    return sa.select(*columns()).where(tables.c.id.in_(mine) & counts).order_by(tables.c.ended.desc()).limit(COUNTED)


def columns() -> list[Column]:
    return [tables.c[name] for name in SHOWN]


async def listings(connection: AsyncConnection, which: Query) -> list[Listing]:
    found = (await connection.execute(which)).all()
    people: dict[str, list[Found]] = {row.id: [] for row in found}
    sitting = seats.select().where(seats.c.table_id.in_([*people])).order_by(seats.c.seat)
    for one in await connection.execute(sitting):
        people[one.table_id].append(one)
    return [listing(row, people[row.id]) for row in found]


def listing(row: Found, people: Sequence[Found]) -> Listing:
    awaited = {one.seat: one.awaited for one in people if one.awaited is not None and row.ended is None}
    about = {name: getattr(row, name) for name in SHOWN if name != "outcome"}
    return Listing(**about, seats=tuple(map(seat_of, people)), outcome=outcome_in(row.outcome), awaited=awaited)


def outcome_in(text: str | None) -> Outcome | None:
    """One that cannot be read hides no list."""
    try:
        return None if text is None else msgspec.json.decode(text, type=Outcome)
    except msgspec.MsgspecError:
        return None
