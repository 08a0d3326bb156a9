"""Group commit, over a driver that a test controls."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import pytest

from byways.table.errors import Away, Unavailable
from byways.table.store import commits
from byways.table.store.commits import Conflict, EntryExists, GroupCommit, Write
from byways.table.store.database import ConnectionLost, Problem, problem_of
from byways.table.store.notifications import Stored


class Driver:
    """Records the tables of each batch. `answers` are for the next commits; all others succeed."""

    def __init__(self, *answers: Exception | None, has: bool = False) -> None:
        self.answers, self.is_stored, self.batches = [*answers], has, list[list[str]]()

    async def commit(self, batch: Sequence[Write]) -> None:
        self.batches.append([write.table for write in batch])
        await asyncio.sleep(0)
        if self.answers and (error := self.answers.pop(0)):
            raise error

    async def has(self, write: Write) -> bool:
        return self.is_stored


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commits, "RETRY", 0.0)


def write(table: str = "one", patience: float = 60.0) -> Write:
    return Write(table, 0, ["{}"], 6.0, time.monotonic() + patience)


def group(driver: Driver, committed: Callable[[Sequence[Write]], object] = len) -> GroupCommit:
    return GroupCommit(driver, committed, problem_of)


async def add(group: GroupCommit, *writes: Write) -> list[BaseException | None]:
    return await asyncio.gather(*map(group.add, writes), return_exceptions=True)


async def test_writes_that_arrive_during_a_commit_share_the_next_one() -> None:
    driver, committed = Driver(), list[list[str]]()
    commits = group(driver, lambda batch: committed.append([write.table for write in batch]))
    first = asyncio.create_task(add(commits, write("one"), write("two")))
    while not driver.batches:
        await asyncio.sleep(0)
    await add(commits, write("three"), write("four"), write("five"))
    await first
    assert driver.batches == committed == [["one", "two"], ["three", "four", "five"]]


async def test_a_conflict_fails_only_its_own_write() -> None:
    conflict = Conflict("The seats have changed.")
    driver = Driver(conflict, None, conflict)
    assert await add(group(driver), write("one"), write("two"), write("three")) == [None, conflict, None]
    assert driver.batches == [["one", "two", "three"], ["one"], ["two"], ["three"]]


async def test_a_write_in_doubt_succeeds_if_its_entries_are_stored() -> None:
    driver = Driver(ConnectionLost(), EntryExists("It exists."), EntryExists("It exists."), has=True)
    assert await add(group(driver), write()) == [None]


async def test_a_write_in_doubt_is_a_conflict_if_other_entries_are_stored() -> None:
    driver = Driver(ConnectionLost(), *[exists := EntryExists("It exists.")] * 2)
    assert await add(group(driver), write()) == [exists]


async def test_equal_entries_of_another_writer_are_a_conflict_unless_the_connection_was_lost() -> None:
    driver = Driver(*[exists := EntryExists("It exists.")] * 2, has=True)
    assert await add(group(driver), write()) == [exists]


async def test_a_write_waits_for_a_database_that_is_away() -> None:
    driver = Driver(*[OSError()] * 3)
    assert await add(group(driver), write()) == [None]
    assert len(driver.batches) == 4


@pytest.mark.parametrize(("error", "sentence"), [(OSError(), "This was not saved."), (ConnectionLost(), "This may or may not")])
async def test_a_write_that_runs_out_of_patience_says_whether_it_may_be_stored(error: Exception, sentence: str) -> None:
    (failure,) = await add(group(Driver(error)), write(patience=0.0))
    assert isinstance(failure, Away)
    assert str(failure).startswith(sentence)


async def test_a_write_does_not_wait_for_a_problem_that_stays() -> None:
    driver = Driver(ValueError())
    (failure,) = await add(group(driver), write())
    assert (type(failure), len(driver.batches)) == (Unavailable, 1)
    assert str(failure) == f"This was not saved. {Problem.FAILED.error()}"


async def test_a_caller_that_is_cancelled_does_not_stop_its_commit() -> None:
    driver = Driver()
    commits = group(driver)
    adding = asyncio.create_task(commits.add(write()))
    await asyncio.sleep(0)
    adding.cancel()
    await commits.close()
    assert driver.batches == [["one"]]


async def test_a_notification_has_the_entries_unless_other_servers_have_to_read_the_store() -> None:
    plain, known = write(), Write("one", 3, ["{}"], 6.0, 0.0, changes=2)
    folding = Write("one", 3, ["{}"], 6.0, 0.0, changes=2, folded={1: "{}"})
    assert [one.notification for one in (plain, known, folding)] == [Stored("one"), Stored("one", "[3,2,6.0,[{}]]"), Stored("one")]
