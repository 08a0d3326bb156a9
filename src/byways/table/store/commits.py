"""What is committed together: entries of all tables that arrive at the same time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from byways.game import Complaint
from byways.table.store.database import SameFile, file_of
from byways.table.store.notifications import Stored, stored
from byways.table.store.schema import EntryRow, Row

ADD = """
INSERT INTO entries (table_id, number, entry, at)
SELECT id, ?, ?, ? FROM tables WHERE id = ? AND changes = coalesce(?, changes)
"""
REPLACE = "UPDATE entries SET entry = ? WHERE table_id = ? AND number = ?"
AWAIT = "UPDATE seats SET awaited = ? WHERE table_id = ? AND seat = ?"


class Taken(Complaint):
    """Somebody was quicker: another entry has this number in the log, or other people sit at the table than the writer knew."""


@dataclass
class Write:
    """Rows that are stored together or not at all, who waits for them, and until when. If the connection is lost in a commit, it is
    in doubt whether they are stored. The writer knew of so many changes of the table's seats."""

    table: str
    known: int | None
    rows: list[EntryRow]
    folded: list[Row]
    turns: list[Row]
    done: asyncio.Future[None]
    until: float
    is_doubtful: bool = False

    @property
    def news(self) -> Stored:
        """What others are told: the table and, unless they are long or fold earlier ones, the entries, so that nobody has to read them."""
        if self.known is None or self.folded:
            return Stored(self.table)
        first = self.rows[0]
        return stored(self.table, first["number"], self.known, first["at"], [row["entry"] for row in self.rows])


class Executed(Protocol):
    """What the driver and SQLAlchemy both tell of a statement."""

    @property
    def rowcount(self) -> int: ...


def commit(execute: Callable[[str, tuple[object, ...]], Executed], batch: Sequence[Write]) -> None:
    """To SQLite, in plain statements, which take half the time of ours put together by SQLAlchemy. Whether a seat may act is judged by
    who sits there when the act is stored."""
    for write in batch:
        for row in write.rows:
            if execute(ADD, (row["number"], row["entry"], row["at"], write.table, write.known)).rowcount != 1:
                raise Taken("Somebody has sat down meanwhile.")
        for fold in write.folded:
            execute(REPLACE, (fold["folded"], fold["table"], fold["at_number"]))
        for turn in write.turns:
            execute(AWAIT, (turn["since"], turn["table"], turn["at_seat"]))


def commit_to(file: sqlite3.Connection, batch: Sequence[Write]) -> None:
    try:
        with file:  # which commits, or takes all back
            commit(file.execute, batch)
    except sqlite3.IntegrityError as error:
        raise IntegrityError(None, None, error) from None


class Pen:
    """A thread that writes to SQLite: what an executor does around each task would take as long as writing a choice. It keeps its
    connection, for the same reason."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine, self.is_same = engine, SameFile(engine.url)
        self.work: SimpleQueue[tuple[Sequence[Write], asyncio.Future[None]] | None] = SimpleQueue()
        self.thread = Thread(target=self._run, name="store", daemon=True)
        self.line: sa.PoolProxiedConnection | None = None

    async def commit(self, batch: Sequence[Write]) -> None:
        if not self.thread.is_alive():
            self.thread.start()
        done = asyncio.get_running_loop().create_future()
        self.work.put((batch, done))
        await done

    def close(self) -> None:
        if self.thread.is_alive():
            self.work.put(None)
            self.thread.join()

    def _run(self) -> None:
        while (work := self.work.get()) is not None:
            batch, done = work
            done.get_loop().call_soon_threadsafe(settle, done, self._failure(batch))
        if self.line is not None:
            self.line.close()

    def _failure(self, batch: Sequence[Write]) -> Exception | None:
        try:
            self.is_same()
            self.line = self.line or self.engine.raw_connection()
            commit_to(file_of(self.line), batch)
        except Exception as error:
            return error
        return None


def settle(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """Tell the waiting caller, unless it has gone."""
    if done.done():
        return
    if error:
        done.set_exception(error)
    else:
        done.set_result(None)
