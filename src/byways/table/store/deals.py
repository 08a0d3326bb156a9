"""The deals of the day, and the holders' counted tries."""

from __future__ import annotations

import time
from typing import Literal, TypeAlias

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.daily import DAY
from byways.table.chat import Talk
from byways.table.store.schema import (
    SqlRow,
    attempts,
    cleared,
    copy_rows,
    deals,
    insert_into,
    notices,
    own_puzzles,
    progress,
    read_talk,
    seats,
    tables,
    to_json,
    tries,
)

BATCH = 500  # tables in one statement
SIGNS = 200  # that fit into the column
SHOWN = 1000  # tries of a holder that count for streaks and bests

TryState: TypeAlias = Literal["running", "over", "missed"]


class Deal(msgspec.Struct, frozen=True):
    """A deal. `best` and `rival` name the tables of the solver and of the rival bot; they are empty until these exist."""

    game: str
    day: str
    seed: str
    key: str
    version: int
    digest: str
    par: float | None = None
    best: str = ""
    rival: str = ""


class Try(msgspec.Struct, frozen=True):
    """A counted try. `is_closed`: its game was ended without a result; `is_kept`: its table is still stored."""

    game: str
    day: str
    table: str
    begun: float
    ended: float | None = None
    score: float | None = None
    signs: str = ""
    is_closed: bool = False
    is_kept: bool = True

    def is_over(self, now: float) -> bool:
        """Whether further play would not count."""
        return self.ended is not None or self.is_closed or now >= self.begun + DAY

    def state(self, now: float) -> TryState:
        """Return whether the try is running, has a score, or ended without one."""
        if not self.is_over(now):
            return "running"
        return "missed" if self.score is None else "over"


def is_of(table: sa.Table, game: str, day: str) -> sa.ColumnElement[bool]:
    return (table.c.game == game) & (table.c.day == day)


async def find(connection: AsyncConnection, game: str, day: str) -> Deal | None:
    row = (await connection.execute(deals.select().where(is_of(deals, game, day)))).one_or_none()
    return None if row is None else Deal(*row)


async def add(connection: AsyncConnection, deal: Deal) -> Deal:
    """Add a deal unless its day already has one, and return the stored deal."""
    await connection.execute(insert_into(connection, deals).on_conflict_do_nothing(), [msgspec.structs.asdict(deal)])
    found = await find(connection, deal.game, deal.day)
    assert found is not None
    return found


async def latest_key(connection: AsyncConnection) -> str | None:
    """Return the fingerprint of the key that made the latest deal."""
    return (await connection.execute(sa.select(deals.c.key).order_by(deals.c.day.desc(), deals.c.game).limit(1))).scalar()


async def set_par(connection: AsyncConnection, deal: Deal, par: float | None) -> None:
    await connection.execute(deals.update().where(is_of(deals, deal.game, deal.day)).values(par=par))


async def claim(connection: AsyncConnection, deal: Deal, name: Literal["best", "rival"], table: str) -> bool:
    """Store the name of the solver's or the rival's table. Return False if there already is one."""
    free = is_of(deals, deal.game, deal.day) & (deals.c[name] == "")
    return (await connection.execute(deals.update().where(free).values({name: table}))).rowcount == 1


async def begin(connection: AsyncConnection, holder: str, new: Try) -> bool:
    """Begin a counted try. Return False if the holder already has one for this deal."""
    values = {"holder": holder, "game": new.game, "day": new.day, "table_id": new.table, "begun": new.begun}
    return (await connection.execute(insert_into(connection, tries).values(values).on_conflict_do_nothing())).rowcount == 1


async def finish(connection: AsyncConnection, table: str, at: float, score: float | None, signs: str) -> None:
    """Finish the try that was played at a table, if its time is not over. A second call changes nothing."""
    running = (tries.c.table_id == table) & tries.c.ended.is_(None) & (tries.c.begun > at - DAY)
    await connection.execute(tries.update().where(running).values(ended=at, score=score, signs=signs[:SIGNS]))


def tries_with(*which: sa.ColumnElement[bool]) -> sa.Select[tuple[object, ...]]:
    played = tries.outerjoin(tables, tables.c.id == tries.c.table_id)
    return sa.select(tries, tables.c.id.label("kept"), tables.c.ended.label("closed")).select_from(played).where(*which)


def to_try(row: SqlRow) -> Try:
    is_closed = row.closed is not None and row.ended is None
    return Try(row.game, row.day, row.table_id, row.begun, row.ended, row.score, row.signs, is_closed, row.kept is not None)


