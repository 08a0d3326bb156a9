"""A database that goes away for a while: whoever chose is told, nothing is lost or kept twice, and tables go on by themselves."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from random import Random

import httpx
import pytest
from tools.server.chaos import ENTRY, STORED, Chaos, Line

from byways.record import Choose, Happen
from byways.table.app import make_app
from byways.table.errors import Unavailable
from byways.table.play.tables import Tables
from byways.table.store.commits import Taken
from byways.table.store.store import Store
from tests.table.postgres import Postgres
from tests.table.store.test_store import kept, store_at
from tests.table.tables import LABYRINTH, OpenTables, offer, set_table, until, until_awaited


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a database."""
    monkeypatch.setattr("byways.table.store.store.PATIENCE", 0.5)
    monkeypatch.setattr("byways.table.play.table.HELD_UP", 0.2)


@pytest.fixture
async def line(fragile: Postgres) -> AsyncIterator[Line]:
    line = Line(fragile.url)
    yield line
    await line.close()


async def entries_of(store: Store, name: str = "one") -> list[object]:
    return [timed.entry for timed in await store.log(name, 0)]


async def test_what_is_chosen_in_a_short_outage_is_kept_when_it_is_over(fragile: Postgres) -> None:
    async with store_at(fragile.url) as store:
        for name in ("one", "two"):
            await store.add(kept(name))
        await store.append("one", 0, [Happen("1")], 6.0)
        fragile.stop()
        appending = [asyncio.create_task(store.append(name, 1, [Happen("2")], 6.0)) for name in ("one", "two")]
        await asyncio.sleep(1)
        fragile.start()
        await asyncio.gather(*appending)
        assert (await entries_of(store), await entries_of(store, "two")) == ([Happen("1"), Happen("2")], [Happen("2")])


