"""Database problems are explained in a sentence, at start-up if possible."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

from byways.game import Refused
from byways.record import Happen
from byways.table.errors import Unavailable
from byways.table.store import database
from byways.table.store.store import Store, file_url
from tests.table.store.test_store import a_table, store_at
from tests.table.tables import log_of

READ_ONLY = "The database is read-only, so nothing new can be saved. What was saved before is safe."
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
    """Yield a store with a table that has one entry, which is still there afterwards."""
    async with store_at(url) as store:
        await store.add(a_table())
        await store.append("one", 0, [Happen("1")], 6.0)
        yield store
        assert [timed.entry for timed in await log_of(store, "one")] == [Happen("1")]


def test_the_versions_are_the_migrations_newest_first() -> None:
    assert database.versions() == tuple(script.revision for script in ScriptDirectory(str(database.MIGRATIONS)).walk_revisions())


async def test_a_database_of_a_later_version_is_left_alone(url: str) -> None:
    async with store_at(url):
        pass
    await do(url, "UPDATE alembic_version SET version_num = '9999'")
    assert (await refused(url)).endswith(" was used by a later version of Byways. Start that version, or use another database (--db).")


@pytest.mark.parametrize("url", ["mysql://me:hush@here/tables", "sqlite:///tables.db", "no://me:hush@here:x/", "nonsense"])
def test_the_error_about_an_unusable_address_hides_its_password(url: str) -> None:
    with pytest.raises(Refused, match="is not the address of a database that can be used here") as error:
        Store(url)
    assert "hush" not in str(error.value)


async def test_a_read_only_postgresql_is_refused_at_the_start_and_reported_later(postgres: str) -> None:
    await do(postgres, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    async with begun(postgres) as store:
        await do(postgres, "ALTER ROLE postgres SET default_transaction_read_only = on")
        store.driver.close()  # the setting applies to new connections
        try:
            with pytest.raises(Unavailable) as error:
                await store.append("one", 1, [Happen("2")], 6.0)
            assert str(error.value) == f"This was not saved. {READ_ONLY}"
            assert "is read-only" in await refused(postgres)
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


def test_the_default_file_is_in_the_data_folder_or_where_an_earlier_version_put_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("byways.table.store.database.user_data_path", lambda name, **_: tmp_path / "Library" / name)
    assert database.data_file() == tmp_path / "Library" / "byways" / "tables.db"
    earlier = tmp_path / "byways" / "tables.db"
    earlier.parent.mkdir()
    earlier.touch()
    assert database.data_file() == earlier


async def test_the_path_of_a_file_may_have_any_characters(tmp_path: Path) -> None:
    file = tmp_path / "what? 50%20 #1.db"
    async with store_at(file_url(file)):
        assert file.exists()
