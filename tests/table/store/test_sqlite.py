"""SQLite: problems with its file, and looks at it from the event loop."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from byways.record import Happen
from byways.table.errors import Away, Garbled, Unavailable
from byways.table.seats import Seat
from byways.table.store import database, sqlite
from byways.table.store.schema import Progress
from byways.table.store.store import Store, file_url
from tests.table.store.test_database import FULL, begun, refused
from tests.table.store.test_store import ENTRIES, a_table, store_at

pytestmark = pytest.mark.database


def writer_of(store: Store) -> sqlite3.Connection:
    assert isinstance(store.driver, sqlite.Sqlite)
    assert store.driver.writer is not None
    return store.driver.writer


def limit_pages(store: Store, pages: int) -> None:
    """Make a disk look full."""
    writer_of(store).execute(f"PRAGMA max_page_count = {pages}")


def damaged(file: Path, first: int, last: int) -> None:
    """Overwrite some pages of a file."""
    data = bytearray(file.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    data[first * size : last * size] = b"\xa5" * ((last - first) * size)
    file.write_bytes(data)


async def filled(file: Path, tables: int = 30) -> None:
    async with store_at(file_url(file)) as store:
        for number in range(tables):
            await store.add(a_table(f"t{number}"))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("first", [0, 1, 8])
async def test_damaged_pages_are_found_at_the_start(tmp_path: Path, first: int) -> None:
    await filled(file := tmp_path / "tables.db")
    damaged(file, first, first + 3)
    said = await refused(file_url(file))
    assert f"The database {file_url(file)} is damaged (" in said
    assert "Restore a backup" in said


async def test_the_check_of_a_big_file_ends_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It then misses damage that a longer check would find."""
    await filled(file := tmp_path / "tables.db")
    damaged(file, 8, 11)
    with closing(sqlite3.connect(file)) as connection:
        with pytest.raises(sqlite.Damaged):
            sqlite.check_pages(connection)
        monkeypatch.setattr(sqlite, "CHECK_SECONDS", 0.01)
        connection.set_progress_handler(lambda: time.sleep(0.01), 1)  # as slow as a big file
        sqlite.check_pages(connection)
        assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)


async def test_damage_while_the_store_is_open_is_reported_when_it_is_read(tmp_path: Path) -> None:
    await filled(file := tmp_path / "tables.db")
    async with store_at(file_url(file)) as store:
        damaged(file, 1, 20)
        with pytest.raises(Unavailable, match=r"^The database is damaged: this part"):
            await store.unfinished(30)


async def test_a_read_only_file_is_refused_at_the_start(tmp_path: Path) -> None:
    async with store_at(file_url(file := tmp_path / "tables.db")):
        pass
    said = await refused(f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true")
    assert "is read-only. Check the permissions" in said


async def test_a_full_disk_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    async with begun(file_url(tmp_path / "tables.db")) as store:
        await store.add(a_table("two"))
        limit_pages(store, 1)  # no page more than there are
        with pytest.raises(Unavailable) as error:
            await store.append("one", 1, [Happen("2" * 100_000)], 6.0)
        assert str(error.value) == f"This was not saved. {FULL}"
        limit_pages(store, 100_000)
        await store.append("two", 0, [Happen("3")], 6.0)


def test_a_disk_without_room_for_the_index_of_the_log_is_full() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert database.problem_of(error) is database.Problem.FULL


async def test_nothing_is_written_to_a_file_that_was_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.store.store.PATIENCE", 0.1)
    async with begun(file_url(file := tmp_path / "tables.db")) as store:
        file.rename(elsewhere := tmp_path / "elsewhere.db")
        with pytest.raises(Away, match=r"^This was not saved\. The database does not answer at the moment\."):
            await store.append("one", 1, [Happen("2")], 6.0)
        with pytest.raises(Away):
            await store.add(a_table("two"))
        elsewhere.rename(file)
        await store.add(a_table("two"))
        await store.append("two", 0, [Happen("3")], 6.0)


async def test_a_file_that_another_program_locks_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.store.store.PATIENCE", 0.1)
    async with begun(file_url(file := tmp_path / "tables.db")) as store:
        writer_of(store).execute("PRAGMA busy_timeout = 50")
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Away, match=r"^This was not saved\. The database does not answer at the moment\."):
                await store.append("one", 1, [Happen("2")], 6.0)
            other.execute("ROLLBACK")


async def test_a_peek_at_a_file_sees_what_another_server_has_just_stored(tmp_path: Path) -> None:
    url = file_url(tmp_path / "tables.db")
    async with store_at(url) as store, store_at(url) as other:
        await store.add(a_table())
        assert (store.peek("one"), store.peek("two")) == (Progress(0, 0), None)
        await other.append("one", 0, ENTRIES, 6.0)
        await other.seat("one", 0, Seat("person"), 0)
        assert {"one": store.peek("one")} == await store.progress(["one", "two"]) == {"one": Progress(4, 1)}


async def test_a_peek_does_not_wait_for_a_lock(tmp_path: Path) -> None:
    async with store_at(file_url(tmp_path / "tables.db")) as store:
        await store.add(a_table())
        async with store.engine.connect() as connection:
            await connection.execute(sa.text("BEGIN IMMEDIATE"))
            assert store.peek("one") == Progress(0, 0)
    assert store.peek("one") is None


async def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    async with store_at(file_url(tmp_path / "tables.db")) as store, store.engine.connect() as connection:
        pragmas = [(await connection.execute(sa.text(f"PRAGMA {name}"))).scalar() for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]


async def test_invalid_bytes_in_one_row_do_not_hide_the_others(tmp_path: Path) -> None:
    async with store_at(file_url(tmp_path / "tables.db")) as store:
        for name in ("one", "two"):
            await store.add(a_table(name))
        async with store.engine.begin() as connection:
            await connection.execute(sa.text("UPDATE tables SET head = CAST(x'ff7b' AS TEXT) WHERE id = 'one'"))
            await connection.execute(sa.text("UPDATE seats SET name = CAST(x'ff41' AS TEXT) WHERE table_id = 'one' AND seat = 0"))
        with pytest.raises(Garbled):
            await store.find("one")
        assert {one.seats[0].name for one in await store.held("h" * 64)} == {"Ann <b>", "\N{REPLACEMENT CHARACTER}A"}
