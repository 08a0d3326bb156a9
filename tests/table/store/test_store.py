"""Storage, the same on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from byways.game import Outcome, Refused
from byways.record import Choose, Happen, Remove, Undo, opened
from byways.table.errors import Garbled, Unavailable
from byways.table.seats import Notice, Seat
from byways.table.store.commits import Taken, Write
from byways.table.store.presence import note, noted
from byways.table.store.schema import Newest, Sitting, Timed, entries, tables
from byways.table.store.store import NOTICES, Store, StoredTable, file_url
from tests import toy


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


def kept(name: str = "one", created: float = 5.0, public: bool = False) -> StoredTable:
    setup = toy.GAME.deal(2, Random(1))
    head = opened(toy.GAME, setup, toy.GAME.options(), ("person", "bot:random"))
    people = (Seat("person", key="k" * 64, holder="h" * 64, name="Ann <b>"), Seat("bot", bot="random"))
    return StoredTable(name, head, "secret", public, 90.0, created, people)


ENTRIES = (Happen("3"), Choose(0, "pick 1"), Undo(0), Remove(1, "no answer in time"))


async def test_a_table_is_found_again_as_it_was_kept(url: str) -> None:
    async with store_at(url) as store:
        await store.add(kept())
        await store.append("one", 0, ENTRIES[:2], 6.0)
        await store.append("one", 2, ENTRIES[2:], 7.0)
    async with store_at(url) as store:
        log = tuple(map(Timed, ENTRIES, (6.0, 6.0, 7.0, 7.0)))
        assert await store.find("one") == StoredTable(
            **{**{name: getattr(kept(), name) for name in StoredTable.__struct_fields__}, "entries": log}
        )
        assert await store.log("one", 3) == log[3:]
        assert await store.find("none") is None


async def test_a_number_of_the_log_is_taken_once(url: str, store: Store) -> None:
    await store.add(kept())
    await store.add(kept("two"))
    tries = [store.append("one", 0, [Choose(seat, "done")], 6.0) for seat in range(20)]
    results = await asyncio.gather(*tries, store.append("two", 0, [Happen("1")], 6.0), return_exceptions=True)
    assert [type(result) for result in results[1:20]] == [Taken] * 19
    assert (results[0], results[20]) == (None, None)
    async with store_at(url) as other:
        assert [timed.entry for timed in await other.log("one", 0)] == [Choose(0, "done")]


class Counted(Store):
    """Knows how many writes each of its commits had. The first takes until `free` is set."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.sizes, self.free = list[int](), asyncio.Event()

    async def _commit(self, batch: list[Write]) -> None:
        self.sizes.append(len(batch))
        await self.free.wait()
        await super()._commit(batch)


async def test_what_tables_write_at_once_or_during_a_commit_shares_the_next(tmp_path: Path) -> None:
    names = ("one", "two", "three", "four", "five")
    store = Counted(file_url(tmp_path / "tables.db"))
    await store.open()
    for name in names:
        await store.add(kept(name))
    first = [asyncio.create_task(store.append(name, 0, [Happen("1")], 6.0)) for name in names[:2]]
    while not store.sizes:
        await asyncio.sleep(0)
    later = [asyncio.create_task(store.append(name, 0, [Happen("1")], 6.0)) for name in names[2:]]
    await asyncio.sleep(0)
    store.free.set()
    await asyncio.gather(*first, *later)
    await store.close()
    assert store.sizes == [2, 3]


async def test_of_entries_that_belong_together_all_are_kept_or_none(url: str, store: Store) -> None:
    await store.add(kept())
    await store.append("one", 1, [Happen("1")], 6.0)
    with pytest.raises(Taken):
        await store.append("one", 0, [Happen("2"), Happen("3")], 6.0)
    async with store_at(url) as other:
        assert [timed.entry for timed in await other.log("one", 0)] == [Happen("1")]


async def test_many_tables_at_once_lose_nothing(store: Store) -> None:
    names = [f"table {number}" for number in range(30)]
    for name in names:
        await store.add(kept(name))

    async def play(name: str) -> None:
        for number in range(20):
            await store.append(name, number, [Happen(str(number))], 6.0)

    await asyncio.gather(*map(play, names))
    assert [len(await store.log(name, 0)) for name in names] == [20] * 30


