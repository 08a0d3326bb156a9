"""What ails a database is said in a sentence: at the start where it can be known, else when it shows."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

from byways.game import Refused
from byways.record import Happen
from byways.table.errors import Away, Unavailable
from byways.table.store import database
from byways.table.store.store import Store, file_url
from tests.table.store.test_store import kept, store_at

READ_ONLY = "The database can only be read, so nothing new can be saved. What was saved before is safe."
FULL = "The disk of the database is full, so nothing new can be saved. What was saved before is safe."


async def do(url: str, *statements: str) -> None:
    store = Store(url)
    async with store.engine.begin() as connection:
        for statement in statements:
            await connection.execute(sa.text(statement))
    await store.close()


async def refused(url: str) -> str:
    store = Store(url)
    with pytest.raises(Refused) as error:
        await store.open()
    await store.close()
    return str(error.value)


@asynccontextmanager
async def begun(url: str) -> AsyncIterator[Store]:
    """A store with a table of one entry, which is still there afterwards."""
    async with store_at(url) as store:
        await store.add(kept())
        await store.append("one", 0, [Happen("1")], 6.0)
        yield store
        assert [timed.entry for timed in await store.log("one", 0)] == [Happen("1")]


def test_versions_are_the_migrations_in_their_order() -> None:
    assert database.versions() == tuple(script.revision for script in ScriptDirectory(str(database.MIGRATIONS)).walk_revisions())


async def test_a_database_of_a_later_version_is_left_alone(url: str) -> None:
    async with store_at(url):
        pass
    await do(url, "UPDATE alembic_version SET version_num = '9999'")
    assert (await refused(url)).endswith(" was used by a later version of Byways. Start that version, or use another database (--db).")


@pytest.mark.parametrize("url", ["mysql://me:hush@here/tables", "sqlite:///tables.db", "no://me:hush@here:x/", "nonsense"])
def test_an_address_that_cannot_be_used_is_told_without_its_password(url: str) -> None:
    with pytest.raises(Refused, match="is not the address of a database that can be used here") as error:
        Store(url)
    assert "hush" not in str(error.value)


# SQLite


def damaged(file: Path, first: int, last: int) -> None:
    """Overwrite some pages of a file."""
    data = bytearray(file.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    data[first * size : last * size] = b"\xa5" * ((last - first) * size)
    file.write_bytes(data)


async def filled(file: Path, tables: int = 30) -> None:
    async with store_at(file_url(file)) as store:
        for number in range(tables):
            await store.add(kept(f"t{number}"))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.database
@pytest.mark.parametrize("first", [0, 1, 8])
async def test_damaged_pages_are_found_at_the_start(tmp_path: Path, first: int) -> None:
    await filled(file := tmp_path / "tables.db")
    damaged(file, first, first + 3)
    said = await refused(file_url(file))
    assert f"The database {file_url(file)} is damaged (" in said
    assert "Restore a backup" in said


@pytest.mark.slow
async def test_a_big_database_is_checked_for_a_short_time_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "CHECKED", 0.05)
    file = tmp_path / "tables.db"
    async with store_at(file_url(file)):
        pass
    with closing(sqlite3.connect(file)) as connection:
        numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
        connection.execute(f"INSERT INTO entries {numbers} SELECT 'one', i, hex(randomblob(50)), 0 FROM n")
        connection.commit()
    before = time.monotonic()
    async with store_at(file_url(file)):
        assert time.monotonic() - before < 1


async def test_damage_that_comes_later_is_told_when_it_shows(tmp_path: Path) -> None:
    await filled(file := tmp_path / "tables.db")
    async with store_at(file_url(file)) as store:
        damaged(file, 1, 20)
        with pytest.raises(Unavailable, match=r"^The database is damaged: this part"):
            await store.unfinished(30)


@pytest.mark.database
async def test_a_file_that_can_only_be_read_is_refused_at_the_start(tmp_path: Path) -> None:
    async with store_at(file_url(file := tmp_path / "tables.db")):
        pass
    said = await refused(f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true")
    assert "can only be read. See who may write to it" in said


@pytest.mark.database
async def test_a_full_disk_is_told_and_costs_nothing_that_was_kept(tmp_path: Path) -> None:
    async with begun(file_url(tmp_path / "tables.db")) as store:
        await store.add(kept("two"))
        assert store.writer is not None
        with store.writer.connect() as connection:
            connection.execute(sa.text("PRAGMA max_page_count = 1"))  # no page more than there are
        with pytest.raises(Unavailable) as error:
            await store.append("one", 1, [Happen("2" * 100_000)], 6.0)
        assert str(error.value) == f"This was not saved. {FULL}"
        with store.writer.connect() as connection:
            connection.execute(sa.text("PRAGMA max_page_count = 100000"))
        await store.append("two", 0, [Happen("3")], 6.0)


def test_a_disk_without_room_for_the_list_of_the_log_is_full() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert database.trouble_of(error) is database.Trouble.FULL


@pytest.mark.database
async def test_nothing_is_accepted_into_a_file_that_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.store.store.PATIENCE", 0.1)
    async with begun(file_url(file := tmp_path / "tables.db")) as store:
        file.rename(elsewhere := tmp_path / "elsewhere.db")
        with pytest.raises(Away, match=r"^This was not saved\. The database does not answer at the moment\."):
            await store.append("one", 1, [Happen("2")], 6.0)
        with pytest.raises(Away):
            await store.add(kept("two"))
        elsewhere.rename(file)
        await store.add(kept("two"))
        await store.append("two", 0, [Happen("3")], 6.0)


@pytest.mark.database
async def test_a_file_that_another_program_keeps_locked_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.store.store.PATIENCE", 0.1)
    async with begun(file_url(file := tmp_path / "tables.db")) as store:
        assert store.writer is not None
        with store.writer.connect() as connection:
            connection.execute(sa.text("PRAGMA busy_timeout = 50"))
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Away, match=r"^This was not saved\. The database does not answer at the moment\."):
                await store.append("one", 1, [Happen("2")], 6.0)
            other.execute("ROLLBACK")


# PostgreSQL


async def test_a_postgresql_that_can_only_be_read_is_refused_at_the_start_and_told_later(postgres: str) -> None:
    await do(postgres, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    async with begun(postgres) as store:
        await do(postgres, "ALTER ROLE postgres SET default_transaction_read_only = on")
        assert store.appender is not None
        store.appender.close()  # what holds for the role holds from the next connection on
        try:
            with pytest.raises(Unavailable) as error:
                await store.append("one", 1, [Happen("2")], 6.0)
            assert str(error.value) == f"This was not saved. {READ_ONLY}"
            assert "can only be read" in await refused(postgres)
        finally:
            await do(postgres, "SET TRANSACTION READ WRITE", "ALTER ROLE postgres RESET default_transaction_read_only")


async def test_a_postgresql_with_a_full_disk_says_so(postgres: str) -> None:
    await do(postgres, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    body = "BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END"
    async with begun(postgres) as store:
        await do(
            postgres,
            f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $${body}$$",
            "CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk()",
        )
        with pytest.raises(Unavailable) as error:
            await store.append("one", 1, [Happen("2")], 6.0)
        assert str(error.value) == f"This was not saved. {FULL}"


def test_tables_are_kept_where_the_system_keeps_data_or_where_an_earlier_version_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("byways.table.store.database.user_data_path", lambda name, **_: tmp_path / "Library" / name)
    assert database.data_file() == tmp_path / "Library" / "byways" / "tables.db"
    earlier = tmp_path / "byways" / "tables.db"
    earlier.parent.mkdir()
    earlier.touch()
    assert database.data_file() == earlier
