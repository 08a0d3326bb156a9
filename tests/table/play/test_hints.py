"""Hints: which acts are told, and that a bot that weighs nothing advises what it would choose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

import pytest

from byways.game import View, find_game
from byways.record import Hint
from byways.review.judging import Valued, scale_for
from byways.table.play.hints import ideas_of
from byways.table.workers.pool import Broken
from tests import toy
from tests.table import unruly
from tests.table.tables import pick, set_table, tables_at, until_awaited


def acts(*valued: tuple[str, float]) -> list[tuple[str, ...]]:
    view = toy.GAME.start(toy.GAME.deal(2, Random(1))).view(0)
    assert isinstance(view, View)
    weighed = [Valued(tuple(act.split("; ")), value, 0.1) for act, value in valued]
    return [idea.act for idea in ideas_of(toy.GAME, view, weighed, scale_for(toy.GAME, 2))]


def test_the_best_acts_are_told_that_begin_differently() -> None:
    one, same, two, three, four = ("pick 1; done", 3.0), ("pick 1", 2.5), ("pick 2; done", 2.0), ("done", 1.0), ("pick 3", 0.0)
    assert acts(four, two, same, one, three) == [("pick 1", "done"), ("pick 2", "done"), ("done",)]
    assert acts(same, two, one) == [("pick 1", "done"), ("pick 1",), ("pick 2", "done")]


def test_a_reason_is_said_once() -> None:
    game = find_game("long_road")
    view = game.start(game.deal(2, Random(1))).view(0)
    weighed = [Valued((str(choice),), -nth, 0.1) for nth, choice in enumerate(view.choices)]
    reasons = [reason for idea in ideas_of(game, view, weighed, scale_for(game, 2)) for reason in idea.why]
    assert len(reasons) > 1
    assert all(reason not in reasons[:nth] for nth, reason in enumerate(reasons))


def test_worth_is_a_chance_or_alone_a_score() -> None:
    traxx = find_game("traxx")
    assert (scale_for(traxx, 2).worth(0.0), scale_for(traxx, 1).worth(30.0)) == (scale_for(traxx, 2).curve.chance(0.0), 30.0)


@pytest.mark.database
@pytest.mark.parametrize(("bot", "count"), [("weighs", 3), ("random", 0)])
async def test_the_record_keeps_the_best_first_step_once(tmp_path: Path, bot: str, count: int, capfd: pytest.CaptureFixture[str]) -> None:
    game = replace(toy.GAME, room=unruly.__name__, bot_names=(bot,))
    async with tables_at(tmp_path, game) as tables:
        table = await set_table(tables, "me", "me", game=game)
        await until_awaited(table)
        seen = table.match.screens[0].number
        advised = await table.hints.ask(0, seen)
        assert await table.hints.ask(0, seen) == advised
        assert [entry.choice for entry in table.match.entries if isinstance(entry, Hint)] == [advised.choice]
        assert len(advised.ideas) <= count
        assert bool(advised.ideas) == bool(count)
        assert capfd.readouterr().err == ""


@pytest.mark.database
async def test_a_bot_that_breaks_once_is_asked_what_acts_are_worth_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(toy.GAME, room=unruly.__name__, bot_names=("weighs",))
    async with tables_at(tmp_path, game) as tables:
        table = await set_table(tables, "me", "me", game=game)
        await until_awaited(table)
        with monkeypatch.context() as broken:
            broken.setattr(tables.workers, "weigh", AsyncMock(side_effect=Broken))
            assert not (await table.hints.ask(0, table.match.screens[0].number)).ideas
        await pick(table, 0, "pick")
        assert (await table.hints.ask(0, table.match.screens[0].number)).ideas
