"""Servers on one database notify each other, and catch up after a lost connection."""

from __future__ import annotations

import pytest
from tools.server.chaos import FaultyProxy

from byways.table.cluster.notify import PAYLOAD, packed, shortened
from byways.table.play import tables as tables_module
from byways.table.play.chatting import change_talk
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.routes.feed import turns
from byways.table.seats import hash_of
from byways.table.store.notifications import Stopped, Stored, Watched
from tests.table.conftest import emptied
from tests.table.postgres import Postgres
from tests.table.tables import OpenTables, pick, rename, set_table, until, until_awaited


def test_lines_are_packed_into_as_few_payloads_as_possible() -> None:
    names = [f"{number:012}" for number in range(1000)]
    texts = packed(names)
    assert (packed([]), " ".join(texts).split(), len(texts)) == ([""], names, 2)
    assert max(map(len, texts)) <= PAYLOAD


def test_a_shortened_notification_names_only_the_table() -> None:
    assert [shortened(one) for one in (Stopped(), Watched("one"), Stored("one", "[]"))] == [Stopped(), Stored("one"), Stored("one")]


@pytest.fixture
def no_polling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not poll."""
    monkeypatch.setattr(tables_module, "POLLED", 600.0)


async def watched(tables: Tables, other: Tables) -> tuple[Table, Table]:
    """Return a table, and the same table on another server, where it is watched."""
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await until(
        lambda: tables.notifier is not None and other.notifier is not None and tables.notifier.is_listening and other.notifier.is_listening
    )
    twin = await other.find(table.id)
    assert twin is not None
    twin.seats.enter(None)
    await other.poll([twin])
    return table, twin


@pytest.mark.usefixtures("no_polling")
async def test_steps_undo_and_names_arrive_without_polling(postgres: str, open_tables: OpenTables) -> None:
    await emptied(postgres)
    table, twin = await watched(*[await open_tables(at=postgres) for _ in range(2)])
    for what in ("pick", "undo", "pick", "done"):
        await pick(table, 0, what)
        await until(lambda: twin.match.entries == table.match.entries)
    await rename(table, 0, "Ann")
    await until(lambda: twin.seats[0].name == "Ann")


@pytest.mark.usefixtures("no_polling")
async def test_a_server_that_was_cut_off_catches_up(fragile: Postgres, open_tables: OpenTables) -> None:
    proxy = FaultyProxy(fragile.url)
    tables, other = await open_tables(at=fragile.url), await open_tables(at=await proxy.open())
    table, twin = await watched(tables, other)
    proxy.is_cut = True
    proxy.cut()
    assert other.notifier is not None
    await until(lambda: other.notifier is not None and not other.notifier.is_listening)
    await pick(table, 0, "pick")
    proxy.is_cut = False
    await until(lambda: twin.match.length == table.match.length)
    await proxy.close()


@pytest.mark.usefixtures("no_polling")
async def test_talk_presence_and_turns_are_known_at_another_server(postgres: str, open_tables: OpenTables) -> None:
    await emptied(postgres)
    tables, other = [await open_tables(at=postgres, listening=0.05) for _ in range(2)]
    table, twin = await watched(tables, other)
    await change_talk(table, lambda talk: talk.say(0, "Ann", 100.0, "Hello", ""))
    await until(lambda: [line.text for line in twin.talk.lines] == ["Hello"])
    assert not twin.seats.is_here(0)
    table.seats.enter(0)
    await tables.publish_presence()
    await other.read_presence([twin])
    assert twin.seats.is_here(0)
    awaited = [await turns(one, hash_of("me"), "http://here/", "en") for one in (tables, other)]
    assert [[turn.address[-1] for turn in one] for one in awaited] == [["0", "1"]] * 2  # the seats: both are awaited