async def test_lists_of_tables(store: Store) -> None:
    for number, public in enumerate((False, True, True, False)):
        await store.add(kept(f"t{number}", created=number, public=public))
    await store.append("t0", 0, [Happen("1")], 9.0)
    await store.end("t1", Outcome((1, 2), "so"), 10.0)
    await store.seat("t3", 0, Seat("free"), 0)
    found = [await store.held("h" * 64), await store.public(), await store.held("nobody")]
    assert [[line.id for line in lines] for lines in found] == [["t2", "t0", "t1"], ["t2"], []]
    assert await store.unfinished(2) == ["t0", "t3"]
    assert (found[0][0].game, found[0][0].seats) == ("tuck", kept().seats)


async def test_ones_tables_are_listed_by_how_long_they_wait_then_by_age_and_at_last_what_is_over(store: Store) -> None:
    for number in range(6):
        await store.add(kept(f"t{number}", created=number))
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


async def test_an_end_a_seat_and_a_rematch_are_kept(url: str, store: Store) -> None:
    await store.add(kept())
    await store.end("one", Outcome((1, 2), "so", scores=(3.0, 1.0)), 8.0)
    assert await store.seat("one", 1, Seat("person", key="k", holder="x", name="Bob"), 0) == 1
    assert [await store.add_rematch("one", kept(name)) for name in ("two", "three")] == ["two", "two"]
    async with store_at(url) as other:
        found = await other.find("one")
    assert found is not None
    assert (found.ended, found.outcome, found.rematch) == (8.0, Outcome((1, 2), "so", scores=(3.0, 1.0)), "two")
    assert found.seats[1] == Seat("person", key="k", holder="x", name="Bob")


