"""Raw connections to a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import msgspec
import pytest
import sqlalchemy as sa
from tools.server.chaos import FaultyProxy

from byways.record import Choose
from byways.table.store.commits import Conflict, EntryExists, Write
from byways.table.store.database import ConnectionLost
from byways.table.store.postgres import PersistentConnection, Postgres, connect_args, parameters
from byways.table.store.schema import seats, to_json
from byways.table.store.store import Store
from tests.table.conftest import emptied
from tests.table.tables import log_of, stored

pytestmark = pytest.mark.database

WHO = "SELECT pg_backend_pid()"


def test_the_driver_gets_only_its_own_settings_and_a_name(postgres: str) -> None:
    url = sa.make_url(postgres).update_query_dict({"prepared_statement_cache_size": "5"}).render_as_string(hide_password=False)
    arguments = connect_args(url, pooled=True, name="Ann")
    assert (arguments["server_settings"], arguments["statement_cache_size"]) == ({"application_name": "Ann"}, 0)
    assert "prepared_statement_cache_size" not in arguments


@pytest.mark.parametrize("pooled", [False, True])
async def test_a_connection_is_used_again(postgres: str, pooled: bool) -> None:
    connection = PersistentConnection(postgres, pooled)
    assert len({(await connection.fetch(WHO))[0][0] for _ in range(3)}) == 1
    connection.close()


async def test_behind_a_pooler_each_statement_is_a_transaction(postgres: str) -> None:
    direct, pooled = PersistentConnection(postgres, pooled=False), PersistentConnection(postgres, pooled=True)
    lock = "LOCK TABLE pg_class IN ACCESS SHARE MODE"
    assert await pooled.fetch(lock) == []
    with pytest.raises(Exception, match="only be used in transaction blocks"):
        await direct.fetch(lock)
    for connection in (direct, pooled):
        connection.close()


async def test_concurrent_statements_take_turns(postgres: str) -> None:
    connection = PersistentConnection(postgres, pooled=False)
    answers = await asyncio.gather(*(connection.fetch("SELECT $1::int", number) for number in range(5)))
    assert [number for ((number,),) in answers] == [*range(5)]
    connection.close()


async def test_a_connection_that_is_lost_during_a_statement_is_opened_again(postgres: str) -> None:
    proxy = FaultyProxy(postgres)
    connection = PersistentConnection(await proxy.open(), pooled=False)
    before = await connection.fetch(WHO)
    proxy.drop = b"never heard"
    with pytest.raises(ConnectionLost):
        await connection.fetch("SELECT $1::text", "never heard")
    proxy.cut()
    assert await connection.fetch(WHO) != before
    connection.close()
    await proxy.close()


async def test_an_error_of_the_database_keeps_the_connection(postgres: str) -> None:
    connection = PersistentConnection(postgres, pooled=False)
    before = await connection.fetch(WHO)
    with pytest.raises(Exception, match="does not exist"):
        await connection.fetch("SELECT * FROM nowhere")
    assert await connection.fetch(WHO) == before
    connection.close()


ODD = Choose(0, 'both " and \\ and \n, \u0000 and \u2028, {"1": null}, früh 🛤')
AT = 0.1 + 0.2  # with all its digits


@pytest.fixture
async def store(postgres: str) -> AsyncIterator[Store]:
    """Yield a store with one table."""
    await emptied(postgres)
    store = Store(postgres)
    await store.open()
    await store.add(stored())
    yield store
    await store.close()


@pytest.fixture(params=[False, True], ids=["direct", "pooled"])
async def driver(request: pytest.FixtureRequest, store: Store) -> AsyncIterator[Postgres]:
    driver = Postgres(store.url, request.param)
    yield driver
    driver.close()


def write(number: int, *choices: Choose, changes: int | None = 0) -> Write:
    return Write("one", number, [*map(to_json, choices)], AT, 0.0, changes)


async def log(store: Store) -> list[tuple[object, float]]:
    return [(timed.entry, timed.at) for timed in await log_of(store, "one")]


async def test_a_batch_is_stored_unchanged(store: Store, driver: Postgres) -> None:
    await driver.commit([write(0, ODD, ODD), write(2, Choose(1, ""))])
    assert await log(store) == [(ODD, AT), (ODD, AT), (Choose(1, ""), AT)]


async def test_entries_are_folded_and_turns_begin_and_end(store: Store, driver: Postgres) -> None:
    await driver.commit([write(0, Choose(0, "a"), Choose(0, "b"))])
    await driver.commit([replace(write(2, Choose(1, "c")), folded={1: to_json(ODD)}, turns={0: False, 1: True})])
    assert await log(store) == [(Choose(0, "a"), AT), (ODD, AT), (Choose(1, "c"), AT)]
    async with store.engine.connect() as connection:
        assert [*await connection.execute(sa.select(seats.c.seat, seats.c.awaited).order_by(seats.c.seat))] == [(0, None), (1, AT)]


async def test_nothing_is_stored_if_a_number_is_in_use(store: Store, driver: Postgres) -> None:
    await driver.commit([write(0, Choose(0, "a"))])
    with pytest.raises(EntryExists):
        await driver.commit([write(1, Choose(0, "b")), write(0, ODD)])
    assert await log(store) == [(Choose(0, "a"), AT)]


async def test_nothing_is_stored_if_the_seats_have_changed(store: Store, driver: Postgres) -> None:
    with pytest.raises(Conflict):
        await driver.commit([write(0, Choose(0, "a")), write(1, Choose(0, "b"), changes=1)])
    await driver.commit([write(0, Choose(0, "a"), changes=None)])  # where the seats do not matter
    assert await log(store) == [(Choose(0, "a"), AT)]


async def test_a_write_is_found_if_exactly_its_entries_are_stored(driver: Postgres) -> None:
    both = write(0, Choose(0, "a"), Choose(1, "b"))
    await driver.commit([both])
    others = (write(0, Choose(0, "a"), ODD), write(1, Choose(1, "b"), ODD), replace(both, at=AT + 1))
    assert [await driver.has(one) for one in (both, write(1, Choose(1, "b")), *others)] == [True, True, False, False, False]


async def test_tables_are_written_in_the_same_order_everywhere() -> None:
    batch = [replace(write(number, Choose(0, "a")), table=table) for table, number in (("two", 1), ("one", 7), ("two", 0))]
    assert [row["number"] for row in msgspec.json.decode(parameters(batch)[1])] == [7, 1, 0]


@pytest.mark.parametrize("driver", [False], ids=["direct"], indirect=True)
async def test_turns_and_presence_lock_seats_in_the_same_order(store: Store, driver: Postgres) -> None:
    """A server saves presence seat by seat while another commits turns at the same tables."""
    for name in ("z", "a", "Z"):  # not in the order in which they are locked
        await store.add(msgspec.structs.replace(stored(), id=name))
    order = ("Z", "a", "z")
    later = [Write(name, 0, [to_json(Choose(0, "a"))], AT, 0.0, turns={0: True}) for name in ("z", "a", "Z")]
    async with store.engine.begin() as connection:
        for name in order:
            await connection.execute(seats.update().where((seats.c.table_id == name) & (seats.c.seat == 0)).values(heard=1.0))
            if name == order[0]:
                storing = asyncio.create_task(driver.commit(later))
                await is_waiting(store)
    await storing
    async with store.engine.connect() as connection:
        saved = sa.select(seats.c.awaited, seats.c.heard).where((seats.c.table_id != "one") & (seats.c.seat == 0))
        assert [*await connection.execute(saved)] == [(AT, 1.0)] * 3


async def is_waiting(store: Store) -> None:
    """Return when PostgreSQL has a statement that waits for a lock."""
    waiting = sa.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    while True:
        async with store.engine.connect() as connection:
            if (await connection.execute(waiting)).scalar_one():
                return
        await asyncio.sleep(0.01)
