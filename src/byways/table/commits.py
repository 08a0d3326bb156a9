"""What is committed together: entries of all tables that arrive at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence, Set
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from byways.game import Complaint
from byways.record import AnyEntry, Folded
from byways.table.rows import CHANGES, FOLD, TURN, Row, entries

LONG = 2000  # bytes of entries that are read from the store instead of being told


class Taken(Complaint):
    """Somebody was quicker: another entry has this number in the log, or other people sit at the table than the writer knew."""


@dataclass
class Write:
    """Rows that are stored together or not at all, who waits for them, and until when. If the connection is lost in a commit, it is
    in doubt whether they are stored. The writer knew of so many changes of the table's seats."""

    table: str
    known: int | None
    rows: list[Row]
    folded: list[Row]
    turns: list[Row]
    done: asyncio.Future[None]
    until: float
    is_doubtful: bool = False

    @property
    def news(self) -> str:
        """What others are told: the table and, unless they are long or fold earlier ones, the entries, so that nobody has to read them."""
        if self.known is None or self.folded:
            return self.table
        first, texts = self.rows[0], [msgspec.Raw(row["entry"].encode()) for row in self.rows]
        told = msgspec.json.encode((first["number"], self.known, first["at"], texts))
        return f"{self.table} {told.decode()}" if len(told) < LONG else self.table


class Appended(msgspec.Struct, frozen=True, array_like=True):
    """Entries that another server has stored: from which number on, after how many changes of the seats, and when."""

    number: int
    changes: int
    at: float
    entries: tuple[AnyEntry | Folded, ...]


def appended(text: str) -> Appended | None:
    """None where one has to look in the store: nothing more was told, or this version does not know it."""
    try:
        return msgspec.json.decode(text, type=Appended)
    except msgspec.MsgspecError:
        return None


def commit(connection: sa.Connection, batch: Sequence[Write]) -> None:
    """To SQLite, which says whether a commit has failed."""
    connection.execute(entries.insert(), [row for write in batch for row in write.rows])
    if folds := [row for write in batch for row in write.folded]:
        connection.execute(FOLD, folds)
    if turns := [row for write in batch for row in write.turns]:
        connection.execute(TURN, turns)
    check_seats(connection, {(write.table, write.known) for write in batch if write.known is not None})
    connection.commit()


def check_seats(connection: sa.Connection, known: Set[tuple[str, int]]) -> None:
    """Whether a seat may act is judged by who sits there when the act is stored."""
    if known:
        now = connection.execute(CHANGES, {"names": [table for table, _ in known]})
        if known - {(table, changes) for table, changes in now}:
            raise Taken("Somebody has sat down meanwhile.")


def commit_at(engine: sa.Engine, batch: Sequence[Write]) -> None:
    with engine.connect() as connection:
        commit(connection, batch)


def settle(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """Tell the waiting caller, unless it has gone."""
    if done.done():
        return
    if error:
        done.set_exception(error)
    else:
        done.set_result(None)
