"""One server at a time leads a table, and another follows it when it is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from byways.record import Choose
from byways.table.cluster import leases
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.store.schema import Answered
from byways.table.store.store import Store
from byways.table.workers.fair_queue import NOBODY, Asker
from byways.table.workers.pool import Question
from tests.table.conftest import emptied
from tests.table.tables import LABYRINTH, OpenTables, set_table, stored, until


class Twins:
    """A table of bots at two servers, led by the first. Somebody watches it at each. What bots are asked is noted."""

    def __init__(self, tables: Tables, other: Tables, table: Table, twin: Table) -> None:
        self.tables, self.other, self.table, self.twin = tables, other, table, twin
        self.asked: tuple[list[str], list[str]] = noting(tables), noting(other)

    def kill(self) -> None:
        """The first server stops in the middle of everything."""
        for task in (*self.tables.tasks, *self.table.tasks.values()):
            task.cancel()
        self.tables.closed = True

    async def goes_on(self) -> None:
        length = self.twin.match.length
        await until(lambda: self.twin.match.length > length + 4 or self.twin.ended)


def noting(tables: Tables) -> list[str]:
    ask, asked = tables.workers.ask, list[str]()

    async def noted(question: Question, asker: Asker = NOBODY) -> list[str]:
        asked.append(question.stream)
        return await ask(question, asker)

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


async def test_bots_think_at_one_server_and_are_seen_at_all(twins: Twins) -> None:
    await twins.goes_on()
    assert (twins.table.is_led, twins.twin.is_led, twins.asked[1]) == (True, False, [])


@pytest.mark.parametrize("leave", [Twins.kill, lambda twins: twins.tables.close()], ids=["killed", "stopped"])
async def test_a_leader_that_is_gone_is_followed_and_no_question_is_asked_twice_but_the_last(
    twins: Twins, leave: Callable[[Twins], object]
) -> None:
    await twins.goes_on()
    if gone := leave(twins):
        await gone  # type: ignore[misc]
    await twins.goes_on()
    assert len({*twins.asked[0]} & {*twins.asked[1]}) <= 1
    log = [timed.entry for timed in await twins.other.store.log(twins.table.id, 0)]
    acts = [entry.seat for entry in log if isinstance(entry, Choose) and entry.choice.startswith(("pass", "walk"))]
    assert acts == [number % 2 for number in range(len(acts))]  # none is lost, none is made twice


async def test_a_leader_that_is_killed_is_followed_long_before_its_lease_runs_out(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "LEASE", 600.0)
    assert twins.tables.lead is not None
    await twins.tables.lead.renew()
    twins.kill()
    await twins.goes_on()
    assert twins.twin.is_led


async def test_a_leader_whose_lease_has_run_out_leads_what_nobody_has_taken_over(twins: Twins) -> None:
    assert twins.tables.lead is not None
    twins.tables.lead.until = 0.0
    assert not twins.table.is_led
    await twins.goes_on()
    assert twins.table.is_led


async def test_a_lease_that_runs_out_while_it_is_renewed_lets_all_go_on_when_it_is(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    lead, store = twins.tables.lead, twins.tables.store
    assert lead is not None
    ask = store.ask

    async def slowly(statement: sa.UpdateBase, **values: object) -> Sequence[Answered]:
        answer = await ask(statement, **values)
        if statement is leases.RENEWED:
            lead.until = 0.0
            await until(lambda: not twins.table.tasks)
            monkeypatch.setattr(store, "ask", ask)
        return answer

    monkeypatch.setattr(store, "ask", slowly)
    await until(lambda: store.ask is ask)
    await twins.goes_on()
    assert twins.table.is_led


async def test_what_a_server_leaves_behind_is_shared_among_the_others(postgres: str) -> None:
    await emptied(postgres)
    store = Store(postgres)
    await store.open()
    for server in ("gone", "one", "other"):
        await store.do(partial(leases.enlist, me=server))
    for number in range(6):
        await store.add(replace(stored(), id=f"{number}", leader="gone"))
    await store.do(partial(leases.stop, me="gone"))
    taken = [await leases.take_over(store, server) for server in ("one", "other", "one", "other", "one")]
    await store.close()
    assert [*map(len, taken)] == [3, 2, 1, 0, 0]


async def test_where_nobody_looks_the_lead_goes_to_where_somebody_does(twins: Twins) -> None:
    await twins.goes_on()
    twins.table.seats.leave(None)
    twins.other.listened = 0.0  # it asks again now and then; soon will do
    await until(lambda: twins.twin.is_led)
    await twins.goes_on()
    assert not twins.table.is_led
    assert len({*twins.asked[0]} & {*twins.asked[1]}) <= 1


async def test_a_clock_runs_on_where_it_began_whoever_looks(twins: Twins) -> None:
    lead, name = twins.tables.lead, twins.table.id
    assert lead is not None
    twins.table.clock = 600.0
    twins.table.seats.leave(None)
    twins.other.listened = 0.0
    await until(lambda: name in lead.wanted)
    await until(lambda: name not in lead.wanted)
    assert twins.table.is_led


async def test_what_waits_until_somebody_looks_goes_on_where_somebody_does(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins.other, "want", lambda _: None)
    twins.table.seats.leave(None)
    twins.tables.unseen = 0.0
    await until(lambda: twins.twin.is_led)
    await twins.goes_on()
    assert not twins.table.is_led
