"""The command `byways tables`: list, export and delete stored tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from byways.cli.common import AsJson, Language, out, output_language, say, say_json
from byways.console import print_table
from byways.errors import common_speaker
from byways.files import write_bytes
from byways.i18n import Message, Value
from byways.table.store.admin import StoredSize, delete, open_existing, record_of, selection, sizes

app = typer.Typer(add_completion=False, help="List, export and delete the stored tables of a server.", rich_markup_mode=None)

HEADS = ("tables.name", "games.game", "tables.set", "tables.ended", "tables.entries", "tables.rows", "tables.bytes")

Database = Annotated[
    str | None, typer.Option("--db", metavar="URL", help="the database, as for `byways serve` (default: the file in your data folder)")
]
OfGame = Annotated[str | None, typer.Option("--game", metavar="GAME", help="only tables of this game")]
Ended = Annotated[float | None, typer.Option("--ended", min=0, metavar="DAYS", help="only tables that ended at least this many days ago")]


@app.command("list")
def list_tables(db: Database = None, game: OfGame = None, ended: Ended = None, as_json: AsJson = False, language: Language = None) -> None:
    """List tables, oldest first, with their size in the database."""

    async def find() -> list[StoredSize]:
        async with open_existing(db) as store:
            return await sizes(store, selection(game, ended))

    found = asyncio.run(find())
    if as_json:
        say_json(found)
        return
    heads = [common_speaker(output_language()).say(Message(head)) for head in HEADS]
    print_table(out, [heads, *map(row, found)])
    print_totals("tables.listed", found)


@app.command("export")
def export_tables(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="an existing folder for files GAME-TABLE.json")],
    db: Database = None,
    game: OfGame = None,
    ended: Ended = 0,
    language: Language = None,
) -> None:
    """Write the records of finished games."""

    async def write() -> list[StoredSize]:
        async with open_existing(db) as store:
            found = await sizes(store, selection(game, ended))
            for one in found:
                if record := await record_of(store, one.id):
                    write_bytes(folder / f"{one.game}-{one.id}.json", record.to_json())
            return found

    print_totals("tables.exported", asyncio.run(write()), folder=str(folder))


@app.command("delete")
def delete_tables(
    ended: Annotated[float, typer.Option("--ended", min=0, metavar="DAYS", help="tables that ended at least this many days ago")],
    db: Database = None,
    game: OfGame = None,
    yes: Annotated[bool, typer.Option("--yes", help="delete them (default: only print how many)")] = False,
    language: Language = None,
) -> None:
    """Delete tables of finished games, with their seats and chat."""

    async def clear() -> list[StoredSize]:
        async with open_existing(db) as store:
            found = await sizes(store, selection(game, ended))
            if yes:
                await delete(store, [one.id for one in found])
            return found

    print_totals("tables.deleted" if yes else "tables.would-be-deleted", asyncio.run(clear()))


def row(one: StoredSize) -> list[str]:
    over = "-" if one.ended is None else day(one.ended)
    return [one.id, one.game, day(one.created), over, *map(str, (one.entries, one.rows, one.bytes))]


def day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def print_totals(name: str, found: Sequence[StoredSize], **values: Value) -> None:
    say(name, tables=len(found), rows=sum(one.rows for one in found), bytes=sum(one.bytes for one in found), **values)
