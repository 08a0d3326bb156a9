"""The store behaves the same on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from byways.game import Outcome, Refused
from byways.record import Choose, Happen, Remove, Undo, new_record
from byways.table.errors import Garbled, Unavailable
from byways.table.seats import Notice, Seat
from byways.table.store import presence
from byways.table.store.commits import Conflict, EntryExists
from byways.table.store.schema import TableUpdate, Timed, entries, tables
from byways.table.store.store import NOTICES, Store, StoredTable
from tests import toy
from tests.table.tables import log_of


@asynccontextmanager
async def store_at(url: str) -> AsyncIterator[Store]:
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with store_at(url) as store:
        yield store


def a_table(name: str = "one", created: float = 5.0, public: bool = False) -> StoredTable:
    setup = toy.GAME.deal(2, Random(1))
    head = new_record(toy.GAME, setup, toy.GAME.options(), ("person", "bot:random"))
    people = (Seat("person", key="k" * 64, holder="h" * 64, name="Ann <b>"), Seat("bot", bot="random"))
    return StoredTable(name, head, "secret", public, 90.0, created, people)


ENTRIES = (Happen("3"), Choose(0, "pick 1"), Undo(0), Remove(1, "no answer in time"))


async def test_a_table_is_found_as_it_was_stored(url: str) -> None:
    async with store_at(url) as store:
        await store.add(a_table())
        await store.append("one", 0, ENTRIES[:2], 6.0)
        await store.append("one", 2, ENTRIES[2:], 7.0)
    async with store_at(url) as store:
        log = tuple(map(Timed, ENTRIES, (6.0, 6.0, 7.0, 7.0)))
        assert await store.find("one") == StoredTable(
            **{**{name: getattr(a_table(), name) for name in StoredTable.__struct_fields__}, "entries": log}
        )
        assert await log_of(store, "one", 3) == log[3:]
        assert await store.find("none") is None


async def test_a_number_of_the_log_is_used_once(url: str, store: Store) -> None:
    await store.add(a_table())
    await store.add(a_table("two"))
    tries = [store.append("one", 0, [Choose(seat, "done")], 6.0) for seat in range(20)]
    results = await asyncio.gather(*tries, store.append("two", 0, [Happen("1")], 6.0), return_exceptions=True)
    assert [type(result) for result in results[1:20]] == [EntryExists] * 19
    assert (results[0], results[20]) == (None, None)
    async with store_at(url) as other:
        assert [timed.entry for timed in await log_of(other, "one")] == [Choose(0, "done")]


async def test_entries_of_one_append_are_stored_together_or_not_at_all(url: str, store: Store) -> None:
    await store.add(a_table())
    await store.append("one", 1, [Happen("1")], 6.0)
    with pytest.raises(Conflict):
        await store.append("one", 0, [Happen("2"), Happen("3")], 6.0)
    async with store_at(url) as other:
        assert [timed.entry for timed in await log_of(other, "one")] == [Happen("1")]


async def test_many_tables_that_append_at_once_lose_nothing(store: Store) -> None:
    names = [f"table {number}" for number in range(30)]
    for name in names:
        await store.add(a_table(name))

    async def play(name: str) -> None:
        for number in range(20):
            await store.append(name, number, [Happen(str(number))], 6.0)

    await asyncio.gather(*map(play, names))
    assert [len(await log_of(store, name)) for name in names] == [20] * 30


async def test_tables_are_listed_for_their_holder_and_for_watchers(store: Store) -> None:
    for number, public in enumerate((False, True, True, False)):
        await store.add(a_table(f"t{number}", created=number, public=public))
    await store.append("t0", 0, [Happen("1")], 9.0)
    await store.end("t1", Outcome((1, 2), "so"), 10.0)
    await store.seat("t3", 0, Seat("free"), 0)
    found = [await store.held("h" * 64), await store.public(), await store.held("nobody")]
    assert [[line.id for line in lines] for lines in found] == [["t2", "t0", "t1"], ["t2"], []]
    assert await store.unfinished(2) == ["t0", "t3"]
    assert (found[0][0].game, found[0][0].seats) == ("tuck", a_table().seats)


async def test_tables_that_wait_for_their_holder_come_first_and_finished_ones_last(store: Store) -> None:
    for number in range(6):
        await store.add(a_table(f"t{number}", created=number))
    await store.append("t3", 0, [Happen("1")], 9.0, turns={0: True})
    await store.append("t1", 0, [Happen("1")], 10.0, turns={0: True, 1: True})
    await store.append("t2", 0, [Happen("1")], 11.0, turns={0: True})
    await store.append("t2", 1, [Happen("2")], 12.0, turns={0: False, 1: True})
    await store.append("t5", 0, [Happen("1")], 8.0, turns={0: True})
    await store.close_table("t5", 0, Notice("closed", 0, "Ann", 1, 13.0))
    await store.end("t4", Outcome((1, 2), "so"), 14.0)
    await store.seat("t0", 0, Seat("bot", bot="random", former="h" * 64), 0)
    found = await store.held("h" * 64)
    assert [(one.id, one.awaited) for one in found] == [
        ("t3", {0: 9.0}),
        ("t1", {0: 10.0, 1: 10.0}),
        ("t2", {1: 12.0}),
        ("t0", {}),
        ("t4", {}),
        ("t5", {}),
    ]
    assert await store.held("h" * 64, 2, 3) == found[3:5]
    assert [one.outcome for one in await store.finished("h" * 64)] == [Outcome((1, 2), "so")]


async def test_an_end_a_seat_and_a_rematch_are_stored(url: str, store: Store) -> None:
    await store.add(a_table())
    await store.end("one", Outcome((1, 2), "so", scores=(3.0, 1.0)), 8.0)
    assert await store.seat("one", 1, Seat("person", key="k", holder="x", name="Bob"), 0) == 1
    assert [await store.add_rematch("one", a_table(name)) for name in ("two", "three")] == ["two", "two"]
    async with store_at(url) as other:
        found = await other.find("one")
    assert found is not None
    assert (found.ended, found.outcome, found.rematch) == (8.0, Outcome((1, 2), "so", scores=(3.0, 1.0)), "two")
    assert found.seats[1] == Seat("person", key="k", holder="x", name="Bob")


async def test_one_of_many_players_who_take_a_seat_at_once_gets_it(url: str, store: Store) -> None:
    await store.add(a_table())
    async with store_at(url) as other:
        tries = [[store, other][number % 2].seat("one", 1, Seat("person", holder=str(number)), 0) for number in range(20)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        (winner,) = (number for number, result in enumerate(results) if result == 1)
        assert sum(isinstance(result, Conflict) for result in results) == 19
        assert await other.update_of("one") == TableUpdate((a_table().seats[0], Seat("person", holder=str(winner))), 1, None)
        assert await other.update_of("none") is None


async def test_an_append_that_does_not_know_the_latest_seats_is_a_conflict(store: Store) -> None:
    await store.add(a_table())
    await store.add(a_table("two"))
    await store.seat("one", 1, Seat("free"), 0)
    late, other = store.append("one", 0, ENTRIES[:1], 6.0, changes=0), store.append("two", 0, ENTRIES[:1], 6.0, changes=0)
    results = await asyncio.gather(late, other, return_exceptions=True)
    assert [type(result) for result in results] == [Conflict, type(None)]
    assert await log_of(store, "one") == ()
    await store.append("one", 0, ENTRIES[:1], 6.0, changes=1)


async def test_players_who_ask_for_a_rematch_at_once_get_the_same_one(url: str, store: Store) -> None:
    await store.add(a_table())
    async with store_at(url) as other:
        asked = [one.add_rematch("one", a_table(name)) for one, name in zip((store, other) * 5, "abcdefghij", strict=True)]
        (name,) = {*await asyncio.gather(*asked)}
        assert [await store.find(other) is not None for other in "abcdefghij"] == [other == name for other in "abcdefghij"]


async def test_a_rematch_is_added_whole_or_not_at_all(store: Store) -> None:
    await store.add(a_table())
    with pytest.raises(Unavailable):
        await store.add_rematch("one", replace(a_table("two"), seats=(Seat("person", name=None), Seat("free"))))  # type: ignore[arg-type]
    assert await store.find("two") is None
    found = await store.find("one")
    assert found is not None
    assert found.rematch is None


async def test_a_rematch_that_was_never_added_is_replaced(store: Store) -> None:
    await store.add(a_table())
    async with store.engine.begin() as connection:  # as a kill in the middle left it in earlier versions
        await connection.execute(tables.update().values(rematch="nowhere"))
    assert await store.add_rematch("one", a_table("two")) == "two"


@pytest.mark.parametrize("what", [{"head": "{"}, {"head": '{"game": "tuck"}'}, {"outcome": "?"}])
async def test_a_table_that_cannot_be_read_says_so_and_is_listed(store: Store, what: dict[str, str]) -> None:
    await store.add(a_table())
    async with store.engine.begin() as connection:
        await connection.execute(tables.update().values(what))
    with pytest.raises(Garbled, match="its stored data cannot be read"):
        await store.find("one")
    assert [one.id for one in await store.held("h" * 64)] == ["one"]


async def test_an_entry_that_cannot_be_read_is_an_error_of_its_table(store: Store) -> None:
    await store.add(a_table())
    await store.append("one", 0, ENTRIES, 6.0)
    async with store.engine.begin() as connection:
        await connection.execute(entries.update().where(entries.c.number == 2).values(entry='{"entry": "fly"}'))
    for asked in (store.find("one"), log_of(store, "one", 1)):
        with pytest.raises(Garbled):
            await asked
    assert len(await log_of(store, "one", 3)) == 1


async def test_the_latest_time_at_which_a_seat_was_seen_counts(store: Store) -> None:
    await store.add(a_table())
    await store.add(a_table("two"))
    assert await store.transaction(partial(presence.load, names=["one"])) == {}
    await store.transaction(partial(presence.save, seen={("one", 0): 7.0, ("two", 1): 8.0}))
    await store.transaction(partial(presence.save, seen={("one", 0): 6.0}))  # by a slower server
    assert await store.transaction(partial(presence.load, names=["one", "two"])) == {("one", 0): 7.0, ("two", 1): 8.0}
    await store.seat("one", 0, Seat("bot", bot="random"), 0)
    assert await store.transaction(partial(presence.load, names=["one"])) == {("one", 0): 7.0}


async def test_the_notice_of_a_seat_is_stored_with_its_change(store: Store) -> None:
    await store.add(a_table())
    late = Notice("late", 0, "Ann", 3, 1e9)
    await store.seat("one", 0, Seat("bot", bot="random", why="late"), 0, late)
    with pytest.raises(Conflict):
        await store.seat("one", 0, Seat("free"), 0, late)
    found, sitting = await store.find("one"), await store.update_of("one")
    assert found is not None
    assert sitting is not None
    assert found.notices == sitting.notices == (late,)
    for known in range(1, 60):
        await store.seat("one", 0, Seat("free"), known, late)
    assert len((await store.update_of("one") or sitting).notices) == NOTICES + 1


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("fly", "'fly' is not the address of a database that can be used here"),
        ("oracle://x", "'oracle://x' is not the address of a database that can be used here"),
        ("sqlite+aiosqlite://", "a database in memory loses its tables"),
        ("sqlite+aiosqlite:////nowhere/at/all.db", "cannot be opened: unable to open database file."),
        ("postgresql+asyncpg://me:hush@127.0.0.1:1/x", "The database postgresql+asyncpg://me:***@127.0.0.1:1/x cannot be opened"),
    ],
)
async def test_a_database_that_cannot_be_used_is_refused_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        await Store(url).open()
    assert sentence in str(refused.value)
