"""Bots in worker processes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from byways.game import Game, View
from byways.review.judging import WeighTask
from byways.table.workers.fair_queue import Requester
from byways.table.workers.pool import KILL, PRIORITY, BotFailed, BotRequest, CannotWeigh, Worker, Workers, think
from tests import toy
from tests.table import unruly
from tests.table.tables import until

UNRULY = replace(toy.GAME, room=unruly.__name__, bot_names=tuple(unruly.BOTS))


def request(bot: str, game: Game = UNRULY, stream: str = "1") -> BotRequest:
    view: View = toy.GAME.start(toy.GAME.deal(2, Random(1))).happen("1").happen("2").happen("3").view(0)
    return BotRequest(game, bot, stream, view)


@asynccontextmanager
async def workers_at(size: int = 1, hanging: float = 20.0) -> AsyncIterator[Workers]:
    workers = Workers(size, hanging)
    try:
        yield workers
    finally:
        await workers.close()


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    async with workers_at() as workers:
        yield workers


@pytest.mark.slow
async def test_equal_requests_have_equal_answers(workers: Workers) -> None:
    answers = [await workers.ask(request("random")) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0].startswith("pick")


async def test_bots_think_in_another_process_at_lower_priority(workers: Workers) -> None:
    answer = await workers.ask(request("where"))
    process, priority = map(int, answer[0].removeprefix("fly ").split())
    assert process != os.getpid()
    assert priority >= PRIORITY


def test_a_bot_that_raises_an_exception_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    assert think(request("raises")) == []
    assert caplog.messages == ["The bot raises of Tuck failed."]
    assert "Traceback (most recent call last):" in caplog.text


def test_a_bot_that_calls_sys_exit_does_not_end_its_process(caplog: pytest.LogCaptureFixture) -> None:
    assert think(request("exits")) == []
    assert "SystemExit" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["hangs once", "dies once", "raises once", "chatters"])
async def test_after_a_failure_the_process_is_replaced_and_the_request_repeated(
    bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "failed"
    monkeypatch.setenv("BYWAYS_UNRULY", str(mark))
    async with workers_at() as workers:
        assert await workers.ask(request(bot)) == ["done"]
    assert mark.exists() == (bot != "chatters")


async def test_a_bot_that_fails_three_times_is_given_up(workers: Workers) -> None:
    with pytest.raises(BotFailed, match="dies gave no answer 3 times"):
        await workers.ask(request("dies"))


async def test_requests_wait_for_a_free_process() -> None:
    async with workers_at(size=2) as workers:
        answers = await asyncio.gather(*(workers.ask(request("random", stream=str(number))) for number in range(30)))
        assert (len(answers), len(workers.idle)) == (30, 2)


async def test_a_process_that_cannot_be_started_is_reported(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> Worker:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(Worker, "start", fail)
    with pytest.raises(BlockingIOError, match="no more processes"):
        await workers.ask(request("random"))
    assert workers.quick.free == 1


async def test_cancelling_a_request_kills_its_process(workers: Workers) -> None:
    asking = asyncio.create_task(workers.ask(request("hangs")))
    await until(lambda: any(worker.loaded for worker in workers.busy))
    (worker,) = workers.busy
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert worker.process.returncode == -KILL
    assert (workers.busy, workers.quick.free) == (set(), 1)


@pytest.mark.slow
async def test_a_quick_bot_never_waits_for_a_slow_one(workers: Workers) -> None:
    for _ in range(2):  # before and after the slow one is known to be slow
        slow = [asyncio.create_task(workers.ask(request("ponders"))) for _ in range(3)]
        await until(lambda: workers.busy)
        await workers.ask(request("random"))
        assert not any(task.done() for task in slow[1:])
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)


@pytest.mark.slow
async def test_a_slow_bot_is_not_taken_for_a_hung_one(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.workers.pool.QUICK", 0.1)
    assert await workers.ask(request("muses")) == ["done"]
    assert workers.took["tuck", "muses"] > 0.5
    assert await workers.ask(request("muses")) == ["done"]
    assert workers.quick.free == workers.slow.free == 1


async def test_a_bot_weighs_acts_in_notation(workers: Workers) -> None:
    view = request("weighs").view
    assert view is not None
    asked = WeighTask(UNRULY, "weighs", "1", view, (("pick 2", "done"),))
    assert [(one.act, one.value) for one in await workers.weigh(asked)][:2] == [(("pick 2", "done"), 0.0), (("pick 2",), -1.0)]
    assert ("tuck", "weighs") not in workers.took  # only choices count for how quick a bot is


async def test_a_bot_that_cannot_weigh_is_not_asked_again(workers: Workers, capfd: pytest.CaptureFixture[str]) -> None:
    view = request("random").view
    assert view is not None
    with pytest.raises(CannotWeigh, match="random does not weigh acts"):
        await workers.weigh(WeighTask(UNRULY, "random", "1", view))
    assert capfd.readouterr().err == ""


async def test_a_game_comes_before_a_review(workers: Workers) -> None:
    view, answered = request("weighs").view, list[str]()
    assert view is not None
    workers.took["tuck", "muses"] = 1.0  # as slow as weighing, so all wait for the same process

    async def note(name: str, work: Awaitable[object]) -> None:
        await work
        answered.append(name)

    review = (workers.weigh(WeighTask(UNRULY, "weighs", str(nth), view), Requester("review", can_wait=True)) for nth in range(4))
    waiting = [asyncio.create_task(note("review", one)) for one in review]
    await asyncio.sleep(0)
    await asyncio.gather(note("game", workers.ask(request("muses"), Requester("game"))), *waiting)
    assert answered == ["review", "game", "review", "review", "review"]
