"""Puzzles that a visitor has tried, the next one, and the puzzles of the day."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from byways.game import find_game
from byways.puzzles.collection import shipped
from byways.table.play.tables import Tables
from byways.table.play.training import attempts_of, next_name, todays_puzzle, tried_in
from byways.table.play.visits import Me
from byways.table.store import puzzles
from byways.table.store.schema import Attempted
from tests.table.clock import FakeClock
from tests.table.tables import OpenTables

LABYRINTH = find_game("labyrinth")
ANN = Me("a" * 40, False)
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()


async def solve(tables: Tables, name: str, at: float, tries: int = 0) -> None:
    await tables.store.transaction(partial(puzzles.begin, holder=ANN.holder, new=Attempted("labyrinth", name, f"t{name}", at)))
    await tables.store.transaction(partial(puzzles.add_try, table=f"t{name}", number=tries))
    await tables.store.transaction(partial(puzzles.end, table=f"t{name}", at=at, solved=True))


async def test_the_next_puzzle_goes_by_what_was_tried(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    assert await next_name(tables, Me("n" * 40, True), LABYRINTH) == "1"
    assert await next_name(tables, ANN, LABYRINTH, besides="1") == "2"
    for nth, name in enumerate(("3", "4", "5", "6", "7", "8")):
        await solve(tables, name, 100.0 + nth)
    by_number = {str(stored.puzzle.number): stored.puzzle for stored in shipped(LABYRINTH)}
    found = [await next_name(tables, ANN, LABYRINTH)]
    await solve(tables, "40", 200.0, tries=1)
    found.append(await next_name(tables, ANN, LABYRINTH))
    assert [by_number[name or ""].grade for name in found] == [3, 2]


async def test_own_puzzles_and_puzzles_that_are_gone_do_not_count(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    for nth, name in enumerate(("3", "own-abc", "999999")):
        await solve(tables, name, 100.0 + nth)
    attempts = await attempts_of(tables, ANN)
    assert [one.puzzle for one in attempts] == ["999999", "own-abc", "3"]
    assert [one.puzzle.number for one in tried_in(LABYRINTH, attempts)] == [3]


async def test_the_puzzle_of_the_day_changes_at_midnight_in_utc(open_tables: OpenTables) -> None:
    clock = FakeClock(NOON)
    tables = await open_tables(LABYRINTH, now=clock)
    noon = todays_puzzle(tables, LABYRINTH)
    clock.now += 11 * 3600
    assert todays_puzzle(tables, LABYRINTH) is noon
    clock.now += 2 * 3600
    assert todays_puzzle(tables, LABYRINTH) is not noon
