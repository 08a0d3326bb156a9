"""The registry of tables: opening, closing, other servers and other versions."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from byways.game import Complaint, Game, all_games
from byways.record import BadRecord
from byways.table.errors import Stale, Unavailable
from byways.table.play.seating import sit
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.play.watching import watch
from byways.table.seats import hash_of
from byways.table.store.schema import Progress
from tests import toy
from tests.table.tables import (
    LABYRINTH,
    OpenTables,
    key,
    log_of,
    offer,
    pick,
    registry,
    set_table,
    stand_in,
    state,
    tables_at,
    take_back,
    until,
    until_awaited,
)

NEWER = replace(toy.GAME, version=2)
OWN = toy.GAME.with_components({"highest": 5})


@pytest.mark.database
async def test_a_stopping_server_creates_no_table(tmp_path: Path) -> None:
    async with tables_at(tmp_path, LABYRINTH) as tables:
        tables.closed = True
        with pytest.raises(Unavailable, match="being stopped"):
            await set_table(tables, "me", "bot:random")
        tables.closed = False


# Other versions


async def kept_by(folder: Path, game: Game, *choices: str) -> str:
    """Store a table under some version of a game. Its first seat has made choices with these beginnings."""
    async with tables_at(folder, game) as tables:
        table = await set_table(tables, "me", "me", game=game)
        await until_awaited(table)
        await pick(table, 0, *choices)
        return table.id


async def find(tables: Tables, name: str) -> Table:
    table = await tables.find(name)
    assert table is not None
    return table


async def go_on(table: Table, choices: int) -> None:
    for number in range(choices):
        await until_awaited(table)
        await offer(table, table.match.position.awaited[0], Random(number))


@pytest.mark.database
async def test_the_tables_of_an_old_database_continue(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        database.executescript(Path(__file__).parents[1].joinpath("tables-0002.sql").read_text("utf-8"))

    async with tables_at(tmp_path, *all_games()) as tables:
        found = [await find(tables, name) for name in await tables.store.unfinished(9)]
        assert {table.game.name: len(table.match.entries) for table in found} == {"traxx": 13, "long_road": 36}
        for table in found:
            assert table.match.referee.head.components in table.game.older_digests
            assert table.hints.are_allowed
            before = len(table.match.entries)
            await go_on(table, 10)
            assert len(await log_of(tables.store, table.id)) >= before + 10


@pytest.mark.database
async def test_a_table_of_an_older_version_continues_if_its_log_replays(tmp_path: Path) -> None:
    name = await kept_by(tmp_path, toy.GAME, "pick", "done")
    async with tables_at(tmp_path, NEWER) as tables:
        table = await find(tables, name)
        assert table.match.referee.head.is_older(table.game)
        await go_on(table, 2)


@pytest.mark.database
async def test_the_complaint_about_an_unplayable_log_names_the_number_of_the_entry_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = await kept_by(tmp_path, toy.GAME, "pick", "done"), await kept_by(tmp_path, toy.GAME)
    monkeypatch.setattr(toy, "offer", offer_two_picks)
    async with tables_at(tmp_path, NEWER) as tables:
        await until(lambda: new in tables.live)
        with pytest.raises(BadRecord) as refused:
            await tables.find(old)
        assert str(refused.value) == (
            "This game cannot continue: entry 4 of its log cannot be played. It was started with version 1 of Tuck; this is version 2."
        )
        assert not any(task.done() for task in tables.tasks)


def offer_two_picks(position: toy.Position, seat: int) -> tuple[toy.AnyChoice, ...]:
    """The rule of a later version: two cards are picked, not one or two."""
    left = toy.less(position.hands[seat], (step.card for step in position.acts[seat] if isinstance(step, toy.Pick)))
    return tuple(map(toy.Pick, left)) if len(position.acts[seat]) < 2 else (toy.Done(),)


@pytest.mark.database
async def test_a_table_of_a_newer_version_is_refused_and_the_others_continue(tmp_path: Path) -> None:
    newer, mine = await kept_by(tmp_path, NEWER), await kept_by(tmp_path, toy.GAME)
    async with tables_at(tmp_path) as tables:
        await until(lambda: mine in tables.live)
        with pytest.raises(Complaint, match=r"^This record was played with version 2 of Tuck; the installed version is 1\.$"):
            await tables.find(newer)
        assert not any(task.done() for task in tables.tasks)


@pytest.mark.database
@pytest.mark.parametrize(("then", "now"), [(OWN, OWN), (OWN, toy.GAME), (toy.GAME, OWN)])
async def test_a_table_keeps_the_components_it_was_created_with(then: Game, now: Game, tmp_path: Path) -> None:
    name = await kept_by(tmp_path, then)
    async with tables_at(tmp_path, now) as tables:
        assert (await find(tables, name)).game == then


# Closing and opening


async def test_an_idle_table_is_closed_and_reopened_as_it_was(open_tables: OpenTables) -> None:
    tables = await open_tables(idle=0.0)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await offer(table, 0, Random(1))
    await until(lambda: not table.tasks)
    await tables.sweep()
    assert tables.live == {}
    again = await tables.find(table.id)
    assert again is not None
    assert again is not table
    assert state(again.match) == state(table.match)


async def test_a_watched_table_stays_open(open_tables: OpenTables) -> None:
    tables = await open_tables(idle=0.0)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    watching = watch(table, 0)
    await anext(watching)
    await tables.sweep()
    assert tables.live == {table.id: table}


@pytest.mark.database
async def test_bots_resume_after_a_restart(tmp_path: Path) -> None:
    async with tables_at(tmp_path, LABYRINTH) as tables:
        table = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
        await until(lambda: table.match.length > 10)
    async with tables_at(tmp_path, LABYRINTH) as tables:
        kept = await log_of(tables.store, table.id)
        await until(lambda: table.id in tables.live and len(tables.live[table.id].match.entries) > len(kept) + 10)


# Rematch


async def test_a_rematch_passes_the_seats_on_by_one(tables: Tables) -> None:
    table = await set_table(tables, "me", "free", "bot:random", options={"rounds": 3}, public=True, clock=30.0)
    again = await tables.rematch(table, key, 0)
    assert [seat.kind for seat in again.seats] == ["free", "bot", "person"]
    assert (again.seats[2].holder, again.seats[0].key) == (table.seats[0].holder, hash_of(key(again.id, 0)))
    assert again.match.referee.head.options == {"rounds": 3}
    assert (again.public, again.clock) == (True, 30.0)
    assert again.match.seed != table.match.seed


async def test_a_table_has_one_rematch_at_all_servers(tables: Tables, open_tables: OpenTables) -> None:
    other = await open_tables()
    table = await set_table(tables, "me", "me")
    twin = await find(other, table.id)
    again = await tables.rematch(table, key, 0)
    assert await tables.rematch(table, key, 0) is again
    assert (await other.rematch(twin, key, 0)).id == again.id


async def test_simultaneous_requests_for_a_rematch_share_it(url: str, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(at=url) for _ in range(2)]
    table = await set_table(tables, "me", "me")
    twin = await find(other, table.id)
    both = [*[tables.rematch(table, key, 0) for _ in range(3)], *[other.rematch(twin, key, 0) for _ in range(3)]]
    (name,) = {again.id for again in await asyncio.gather(*both)}
    assert (table.rematch, twin.rematch) == (name, name)
    assert len(await tables.store.held(hash_of("me"))) == 2


# Damaged tables


async def damage(tables: Tables, what: str, name: str) -> None:
    async with tables.store.engine.begin() as connection:
        await connection.execute(sa.text(what), {"name": name})


@pytest.mark.parametrize(
    "what",
    [
        "UPDATE tables SET head = '{' WHERE id = :name",
        """UPDATE tables SET head = REPLACE(head, '"hands":', '"hats":') WHERE id = :name""",
        "UPDATE entries SET entry = '?' WHERE table_id = :name AND number = 1",
        "DELETE FROM seats WHERE table_id = :name AND seat = 1",
    ],
)
async def test_a_damaged_table_is_logged_once_and_the_others_continue(
    url: str, open_tables: OpenTables, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = await open_tables(at=url)
    whole, broken = [await set_table(first, "me", "me") for _ in range(2)]
    await until_awaited(broken)
    await damage(first, what, broken.id)
    await first.close()
    tables = await open_tables(at=url)
    await until(lambda: whole.id in tables.live)
    for _ in range(2):
        with pytest.raises(Complaint):
            await tables.find(broken.id)
    assert not any(task.done() for task in tables.tasks)
    said = [record.message for record in caplog.records if broken.id in record.message]
    assert [line.split(":")[0] for line in said] == [f"Table {broken.id} cannot go on here"]


async def test_a_damaged_log_does_not_stop_the_sync_of_other_tables(open_tables: OpenTables) -> None:
    tables, other = [await open_tables(listening=0.02) for _ in range(2)]
    broken, whole = [await set_table(tables, "me", "me") for _ in range(2)]
    twins = [await find(other, table.id) for table in (broken, whole)]
    for table in (broken, whole):
        await until_awaited(table)
    await until(lambda: all(not twin.tasks for twin in twins))
    looking = [watch(twin, None) for twin in twins]
    for stream in looking:
        await anext(stream)
    await pick(broken, 0, "pick")
    await damage(tables, "UPDATE entries SET entry = '?' WHERE table_id = :name AND number > 2", broken.id)
    await pick(whole, 0, "pick")
    await until(lambda: twins[1].match.length == whole.match.length)
    for stream in looking:
        await stream.aclose()


# Other servers


async def test_a_stream_shows_what_another_server_has_stored(url: str, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(at=url, listening=0.02) for _ in range(2)]
    table = await set_table(tables, "me", "program")
    await until_awaited(table)
    twin = await other.find(table.id)
    assert twin is not None
    looking = watch(twin, None)
    before = await anext(looking)
    assert before is not None
    numbers = [before.number]
    await pick(table, 0, "pick", "done")
    while twin.match.position != table.match.position:  # entries may come one by one or together
        after = await asyncio.wait_for(anext(looking), 20)
        assert after is not None
        numbers.append(after.number)
    assert numbers[-1] > numbers[0]
    await take(table, 1, "Bob")
    while twin.seats != table.seats:
        await asyncio.wait_for(anext(looking), 20)
    await looking.aclose()


async def test_a_step_known_to_another_server_is_undone_there_although_it_is_folded(url: str, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(at=url) for _ in range(2)]
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await pick(table, 0, "pick")
    twin = await other.find(table.id)
    assert twin is not None
    known = twin.match
    await pick(table, 0, "undo", "pick", "undo", "pick", "done")
    await pick(table, 1, "pick", "done")
    await until(lambda: not table.tasks)
    await other.poll([twin])
    await until(lambda: not twin.tasks)
    assert twin.match is known
    assert state(twin.match)[:2] == state(table.match)[:2]
    assert [screen.view for screen in twin.match.screens.values()] == [screen.view for screen in table.match.screens.values()]
    assert [screen.number for screen in twin.match.screens.values()] == [screen.number for screen in table.match.screens.values()]


async def seen_twice(url: str, open_tables: OpenTables, *seats: str, **settings: float) -> tuple[Table, Table]:
    """One table on two servers."""
    tables, other = [await open_tables(at=url, **settings) for _ in range(2)]
    table = await set_table(tables, *seats)
    await until_awaited(table)
    twin = await find(other, table.id)
    await until_awaited(twin)
    return table, twin


def take(table: Table, seat: int, holder: str) -> Coroutine[Any, Any, None]:
    """Take a seat, whoever sits there."""
    return sit(table, Me(holder, False), seat, holder, lambda _: None)


async def test_a_player_who_has_lost_the_seat_at_one_server_cannot_play_at_another(url: str, open_tables: OpenTables) -> None:
    table, twin = await seen_twice(url, open_tables, "me", "me")
    await take(table, 0, "Bob")
    with pytest.raises(Stale, match="another player has this seat now"):
        await offer(twin, 0, Random(1))
    assert twin.seats == table.seats
    await offer(twin, 0, Random(1))


async def test_a_player_who_has_lost_the_seat_sees_what_spectators_see(url: str, open_tables: OpenTables) -> None:
    table, twin = await seen_twice(url, open_tables, "me", "me", listening=60.0)
    watching = [watch(at, 0) for at in (table, twin)]
    assert [screen and screen.view.seat for screen in [await anext(one) for one in watching]] == [0, 0]
    await take(table, 0, "Bob")
    await pick(twin, 1, "pick", "done")
    after = [await asyncio.wait_for(anext(one), 20) for one in watching]
    assert [screen and screen.view.seat for screen in after] == [None, None]
    assert [(at.seats.looking[0], at.seats.looking[None]) for at in (table, twin)] == [(0, 1), (0, 1)]
    for one in watching:
        await one.aclose()


async def test_a_bot_does_not_play_a_seat_that_was_taken_back_at_another_server(url: str, open_tables: OpenTables) -> None:
    table, twin = await seen_twice(url, open_tables, "me", "me", pause=0.4)
    await take(twin, 0, "Bob")
    await stand_in(twin, 0)
    await registry(table).refresh(table)
    await take_back(twin, 0)
    before = twin.match.length
    await until(lambda: table.seats[0].kind == "person")  # found out at the latest when the bot's choice is stored
    assert len(await log_of(registry(table).store, table.id)) == before


async def test_changes_of_seats_at_two_servers_merge(url: str, open_tables: OpenTables) -> None:
    table, twin = await seen_twice(url, open_tables, "program", "program")
    await take(table, 0, "Ann")
    await take(twin, 1, "Bob")
    await registry(table).refresh(table)
    assert [seat.name for seat in table.seats] == [seat.name for seat in twin.seats] == ["Ann", "Bob"]


async def test_a_new_player_has_a_full_clock_at_every_server(url: str, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(at=url) for _ in range(2)]
    table = await set_table(tables, "me", "me", clock=600.0)
    await until_awaited(table)
    twin = await find(other, table.id)
    await until(lambda: twin.deadline(0))
    now = other.now() + 500.0
    other.now = lambda: now
    await take(table, 0, "Bob")
    await other.refresh(twin)
    assert twin.deadline(0) == pytest.approx(now + 600.0)


async def test_requests_during_a_read_of_the_store_share_the_next_read(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    some = [await set_table(tables, "me", "me") for _ in range(3)]
    read, reads = tables.store.progress, list[list[str]]()

    async def progress(names: Sequence[str]) -> dict[str, Progress]:
        reads.append(sorted(names))
        return await read(names)

    monkeypatch.setattr(tables.store, "progress", progress)
    monkeypatch.setattr(tables.store, "peek", lambda _: None)  # as with PostgreSQL
    first = asyncio.create_task(tables.refresh(some[0]))
    await until(lambda: reads)
    await asyncio.gather(first, *(tables.refresh(table) for table in some * 2))
    assert reads == [[some[0].id], sorted(table.id for table in some)]


# Many


@pytest.mark.slow
async def test_a_choice_is_answered_while_a_hundred_tables_of_bots_run(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH, toy.GAME)
    bots = [await set_table(tables, "bot:random", "bot:random", game=LABYRINTH) for _ in range(100)]
    mine = await set_table(tables, "me", "me", game=LABYRINTH)
    await until(lambda: sum(table.match.length for table in bots) > 300)
    for _ in range(9):
        before = [table.match.length for table in bots]
        await offer(mine, mine.match.position.awaited[0], Random(1))
        made = [table.match.length - length for table, length in zip(bots, before, strict=True)]
        assert max(made) <= 6  # the choice waits for one or two commits
