"""Puzzles from the players' own games."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from byways.game import find_game
from byways.puzzles.collection import shipped
from byways.record import Choose, Record
from byways.table.play.new_table import TablePlan
from byways.table.play.own_puzzles import find_puzzles
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.seats import hash_of
from byways.table.store import deals, puzzles
from byways.table.store.puzzles import OwnPuzzle
from tests.table.tables import OpenTables

LABYRINTH = find_game("labyrinth")
STORED = next(stored for stored in shipped(LABYRINTH) if stored.puzzle.kind == "safe")
ANN = "a" * 40


def played(*act: str) -> Record:
    """The game of a puzzle up to the solver's first act."""
    record, seat = STORED.record, STORED.puzzle.seat
    return replace(record, entries=(*record.entries, *(Choose(seat, choice) for choice in act)))


def wrong_act() -> tuple[str, ...]:
    """The puzzle's push, with the tile turned as it is not in the solution, and no walk."""
    position, seat = STORED.position(LABYRINTH), STORED.puzzle.seat
    act: list[str] = []
    while not act or position.acts[seat]:
        choices = [choice for choice in position.choices(seat) if str(choice) not in STORED.puzzle.solution]
        act.append(str(choices[0]))
        position = position.choose(seat, choices[0])
    return tuple(act)


async def table_with(tables: Tables, record: Record, daily: str = "") -> Table:
    seats = tuple("me" if seat == STORED.puzzle.seat else "bot:easy" for seat in range(2))
    return await tables.create(TablePlan(LABYRINTH, seats, begun=record, daily=daily), ANN, lambda table, seat: f"{table}{seat}")


async def found_in(tables: Tables, record: Record, daily: str = "") -> list[OwnPuzzle]:
    table = await table_with(tables, record, daily)
    for _ in range(2):  # a review may be made again after a restart
        await find_puzzles(tables.store, tables.workers, table, [*record.play(LABYRINTH, tells=False)])
    return await tables.store.transaction(partial(puzzles.own_of, holder=hash_of(ANN), table=table.id))


async def test_a_missed_moment_becomes_a_puzzle_of_the_player(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    found = await found_in(tables, played(*wrong_act()))
    last = next(one for one in found if len(one.body.record.entries) == len(STORED.record.entries))
    assert (last.body.puzzle.kind, last.body.puzzle.seat) == (STORED.puzzle.kind, STORED.puzzle.seat)
    assert last.body.view(LABYRINTH) == STORED.view(LABYRINTH)
    assert len({one.id for one in found}) == len(found)


async def test_who_has_deleted_everything_gets_no_puzzle(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    table = await table_with(tables, record := played(*wrong_act()))
    await tables.store.transaction(partial(puzzles.close, table=table.id, at=1.0))
    await tables.store.transaction(partial(deals.forget, holder=hash_of(ANN)))
    await find_puzzles(tables.store, tables.workers, table, [*record.play(LABYRINTH, tells=False)])  # the table has not heard of it
    assert await tables.store.transaction(partial(puzzles.own_of, holder=hash_of(ANN))) == []


async def test_a_moment_that_was_solved_becomes_no_puzzle(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    found = await found_in(tables, played(*STORED.puzzle.solution))
    assert all(len(one.body.record.entries) < len(STORED.record.entries) for one in found)


async def test_a_deal_of_the_day_becomes_no_puzzle(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    assert await found_in(tables, played(*wrong_act()), daily="2026-11-18") == []
