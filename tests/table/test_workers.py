"""Bots in processes of their own."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from byways.game import Game, View
from byways.table.workers import PRIORITY, Broken, Question, Workers
from tests import toy
from tests.table import unruly

UNRULY = replace(toy.GAME, room=unruly.__name__, bot_names=tuple(unruly.BOTS))


def question(bot: str, game: Game = UNRULY, stream: str = "1") -> Question:
    view: View = toy.GAME.start(toy.GAME.deal(2, Random(1))).happen("1").happen("2").happen("3").view(0)
    return Question(game, bot, stream, view)


def with_workers(work: Callable[[Workers], Awaitable[Any]], size: int = 1, hanging: float = 20.0) -> Any:
    async def run() -> Any:
        workers = Workers(size, hanging)
        try:
            return await work(workers)
        finally:
            await workers.close()

    return asyncio.run(run())


def test_the_same_question_has_the_same_answer() -> None:
    async def ask(workers: Workers) -> list[list[str]]:
        return [await workers.ask(question("random")) for _ in range(3)]

    answers = with_workers(ask)
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0].startswith("pick")


def test_bots_think_elsewhere_at_lower_priority() -> None:
    answer = with_workers(lambda workers: workers.ask(question("where")))
    process, priority = map(int, answer[0].removeprefix("fly ").split())
    assert process != os.getpid()
    assert priority >= PRIORITY


@pytest.mark.parametrize("bot", ["hangs once", "dies once", "raises once", "chatters"])
def test_a_worker_that_fails_once_is_replaced_and_asked_again(bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "failed"
    monkeypatch.setenv("BYWAYS_UNRULY", str(mark))
    answer = with_workers(lambda workers: workers.ask(question(bot)), hanging=3.0)
    assert answer == ["done"]
    assert mark.exists() == (bot != "chatters")


def test_a_bot_that_always_fails_is_given_up() -> None:
    with pytest.raises(Broken, match="dies gave no answer 3 times"):
        with_workers(lambda workers: workers.ask(question("dies")))


def test_questions_wait_for_a_free_worker() -> None:
    async def crowd(workers: Workers) -> tuple[int, int]:
        answers = await asyncio.gather(*(workers.ask(question("random", stream=str(number))) for number in range(30)))
        return len(answers), len(workers.idle)

    assert with_workers(crowd, size=2) == (30, 2)


def test_closing_stops_a_bot_in_the_middle_of_a_thought() -> None:
    async def leave(workers: Workers) -> float:
        asking = asyncio.create_task(workers.ask(question("hangs")))
        while not workers.busy:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        return time.monotonic()

    before = time.monotonic()
    assert with_workers(leave) - before < 5
