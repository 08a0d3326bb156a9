"""Tasks of a table: one of each name at a time, and again after a failure."""

from __future__ import annotations

import asyncio

import pytest

from byways.table.errors import Unavailable
from byways.table.play.tasks import Tasks
from tests.table.tables import until


async def test_a_task_runs_once_at_a_time_and_the_table_proceeds_afterwards() -> None:
    proceeded: list[bool] = []
    begun, may_end = 0, asyncio.Event()

    async def work() -> None:
        nonlocal begun
        begun += 1
        await may_end.wait()

    tasks = Tasks("table", lambda: proceeded.append("end" in tasks))
    tasks.start("end", work)
    tasks.start("end", work)
    await until(lambda: begun)
    assert [*tasks] == ["end"]
    may_end.set()
    await until(lambda: proceeded)
    assert (begun, proceeded, tasks) == (1, [False], {})


STUCK = "Table table is stuck at clock and retries."


@pytest.mark.parametrize(("error", "logged"), [(ValueError(), [STUCK]), (Unavailable("wrong.busy"), [])])
async def test_a_failed_task_is_logged_and_may_be_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, logged: list[str]
) -> None:
    monkeypatch.setattr("byways.table.play.tasks.RETRY", 0.01)
    proceeded: list[bool] = []

    async def work() -> None:
        raise error

    tasks = Tasks("table", lambda: proceeded.append("clock" in tasks))
    tasks.start("clock", work)
    await until(lambda: proceeded)
    assert (proceeded, caplog.messages) == ([False], logged)


async def test_closing_cancels_all_tasks() -> None:
    tasks = Tasks("table", lambda: pytest.fail("The table has proceeded."))
    tasks.start("clock", asyncio.Event().wait)  # type: ignore[arg-type]
    running = tasks["clock"]
    await tasks.close()
    assert running.cancelled()
