"""Bots in processes of their own."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from byways.game import Game, View
from byways.review.judging import Question as Weighing
from byways.table.workers.fair_queue import NOBODY, Asker
from byways.table.workers.pool import PRIORITY, AnyQuestion, Broken, CannotWeigh, Question, Worker, Workers
from tests import toy
from tests.table import unruly

UNRULY = replace(toy.GAME, room=unruly.__name__, bot_names=tuple(unruly.BOTS))


def question(bot: str, game: Game = UNRULY, stream: str = "1") -> Question:
    view: View = toy.GAME.start(toy.GAME.deal(2, Random(1))).happen("1").happen("2").happen("3").view(0)
    return Question(game, bot, stream, view)


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
async def test_the_same_question_has_the_same_answer(workers: Workers) -> None:
    answers = [await workers.ask(question("random")) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0].startswith("pick")


async def test_bots_think_elsewhere_at_lower_priority(workers: Workers) -> None:
    answer = await workers.ask(question("where"))
    process, priority = map(int, answer[0].removeprefix("fly ").split())
    assert process != os.getpid()
    assert priority >= PRIORITY


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["hangs once", "dies once", "raises once", "chatters"])
async def test_a_worker_that_fails_once_is_replaced_and_asked_again(bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "failed"
    monkeypatch.setenv("BYWAYS_UNRULY", str(mark))
    async with workers_at() as workers:
        assert await workers.ask(question(bot)) == ["done"]
    assert mark.exists() == (bot != "chatters")


async def test_a_bot_that_always_fails_is_given_up(workers: Workers) -> None:
    with pytest.raises(Broken, match="dies gave no answer 3 times"):
        await workers.ask(question("dies"))


async def test_questions_wait_for_a_free_worker() -> None:
    async with workers_at(size=2) as workers:
        answers = await asyncio.gather(*(workers.ask(question("random", stream=str(number))) for number in range(30)))
        assert (len(answers), len(workers.idle)) == (30, 2)


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of how many questions each message to a process was."""
    ask, sizes = Worker.ask, list[int]()

    async def noted(worker: Worker, questions: Sequence[AnyQuestion], seconds: float) -> list[bytes]:
        sizes.append(len(questions))
        return await ask(worker, questions, seconds)

    monkeypatch.setattr(Worker, "ask", noted)
    return sizes


async def test_bots_that_answer_at_once_are_asked_together(workers: Workers, messages: list[int]) -> None:
    alone = [await workers.ask(question("random", stream=str(number))) for number in range(12)]
    workers.took["tuck", "random"] = 0.001
    messages.clear()
    assert await asyncio.gather(*(workers.ask(question("random", stream=str(number))) for number in range(12))) == alone
    assert messages == [10, 2]


async def test_a_bot_that_takes_its_time_is_asked_alone(workers: Workers, messages: list[int]) -> None:
    workers.took["tuck", "random"] = 0.02
    await asyncio.gather(workers.ask(question("random")), workers.ask(question("random")))
    assert messages == [1, 1, 1]  # the first brings the game


async def test_a_bot_that_dies_in_company_costs_nobody_else_an_answer(workers: Workers) -> None:
    workers.took["tuck", "random"] = workers.took["tuck", "dies"] = 0.001
    answers = await asyncio.gather(*(workers.ask(question(bot)) for bot in ("random", "dies", "random")), return_exceptions=True)
    assert answers[0] == answers[2] == await workers.ask(question("random"))
    assert isinstance(answers[1], Broken)


async def test_no_process_is_asked_what_nobody_wants_to_know_any_more(workers: Workers, messages: list[int]) -> None:
    workers.took["tuck", "random"] = 0.001
    await workers.quick.begin(NOBODY)
    asking = asyncio.create_task(workers.ask(question("random")))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    workers.quick.end()
    await asyncio.sleep(0)
    assert (messages, workers.quick.free) == ([], 1)


async def test_where_no_process_can_be_started_each_who_asks_is_told_why(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> Worker:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(Worker, "start", fail)
    workers.took["tuck", "random"] = 0.001
    asking = (asyncio.wait_for(workers.ask(question("random")), 10) for _ in range(2))
    assert [str(error) for error in await asyncio.gather(*asking, return_exceptions=True)] == ["no more processes"] * 2


async def test_closing_stops_a_bot_in_the_middle_of_a_thought() -> None:
    before = time.monotonic()
    async with workers_at() as workers:
        asking = asyncio.create_task(workers.ask(question("hangs")))
        while not workers.busy:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    assert time.monotonic() - before < 5


@pytest.mark.slow
async def test_a_quick_bot_never_waits_for_a_slow_one(workers: Workers) -> None:
    for _ in range(2):  # before it is known who is slow, and then
        slow = [asyncio.create_task(workers.ask(question("ponders"))) for _ in range(3)]
        await asyncio.sleep(0.1)
        before = time.monotonic()
        await workers.ask(question("random"))
        assert time.monotonic() - before < 15
        assert not any(task.done() for task in slow[1:])
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)


@pytest.mark.slow
async def test_a_slow_bot_is_told_from_a_broken_one(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.workers.pool.QUICK", 0.1)
    assert await workers.ask(question("muses")) == ["done"]
    assert workers.took["tuck", "muses"] > 0.5
    assert await workers.ask(question("muses")) == ["done"]
    assert workers.quick.free == workers.slow.free == 1


async def test_a_bot_says_what_acts_are_worth_in_notation(workers: Workers) -> None:
    view = question("weighs").view
    assert view is not None
    asked = Weighing(UNRULY, "weighs", "1", view, (("pick 2", "done"),))
    assert [(one.act, one.value) for one in await workers.weigh(asked)][:2] == [(("pick 2", "done"), 0.0), (("pick 2",), -1.0)]
    assert ("tuck", "weighs") not in workers.took  # how long it takes to choose is another matter


async def test_a_bot_that_weighs_nothing_says_so_at_once(workers: Workers, capfd: pytest.CaptureFixture[str]) -> None:
    view = question("random").view
    assert view is not None
    with pytest.raises(CannotWeigh, match="random does not weigh acts"):
        await workers.weigh(Weighing(UNRULY, "random", "1", view))
    assert capfd.readouterr().err == ""


async def test_a_bot_in_a_game_goes_before_what_is_weighed_for_a_review(workers: Workers) -> None:
    view, answered = question("weighs").view, list[str]()
    assert view is not None
    workers.took["tuck", "muses"] = 1.0  # it is known to be slow, so all go to the same process

    async def note(name: str, work: Awaitable[object]) -> None:
        await work
        answered.append(name)

    review = (workers.weigh(Weighing(UNRULY, "weighs", str(nth), view), Asker("review", can_wait=True)) for nth in range(4))
    waiting = [asyncio.create_task(note("review", one)) for one in review]
    await asyncio.sleep(0)
    await asyncio.gather(note("game", workers.ask(question("muses"), Asker("game"))), *waiting)
    assert answered == ["review", "game", "review", "review", "review"]
