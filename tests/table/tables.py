"""Tables without a server, and what people do at them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import sqlalchemy as sa

from byways.game import Game, all_games, find_game
from byways.record import Entry, Happen, new_record
from byways.table.play.match import Match
from byways.table.play.new_table import TablePlan
from byways.table.play.stories import SeatStory
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.seats import Seat, with_bot
from byways.table.store.database import migrate
from byways.table.store.schema import Timed
from byways.table.store.store import Store, StoredTable, file_url
from byways.table.workers.pool import Workers
from tests import toy

OpenTables = Callable[..., Awaitable[Tables]]
LABYRINTH = find_game("labyrinth")
GAMES = (toy.GAME, *all_games())
DEALT = (Happen("4"), Happen("4"), Happen("2"))  # one is burned, Ann draws a 4, Bob a 2


def stored(*entries: Entry, seats: Sequence[Seat] = (Seat("person"), Seat("person")), clock: float | None = None) -> StoredTable:
    """A stored round of Tuck, created at 100 seconds. Ann was dealt 1 and 2, Bob 3 and 3."""
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    head, log = new_record(toy.GAME, setup, toy.Options(), ("person",) * 2), tuple(Timed(entry, 100.0) for entry in entries)
    return StoredTable("one", head, "seed", False, clock, 100.0, tuple(seats), log)


def still(table: StoredTable) -> Table:
    """A table whose server is not open, so that no task runs."""
    return Table(Tables([toy.GAME], Store("sqlite+aiosqlite://"), Workers(1)), toy.GAME, table)


@cache
def migrated() -> bytes:
    """An empty, migrated database. Migrating one takes longer than most tests."""
    with TemporaryDirectory() as folder:
        engine = sa.create_engine(f"sqlite:///{folder}/tables.db")
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()
        return Path(folder, "tables.db").read_bytes()


def database_in(folder: Path) -> str:
    """The URL of a folder's database, which is created if missing."""
    if not (file := folder / "tables.db").exists():
        file.write_bytes(migrated())
    return file_url(file)


@asynccontextmanager
async def tables_at(at: Path | str, *games: Game, **settings: Any) -> AsyncIterator[Tables]:
    """Open tables on the database at this URL or in this folder."""
    numbers = iter(range(1000))
    quick = {"pause": 0.0, "frame": 0.0, "seeds": lambda: str(next(numbers)), **settings}
    tables = Tables(games or (toy.GAME,), Store(at if isinstance(at, str) else database_in(at)), Workers(1), **quick)
    await tables.open()
    try:
        yield tables
    finally:
        await tables.close()


async def log_of(store: Store, table: str, start: int = 0) -> tuple[Timed, ...]:
    """Return what is stored of a table's log."""
    update = await store.update_of(table, start)
    assert update is not None
    return update.log


def key(table: str, seat: int) -> str:
    return f"{table} {seat}"


def registry(table: Table) -> Tables:
    assert isinstance(table.registry, Tables)
    return table.registry


async def stand_in(table: Table, seat: int, bot: str | None = None) -> None:
    await table.change_seat(seat, lambda before: with_bot(before, bot or table.game.bot_names[-1], "asked"))


async def take_back(table: Table, seat: int) -> None:
    await table.change_seat(seat, lambda before: msgspec.structs.replace(before, kind="person", bot=None, why=""))


async def rename(table: Table, seat: int, name: str) -> None:
    await table.change_seat(seat, lambda before: msgspec.structs.replace(before, name=name))


def apply(match: Match, entry: Entry | None, at: float = 100.0) -> None:
    """Play an entry, or what is due, without a store."""
    steps = match.referee.preview(entry)
    match.apply(steps, at, match.folds(steps))


async def enter(table: Table, entry: Entry) -> None:
    """Play any legal entry, whoever has the seat."""
    await table.append(lambda: [table.match.referee.preview(entry)])
    table.proceed()


def story(table: Table, seat: int | None) -> SeatStory:
    for _ in table.match.build_story(seat):
        pass
    return table.match.story(seat)


async def set_table(tables: Tables, *seats: str, game: Game = toy.GAME, **more: Any) -> Table:
    return await tables.create(TablePlan(game, seats, **more), "me", key)


async def until(true: Callable[[], object], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "It takes too long."
        await asyncio.sleep(0.002)


async def until_awaited(table: Table) -> None:
    await until(lambda: table.match.position.awaited or table.ended)


def offer(table: Table, seat: int, rng: Random) -> Coroutine[Any, Any, None]:
    """Make a random choice from a seat's screen."""
    screen = table.match.screens[seat]
    return table.choose(seat, screen.number, str(rng.choice(screen.view.choices)))


async def pick(table: Table, seat: int, *what: str) -> None:
    """Make choices, given by the beginnings of their notations, or undo."""
    for beginning in what:
        screen = table.match.screens[seat]
        if beginning == "undo":
            await table.undo(seat, screen.number)
        else:
            await table.choose(seat, screen.number, next(str(one) for one in screen.view.choices if str(one).startswith(beginning)))


def state(match: Match) -> list[object]:
    screens = match.screens.values()
    return [match.position, match.entries, [(screen.view, screen.number, screen.same_since, screen.events) for screen in screens]]
