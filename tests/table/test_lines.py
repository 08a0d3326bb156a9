"""Connections of the driver of PostgreSQL by itself."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
from tools.server.chaos import Line

from byways.table.lines import Lost, OwnLine, compiled, way_to
from byways.table.rows import servers
from byways.table.store import Store

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