async def tries_of(connection: AsyncConnection, holder: str) -> list[Try]:
    """Return the tries of a holder, latest day first."""
    found = tries_with(tries.c.holder == holder).order_by(tries.c.day.desc()).limit(SHOWN)
    return [to_try(row) for row in await connection.execute(found)]


async def try_of(connection: AsyncConnection, holder: str, game: str, day: str) -> Try | None:
    row = (await connection.execute(tries_with(tries.c.holder == holder, is_of(tries, game, day)))).one_or_none()
    return None if row is None else to_try(row)


async def finished(connection: AsyncConnection, game: str, day: str) -> list[Try]:
    """Return all tries of a deal with a score, each once, because a try that was carried to another device has two holders."""
    which = tries_with(is_of(tries, game, day), tries.c.score.is_not(None)).order_by(tries.c.ended)
    return [*{row.table_id: to_try(row) for row in await connection.execute(which)}.values()]


async def copy(connection: AsyncConnection, source: str, target: str, table: str) -> None:
    """Copy a holder's finished tries, and the try at this table, to the same player on another device."""
    theirs = (tries.c.holder == source) & (tries.c.ended.is_not(None) | (tries.c.table_id == table))
    await copy_rows(connection, tries, tries.select().where(theirs), target)


async def has_finished(connection: AsyncConnection, holder: str) -> bool:
    """Return whether a holder has finished a lesson, a game or a puzzle, or begun a deal of the day."""
    mine = sa.select(seats.c.seat).join(tables).where((seats.c.holder == holder) & tables.c.outcome.is_not(None) & (tables.c.lesson == ""))
    puzzle = (attempts.c.holder == holder) & attempts.c.ended.is_not(None)
    other = [sa.exists().where(which) for which in (progress.c.holder == holder, tries.c.holder == holder, puzzle)]
    either = sa.select(sa.or_(sa.exists(mine), *other))
    return bool((await connection.execute(either)).scalar())


async def blank_names(connection: AsyncConnection, holder: str) -> None:
    """Delete the names of a holder's seats, also in notices and remarks about these seats."""
    mine = sa.select(seats.c.table_id, seats.c.seat, tables.c.talk).join(tables).where(seats.c.holder == holder)
    talks: dict[str, Talk] = {}
    for row in (await connection.execute(mine)).all():
        talk = talks.get(row.table_id) or read_talk(row.talk)
        lines = (msgspec.structs.replace(line, name="") if line.seat == row.seat else line for line in talk.lines)
        talks[row.table_id] = msgspec.structs.replace(talk, lines=tuple(lines))
        about = (notices.c.table_id == row.table_id) & (notices.c.seat == row.seat)
        await connection.execute(notices.update().where(about).values(who=""))
    for table, talk in talks.items():
        # Counted as changes, so that servers with the table open read it again.
        values = {"talk": to_json(talk), "said": tables.c.said + 1, "changes": tables.c.changes + 1}
        await connection.execute(tables.update().where(tables.c.id == table).values(values))
    await connection.execute(seats.update().where(seats.c.holder == holder).values(name=""))


async def forget(connection: AsyncConnection, holder: str) -> None:
    """Delete a holder's rows, and the holder's name at finished tables and at those of puzzles, which end."""
    for table in (tries, progress, cleared, attempts):
        await connection.execute(table.delete().where(table.c.holder == holder))
    theirs = sa.select(seats.c.table_id).where(seats.c.holder == holder)
    over = tables.c.id.in_(theirs) & (tables.c.ended.is_not(None) | (tables.c.puzzle != ""))
    # This counts as a change of the seats, so that servers with the table open read the seats again.
    values = {"changes": tables.c.changes + 1, "ended": sa.func.coalesce(tables.c.ended, time.time())}
    ended = [*(await connection.execute(tables.update().where(over).values(values).returning(tables.c.id))).scalars()]
    for start in range(0, len(ended), BATCH):
        held = seats.c.table_id.in_(ended[start : start + BATCH]) & (seats.c.holder == holder)
        await connection.execute(seats.update().where(held).values(holder=None, key=None, name=""))
    await connection.execute(seats.update().where(seats.c.former == holder).values(former=None))
    await connection.execute(tables.update().where(tables.c.host == holder).values(host=None))
    # Last: a puzzle that is being added has locked its seat, and none is added to a seat without a holder.
    await connection.execute(own_puzzles.delete().where(own_puzzles.c.holder == holder))
