"""Admin operations, while a server runs."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from byways.game import Refused
from byways.table.errors import Missing
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.seats import Notice
from byways.table.store import admin
from byways.table.store.database import opening_error
from byways.table.store.store import file_url
from tests.command import run
from tests.table.store.test_store import a_table, store_at
from tests.table.tables import OpenTables, offer, rename, set_table, until


async def played(tables: Tables) -> Table:
    """Return a finished bot table."""
    table = await set_table(tables, "bot:random", "bot:random")
    await until(lambda: table.ended)
    return table


async def rows_of(tables: Tables, name: str) -> int:
    async with tables.store.engine.connect() as connection:
        counts = [sa.select(sa.func.count()).where(column == name) for _, column in admin.parts()]
        return sum([(await connection.execute(count)).scalar_one() for count in counts])


async def command(*arguments: str) -> str:
    """Run `byways tables` in another thread, while servers run in this one."""
    done = await asyncio.to_thread(run, "tables", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def test_finished_tables_are_listed_exported_and_deleted_beside_a_server(url: str, open_tables: OpenTables, tmp_path: Path) -> None:
    tables = await open_tables(at=url)
    over, running = await played(tables), await set_table(tables, "me", "bot:random")
    listed = {one["id"]: one for one in json.loads(await command("list", "--json", "--db", url))}
    assert [listed[table.id]["ended"] is None for table in (over, running)] == [False, True]
    assert listed[over.id]["entries"] == over.match.length
    assert listed[over.id]["rows"] == 1 + await rows_of(tables, over.id)

    assert await command("export", str(tmp_path), "--db", url) == f"The record of one table is in {tmp_path}.\n"
    assert (tmp_path / f"tuck-{over.id}.json").read_bytes() == over.match.record.to_json()

    assert (await command("delete", "--ended", "0", "--db", url)).startswith("One table would be deleted: ")
    assert "0 tables were deleted: 0 rows" in await command("delete", "--ended", "1", "--yes", "--db", url)
    assert await rows_of(tables, over.id)
    assert f"One table was deleted: {listed[over.id]['rows']} rows" in await command("delete", "--ended", "0", "--yes", "--db", url)
    assert await rows_of(tables, over.id) == 0
    with pytest.raises(Missing):
        await tables.refresh(over)
    assert (await tables.find(over.id), over.id in tables.live) == (None, False)

    await until(lambda: 0 in running.match.position.awaited)
    await offer(running, 0, Random(1))


@pytest.fixture
def read_only_mount(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deny writing to every file, as `os.access` does on a read-only mount."""
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)


async def listed(url: str) -> list[str]:
    async with admin.open_existing(url) as store:
        return [one.id for one in await admin.sizes(store, sa.true())]


@pytest.mark.usefixtures("read_only_mount")
async def test_a_database_on_a_read_only_mount_is_listed_but_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "ö b.db"
    async with store_at(file_url(file)) as store:
        await store.add(a_table())
        await store.close_table("one", 0, Notice("closed", 0, "", 0, 6.0))
        assert await listed(file_url(file)) == ["one"]  # with the write-ahead log of a running server
    assert await listed(file_url(file)) == ["one"]
    assert [*tmp_path.iterdir()] == [file]
    with pytest.raises(Refused, match="is read-only"):
        async with admin.open_existing(file_url(file)) as store:
            await admin.delete(store, ["one"])
    assert await listed(file_url(file)) == ["one"]


@pytest.mark.usefixtures("read_only_mount")
async def test_an_earlier_database_on_a_read_only_mount_is_not_migrated(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((Path(__file__).parents[1] / "tables-0002.sql").read_text())
    before = file.read_bytes()
    with pytest.raises(Refused, match=f"The database sqlite.*{file} is empty or from an earlier version of Byways"):
        await listed(file_url(file))
    assert file.read_bytes() == before


@pytest.mark.usefixtures("read_only_mount")
def test_a_copy_that_cannot_be_written_and_has_a_log_says_what_to_do(tmp_path: Path) -> None:
    url, log = sa.make_url(file_url(tmp_path / "tables.db")), tmp_path / "tables.db-wal"
    (tmp_path / "tables.db").touch()
    for contents, said in ((b"", "Check the permissions"), (b"changes", "its latest changes are still in the file tables.db-wal")):
        log.write_bytes(contents)
        assert said in str(opening_error(url, OSError("unable to open database file")))


async def test_a_table_that_is_deleted_while_it_is_open_is_missing(open_tables: OpenTables) -> None:
    tables = await open_tables()
    table = await played(tables)
    await admin.delete(tables.store, [table.id])
    with pytest.raises(Missing):
        await rename(table, 0, "Ann")
