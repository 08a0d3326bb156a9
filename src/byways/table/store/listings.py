"""Tables as shown in lists, read without opening them: seats, turns, outcomes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.game import Outcome
from byways.table.seats import Seat
from byways.table.store.progress import is_cleared
from byways.table.store.schema import Column, Query, SqlRow, seats, tables, to_seat

LATEST = 20  # seats
COUNTED = 1000  # latest games that count in a player's results
SHOWN = ("id", "game", "created", "ended", "lesson", "outcome", "rematch")


class Listing(msgspec.Struct, frozen=True):
    """A table in a list. `awaited` maps seats whose turn it is to the time when it began."""

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
        """Return the holder's seats whose turn it is, longest waiting first. Lessons, and seats that a bot plays, do not count."""
        mine = [seat for seat in self.held_by(holder) if seat in self.awaited and self.seats[seat].kind == "person" and not self.lesson]
        return sorted(mine, key=lambda seat: self.awaited[seat])


def of_holder(holder: str) -> Query:
    """Select a holder's tables, including past seats. Puzzles, cleared tables, and running ones that they have resigned, are left out.

    First come tables where it is their turn, longest waiting first; then other running tables, lessons, and finished tables, each latest
    first.
    """
    since = sa.func.min(sa.case((seats.c.kind == "person", seats.c.awaited)))
    theirs = (seats.c.holder == holder) | (seats.c.former == holder)
    playing = sa.func.max(sa.case((seats.c.why == "resigned", 0), else_=1))
    mine = sa.select(seats.c.table_id, since.label("since"), playing.label("playing")).where(theirs).group_by(seats.c.table_id).subquery()
    turn = sa.case((tables.c.ended.is_(None) & (tables.c.lesson == ""), mine.c.since))
    latest = sa.func.coalesce(tables.c.ended, tables.c.created).desc()
    order = (tables.c.ended.is_not(None), tables.c.lesson != "", turn.is_(None), turn, latest)
    shown = (tables.c.puzzle == "") & ~is_cleared(holder) & (tables.c.ended.is_not(None) | (mine.c.playing == 1))
    return sa.select(*columns()).join(mine, mine.c.table_id == tables.c.id).where(shown).order_by(*order)


def to_watch() -> Query:
    """Select public tables in progress, newest first, without those of a deal of the day."""
    shown = tables.c.public & tables.c.ended.is_(None) & (tables.c.daily == "")
    return sa.select(*columns()).where(shown).order_by(tables.c.created.desc())


def finished_by(holder: str) -> Query:
    """Select the games that a holder played from start to end in a single seat, without lessons and deals of the day."""
    mine = sa.select(seats.c.table_id).where(seats.c.holder == holder).group_by(seats.c.table_id).having(sa.func.count() == 1)
    counts = tables.c.outcome.is_not(None) & (tables.c.lesson == "") & ~tables.c.begun & (tables.c.daily == "")
    return sa.select(*columns()).where(tables.c.id.in_(mine) & counts).order_by(tables.c.ended.desc()).limit(COUNTED)


async def latest_seats(connection: AsyncConnection, holder: str) -> list[tuple[str, int, str]]:
    """Return the holder's latest seats in which another player may sit down: table, seat, and the hash of its key."""
    is_open = tables.c.ended.is_(None) | tables.c.outcome.is_not(None) | (tables.c.puzzle != "")
    held = sa.select(seats.c.table_id, seats.c.seat, seats.c.key).join(tables).where((seats.c.holder == holder) & is_open)
    found = held.where(seats.c.key.is_not(None)).order_by(tables.c.created.desc(), seats.c.seat).limit(LATEST)
    return [(row.table_id, row.seat, row.key) for row in await connection.execute(found)]


def columns() -> list[Column]:
    return [tables.c[name] for name in SHOWN]


async def listings(connection: AsyncConnection, query: Query) -> list[Listing]:
    found = (await connection.execute(query)).all()
    people: dict[str, list[SqlRow]] = {row.id: [] for row in found}
    sitting = seats.select().where(seats.c.table_id.in_([*people])).order_by(seats.c.seat)
    for one in await connection.execute(sitting):
        people[one.table_id].append(one)
    return [listing(row, people[row.id]) for row in found]


def listing(row: SqlRow, people: Sequence[SqlRow]) -> Listing:
    awaited = {one.seat: one.awaited for one in people if one.awaited is not None and row.ended is None}
    about = {name: getattr(row, name) for name in SHOWN if name != "outcome"}
    return Listing(**about, seats=tuple(map(to_seat, people)), outcome=outcome_in(row.outcome), awaited=awaited)


def outcome_in(text: str | None) -> Outcome | None:
    """Decode an outcome. Returns None if it is unreadable, so that it does not hide the whole list."""
    try:
        return None if text is None else msgspec.json.decode(text, type=Outcome)
    except msgspec.MsgspecError:
        return None