async def test_of_all_who_sit_down_at_once_one_sits(url: str, store: Store) -> None:
    await store.add(kept())
    async with store_at(url) as other:
        tries = [[store, other][number % 2].seat("one", 1, Seat("person", holder=str(number)), 0) for number in range(20)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        (winner,) = (number for number, result in enumerate(results) if result == 1)
        assert sum(isinstance(result, Taken) for result in results) == 19
        assert await other.sitting("one") == Sitting((kept().seats[0], Seat("person", holder=str(winner))), 1, None)
        assert await other.sitting("none") is None


async def test_an_entry_is_stored_only_by_who_knows_who_sits_there(store: Store) -> None:
    await store.add(kept())
    await store.add(kept("two"))
    await store.seat("one", 1, Seat("free"), 0)
    late, other = store.append("one", 0, ENTRIES[:1], 6.0, known=0), store.append("two", 0, ENTRIES[:1], 6.0, known=0)
    results = await asyncio.gather(late, other, return_exceptions=True)
    assert [type(result) for result in results] == [Taken, type(None)]
    assert await store.log("one", 0) == ()
    await store.append("one", 0, ENTRIES[:1], 6.0, known=1)


async def test_who_asks_for_a_rematch_at_the_same_time_gets_the_same(url: str, store: Store) -> None:
    await store.add(kept())
    async with store_at(url) as other:
        asked = [one.add_rematch("one", kept(name)) for one, name in zip((store, other) * 5, "abcdefghij", strict=True)]
        (name,) = {*await asyncio.gather(*asked)}
        assert [await store.find(other) is not None for other in "abcdefghij"] == [other == name for other in "abcdefghij"]


async def test_a_rematch_is_added_whole_or_not_at_all(store: Store) -> None:
    await store.add(kept())
    with pytest.raises(Unavailable):
        await store.add_rematch("one", kept("one"))  # a name that is taken
    found = await store.find("one")
    assert found is not None
    assert found.rematch is None


async def test_a_rematch_that_was_never_added_is_replaced(store: Store) -> None:
    await store.add(kept())
    async with store.engine.begin() as connection:  # as a kill in the middle left it in earlier versions
        await connection.execute(tables.update().values(rematch="nowhere"))
    assert await store.add_rematch("one", kept("two")) == "two"


@pytest.mark.parametrize("what", [{"head": "{"}, {"head": '{"game": "tuck"}'}, {"outcome": "?"}])
async def test_a_table_that_cannot_be_read_says_so_and_is_listed(store: Store, what: dict[str, str]) -> None:
    await store.add(kept())
    async with store.engine.begin() as connection:
        await connection.execute(tables.update().values(what))
    with pytest.raises(Garbled, match="what is saved of it cannot be read"):
        await store.find("one")
    assert [one.id for one in await store.held("h" * 64)] == ["one"]


async def test_an_entry_that_cannot_be_read_is_told(store: Store) -> None:
    await store.add(kept())
    await store.append("one", 0, ENTRIES, 6.0)
    async with store.engine.begin() as connection:
        await connection.execute(entries.update().where(entries.c.number == 2).values(entry='{"entry": "fly"}'))
    for asked in (store.find("one"), store.log("one", 1)):
        with pytest.raises(Garbled):
            await asked
    assert len(await store.log("one", 3)) == 1


@pytest.mark.database
async def test_letters_that_are_no_letters_hide_nothing_else(tmp_path: Path) -> None:
    async with store_at(file_url(tmp_path / "tables.db")) as store:
        for name in ("one", "two"):
            await store.add(kept(name))
        async with store.engine.begin() as connection:
            await connection.execute(sa.text("UPDATE tables SET head = CAST(x'ff7b' AS TEXT) WHERE id = 'one'"))
            await connection.execute(sa.text("UPDATE seats SET name = CAST(x'ff41' AS TEXT) WHERE table_id = 'one' AND seat = 0"))
        with pytest.raises(Garbled):
            await store.find("one")
        assert {one.seats[0].name for one in await store.held("h" * 64)} == {"Ann <b>", "\N{REPLACEMENT CHARACTER}A"}


async def test_the_last_sign_of_life_of_a_seat_is_what_counts(store: Store) -> None:
    await store.add(kept())
    await store.add(kept("two"))
    assert await store.do(partial(noted, names=["one"])) == {}
    await store.do(partial(note, heard={("one", 0): 7.0, ("two", 1): 8.0}))
    await store.do(partial(note, heard={("one", 0): 6.0}))  # of a server that is late
    assert await store.do(partial(noted, names=["one", "two"])) == {("one", 0): 7.0, ("two", 1): 8.0}
    await store.seat("one", 0, Seat("bot", bot="random"), 0)
    assert await store.do(partial(noted, names=["one"])) == {("one", 0): 7.0}


async def test_what_happened_to_seats_is_kept_with_the_change(store: Store) -> None:
    await store.add(kept())
    late = Notice("late", 0, "Ann", 3, 1e9)
    await store.seat("one", 0, Seat("bot", bot="random", why="late"), 0, late)
    with pytest.raises(Taken):
        await store.seat("one", 0, Seat("free"), 0, late)
    found, sitting = await store.find("one"), await store.sitting("one")
    assert found is not None
    assert sitting is not None
    assert found.notices == sitting.notices == (late,)
    for known in range(1, 60):
        await store.seat("one", 0, Seat("free"), known, late)
    assert len((await store.sitting("one") or sitting).notices) == NOTICES + 1


@pytest.mark.database
async def test_a_glance_at_a_file_sees_what_another_server_has_just_stored(tmp_path: Path) -> None:
    url = file_url(tmp_path / "tables.db")
    async with store_at(url) as store, store_at(url) as other:
        await store.add(kept())
        assert store.glance("one", "two") == {"one": Newest(0, 0)}
        await other.append("one", 0, ENTRIES, 6.0)
        await other.seat("one", 0, Seat("person"), 0)
        assert store.glance("one") == await store.newest(["one"]) == {"one": Newest(4, 1)}


@pytest.mark.database
async def test_a_glance_waits_for_nothing(tmp_path: Path) -> None:
    async with store_at(file_url(tmp_path / "tables.db")) as store:
        await store.add(kept())
        async with store.engine.connect() as connection:
            await connection.execute(sa.text("BEGIN IMMEDIATE"))
            assert store.glance("one") == {"one": Newest(0, 0)}
    assert store.glance("one") == {}


@pytest.mark.database
async def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    async with store_at(file_url(tmp_path / "tables.db")) as store, store.engine.connect() as connection:
        pragmas = [(await connection.execute(sa.text(f"PRAGMA {name}"))).scalar() for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("fly", "'fly' is not the address of a database that can be used here"),
        ("oracle://x", "'oracle://x' is not the address of a database that can be used here"),
        ("sqlite+aiosqlite:////nowhere/at/all.db", "cannot be opened: unable to open database file."),
        ("postgresql+asyncpg://me:hush@127.0.0.1:1/x", "The database postgresql+asyncpg://me:***@127.0.0.1:1/x cannot be opened"),
    ],
)
async def test_a_database_that_cannot_be_used_is_refused_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        await Store(url).open()
    assert sentence in str(refused.value)
