"""Backups as described in `docs/run-a-server.md`, made while games are in progress."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from byways.table.play.table import Table
from tests.lacking import lack
from tests.table.postgres import Postgres
from tests.table.tables import LABYRINTH, OpenTables, set_table, until


async def backed_up(open_tables: OpenTables, at: Path | str, *command: str | Path) -> tuple[Table, int]:
    """A bot table, and how many entries it had before the command ran. The bots kept playing meanwhile."""
    tables = await open_tables(LABYRINTH, at=at)
    table = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
    await until(lambda: table.match.length > 5)
    length = table.match.length
    await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)
    return table, length


async def goes_on(open_tables: OpenTables, at: Path | str, table: Table, length: int) -> None:
    """Check that the same game continues, with everything from before the backup and nothing that was never played."""
    again = await (await open_tables(LABYRINTH, at=at)).find(table.id)
    assert again is not None
    assert again.match.length >= length
    assert again.match.entries[:length] == table.match.entries[:length]
    here = again.match.length
    await until(lambda: again.match.length > here or again.ended)


async def test_a_game_from_a_backup_of_sqlite_continues(open_tables: OpenTables, tmp_path: Path) -> None:
    sqlite = shutil.which("sqlite3") or lack("No sqlite3: install it (Debian: apt-get install sqlite3).")
    (copy := tmp_path / "backup").mkdir()
    table, length = await backed_up(open_tables, tmp_path, sqlite, tmp_path / "tables.db", f"VACUUM INTO '{copy}/tables.db'")
    with closing(sqlite3.connect(copy / "tables.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    await goes_on(open_tables, copy, table, length)


async def test_a_game_from_a_backup_of_postgresql_continues(open_tables: OpenTables, fragile: Postgres, tmp_path: Path) -> None:
    dump, where = tmp_path / "byways.dump", [f"--host={fragile.socket}", "--username=postgres"]
    table, length = await backed_up(
        open_tables, fragile.url, fragile.tool("pg_dump"), *where, "--format=custom", f"--file={dump}", "postgres"
    )
    subprocess.run([fragile.tool("createdb"), *where, "again"], check=True)
    subprocess.run([fragile.tool("pg_restore"), *where, "--dbname=again", dump], check=True)
    await goes_on(open_tables, fragile.url.replace("/postgres?", "/again?"), table, length)
