"""Long work leaves the event loop free."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random

import msgspec
import pytest

from byways.game import find_game
from byways.record import Choose, Happen, Undo
from byways.table.play.match import Match
from byways.table.play.new_table import deal
from byways.table.play.slices import Slices
from byways.table.seats import Seat, hash_of
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable
from tests.table.tables import OpenTables

THE_WAY = find_game("the_way")


def work(name: str, steps: int, done: list[str]) -> Iterator[int]:
    for number in range(steps):
        time.sleep(0.006)
        done.append(name)
        yield number


async def test_those_who_have_long_work_take_turns() -> None:
    slices, done = Slices(), list[str]()
    long, short = await asyncio.gather(slices.take(work("long", 6, done)), slices.take(work("short", 2, done)))
    assert (long, short) == ([0, 1, 2, 3, 4, 5], [0, 1])
    assert done[:4] == ["long", "short", "long", "short"]


async def test_what_goes_wrong_in_the_middle_is_told_and_ends_the_turn() -> None:
    slices = Slices()
    with pytest.raises(ZeroDivisionError):
        await slices.take(1 // (3 - number) for number in range(9))
    assert await slices.take(range(3)) == [0, 1, 2]


class Stalls:
    """For how long the loop worked without a pause, at most, and in all. What other processes and the collector of garbage take, which
    on a busy machine is most, does not count."""

    longest = total = 0.0


@asynccontextmanager
async def measured() -> AsyncIterator[Stalls]:
    stalls = Stalls()

    async def measure() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0)
            took = time.thread_time() - before
            stalls.longest, stalls.total = max(stalls.longest, took), stalls.total + took

    gc.disable()
    measuring = asyncio.create_task(measure())
    await asyncio.sleep(0)
    yield stalls
    measuring.cancel()
    gc.enable()


def endless(entries: int) -> StoredTable:
    """A game in which a lot is taken back."""
    people = tuple(Seat("person", holder=hash_of("me")) for _ in range(2))
    table = deal("endless", "seed", THE_WAY, THE_WAY.options(), people, False, None)
    match, rng = Match(THE_WAY, table), Random(1)
    match.take(match.referee.preview(), 1.0)
    while match.length < entries and match.position.outcome is None:
        if (due := match.position.chance) is not None:
            match.take(match.referee.preview(Happen(match.draw(due, match.length))), 1.0)
            continue
        seat = match.position.awaited[0]
        match.take(match.referee.preview(Choose(seat, str(rng.choice(match.position.view(seat).choices)))), 1.0)
        if match.position.acts[seat] and len(match.referee.acts[seat]) < 380:
            match.take(match.referee.preview(Undo(seat)), 1.0)
    return msgspec.structs.replace(table, entries=tuple(Timed(entry, 1.0) for entry in match.entries))


@pytest.mark.slow
async def test_a_game_of_thousands_of_entries_is_opened_and_told_while_others_are_served(open_tables: OpenTables) -> None:
    tables = await open_tables(THE_WAY)
    kept = endless(6000)
    for table in (kept, msgspec.structs.replace(kept, id="short", entries=())):
        await tables.store.add(table)
    async with measured() as stalls:
        opening = asyncio.create_task(tables.find(kept.id))
        assert await tables.find("short") is not None
        assert not opening.done()
        found = await opening
        assert found is not None
        story = await found.story(0)
    assert found.match.length == len(kept.entries) > 5000
    assert len(story) == found.match.screens[0].number + 1
    assert stalls.longest < stalls.total / 5
