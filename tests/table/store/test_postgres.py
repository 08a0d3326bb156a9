"""Connections of the driver of PostgreSQL by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from tools.server.chaos import Line

from byways.record import Choose
from byways.table.store.commits import Taken, Write
from byways.table.store.postgres import Appender, Lost, OwnLine, compiled, given, way_to
from byways.table.store.schema import entry_rows, fold_row, seats, servers, turn_rows
from byways.table.store.store import Store
from tests.table.conftest import emptied
from tests.table.tables import stored

pytestmark = pytest.mark.database

WHO = "SELECT pg_backend_pid()"
RENEWED = servers.update().where(servers.c.id == sa.bindparam("me")).values(until=sa.bindparam("term") + 1.5).returning(servers.c.id)


def test_the_driver_gets_its_own_settings_and_a_name_to_be_known_by(postgres: str) -> None:
    url = sa.make_url(postgres).update_query_dict({"prepared_statement_cache_size": "5"}).render_as_string(hide_password=False)
    way = way_to(url, pooled=True, called="Ann")
    assert (way["server_settings"], way["statement_cache_size"]) == ({"application_name": "Ann"}, 0)
    assert "prepared_statement_cache_size" not in way


@pytest.mark.parametrize("pooled", [False, True])
async def test_a_connection_is_kept(postgres: str, pooled: bool) -> None:
    line = OwnLine(postgres, pooled)
    assert len({(await line.ask(WHO))[0][0] for _ in range(3)}) == 1
    line.close()


async def test_a_pooler_is_given_a_transaction_for_each_question(postgres: str) -> None:
    straight, pooled, lock = OwnLine(postgres, pooled=False), OwnLine(postgres, pooled=True), "LOCK TABLE pg_class IN ACCESS SHARE MODE"
    await pooled.ask(lock)
    with pytest.raises(Exception, match="only be used in transaction blocks"):
        await straight.ask(lock)
    for line in (straight, pooled):
        line.close()


async def test_those_who_ask_at_once_are_answered_in_turn(postgres: str) -> None:
    line = OwnLine(postgres, pooled=False)
    answers = await asyncio.gather(*(line.ask("SELECT $1::int", number) for number in range(5)))
    assert [number for ((number,),) in answers] == [*range(5)]
    line.close()


async def test_a_connection_that_is_lost_with_a_question_is_made_anew(postgres: str) -> None:
    cable = Line(postgres)
    line = OwnLine(await cable.open(), pooled=False)
    before = await line.ask(WHO)
    cable.lost = b"never heard"
    with pytest.raises(Lost):
        await line.ask("SELECT $1::text", "never heard")
    cable.cut()
    assert await line.ask(WHO) != before
    line.close()
    await cable.close()


async def test_what_the_database_refuses_loses_no_connection(postgres: str) -> None:
    line = OwnLine(postgres, pooled=False)
    before = await line.ask(WHO)
    with pytest.raises(Exception, match="does not exist"):
        await line.ask("SELECT * FROM nowhere")
    assert await line.ask(WHO) == before
    line.close()


def test_a_statement_is_put_together_once_with_its_values_in_order(postgres: str) -> None:
    dialect = Store(postgres).engine.dialect
    text, names, known = compiled(RENEWED, dialect)
    assert [text.index(f"${number}") for number in (1, 2, 3)] == sorted(text.index(f"${number}") for number in (1, 2, 3))
    assert ({*names} - {"me", "term"}) == {name for name, value in known.items() if value == 1.5}
    assert compiled(RENEWED, dialect)[0] is text


ODD = Choose(0, 'both " and \\ and \n, \u0000 and \u2028, {"1": null}, früh 🛤')
AT = 0.1 + 0.2  # with all its digits


@pytest.fixture
async def store(postgres: str) -> AsyncIterator[Store]:
    """With one table."""
    await emptied(postgres)
    store = Store(postgres)
    await store.open()
    await store.add(stored())
    yield store
    await store.close()


@pytest.fixture(params=[False, True], ids=["straight", "pooled"])
async def appender(request: pytest.FixtureRequest, store: Store) -> AsyncIterator[Appender]:
    appender = Appender(store.url, request.param)
    yield appender
    appender.close()


def write(number: int, *choices: Choose, known: int | None = 0) -> Write:
    done = asyncio.get_running_loop().create_future()
    return Write("one", known, entry_rows("one", number, choices, AT), [], [], done, 0.0)


async def log(store: Store) -> list[tuple[object, float]]:
    return [(timed.entry, timed.at) for timed in await store.log("one", 0)]


async def test_what_comes_together_is_stored_as_it_is(store: Store, appender: Appender) -> None:
    await appender.commit([write(0, ODD, ODD), write(2, Choose(1, ""))])
    assert await log(store) == [(ODD, AT), (ODD, AT), (Choose(1, ""), AT)]


async def test_earlier_entries_are_replaced_and_turns_begin_and_end(store: Store, appender: Appender) -> None:
    await appender.commit([write(0, Choose(0, "a"), Choose(0, "b"))])
    later = write(2, Choose(1, "c"))
    later.folded, later.turns = [fold_row("one", 1, ODD)], turn_rows("one", {0: False, 1: True}, AT)
    await appender.commit([later])
    assert await log(store) == [(Choose(0, "a"), AT), (ODD, AT), (Choose(1, "c"), AT)]
    async with store.engine.connect() as connection:
        assert [*await connection.execute(sa.select(seats.c.seat, seats.c.awaited).order_by(seats.c.seat))] == [(0, None), (1, AT)]


async def test_nothing_is_stored_if_a_number_is_in_use(store: Store, appender: Appender) -> None:
    await appender.commit([write(0, Choose(0, "a"))])
    with pytest.raises(IntegrityError):
        await appender.commit([write(1, Choose(0, "b")), write(0, ODD)])
    assert await log(store) == [(Choose(0, "a"), AT)]


async def test_nothing_is_stored_if_somebody_has_sat_down(store: Store, appender: Appender) -> None:
    with pytest.raises(Taken):
        await appender.commit([write(0, Choose(0, "a")), write(1, Choose(0, "b"), known=1)])
    await appender.commit([write(0, Choose(0, "a"), known=None)])  # where it does not matter who sits there
    assert await log(store) == [(Choose(0, "a"), AT)]


async def test_tables_come_in_the_same_order_everywhere_and_what_is_written_of_one_as_it_came() -> None:
    batch = [replace(write(number, Choose(0, "a")), table=table) for table, number in (("two", 1), ("one", 7), ("two", 0))]
    assert [row["number"] for row in msgspec.json.decode(given(batch)[1])] == [7, 1, 0]


@pytest.mark.parametrize("appender", [False], ids=["straight"], indirect=True)
async def test_turns_are_noted_in_the_same_order_as_signs_of_life_so_neither_waits_for_the_other(store: Store, appender: Appender) -> None:
    """Signs of life are noted seat by seat while another server stores what was chosen at the same tables."""
    for name in ("z", "a", "Z"):  # not in the order in which they are noted
        await store.add(msgspec.structs.replace(stored(), id=name))
    order, done = ("Z", "a", "z"), asyncio.get_running_loop().create_future()
    turns = [turn for name in ("z", "a", "Z") for turn in turn_rows(name, {0: True}, AT)]
    later = Write("one", 0, entry_rows("one", 0, [Choose(0, "a")], AT), [], turns, done, 0.0)
    async with store.engine.begin() as connection:
        for name in order:
            await connection.execute(seats.update().where((seats.c.table_id == name) & (seats.c.seat == 0)).values(heard=1.0))
            if name == order[0]:
                storing = asyncio.create_task(appender.commit([later]))
                await is_waiting(store)
    await storing
    assert await log(store) == [(Choose(0, "a"), AT)]
    async with store.engine.connect() as connection:
        noted = sa.select(seats.c.awaited, seats.c.heard).where((seats.c.table_id != "one") & (seats.c.seat == 0))
        assert [*await connection.execute(noted)] == [(AT, 1.0)] * 3


async def is_waiting(store: Store) -> None:
    waiting = sa.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    while True:
        async with store.engine.connect() as connection:
            if (await connection.execute(waiting)).scalar_one():
                return
        await asyncio.sleep(0.01)
