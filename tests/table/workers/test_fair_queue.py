"""Whose question is next."""

from __future__ import annotations

import asyncio

from byways.table.workers.fair_queue import Asker, Turns


async def served(turns: Turns, askers: list[Asker]) -> list[str]:
    """The tables in the order in which they had their turns, when all came while somebody else had one."""
    order: list[str] = []

    async def ask(asker: Asker) -> None:
        async with turns.turn(asker):
            order.append(asker.table)

    async with turns.turn(Asker("first")):
        waiting = [asyncio.create_task(ask(asker)) for asker in askers]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    return order


async def test_addresses_take_turns_and_so_do_their_tables() -> None:
    many = [Asker(f"a{number % 3}", "a") for number in range(6)]
    order = await served(Turns(1), [*many, Asker("b", "b"), Asker("c", "c"), Asker("b", "b")])
    assert order == ["a0", "b", "c", "a1", "b", "a2", "a0", "a1", "a2"]


async def test_tables_without_an_address_are_each_on_their_own() -> None:
    assert await served(Turns(1), [Asker("one"), Asker("one"), Asker("two")]) == ["one", "two", "one"]


async def test_what_nobody_watches_comes_last() -> None:
    unwatched = Asker("unwatched", "b", lambda: False)
    assert await served(Turns(1), [unwatched, Asker("watched", "a"), Asker("watched", "a")]) == ["watched", "watched", "unwatched"]


async def test_a_game_goes_before_what_no_game_waits_for() -> None:
    game, review = Asker("game", "b", lambda: False), Asker("review", "a", can_wait=True)
    assert await served(Turns(1), [review, review, game, game]) == ["game", "game", "review", "review"]


async def test_who_stops_waiting_leaves_no_trace() -> None:
    turns = Turns(1)

    async def ask(table: str) -> None:
        async with turns.turn(Asker(table)):
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(ask(f"{number}")) for number in range(5)]
    await asyncio.sleep(0)
    tasks[0].cancel()  # it has its turn
    tasks[3].cancel()  # it waits
    await asyncio.gather(*tasks, return_exceptions=True)
    tasks = [asyncio.create_task(ask("again")) for _ in range(2)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert (turns.free, turns.waiting) == (1, {})
