"""One server at a time leads a table, and another takes over when that one is lost."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.record import Choose
from byways.table.cluster import leases
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.store.store import Store
from byways.table.workers.fair_queue import SERVER, Requester
from byways.table.workers.pool import BotRequest
from tests.table.conftest import emptied
from tests.table.tables import LABYRINTH, OpenTables, log_of, set_table, stored, until


class Twins:
    """A bot table on two servers, led by the first and watched on both. `asked` has the questions to bots on each."""

    def __init__(self, tables: Tables, other: Tables, table: Table, twin: Table) -> None:
        self.tables, self.other, self.table, self.twin = tables, other, table, twin
        self.asked: tuple[list[str], list[str]] = noting(tables), noting(other)

    def kill(self) -> None:
        """Stop the first server without any clean-up."""
        for task in (*self.tables.tasks, *self.table.tasks.values()):
            task.cancel()
        self.tables.closed = True

    async def continues(self) -> None:
        length = self.twin.match.length
        await until(lambda: self.twin.match.length > length + 4 or self.twin.ended)


def noting(tables: Tables) -> list[str]:
    ask, asked = tables.workers.ask, list[str]()

    async def noted(request: BotRequest, requester: Requester = SERVER) -> list[str]:
        asked.append(request.stream)
        return await ask(request, requester)

    tables.workers.ask = noted  # type: ignore[method-assign]
    return asked


@pytest.fixture
async def twins(postgres: str, open_tables: OpenTables) -> Twins:
    await emptied(postgres)
    tables, other = [await open_tables(LABYRINTH, at=postgres, pause=0.05) for _ in range(2)]
    table = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
    twin = await other.find(table.id)
    assert twin is not None
    table.seats.enter(None)
    twin.seats.enter(None)
    return Twins(tables, other, table, twin)


async def test_bots_think_at_one_server_and_are_seen_at_both(twins: Twins) -> None:
    await twins.continues()
    assert (twins.table.is_led, twins.twin.is_led, twins.asked[1]) == (True, False, [])


@pytest.mark.parametrize("leave", [Twins.kill, lambda twins: twins.tables.close()], ids=["killed", "stopped"])
async def test_another_server_takes_over_and_repeats_at_most_the_last_question(twins: Twins, leave: Callable[[Twins], object]) -> None:
    await twins.continues()
    if gone := leave(twins):
        await gone  # type: ignore[misc]
    await twins.continues()
    assert len({*twins.asked[0]} & {*twins.asked[1]}) <= 1
    log = [timed.entry for timed in await log_of(twins.other.store, twins.table.id)]
    acts = [entry.seat for entry in log if isinstance(entry, Choose) and entry.choice.startswith(("pass", "walk"))]
    assert acts == [number % 2 for number in range(len(acts))]  # none is lost, none is made twice


async def test_a_killed_leader_is_replaced_long_before_its_lease_expires(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "LEASE", 600.0)
    assert twins.tables.lease is not None
    await twins.tables.lease.renew()
    twins.kill()
    await twins.continues()
    assert twins.twin.is_led


async def test_a_leader_whose_lease_expired_keeps_the_tables_that_no_server_took_over(twins: Twins) -> None:
    assert twins.tables.lease is not None
    twins.tables.lease.until = 0.0
    assert not twins.table.is_led
    await twins.continues()
    assert twins.table.is_led


async def test_tables_continue_after_a_lease_that_expired_while_it_was_renewed(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    lease, renew = twins.tables.lease, leases.renew
    assert lease is not None

    async def slowly(connection: AsyncConnection, me: str) -> bool:
        if me == lease.me:
            lease.until = 0.0
            await until(lambda: not twins.table.tasks)
            monkeypatch.setattr(leases, "renew", renew)
        return await renew(connection, me)

    monkeypatch.setattr(leases, "renew", slowly)
    await until(lambda: leases.renew is renew)
    await twins.continues()
    assert twins.table.is_led


async def test_the_tables_of_a_stopped_server_are_shared_among_the_others(postgres: str) -> None:
    await emptied(postgres)
    store = Store(postgres)
    await store.open()
    for server in ("gone", "one", "other"):
        await store.transaction(partial(leases.enlist, me=server))
    for number in range(6):
        await store.add(replace(stored(), id=f"{number}", leader="gone"))
    await store.transaction(partial(leases.stop, me="gone"))
    led: dict[str, set[str]] = {"one": set(), "other": set()}
    counts = []
    for server in ("one", "other", "one", "other", "one"):
        led[server] = await store.transaction(partial(leases.take_over, me=server, known=led[server]))
        counts.append(len(led[server]))
    await store.close()
    assert counts == [3, 2, 4, 2, 4]
    assert led["one"].isdisjoint(led["other"])


async def test_taking_over_again_finds_tables_that_were_taken_without_an_answer(postgres: str) -> None:
    await emptied(postgres)
    store = Store(postgres)
    await store.open()
    await store.transaction(partial(leases.enlist, me="one"))
    await store.add(replace(stored(), leader="one"))
    assert await store.transaction(partial(leases.take_over, me="one", known=set())) == {"one"}
    await store.close()


async def test_a_table_without_viewers_goes_to_the_server_where_it_is_watched(twins: Twins) -> None:
    await twins.continues()
    twins.table.seats.leave(None)
    twins.other.polled = 0.0  # so that it polls now
    await until(lambda: twins.twin.is_led)
    await twins.continues()
    assert not twins.table.is_led
    assert len({*twins.asked[0]} & {*twins.asked[1]}) <= 1


async def test_a_table_with_a_clock_stays_where_its_clock_runs(twins: Twins) -> None:
    lease, name = twins.tables.lease, twins.table.id
    assert lease is not None
    twins.table.clock = 600.0
    twins.table.seats.leave(None)
    twins.other.polled = 0.0
    await until(lambda: name in lease.wanted)
    await until(lambda: name not in lease.wanted)
    assert twins.table.is_led


async def test_a_paused_table_continues_at_the_server_where_it_is_watched(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins.other, "request_news", lambda _: None)
    twins.table.seats.leave(None)
    twins.tables.unseen = 0.0
    await until(lambda: twins.twin.is_led)
    await twins.continues()
    assert not twins.table.is_led