@pytest.mark.usefixtures("hurried")
async def test_what_is_chosen_in_a_long_outage_is_refused_in_a_sentence(fragile: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    async with store_at(fragile.url) as store:
        await store.add(kept())
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


@pytest.mark.parametrize("lost", [ENTRY, STORED])
async def test_where_the_line_is_cut_in_a_commit_the_entries_are_there_once(line: Line, lost: bytes) -> None:
    async with store_at(await line.open()) as store:
        await store.add(kept())
        line.lost = lost
        await store.append("one", 0, [Happen("1"), Happen("2")], 6.0)
        assert line.lost is None
        await store.append("one", 2, [Happen("3")], 7.0)
        assert await entries_of(store) == [Happen("1"), Happen("2"), Happen("3")]


async def test_who_was_quicker_is_not_taken_for_who_lost_the_line(line: Line) -> None:
    url = await line.open()
    async with store_at(url) as store, store_at(url) as other:
        await store.add(kept())
        await other.append("one", 0, [Choose(0, "done")], 6.0)
        line.lost = ENTRY
        with pytest.raises(Taken):
            await store.append("one", 0, [Choose(0, "done")], 6.5)
        assert await entries_of(store) == [Choose(0, "done")]


@pytest.mark.usefixtures("hurried")
async def test_a_line_that_has_gone_silent_counts_as_cut(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.store.database.ANSWERS", 0.5)
    async with store_at(await line.open()) as store:
        await store.add(kept())
        line.is_silent = True
        with pytest.raises(Unavailable):
            await asyncio.wait_for(store.append("one", 0, [Happen("1")], 6.0), 20)
        line.is_silent = False
        await store.append("one", 0, [Happen("2")], 6.0)
        assert await entries_of(store) == [Happen("2")]


@pytest.mark.usefixtures("hurried")
async def test_tables_go_on_by_themselves_when_the_database_is_back(fragile: Postgres, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(LABYRINTH, at=fragile.url, listening=0.05) for _ in range(2)]
    bots = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
    mine = await set_table(tables, "me", "bot:random", game=LABYRINTH, clock=10.0)
    hasty = await set_table(tables, "me", "bot:random", game=LABYRINTH, clock=0.5)
    for table in (bots, hasty):
        table.seats.enter(None)  # what is watched is followed, also if the other server leads it after a long outage
    await until_awaited(mine)
    looking = numbers_of(other, mine.id)
    seen = await anext(looking)
    fragile.stop()
    with pytest.raises(Unavailable):
        await offer(mine, 0, Random(1))
    await asyncio.sleep(1)
    assert not mine.lock.locked()
    fragile.start()
    length = bots.match.length
    await until(lambda: bots.match.length > length or bots.ended)
    await until(lambda: hasty.seats[0].kind == "bot")
    await offer(mine, 0, Random(1))
    while seen < mine.match.screens[None].number:
        seen = await asyncio.wait_for(anext(looking), 20)
    for table in (bots, mine, hasty):
        log = [timed.entry for timed in await tables.store.log(table.id, 0)]
        assert log[: table.match.length] == table.match.entries[: len(log)]


async def test_who_chooses_in_an_outage_is_answered_when_it_is_over_or_told_that_nothing_was_saved(
    fragile: Postgres, open_tables: OpenTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await open_tables(LABYRINTH, at=fragile.url)
    door, secret = httpx.ASGITransport(make_app(tables)), {"authorization": f"Bearer {'s' * 40}"}
    async with httpx.AsyncClient(transport=door, base_url="http://here", headers=secret, timeout=30) as ann:
        new = {"game": "labyrinth", "seats": ["me", "me"]}
        path = f"/api/tables/{(await ann.post('/api/tables', json=new)).json()['table']}"
        fragile.stop()
        choosing = asyncio.create_task(ann.post(f"{path}/choose?seat=0", json={"choice": "pass", "seen": 0}))
        await asyncio.sleep(1)
        fragile.start()
        assert (await choosing).status_code == 200
        monkeypatch.setattr("byways.table.store.store.PATIENCE", 0.2)
        fragile.stop()
        refused = await ann.post(f"{path}/choose?seat=1", json={"choice": "pass", "seen": 1})
        assert refused.status_code == 503
        assert refused.json()["error"].startswith("This was not saved. The database does not answer at the moment.")
        assert (await ann.get(f"{path}/view")).json()["error"].startswith("The database does not answer at the moment.")


async def numbers_of(tables: Tables, name: str) -> AsyncIterator[int]:
    """What a spectator's screen comes to show, by its numbers."""
    table = await tables.find(name)
    assert table is not None
    async for screen in table.watch(None):
        if screen is not None:
            yield screen.number


async def test_tables_resume_even_if_the_database_goes_away_at_the_start(fragile: Postgres, open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH, at=fragile.url)
    table = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
    await until(lambda: table.match.length > 5)
    await tables.close()
    again = await open_tables(LABYRINTH, at=fragile.url)
    fragile.stop()
    await asyncio.sleep(0.5)
    fragile.start()
    await until(lambda: table.id in again.live)


async def test_a_server_that_is_killed_and_cut_off_while_people_play_loses_nothing_and_keeps_nothing_twice(fragile: Postgres) -> None:
    chaos = Chaos(fragile.url, players=2, seed=1)
    async with chaos.going():
        for disturb in (chaos.cut, chaos.kill, chaos.cut):
            assert await chaos.stuck() == []
            await disturb()
        assert await chaos.stuck() == []
    assert await chaos.wrong() == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists the processes that one has started.")
async def test_of_three_processes_any_may_die_and_lose_its_connections(fragile: Postgres) -> None:
    chaos = Chaos(fragile.url, players=6, seed=1, processes=3)
    async with chaos.going():
        for disturb in (chaos.kill_one, chaos.end_connection, chaos.kill_one):
            assert await chaos.stuck() == []
            await disturb()
        assert await chaos.stuck() == []
    assert (await chaos.wrong(), chaos.served.process.returncode) == ([], 0)
