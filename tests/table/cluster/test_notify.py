"""What one server stores is heard by others at once, also after their line was cut."""

from __future__ import annotations

import pytest
from tools.server.chaos import Line

from byways.table.cluster import notify
from byways.table.cluster.notify import LONGEST, in_short, packed
from byways.table.play import tables as tables_module
from byways.table.play.chatting import change
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.routes.feed import turns
from byways.table.seats import hash_of
from byways.table.store.notifications import Stopped, Stored, Wanted
from tests.table.conftest import emptied
from tests.table.postgres import Postgres
from tests.table.tables import OpenTables, pick, set_table, until, until_awaited


def test_names_are_told_in_as_few_texts_as_possible() -> None:
    names = [f"{number:012}" for number in range(1000)]
    texts = packed(names)
    assert (packed([]), " ".join(texts).split(), len(texts)) == ([""], names, 2)
    assert max(map(len, texts)) <= LONGEST


def test_in_short_only_the_table_is_told() -> None:
    assert [in_short(news) for news in (Stopped(), Wanted("one"), Stored("one", "[]"))] == [Stopped(), Stored("one"), Stored("one")]


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks for news by the clock."""
    monkeypatch.setattr(tables_module, "NET", 600.0)


async def watched(tables: Tables, other: Tables) -> tuple[Table, Table]:
    """A table, and the same at another server, where somebody watches it."""
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await until(lambda: tables.news is not None and other.news is not None and tables.news.is_heard and other.news.is_heard)
    twin = await other.find(table.id)
    assert twin is not None
    twin.seats.enter(None)
    await other.listen([twin])
    return table, twin


@pytest.mark.usefixtures("unasked")
async def test_steps_undo_seats_and_words_are_heard_without_asking(postgres: str, open_tables: OpenTables) -> None:
    await emptied(postgres)
    table, twin = await watched(*[await open_tables(at=postgres) for _ in range(2)])
    for what in ("pick", "undo", "pick", "done"):
        await pick(table, 0, what)
        await until(lambda: twin.match.entries == table.match.entries)
    await table.rename(0, "Ann")
    await until(lambda: twin.seats[0].name == "Ann")


@pytest.mark.usefixtures("unasked")
async def test_a_server_where_somebody_watches_hears_at_once(
    postgres: str, open_tables: OpenTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "LATER", 600.0)
    await emptied(postgres)
    tables, other = [await open_tables(at=postgres, listening=0.05) for _ in range(2)]
    table, twin = await watched(tables, other)
    table.seats.enter(None)  # so it is led there still
    await until(lambda: tables.lead is not None and not tables.lead.can_wait(table.id))
    await pick(table, 0, "pick")
    await until(lambda: twin.match.length == table.match.length)


@pytest.mark.usefixtures("unasked")
async def test_what_nobody_is_known_to_wait_for_is_told_a_moment_later(
    postgres: str, open_tables: OpenTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tables, "want", lambda *_: None)
    monkeypatch.setattr(notify, "LATER", 0.05)
    await emptied(postgres)
    tables, other = [await open_tables(at=postgres) for _ in range(2)]
    table, twin = await watched(tables, other)
    assert tables.lead is not None
    assert tables.lead.can_wait(table.id)
    await pick(table, 0, "pick")
    await until(lambda: twin.match.length == table.match.length)


@pytest.mark.usefixtures("unasked")
async def test_who_was_cut_off_catches_up(fragile: Postgres, open_tables: OpenTables) -> None:
    line = Line(fragile.url)
    tables, other = await open_tables(at=fragile.url), await open_tables(at=await line.open())
    table, twin = await watched(tables, other)
    line.is_cut = True
    line.cut()
    assert other.news is not None
    await until(lambda: other.news is not None and not other.news.is_heard)
    await pick(table, 0, "pick")
    line.is_cut = False
    await until(lambda: twin.match.length == table.match.length)
    await line.close()


@pytest.mark.usefixtures("unasked")
async def test_what_is_said_who_is_there_and_whose_turn_it_is_is_known_at_another_server(postgres: str, open_tables: OpenTables) -> None:
    await emptied(postgres)
    tables, other = [await open_tables(at=postgres, listening=0.05) for _ in range(2)]
    table, twin = await watched(tables, other)
    await change(table, lambda talk: talk.say(0, "Ann", 100.0, "Hello", ""))
    await until(lambda: [line.text for line in twin.talk.lines] == ["Hello"])
    assert not twin.seats.is_here(0)
    table.seats.enter(0)
    await tables.sign()
    await twin.hear_signs()
    assert twin.seats.is_here(0)
    awaited = [await turns(one, hash_of("me"), "http://here/", "en") for one in (tables, other)]
    assert [[turn.address[-1] for turn in one] for one in awaited] == [["0", "1"]] * 2  # by seat: both take a step at once
