"""Hints: the best acts, or the choice of a bot that cannot weigh."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

import pytest

from byways.game import View, find_game
from byways.record import Hint
from byways.review.judging import Valued, scale_for
from byways.table.errors import Declined
from byways.table.pages.board import snapshot
from byways.table.play.hints import best_ideas
from byways.table.workers.pool import BotFailed
from tests import toy
from tests.table import unruly
from tests.table.tables import key, pick, set_table, tables_at, until_awaited


def acts(*valued: tuple[str, float]) -> list[tuple[str, ...]]:
    view = toy.GAME.start(toy.GAME.deal(2, Random(1))).view(0)
    assert isinstance(view, View)
    weighed = [Valued(tuple(act.split("; ")), value, 0.1) for act, value in valued]
    return [idea.act for idea in best_ideas(toy.GAME, view, weighed, scale_for(toy.GAME, 2))]


def test_a_hint_prefers_acts_with_different_first_steps() -> None:
    one, same, two, three, four = ("pick 1; done", 3.0), ("pick 1", 2.5), ("pick 2; done", 2.0), ("done", 1.0), ("pick 3", 0.0)
    assert acts(four, two, same, one, three) == [("pick 1", "done"), ("pick 2", "done"), ("done",)]
    assert acts(same, two, one) == [("pick 1", "done"), ("pick 1",), ("pick 2", "done")]


def test_each_act_keeps_its_reasons_even_if_another_one_has_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.play.hints.reasons", lambda game, view, act: ("Leaves Blue a way home.",))
    view = toy.GAME.start(toy.GAME.deal(2, Random(1))).view(0)
    ideas = best_ideas(toy.GAME, view, [Valued(("pick 1",), 1.0, 0.1), Valued(("pick 2",), 1.0, 0.1)], scale_for(toy.GAME, 2))
    assert [idea.why for idea in ideas] == [("Leaves Blue a way home.",)] * 2


def test_worth_is_a_chance_or_for_one_player_a_score() -> None:
    traxx = find_game("traxx")
    assert (scale_for(traxx, 2).worth(0.0), scale_for(traxx, 1).worth(30.0)) == (scale_for(traxx, 2).curve.chance(0.0), 30.0)


@pytest.mark.database
@pytest.mark.parametrize(("bot", "count"), [("weighs", 3), ("random", 0)])
async def test_the_record_has_the_first_step_of_a_hint_once(
    tmp_path: Path, bot: str, count: int, capfd: pytest.CaptureFixture[str]
) -> None:
    game = replace(toy.GAME, room=unruly.__name__, bot_names=(bot,))
    async with tables_at(tmp_path, game) as tables:
        table = await set_table(tables, "me", "me", game=game, hints=True)
        await until_awaited(table)
        seen = table.match.screens[0].number
        advised = await table.hints.ask(0, seen)
        assert await table.hints.ask(0, seen) == advised
        assert [entry.choice for entry in table.match.entries if isinstance(entry, Hint)] == [advised.choice]
        assert len(advised.ideas) <= count
        assert bool(advised.ideas) == bool(count)
        assert capfd.readouterr().err == ""


@pytest.mark.database
async def test_after_one_failure_the_bot_is_asked_to_weigh_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(toy.GAME, room=unruly.__name__, bot_names=("weighs",))
    async with tables_at(tmp_path, game) as tables:
        table = await set_table(tables, "me", "me", game=game, hints=True)
        await until_awaited(table)
        with monkeypatch.context() as broken:
            broken.setattr(tables.workers, "weigh", AsyncMock(side_effect=BotFailed))
            assert not (await table.hints.ask(0, table.match.screens[0].number)).ideas
        await pick(table, 0, "pick")
        assert (await table.hints.ask(0, table.match.screens[0].number)).ideas


@pytest.mark.database
async def test_the_same_position_has_the_same_hint_after_an_undo_and_in_another_process(tmp_path: Path) -> None:
    game = replace(toy.GAME, room=unruly.__name__, bot_names=("weighs",))
    async with tables_at(tmp_path, game) as tables:
        table = await set_table(tables, "me", "me", game=game, hints=True)
        await until_awaited(table)
        advised = await table.hints.ask(0, table.match.screens[0].number)
        await pick(table, 0, "pick", "undo")
        assert await table.hints.ask(0, table.match.screens[0].number) == advised
        table.hints.given.clear()  # as in another process
        await pick(table, 1, "pick", "done")
        assert await table.hints.ask(0, table.match.screens[0].number) == advised


@pytest.mark.database
@pytest.mark.parametrize(
    ("seats", "given", "are_allowed"),
    [
        (("me", "bot:random"), None, True),
        (("me", "program"), None, True),
        (("me", "free"), None, False),
        (("me", "me"), None, False),
        (("me", "free"), True, True),
        (("me", "bot:random"), False, False),
    ],
)
async def test_hints_are_an_option_of_the_table_and_off_where_several_people_play(
    tmp_path: Path, seats: tuple[str, ...], given: bool | None, are_allowed: bool
) -> None:
    async with tables_at(tmp_path, toy.GAME) as tables:
        name = (await set_table(tables, *seats, hints=given)).id
    async with tables_at(tmp_path, toy.GAME) as tables:
        table = await tables.find(name)
        assert table is not None
        assert table.hints.are_allowed == are_allowed
        assert ('id="hint"' in snapshot(table, 0, "en", False).text) == are_allowed
        if not are_allowed:
            with pytest.raises(Declined, match="There are no hints at this table"):
                await table.hints.ask(0, table.match.screens[0].number)


@pytest.mark.database
async def test_the_log_of_every_player_says_who_takes_a_hint(tmp_path: Path) -> None:
    async with tables_at(tmp_path, toy.GAME) as tables:
        table = await set_table(tables, "me", "me", names=("Ann", "Bob"), hints=True)
        await until_awaited(table)
        await table.hints.ask(0, table.match.screens[0].number)
        assert all("Ann takes a hint." in snapshot(table, seat, "en", False).text for seat in (0, 1, None))
        assert (await tables.rematch(table, key, 0)).hints.are_allowed
