"""The holders' attempts at puzzles, and the puzzles from their own games."""

from __future__ import annotations

from typing import Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.puzzles.collection import StoredPuzzle
from byways.table.store.schema import Attempted, SqlRow, Values, attempts, copy_rows, insert_into, own_puzzles, seats, tables, to_json

OWN = 60  # latest puzzles from a holder's own games that are shown


class OwnPuzzle(msgspec.Struct, frozen=True):
    """A puzzle from a holder's own game, played at `table`. `id` is unique among the holder's puzzles of a game."""

    game: str
    id: str
    table: str
    made: float
    body: StoredPuzzle


def is_of(holder: str, game: str, puzzle: str) -> sa.ColumnElement[bool]:
    return (attempts.c.holder == holder) & (attempts.c.game == game) & (attempts.c.puzzle == puzzle)


async def begin(connection: AsyncConnection, holder: str, new: Attempted) -> bool:
    """Begin an attempt at `new.table`. Return False if the holder is still busy with this puzzle at another table.

    A new attempt after the end of an earlier one keeps `begun`, `first` and `solved`.
    """
    values: Values = {"table_id": new.table, "ended": None, "tries": 0, "hints": 0}
    key = {"holder": holder, "game": new.game, "puzzle": new.puzzle}
    insert = insert_into(connection, attempts).values(**key, **values, begun=new.begun)
    # Updating the row locks it until the commit, so that the next statement sees the table of an attempt that began at the same time.
    lock = insert.on_conflict_do_update(index_elements=[*key], set_={"begun": attempts.c.begun})
    mine = (await connection.execute(lock.returning(attempts.c.table_id, attempts.c.ended))).one()
    there = sa.select(tables.c.id).where((tables.c.id == mine.table_id) & tables.c.ended.is_(None))
    if mine.ended is None and (await connection.execute(there)).first():
        return False
    await connection.execute(attempts.update().where(is_of(holder, new.game, new.puzzle)).values(values))
    return True


async def attempt_of(connection: AsyncConnection, holder: str, game: str, puzzle: str) -> Attempted | None:
    row = (await connection.execute(attempts.select().where(is_of(holder, game, puzzle)))).one_or_none()
    return None if row is None else to_attempted(row)


async def attempt_at(connection: AsyncConnection, table: str) -> Attempted | None:
    """Return the attempt at a table by the holder who sits there. A later attempt at another table replaces it."""
    theirs = attempts.join(seats, (seats.c.table_id == attempts.c.table_id) & (seats.c.holder == attempts.c.holder))
    row = (await connection.execute(sa.select(attempts).select_from(theirs).where(attempts.c.table_id == table))).first()
    return None if row is None else to_attempted(row)


async def is_at(connection: AsyncConnection, holder: str, table: str) -> bool:
    """Whether the holder of an attempt sits at its table. The seats of attempts from another device stay with that device."""
    held = sa.select(seats.c.seat).where((seats.c.table_id == table) & (seats.c.holder == holder))
    return (await connection.execute(held)).first() is not None


async def attempts_of(connection: AsyncConnection, holder: str) -> list[Attempted]:
    """Return all attempts of a holder, latest first."""
    mine = attempts.select().where(attempts.c.holder == holder)
    rows = await connection.execute(mine.order_by(attempts.c.begun.desc(), attempts.c.puzzle))
    return [to_attempted(row) for row in rows]


def to_attempted(row: SqlRow) -> Attempted:
    return Attempted(row.game, row.puzzle, row.table_id, row.begun, row.ended, row.tries, row.hints, row.first, row.solved)


async def add_try(connection: AsyncConnection, table: str, number: int) -> None:
    """Store that a wrong act was made at a table, the `number`-th. A second call with the same number changes nothing."""
    await _count(connection, table, "tries", number)


async def add_hint(connection: AsyncConnection, table: str, number: int) -> None:
    """Store that a hint was taken at a table, the `number`-th. A second call with the same number changes nothing."""
    await _count(connection, table, "hints", number)


