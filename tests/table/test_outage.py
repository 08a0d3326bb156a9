"""Database outages: players are informed, nothing is lost or stored twice, and tables continue."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from random import Random

import httpx
import pytest
import sqlalchemy as sa
from tools.server.chaos import ENTRY, STORED, Chaos, FaultyProxy

from byways.game import Outcome
from byways.record import Choose, Happen
from byways.table.app import make_app
from byways.table.chat import Talk
from byways.table.errors import Unavailable
from byways.table.play.tables import Tables
from byways.table.play.watching import watch
from byways.table.seats import Notice, Seat
from byways.table.store import presence
from byways.table.store.commits import EntryExists
from byways.table.store.database import Problem
from byways.table.store.schema import Progress
from byways.table.store.store import Store
from tests.table.conftest import emptied
from tests.table.postgres import Postgres
from tests.table.store.test_store import a_table, store_at
from tests.table.tables import LABYRINTH, OpenTables, log_of, offer, set_table, until, until_awaited


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait long for a database."""
    monkeypatch.setattr("byways.table.store.store.PATIENCE", 0.5)
    monkeypatch.setattr("byways.table.play.tasks.RETRY", 0.2)


@pytest.fixture
async def proxy(fragile: Postgres) -> AsyncIterator[FaultyProxy]:
    proxy = FaultyProxy(fragile.url)
    yield proxy
    await proxy.close()


async def entries_of(store: Store, name: str = "one") -> list[object]:
    return [timed.entry for timed in await log_of(store, name)]


@pytest.mark.long
async def test_a_choice_in_a_short_outage_is_stored_when_it_is_over(fragile: Postgres) -> None:
    async with store_at(fragile.url) as store:
        for name in ("one", "two"):
            await store.add(a_table(name))
        await store.append("one", 0, [Happen("1")], 6.0)
        fragile.stop()
        appending = [asyncio.create_task(store.append(name, 1, [Happen("2")], 6.0)) for name in ("one", "two")]
        await until(lambda: Problem.AWAY in store.logged)
        fragile.start()
        await asyncio.gather(*appending)
        assert (await entries_of(store), await entries_of(store, "two")) == ([Happen("1"), Happen("2")], [Happen("2")])


