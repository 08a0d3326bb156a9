"""Chat at a table, across servers."""

from __future__ import annotations

import pytest

from byways.table.errors import Declined, Forbidden
from byways.table.play.chatting import close, speak
from byways.table.play.seating import sit_down
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit
from byways.table.play.watching import attend, watch
from tests.table.tables import OpenTables, key, set_table, stand_in, take_back, until_awaited

HOST, ANN, EVE = Me("me", False), Me("a" * 40, False), Me("e" * 40, False)


async def shared(tables: Tables) -> Table:
    """A table where the host sits, and Ann."""
    table = await set_table(tables, "me", "free")
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    await until_awaited(table)
    return table


def texts(table: Table) -> list[str]:
    return [line.text for line in table.talk.lines]


async def test_lines_reach_other_servers_and_survive_a_restart(tables: Tables, open_tables: OpenTables) -> None:
    table = await shared(tables)
    other = await (await open_tables()).find(table.id)
    assert other is not None
    await speak(Visit(table, HOST, 0), "one")
    await speak(Visit(other, ANN, 1), "two")
    await tables.refresh(table)
    assert texts(table) == texts(other) == ["one", "two"]
    later = await (await open_tables()).find(table.id)
    assert later is not None
    assert later.talk == table.talk


async def test_chat_is_in_no_record_and_changes_no_screen(tables: Tables) -> None:
    table = await shared(tables)
    before = [screen.number for screen in table.match.screens.values()], table.match.record
    await speak(Visit(table, HOST, 0), "one")
    assert ([screen.number for screen in table.match.screens.values()], table.match.record) == before


async def test_only_people_at_the_table_get_the_chat(tables: Tables) -> None:
    table = await shared(tables)
    await speak(Visit(table, HOST, 0), "one")
    with_talk, spectator, program = attend(table, 1), attend(table, None), watch(table, 1)
    assert [await anext(with_talk), await anext(with_talk)] == [table.match.screens[1], table.talk]
    for stream, seat in ((spectator, None), (program, 1)):
        assert await anext(stream) is table.match.screens[seat]
        await stand_in(table, 1) if seat is None else await take_back(table, 1)
        assert await anext(stream) is table.match.screens[seat]
    for stream in (with_talk, spectator, program):
        await stream.aclose()


async def test_spectators_and_people_without_company_cannot_speak(tables: Tables) -> None:
    alone = await set_table(tables, "me", "me")
    with pytest.raises(Declined, match="no other player"):
        await speak(Visit(alone, HOST, 0), "one")
    with pytest.raises(Forbidden):
        await speak(Visit(await shared(tables), EVE, None), "one")


async def test_only_the_host_closes_and_opens_the_chat(tables: Tables) -> None:
    table = await shared(tables)
    with pytest.raises(Forbidden, match="Only the host"):
        await close(Visit(table, ANN, 1), True)
    await close(Visit(table, HOST, 0), True)
    with pytest.raises(Forbidden, match="closed"):
        await speak(Visit(table, ANN, 1), "one")
    await close(Visit(table, HOST, 0), False)
    await speak(Visit(table, ANN, 1), "two")
    assert texts(table) == ["two"]