async def _count(connection: AsyncConnection, table: str, name: Literal["tries", "hints"], number: int) -> None:
    fewer = (attempts.c.table_id == table) & attempts.c.ended.is_(None) & (attempts.c[name] < number)
    failed = {name: number, "first": sa.func.coalesce(attempts.c.first, sa.false())}
    if (await connection.execute(attempts.update().where(fewer).values(failed))).rowcount:
        await connection.execute(changed(table))


def changed(table: str) -> sa.Update:
    """Count a change of the attempt as one of the table, so that servers with the table open read it again."""
    return tables.update().where(tables.c.id == table).values(changes=tables.c.changes + 1)


async def end(connection: AsyncConnection, table: str, at: float, solved: bool) -> None:
    """End the attempt at a table, solved or given up, and the table. A second call changes nothing."""
    running = (attempts.c.table_id == table) & attempts.c.ended.is_(None)
    result = {"first": sa.func.coalesce(attempts.c.first, sa.literal(solved)), "solved": attempts.c.solved | sa.literal(solved)}
    if (await connection.execute(attempts.update().where(running).values(ended=at, **result))).rowcount:
        await close(connection, table, at)


async def close(connection: AsyncConnection, table: str, at: float) -> None:
    """End a table, so that a new attempt can begin."""
    await connection.execute(changed(table).values(ended=sa.func.coalesce(tables.c.ended, at), leader=None))


async def add_own(connection: AsyncConnection, holder: str, puzzle: OwnPuzzle) -> None:
    """Add a puzzle from a holder's own game, unless it is stored already."""
    values = {"holder": holder, "game": puzzle.game, "id": puzzle.id, "table_id": puzzle.table, "made": puzzle.made}
    body = to_json(puzzle.body)
    await connection.execute(insert_into(connection, own_puzzles).values(**values, body=body).on_conflict_do_nothing())


async def add_missed(connection: AsyncConnection, seat: int, puzzle: OwnPuzzle) -> None:
    """Add a puzzle for the holder of a seat at its table, if the holder has not deleted everything meanwhile (`deals.forget`)."""
    which = (seats.c.table_id == puzzle.table) & (seats.c.seat == seat) & seats.c.holder.is_not(None)
    if holder := (await connection.execute(sa.select(seats.c.holder).where(which).with_for_update())).scalar():
        await add_own(connection, holder, puzzle)


async def own_of(connection: AsyncConnection, holder: str, table: str = "") -> list[OwnPuzzle]:
    """Return the puzzles from a holder's own games, or from the game at one table, latest first."""
    mine = own_puzzles.select().where((own_puzzles.c.holder == holder) & ((own_puzzles.c.table_id == table) if table else sa.true()))
    rows = await connection.execute(mine.order_by(own_puzzles.c.made.desc(), own_puzzles.c.id).limit(OWN))
    return [to_own(row) for row in rows]


async def find_own(connection: AsyncConnection, holder: str, game: str, name: str) -> OwnPuzzle | None:
    which = (own_puzzles.c.holder == holder) & (own_puzzles.c.game == game) & (own_puzzles.c.id == name)
    row = (await connection.execute(own_puzzles.select().where(which))).one_or_none()
    return None if row is None else to_own(row)


def to_own(row: SqlRow) -> OwnPuzzle:
    return OwnPuzzle(row.game, row.id, row.table_id, row.made, msgspec.json.decode(row.body, type=StoredPuzzle))


async def copy(connection: AsyncConnection, source: str, target: str, table: str) -> None:
    """Copy a holder's puzzles, and attempts whose first result is decided, to the same player on another device.

    Attempts end there, except the one at this table.
    """
    is_here = attempts.c.table_id == table
    ended = sa.case((is_here, attempts.c.ended), else_=sa.func.coalesce(attempts.c.ended, attempts.c.begun)).label("ended")
    theirs = (attempts.c.holder == source) & (attempts.c.ended.is_not(None) | attempts.c.first.is_not(None) | is_here)
    mine = sa.select(*(column for column in attempts.c if column.name != "ended"), ended).where(theirs)
    await copy_rows(connection, attempts, mine, target)
    await copy_rows(connection, own_puzzles, own_puzzles.select().where(own_puzzles.c.holder == source), target)
