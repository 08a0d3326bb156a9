"""Raw sqlite3 connections to a file, for appending entries and looking at one table.

Compared in processor time, alternating in one process on a real disk, SQLAlchemy takes 1.5 times as long to append with Core in the same
thread (1.1 to 2.3; 2.1 for ten tables at once) and 3 to 10 times as long through aiosqlite. Looking at one table takes 54 times as long
through aiosqlite, which doubles the time of a small request.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from shutil import disk_usage
from threading import Timer

from sqlalchemy.ext.asyncio import AsyncEngine

from byways.table.errors import Declined
from byways.table.store.commits import Conflict, EntryExists, Write
from byways.table.store.database import Problem, SameFile, is_unwritable, name_of, set_pragmas
from byways.table.store.schema import PROGRESS, Progress, to_json, to_progress

MIN_FREE = 4 << 20  # bytes to keep free for the write-ahead log until a checkpoint
CHECK_SECONDS = 2.0  # limit on checking a file's pages at start-up

APPEND = """
INSERT INTO entries (table_id, number, entry, at)
SELECT id, ?, ?, ? FROM tables WHERE id = ? AND changes = coalesce(?, changes)
"""
FOLD = "UPDATE entries SET entry = ? WHERE table_id = ? AND number = ?"
SET_TURN = "UPDATE seats SET awaited = ? WHERE table_id = ? AND seat = ?"
OF_TABLES = f"{PROGRESS} IN (SELECT value FROM json_each(?))"


class Sqlite:
    """A writer in its own thread, so that commits are sequential, and a reader on the event loop.

    Only `peek` blocks the event loop, on purpose: it reads one table, in 20 µs if the file is cached. The longest of 300 looks into a file
    of 219 MB took 4 ms, or 40 ms with nothing cached. Many tables go through aiosqlite: 500 take 50 to 190 ms.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine, self.same_file = engine, SameFile(engine.url)
        self.thread = ThreadPoolExecutor(1, "store")
        self.writer: sqlite3.Connection | None = None
        self.reader: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Connect, and raise if the file is damaged."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self._open)

    async def commit(self, batch: Sequence[Write]) -> None:
        await asyncio.get_running_loop().run_in_executor(self.thread, self._commit, batch)

    async def has(self, write: Write) -> bool:
        return False  # a commit to a file is never in doubt

    async def write_problem(self) -> Problem | None:
        """Return why writes would fail, as far as can be told without writing."""
        file = self.same_file.path
        if is_unwritable(file):
            return Problem.READ_ONLY
        return Problem.FULL if disk_usage(file.parent).free < MIN_FREE else None

    def peek(self, table: str) -> Progress | None:
        """Read a table's progress immediately; None if that would have to wait."""
        with suppress(sqlite3.Error):
            if self.reader is not None:
                return to_progress(self.reader.execute(OF_TABLES, (to_json([table]),))).get(table)
        return None

    async def progress(self, tables: Sequence[str]) -> dict[str, Progress]:
        async with self.engine.connect() as connection:
            return to_progress(await connection.exec_driver_sql(OF_TABLES, (to_json(tables),)))

    def close(self) -> None:
        self.thread.shutdown()
        for connection in (self.writer, self.reader):
            if connection is not None:
                connection.close()

    def _open(self) -> None:
        if self.engine.url.database in (None, "", ":memory:"):
            raise Declined("wrong.database-address", address=name_of(self.engine.url), problem="a database in memory loses its tables")
        self.same_file()
        self.writer = self._connect()
        set_pragmas(self.writer)
        check_pages(self.writer)
        self.reader = self._connect()
        # `peek` runs on the event loop, so it fails instead of waiting for a lock, and the caller reads through the pool.
        self.reader.execute("PRAGMA busy_timeout=0")

    def _connect(self) -> sqlite3.Connection:
        (file,), options = self.engine.dialect.create_connect_args(self.engine.url)
        connection: sqlite3.Connection = sqlite3.connect(file, **{**options, "check_same_thread": False})
        return connection

    def _commit(self, batch: Sequence[Write]) -> None:
        assert self.writer is not None
        self.same_file()
        try:
            with self.writer:  # commits, or rolls back on an exception
                for write in batch:
                    append(self.writer, write)
        except sqlite3.IntegrityError as error:
            raise EntryExists("Another choice was faster.") from error


def append(file: sqlite3.Connection, write: Write) -> None:
    """Append entries. The statement itself compares the count of seat changes, so a seat lost meanwhile cannot act."""
    for number, entry in enumerate(write.entries, write.number):
        if file.execute(APPEND, (number, entry, write.at, write.table, write.changes)).rowcount != 1:
            raise Conflict("The seats have changed in the meantime.")
    for number, entry in write.folded.items():
        file.execute(FOLD, (entry, write.table, number))
    for seat, begins in write.turns.items():
        file.execute(SET_TURN, (write.at if begins else None, write.table, seat))


def check_pages(file: sqlite3.Connection) -> None:
    """Check for damaged pages, for a short time: a damaged file opens without an error."""
    timer = Timer(CHECK_SECONDS, file.interrupt)
    timer.start()
    try:
        found = file.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as error:
        # The timer interrupted the check; the pages checked so far are sound.
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
    else:
        if found != "ok":
            raise Damaged(found)
    finally:
        timer.cancel()


class Damaged(sqlite3.DatabaseError):
    sqlite_errorcode = sqlite3.SQLITE_CORRUPT