@pytest.mark.usefixtures("hurried")
async def test_a_choice_in_a_long_outage_is_refused_in_a_sentence(fragile: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    async with store_at(fragile.url) as store:
        await store.add(a_table())
        fragile.stop()
        for _ in range(2):
            with pytest.raises(Unavailable, match=r"^This was not saved\. The database does not answer at the moment\."):
                await store.append("one", 0, [Happen("1")], 6.0)
            with pytest.raises(Unavailable, match=r"^The database does not answer at the moment\."):
                await store.find("one")
        fragile.start()
        await store.append("one", 0, [Happen("2")], 6.0)
        assert await entries_of(store) == [Happen("2")]
    said = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert [line.split(".")[0] for line in said] == ["The database does not answer at the moment"]


@pytest.mark.parametrize("drop", [ENTRY, STORED])
async def test_entries_whose_commit_loses_its_connection_are_stored_once(proxy: FaultyProxy, drop: bytes) -> None:
    async with store_at(await proxy.open()) as store:
        await store.add(a_table())
        proxy.drop = drop
        await store.append("one", 0, [Happen("1"), Happen("2")], 6.0)
        assert proxy.drop is None
        await store.append("one", 2, [Happen("3")], 7.0)
        assert await entries_of(store) == [Happen("1"), Happen("2"), Happen("3")]


async def test_an_equal_entry_of_another_server_is_a_conflict_after_a_lost_connection(proxy: FaultyProxy) -> None:
    url = await proxy.open()
    async with store_at(url) as store, store_at(url) as other:
        await store.add(a_table())
        await other.append("one", 0, [Choose(0, "done")], 6.0)
        proxy.drop = ENTRY
        with pytest.raises(EntryExists):
            await store.append("one", 0, [Choose(0, "done")], 6.5)
        assert await entries_of(store) == [Choose(0, "done")]


ANN = Seat("person", key="k", holder="a", name="Ann")
READS: dict[str, Callable[[Store], Awaitable[object]]] = {
    "find": lambda store: store.find("one"),
    "update_of": lambda store: store.update_of("one"),
    "progress": lambda store: store.progress(["one"]),
    "presence": lambda store: store.transaction(partial(presence.load, names=["one"])),
}
WRITES: dict[str, Callable[[Store], Awaitable[object]]] = {
    "seat": lambda store: store.seat("one", 0, ANN, 0, Notice("sat", 0, "Ann", 0, 6.0)),
    "talk": lambda store: store.talk("one", Talk().say(0, "Ann", 6.0, "Hello", ""), 0),
    "end": lambda store: store.end("one", Outcome((1, 2), "so"), 6.0),
    "add": lambda store: store.add(a_table("two")),
    "add_rematch": lambda store: store.add_rematch("one", a_table("two")),
}
PARAMETER, COMMITTED = b"\0\0\0\x03one", b"COMMIT\0"  # the name of the table as it is sent, and the answer to a commit
LOSSES = [*((name, PARAMETER) for name in (READS | WRITES).keys() - {"add"}), *((name, COMMITTED) for name in WRITES)]


async def everything(store: Store) -> list[object]:
    return [await store.find(name) for name in ("one", "two")]


@pytest.mark.parametrize(("name", "drop"), sorted(LOSSES))
async def test_an_operation_that_loses_its_connection_runs_once_more(postgres: str, proxy: FaultyProxy, name: str, drop: bytes) -> None:
    results = []
    for url, lost in ((postgres, None), (await proxy.open(), drop)):
        await emptied(postgres)
        async with store_at(url) as store:
            await store.add(a_table())
            proxy.drop = lost
            results.append((await (READS | WRITES)[name](store), await everything(store)))
            assert proxy.drop is None
    assert results[0] == results[1]


OTHERS = "pg_stat_activity WHERE backend_type = 'client backend' AND pid != pg_backend_pid()"
TERMINATE = sa.text(f"SELECT pg_terminate_backend(pid) FROM {OTHERS}")


async def test_terminated_connections_in_the_pool_are_no_outage(fragile: Postgres) -> None:
    async with store_at(fragile.url) as store, store_at(fragile.url) as other:
        await store.add(a_table())
        await asyncio.gather(*(log_of(store, "one") for _ in range(5)), store.progress(["one"]))
        async with other.engine.connect() as connection:
            await connection.execute(TERMINATE)
        assert await asyncio.gather(*(log_of(store, "one") for _ in range(5))) == [()] * 5
        assert await store.progress(["one"]) == {"one": Progress(0, 0)}
        assert await store.seat("one", 0, ANN, 0) == 1


PREPARED = b"1\0\0\0\x04t"  # the beginning of the answer to the preparation of a statement


@pytest.mark.parametrize("name", ["progress", "find", "seat", "append"])
async def test_a_connection_that_is_terminated_after_preparing_a_statement_is_no_outage(proxy: FaultyProxy, name: str) -> None:
    async with store_at(await proxy.open()) as store:
        await store.add(a_table())
        proxy.terminate = PREPARED
        await (store.append("one", 0, [Happen("1")], 6.0) if name == "append" else (READS | WRITES)[name](store))
        assert proxy.terminate is None


async def test_a_connection_that_is_terminated_during_a_statement_is_no_outage(fragile: Postgres) -> None:
    async with store_at(fragile.url) as store, store_at(fragile.url) as other:
        sleeping, is_sleeping = sa.text("SELECT 'done' FROM pg_sleep(0.5)"), sa.text(f"SELECT 1 FROM {OTHERS} AND wait_event = 'PgSleep'")
        running = asyncio.create_task(store.transaction(lambda connection: connection.execute(sleeping)))
        while not (running.done() or (await other.transaction(lambda connection: connection.execute(is_sleeping))).first()):
            await asyncio.sleep(0.01)
        await other.transaction(lambda connection: connection.execute(TERMINATE))
        assert (await running).scalar_one() == "done"


@pytest.mark.long
@pytest.mark.usefixtures("hurried")
async def test_a_silent_connection_counts_as_lost(proxy: FaultyProxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.store.database.TIMEOUT", 0.5)
    async with store_at(await proxy.open()) as store:
        await store.add(a_table())
        proxy.is_silent = True
        with pytest.raises(Unavailable):
            await asyncio.wait_for(store.append("one", 0, [Happen("1")], 6.0), 20)
        proxy.is_silent = False
        await store.append("one", 0, [Happen("2")], 6.0)
        assert await entries_of(store) == [Happen("2")]


@pytest.mark.usefixtures("hurried")
async def test_tables_continue_when_the_database_is_back(fragile: Postgres, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(LABYRINTH, at=fragile.url, listening=0.05) for _ in range(2)]
    bots = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
    mine = await set_table(tables, "me", "bot:random", game=LABYRINTH, clock=600.0)
    hasty = await set_table(tables, "me", "bot:random", game=LABYRINTH, clock=0.5)
    for table in (bots, hasty):
        table.seats.enter(None)  # a watched table is followed even if the other server leads it after the outage
    await until_awaited(mine)
    looking = numbers_of(other, mine.id)
    seen = await anext(looking)
    fragile.stop()
    with pytest.raises(Unavailable):
        await offer(mine, 0, Random(1))
    fragile.start()
    length = bots.match.length
    await until(lambda: bots.match.length > length or bots.ended)
    await until(lambda: hasty.seats[0].kind == "bot")
    await offer(mine, 0, Random(1))
    while seen < mine.match.screens[None].number:
        seen = await asyncio.wait_for(anext(looking), 20)
    for table in (bots, mine, hasty):
        log = [timed.entry for timed in await log_of(tables.store, table.id)]
        assert log[: table.match.length] == table.match.entries[: len(log)]


async def test_a_player_who_chooses_in_an_outage_gets_an_answer_or_an_error(
    fragile: Postgres, open_tables: OpenTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await open_tables(LABYRINTH, at=fragile.url)
    door, secret = httpx.ASGITransport(make_app(tables)), {"authorization": f"Bearer {'s' * 40}"}
    async with httpx.AsyncClient(transport=door, base_url="http://here", headers=secret, timeout=30) as ann:
        new = {"game": "labyrinth", "seats": ["me", "me"]}
        path = f"/api/tables/{(await ann.post('/api/tables', json=new)).json()['table']}"
        fragile.stop()
        choosing = asyncio.create_task(ann.post(f"{path}/choose?seat=0", json={"choice": "pass", "seen": 0}))
        await until(lambda: Problem.AWAY in tables.store.logged)
        fragile.start()
        assert (await choosing).status_code == 200
        monkeypatch.setattr("byways.table.store.store.PATIENCE", 0.2)
        fragile.stop()
        refused = await ann.post(f"{path}/choose?seat=1", json={"choice": "pass", "seen": 1})
        assert refused.status_code == 503
        assert refused.json()["error"].startswith("This was not saved. The database does not answer at the moment.")
        assert (await ann.get(f"{path}/view")).json()["error"].startswith("The database does not answer at the moment.")


async def numbers_of(tables: Tables, name: str) -> AsyncIterator[int]:
    """Yield the numbers of a spectator's screens."""
    table = await tables.find(name)
    assert table is not None
    async for screen in watch(table, None):
        if screen is not None:
            yield screen.number


async def test_tables_resume_even_if_the_database_is_away_at_the_start(fragile: Postgres, open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH, at=fragile.url)
    table = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
    await until(lambda: table.match.length > 5)
    await tables.close()
    again = await open_tables(LABYRINTH, at=fragile.url)
    fragile.stop()
    await until(lambda: Problem.AWAY in again.store.logged)
    fragile.start()
    await until(lambda: table.id in again.live)


@pytest.mark.long
async def test_a_server_that_is_killed_and_cut_off_during_play_loses_nothing_and_stores_nothing_twice(fragile: Postgres) -> None:
    chaos = Chaos(fragile.url, players=2, seed=1)
    async with chaos.going():
        for disturb in (chaos.cut, chaos.kill, chaos.cut):
            assert await chaos.stuck() == []
            await disturb()
        assert await chaos.stuck() == []
    assert await chaos.wrong() == []


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="Child processes are listed by Linux only.")
async def test_any_of_three_processes_may_die_or_lose_its_connections(fragile: Postgres) -> None:
    chaos = Chaos(fragile.url, players=6, seed=1, processes=3)
    async with chaos.going():
        for disturb in (chaos.kill_one, chaos.end_connection, chaos.kill_one):
            assert await chaos.stuck() == []
            await disturb()
        assert await chaos.stuck() == []
    assert (await chaos.wrong(), chaos.served.process.returncode) == ([], 0)
