"""Long work on the event loop, in slices."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import msgspec
import pytest

from byways.game import find_game
from byways.record import Choose, Happen, Undo
from byways.table.play.match import Match
from byways.table.play.new_table import deal
from byways.table.play.slices import SLICE, Slices
from byways.table.seats import Seat, hash_of
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable
from tests.table.tables import OpenTables, apply

THE_WAY = find_game("the_way")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def work(name: str, items: int, clock: Clock, done: list[str]) -> Iterator[int]:
    """Yield items that take a little more than half a slice each."""
    for number in range(items):
        clock.now += SLICE * 0.6
        done.append(name)
        yield number


async def test_iterators_take_turns_one_slice_each() -> None:
    clock, done = Clock(), list[str]()
    slices = Slices(clock)
    long, short = await asyncio.gather(slices.run(work("long", 6, clock, done)), slices.run(work("short", 3, clock, done)))
    assert (long, short) == ([0, 1, 2, 3, 4, 5], [0, 1, 2])
    assert done == ["long", "long", "short", "short", "long", "long", "short", "long", "long"]


async def test_the_loop_is_free_between_slices() -> None:
    clock, done, ticks = Clock(), list[str](), list[int]()
    working = asyncio.create_task(Slices(clock).run(work("work", 9, clock, done)))
    while not working.done():
        ticks.append(len(done))
        await asyncio.sleep(0)
    assert max(after - before for before, after in pairwise(ticks)) == 2


async def test_the_loop_runs_at_most_one_slice_at_a_time_however_many_iterators_there_are() -> None:
    clock, done, most = Clock(), list[str](), 0
    slices = Slices(clock)
    working = [asyncio.create_task(slices.run(work(f"{number}", 1 + number % 4, clock, done))) for number in range(20)]
    while not all(task.done() for task in working):
        before = len(done)
        await asyncio.sleep(0)
        most = max(most, len(done) - before)
    assert most == 2
    assert len(done) == 50


async def test_an_error_ends_the_turn() -> None:
    slices = Slices()
    with pytest.raises(ZeroDivisionError):
        await slices.run(1 // (3 - number) for number in range(9))
    assert await slices.run(range(3)) == [0, 1, 2]


def endless(entries: int) -> StoredTable:
    """A game with many undos."""
    people = tuple(Seat("person", holder=hash_of("me")) for _ in range(2))
    table = deal("endless", "seed", THE_WAY, THE_WAY.options(), people, False, None)
    match, rng = Match(THE_WAY, table), Random(1)
    apply(match, None)
    while match.length < entries and match.position.outcome is None:
        if (due := match.position.chance) is not None:
            apply(match, Happen(match.draw(due, match.length)))
            continue
        seat = match.position.awaited[0]
        apply(match, Choose(seat, str(rng.choice(match.position.view(seat).choices))))
        if match.position.acts[seat] and len(match.referee.acts[seat]) < 380:
            apply(match, Undo(seat))
    return msgspec.structs.replace(table, entries=tuple(Timed(entry, 1.0) for entry in match.entries))


class EntryClock(Clock):
    """A clock on which each entry takes a millisecond, regardless of the machine."""

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@pytest.mark.slow
async def test_a_long_game_is_opened_while_another_table_is_served(open_tables: OpenTables) -> None:
    tables = await open_tables(THE_WAY)
    tables.slices.clock = EntryClock()
    kept = endless(1500)
    for table in (kept, msgspec.structs.replace(kept, id="short", entries=())):
        await tables.store.add(table)
    opening = asyncio.create_task(tables.find(kept.id))
    assert await tables.find("short") is not None
    assert not opening.done()
    found = await opening
    assert found is not None
    assert found.match.length == len(kept.entries) > 1000
    assert len((await found.story(0)).steps) == found.match.screens[0].number + 1
