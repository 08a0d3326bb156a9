"""Holders' achievements and cleared tables, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from msgspec.structs import replace

from byways.game import Outcome
from byways.table.seats import Seat
from byways.table.store import admin, progress
from byways.table.store.migrations.versions import v0013_progress
from byways.table.store.schema import tables
from byways.table.store.store import Store
from tests.table.store.test_store import a_table, store_at

ME, OTHER = "h" * 64, "o" * 64


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with store_at(url) as store:
        yield store


async def steps(store: Store, holder: str = ME) -> dict[str, frozenset[str]]:
    return await store.transaction(partial(progress.load, holder=holder))


async def test_steps_are_stored_once_and_copied_to_another_holder(store: Store) -> None:
    for _ in range(2):  # several servers may store the same
        await store.transaction(partial(progress.add, game="tuck", achieved=[(ME, "beat easy"), (ME, "lesson first")]))
    await store.transaction(partial(progress.add, game="traxx", achieved=[(OTHER, "beat hard")]))
    assert await steps(store) == {"tuck": {"beat easy", "lesson first"}}
    for _ in range(2):
        await store.transaction(partial(progress.copy, source=ME, target=OTHER))
    assert await steps(store, OTHER) == {"tuck": {"beat easy", "lesson first"}, "traxx": {"beat hard"}}


async def test_the_end_of_a_game_is_stored_with_its_steps(store: Store) -> None:
    await store.add(a_table())
    for _ in range(2):
        await store.end("one", Outcome((1, 2), "so"), 9.0, "tuck", [(ME, "beat hard")])
    assert await steps(store) == {"tuck": {"beat hard"}}


async def shown(store: Store, holder: str) -> list[str]:
    return sorted(one.id for one in await store.held(holder))


async def clear(store: Store, which: sa.ColumnElement[bool], at: float) -> None:
    await store.transaction(partial(progress.clear, holder=ME, which=which, at=at))


async def test_cleared_tables_leave_only_the_list_of_their_holder_until_they_are_restored(store: Store) -> None:
    shared = replace(a_table("shared"), seats=(Seat("person", holder=ME), Seat("person", holder=OTHER)))
    for table in (a_table("a"), a_table("b"), shared):
        await store.add(table)
    await store.end("b", Outcome((1, 2), "so"), 9.0)
    await clear(store, tables.c.id == "a", 10.0)
    await clear(store, tables.c.ended.is_(None), 11.0)
    assert (await shown(store, ME), await shown(store, OTHER)) == (["b"], ["shared"])
    assert [await store.transaction(partial(progress.cleared_at, holder=ME, at=at)) for at in (9.0, 10.0, 11.0)] == [0, 1, 1]
    await clear(store, sa.true(), 12.0)
    assert await shown(store, ME) == []
    assert [one.id for one in await store.finished(ME)] == ["b"]  # results stay
    for _ in range(2):
        await store.transaction(partial(progress.restore, holder=ME, at=11.0))
    await store.transaction(partial(progress.restore, holder=OTHER, at=12.0))
    assert await shown(store, ME) == ["shared"]


async def test_only_tables_of_the_holder_can_be_cleared_and_deleted_ones_leave_nothing(store: Store) -> None:
    await store.add(replace(a_table("mine"), seats=(Seat("bot", bot="random", former=ME), Seat("free"))))
    await store.add(replace(a_table("theirs"), seats=(Seat("person", holder=OTHER), Seat("free"))))
    await store.end("mine", Outcome((1, 2), "so"), 9.0)
    await clear(store, sa.true(), 10.0)
    assert (await shown(store, ME), await shown(store, OTHER)) == ([], ["theirs"])
    await admin.delete(store, ["mine"])
    assert await store.transaction(partial(progress.cleared_at, holder=ME, at=10.0)) == 0


async def test_lessons_never_wait_and_come_after_the_games_in_play(store: Store) -> None:
    for table in (a_table("game", created=1.0), replace(a_table("lesson", created=2.0), lesson="first"), a_table("over", created=3.0)):
        await store.add(table)
        await store.set_turns(table.id, {0: True}, 5.0)
    await store.end("over", Outcome((1, 2), "so"), 9.0)
    found = await store.held(ME)
    assert [(one.id, one.turns_of(ME)) for one in found] == [("game", [0]), ("lesson", []), ("over", [])]


@pytest.mark.parametrize(
    ("seats", "places", "expected"),
    [
        ((Seat("person", holder=ME), Seat("bot", bot="easy")), (1, 2), {"tuck": {"beat easy"}}),
        ((Seat("person", holder=ME), Seat("bot", bot="easy")), (2, 1), {}),
        ((Seat("person", holder=ME), Seat("bot", bot="easy")), (1, 1), {}),
        ((Seat("person", holder=ME), Seat("bot", bot="random")), (1, 2), {}),
        ((Seat("person", holder=ME), Seat("person", holder=OTHER)), (1, 2), {}),
        ((Seat("person", holder=ME), Seat("bot", bot="hard", holder=OTHER)), (1, 2), {}),
        ((Seat("bot", bot="hard", holder=ME), Seat("bot", bot="hard")), (1, 2), {}),
    ],
)
async def test_wins_of_an_earlier_version_are_found(
    url: str, seats: tuple[Seat, ...], places: tuple[int, ...], expected: dict[str, set[str]]
) -> None:
    async with store_at(url) as store:
        await store.add(replace(a_table(), seats=seats))
        await store.end("one", Outcome(places, "so"), 9.0)
        async with store.engine.begin() as connection:
            await connection.run_sync(migrate_again)
        assert await steps(store) == expected


def migrate_again(connection: sa.Connection) -> None:
    for name in ("progress", "cleared"):
        connection.execute(sa.text(f"DROP TABLE {name}"))
    with Operations.context(MigrationContext.configure(connection)):
        v0013_progress.upgrade()
