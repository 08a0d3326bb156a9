"""Tables as those see them who keep the database; servers go on meanwhile."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from byways.table.errors import Missing
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.store import admin
from tests.command import said
from tests.table.tables import OpenTables, offer, set_table, until


async def played(tables: Tables) -> Table:
    """A table of bots whose game is over."""
    table = await set_table(tables, "bot:random", "bot:random")
    await until(lambda: table.ended)
    return table


async def rows_of(tables: Tables, name: str) -> int:
    async with tables.store.engine.connect() as connection:
        counts = [sa.select(sa.func.count()).where(column == name) for _, column in admin.parts()]
        return sum([(await connection.execute(count)).scalar_one() for count in counts])


async def command(*arguments: str) -> str:
    """What `byways tables` says, from another thread: servers go on in this one."""
    done = await asyncio.to_thread(said, "tables", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def test_what_is_over_is_listed_exported_and_deleted_while_a_server_runs(url: str, open_tables: OpenTables, tmp_path: Path) -> None:
    tables = await open_tables(at=url)
    over, running = await played(tables), await set_table(tables, "me", "bot:random")
    listed = {one["id"]: one for one in json.loads(await command("list", "--json", "--db", url))}
    assert [listed[table.id]["ended"] is None for table in (over, running)] == [False, True]
    assert listed[over.id]["entries"] == over.match.length
    assert listed[over.id]["rows"] == 1 + await rows_of(tables, over.id)

    assert await command("export", str(tmp_path), "--db", url) == f"The record of one table is in {tmp_path}.\n"
    assert (tmp_path / f"tuck-{over.id}.json").read_bytes() == over.match.record.to_json()

    assert (await command("delete", "--ended", "0", "--db", url)).startswith("One table would be deleted: ")
    assert "0 tables are deleted: 0 rows" in await command("delete", "--ended", "1", "--yes", "--db", url)
    assert await rows_of(tables, over.id)
    assert f"One table is deleted: {listed[over.id]['rows']} rows" in await command("delete", "--ended", "0", "--yes", "--db", url)
    assert await rows_of(tables, over.id) == 0
    with pytest.raises(Missing):
        await tables.refresh(over)
    assert (await tables.find(over.id), over.id in tables.live) == (None, False)

    await until(lambda: 0 in running.match.position.awaited)
    await offer(running, 0, Random(1))


async def test_what_is_open_while_it_is_deleted_is_missing_and_nobody_waits_for_it(open_tables: OpenTables) -> None:
    tables = await open_tables()
    table = await played(tables)
    await admin.delete(tables.store, [table.id])
    with pytest.raises(Missing):
        await table.rename(0, "Ann")
