"""The order in which waiting requests get a worker process."""

from __future__ import annotations

import asyncio

import pytest

from byways.table.workers import fair_queue
from byways.table.workers.fair_queue import FairQueue, Requester


async def served(waiting: list[Requester], queue: FairQueue | None = None) -> list[str]:
    """The tables in the order of their slots, if all ask while the only slot is taken."""
    queue, order = queue or FairQueue(1), list[str]()

    async def ask(requester: Requester) -> None:
        async with queue.slot(requester):
            order.append(requester.table)

    async with queue.slot(Requester("first")):
        tasks = [asyncio.create_task(ask(requester)) for requester in waiting]
        await asyncio.sleep(0)
        assert len(queue) == len(waiting)
    await asyncio.gather(*tasks)
    return order


async def test_addresses_take_turns_and_so_do_their_tables() -> None:
    many = [Requester(f"a{number % 3}", "a") for number in range(6)]
    order = await served([*many, Requester("b", "b"), Requester("c", "c"), Requester("b", "b")])
    assert order == ["a0", "b", "c", "a1", "b", "a2", "a0", "a1", "a2"]


async def test_tables_of_unknown_address_take_turns_too() -> None:
    assert await served([Requester("one"), Requester("one"), Requester("two")]) == ["one", "two", "one"]


async def test_watched_tables_come_first() -> None:
    unwatched = Requester("unwatched", "b", lambda: False)
    assert await served([unwatched, Requester("watched", "a"), Requester("watched", "a")]) == ["watched", "watched", "unwatched"]


async def test_games_come_before_requests_that_can_wait() -> None:
    game, review = Requester("game", "b", lambda: False), Requester("review", "a", can_wait=True)
    assert await served([review, review, game, game]) == ["game", "game", "review", "review"]


async def test_a_table_that_gains_a_viewer_while_it_waits_moves_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "REGROUPED", 0.0)
    answers = {"early": iter([False] * 9), "late": iter([False, *[True] * 9])}
    waiting = [Requester(table, table, lambda table=table: next(answers[table])) for table in answers]  # type: ignore[misc]
    assert await served(waiting) == ["late", "early"]


async def test_a_cancelled_request_gives_its_slot_back() -> None:
    queue = FairQueue(1)

    async def ask(table: str) -> None:
        async with queue.slot(Requester(table)):
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(ask(f"{number}")) for number in range(5)]
    await asyncio.sleep(0)
    tasks[0].cancel()  # has the slot
    tasks[3].cancel()  # waits
    await asyncio.gather(*tasks, return_exceptions=True)
    tasks = [asyncio.create_task(ask("again")) for _ in range(2)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert (queue.free, len(queue)) == (1, 0)
    assert await served([Requester("next")], queue) == ["next"]


async def test_a_request_cancelled_in_the_moment_of_its_grant_gives_the_slot_back() -> None:
    queue, waiting = FairQueue(1), list[asyncio.Task[None]]()

    async def ask() -> None:
        async with queue.slot(Requester("waiting")):
            pass

    async with queue.slot(Requester("first")):
        waiting.append(asyncio.create_task(ask()))
        await asyncio.sleep(0)
    waiting[0].cancel()  # the slot is granted, but the task has not resumed yet
    await asyncio.gather(*waiting, return_exceptions=True)
    assert (waiting[0].cancelled(), queue.free) == (True, 1)
