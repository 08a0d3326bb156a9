"""Attempts at puzzles and puzzles from one's own games, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import pytest
from msgspec.structs import replace

from byways.game import Outcome, find_game
from byways.puzzles.collection import shipped
from byways.table.store import deals, puzzles
from byways.table.store.puzzles import OwnPuzzle
from byways.table.store.schema import Attempted
from byways.table.store.store import Store
from tests.table.store.test_store import a_table, store_at

ME, OTHER, HOLDER = "m" * 64, "o" * 64, "h" * 64  # the last of all seats here
OWN = OwnPuzzle("traxx", "abc", "game", 50.0, shipped(find_game("traxx"))[0])


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with store_at(url) as store:
        yield store


async def begin(store: Store, table: str = "one", puzzle: str = "12", at: float = 100.0) -> bool:
    """Add a table of a puzzle, unless the holder is busy with the puzzle."""
    new = Attempted("traxx", puzzle, table, at)
    stored = replace(a_table(table, created=at), puzzle=puzzle)
    return await store.add(stored, partial(puzzles.begin, holder=ME, new=new))


async def mine(store: Store, holder: str = ME) -> Attempted | None:
    return await store.transaction(partial(puzzles.attempt_of, holder=holder, game="traxx", puzzle="12"))


async def test_a_puzzle_solved_at_once_counts_as_right_at_the_first_try(store: Store) -> None:
    assert await begin(store)
    assert not await begin(store, "two")
    assert await mine(store) == Attempted("traxx", "12", "one", 100.0)
    for _ in range(2):
        await store.transaction(partial(puzzles.end, table="one", at=200.0, solved=True))
    assert await mine(store) == Attempted("traxx", "12", "one", 100.0, 200.0, first=True, solved=True)
    await store.transaction(partial(puzzles.add_try, table="one", number=1))  # after the end
    await store.transaction(partial(puzzles.end, table="one", at=300.0, solved=False))
    assert await mine(store) == Attempted("traxx", "12", "one", 100.0, 200.0, first=True, solved=True)


@pytest.mark.parametrize("name", ["add_try", "add_hint"])
async def test_a_wrong_act_or_a_hint_costs_the_first_try(store: Store, name: str) -> None:
    await begin(store)
    for number in (1, 2, 2, 1):
        await store.transaction(partial(getattr(puzzles, name), table="one", number=number))
    await store.transaction(partial(puzzles.end, table="one", at=200.0, solved=True))
    found = await mine(store)
    assert found is not None
    assert (found.tries + found.hints, found.first, found.solved) == (2, False, True)


async def test_a_second_attempt_keeps_the_first_result(store: Store) -> None:
    await begin(store)
    await store.transaction(partial(puzzles.add_try, table="one", number=1))
    await store.transaction(partial(puzzles.end, table="one", at=200.0, solved=False))
    assert await begin(store, "two", at=300.0)
    assert await mine(store) == Attempted("traxx", "12", "two", 100.0, first=False)
    await store.transaction(partial(puzzles.end, table="two", at=400.0, solved=True))
    assert await mine(store) == Attempted("traxx", "12", "two", 100.0, 400.0, first=False, solved=True)


async def test_an_attempt_whose_table_is_over_or_gone_does_not_bar_the_next_one(store: Store) -> None:
    await begin(store)
    await store.end("one", Outcome((1, 2), "so"), 150.0)
    assert await begin(store, "two")
    assert not await begin(store, "three")


async def test_attempts_are_listed_latest_first_and_their_tables_are_in_no_list(store: Store) -> None:
    for number, puzzle in enumerate(("12", "3", "own-abc")):
        await begin(store, f"table{number}", puzzle, 100.0 + number)
    assert [one.puzzle for one in await store.transaction(partial(puzzles.attempts_of, holder=ME))] == ["own-abc", "3", "12"]
    assert await store.held(a_table().seats[0].holder or "") == []
    assert await store.unfinished(10) == []
    found = await store.find("table2")
    assert found is not None
    assert found.puzzle == "own-abc"


async def test_own_puzzles_are_stored_once(store: Store) -> None:
    for _ in range(2):
        await store.transaction(partial(puzzles.add_own, holder=ME, puzzle=OWN))
    assert await store.transaction(partial(puzzles.own_of, holder=ME)) == [OWN]
    assert await store.transaction(partial(puzzles.find_own, holder=ME, game="traxx", name="abc")) == OWN
    assert await store.transaction(partial(puzzles.find_own, holder=OTHER, game="traxx", name="abc")) is None


async def test_a_holder_can_be_carried_over_and_forgotten(store: Store) -> None:
    for table, puzzle in (("one", "12"), ("two", "13"), ("three", "14")):
        await begin(store, table, puzzle)
    await store.transaction(partial(puzzles.end, table="one", at=200.0, solved=True))
    await store.transaction(partial(puzzles.add_own, holder=ME, puzzle=OWN))
    await begin(store, "four", "15")
    await store.transaction(partial(puzzles.add_try, table="four", number=1))
    for _ in range(2):
        await store.transaction(partial(puzzles.copy, source=ME, target=OTHER, table="three"))
    assert await store.transaction(partial(deals.has_finished, holder=ME))
    await store.transaction(partial(deals.forget, holder=ME))
    assert not await store.transaction(partial(deals.has_finished, holder=ME))
    assert await store.transaction(partial(puzzles.attempts_of, holder=ME)) == []
    assert await store.transaction(partial(puzzles.own_of, holder=ME)) == []
    theirs = {one.table: one for one in await store.transaction(partial(puzzles.attempts_of, holder=OTHER))}
    assert {table: one.ended for table, one in theirs.items()} == {"one": 200.0, "three": None, "four": 100.0}
    assert theirs["four"].first is False
    assert await store.transaction(partial(puzzles.own_of, holder=OTHER)) == [OWN]


async def test_an_attempt_that_was_carried_over_has_its_table_elsewhere(store: Store) -> None:
    await begin(store)
    for holder, table, expected in ((HOLDER, "one", True), (OTHER, "one", False), (HOLDER, "none", False)):
        assert await store.transaction(partial(puzzles.is_at, holder=holder, table=table)) is expected
