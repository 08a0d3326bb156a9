"""Tables that another version has kept: what replays goes on, and what does not is refused in a sentence."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from byways.game import Complaint, Game, all_games
from byways.record import BadRecord
from byways.table.live import Table
from byways.table.tables import Tables
from tests import toy
from tests.table.house import house_at
from tests.table.test_live import offer, pick, set_table, until, until_awaited

NEWER = replace(toy.GAME, version=2)
OWN = toy.GAME.with_components({"highest": 5})


async def kept_by(folder: Path, game: Game, *choices: str) -> str:
    """A table that a house with some version of a game has kept; its first seat has made choices that begin so."""
    async with house_at(folder, game) as house:
        table = await set_table(house, "me", "me", game=game)
        await until_awaited(table)
        await pick(table, 0, *choices)
        return table.id


async def find(house: Tables, name: str) -> Table:
    table = await house.find(name)
    assert table is not None
    return table


async def go_on(table: Table, choices: int) -> None:
    for number in range(choices):
        await until_awaited(table)
        await offer(table, table.match.position.awaited[0], Random(number))


async def test_the_tables_of_a_database_of_before_go_on(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        database.executescript(Path(__file__).with_name("tables-0002.sql").read_text("utf-8"))

    async with house_at(tmp_path, *all_games()) as house:
        tables = [await find(house, name) for name in await house.store.unfinished(9)]
        assert {table.game.name: len(table.match.entries) for table in tables} == {"traxx": 13, "long_road": 36}
        for table in tables:
            assert table.match.referee.head.components in table.game.older_digests
            before = len(table.match.entries)
            await go_on(table, 10)
            assert len(await house.store.log(table.id, 0)) >= before + 10


async def test_a_table_of_an_older_version_goes_on_if_its_log_replays(tmp_path: Path) -> None:
    name = await kept_by(tmp_path, toy.GAME, "pick", "done")
    async with house_at(tmp_path, NEWER) as house:
        table = await find(house, name)
        assert table.match.referee.head.is_older(table.game)
        await go_on(table, 2)


async def test_where_a_log_does_not_replay_the_entry_is_named_without_its_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = await kept_by(tmp_path, toy.GAME, "pick", "done"), await kept_by(tmp_path, toy.GAME)
    monkeypatch.setattr(toy, "offer", offer_two_picks)
    async with house_at(tmp_path, NEWER) as house:
        await until(lambda: new in house.live)
        with pytest.raises(BadRecord) as refused:
            await house.find(old)
        assert str(refused.value) == (
            "This table cannot go on: entry 4 of its log cannot be played. This record is of Tuck version 1; here is version 2."
        )
        assert not any(task.done() for task in house.tasks)


def offer_two_picks(position: toy.Position, seat: int) -> tuple[toy.AnyChoice, ...]:
    """The rule of a version to come: two cards are picked, not one or two."""
    left = toy.less(position.hands[seat], (step.card for step in position.acts[seat] if isinstance(step, toy.Pick)))
    return tuple(map(toy.Pick, left)) if len(position.acts[seat]) < 2 else (toy.Done(),)


async def test_a_table_of_a_newer_version_is_refused_in_a_sentence_and_the_others_go_on(tmp_path: Path) -> None:
    newer, mine = await kept_by(tmp_path, NEWER), await kept_by(tmp_path, toy.GAME)
    async with house_at(tmp_path) as house:
        await until(lambda: mine in house.live)
        with pytest.raises(Complaint, match=r"^This record is of Tuck version 2; here is version 1\.$"):
            await house.find(newer)
        assert not any(task.done() for task in house.tasks)


@pytest.mark.parametrize(("then", "now"), [(OWN, OWN), (OWN, toy.GAME), (toy.GAME, OWN)])
async def test_a_table_goes_on_with_the_components_that_it_was_set_with(then: Game, now: Game, tmp_path: Path) -> None:
    name = await kept_by(tmp_path, then)
    async with house_at(tmp_path, now) as house:
        assert (await find(house, name)).game == then
