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
from tests.table.tables import offer, pick, set_table, tables_at, until, until_awaited

NEWER = replace(toy.GAME, version=2)
OWN = toy.GAME.with_components({"highest": 5})


async def kept_by(folder: Path, game: Game, *choices: str) -> str:
    """A table that was kept with some version of a game; its first seat has made choices that begin so."""
    async with tables_at(folder, game) as tables:
        table = await set_table(tables, "me", "me", game=game)
        await until_awaited(table)
        await pick(table, 0, *choices)
        return table.id


async def find(tables: Tables, name: str) -> Table:
    table = await tables.find(name)
    assert table is not None
    return table


async def go_on(table: Table, choices: int) -> None:
    for number in range(choices):
        await until_awaited(table)
        await offer(table, table.match.position.awaited[0], Random(number))


async def test_the_tables_of_a_database_of_before_go_on(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        database.executescript(Path(__file__).with_name("tables-0002.sql").read_text("utf-8"))

    async with tables_at(tmp_path, *all_games()) as tables:
        found = [await find(tables, name) for name in await tables.store.unfinished(9)]
        assert {table.game.name: len(table.match.entries) for table in found} == {"traxx": 13, "long_road": 36}
        for table in found:
            assert table.match.referee.head.components in table.game.older_digests
            before = len(table.match.entries)
            await go_on(table, 10)
            assert len(await tables.store.log(table.id, 0)) >= before + 10


async def test_a_table_of_an_older_version_goes_on_if_its_log_replays(tmp_path: Path) -> None:
    name = await kept_by(tmp_path, toy.GAME, "pick", "done")
    async with tables_at(tmp_path, NEWER) as tables:
        table = await find(tables, name)
        assert table.match.referee.head.is_older(table.game)
        await go_on(table, 2)


async def test_where_a_log_does_not_replay_the_entry_is_named_without_its_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = await kept_by(tmp_path, toy.GAME, "pick", "done"), await kept_by(tmp_path, toy.GAME)
    monkeypatch.setattr(toy, "offer", offer_two_picks)
    async with tables_at(tmp_path, NEWER) as tables:
        await until(lambda: new in tables.live)
        with pytest.raises(BadRecord) as refused:
            await tables.find(old)
        assert str(refused.value) == (
            "This table cannot go on: entry 4 of its log cannot be played. This record is of Tuck version 1; here is version 2."
        )
        assert not any(task.done() for task in tables.tasks)


def offer_two_picks(position: toy.Position, seat: int) -> tuple[toy.AnyChoice, ...]:
    """The rule of a version to come: two cards are picked, not one or two."""
    left = toy.less(position.hands[seat], (step.card for step in position.acts[seat] if isinstance(step, toy.Pick)))
    return tuple(map(toy.Pick, left)) if len(position.acts[seat]) < 2 else (toy.Done(),)


async def test_a_table_of_a_newer_version_is_refused_in_a_sentence_and_the_others_go_on(tmp_path: Path) -> None:
    newer, mine = await kept_by(tmp_path, NEWER), await kept_by(tmp_path, toy.GAME)
    async with tables_at(tmp_path) as tables:
        await until(lambda: mine in tables.live)
        with pytest.raises(Complaint, match=r"^This record is of Tuck version 2; here is version 1\.$"):
            await tables.find(newer)
        assert not any(task.done() for task in tables.tasks)


@pytest.mark.parametrize(("then", "now"), [(OWN, OWN), (OWN, toy.GAME), (toy.GAME, OWN)])
async def test_a_table_goes_on_with_the_components_that_it_was_set_with(then: Game, now: Game, tmp_path: Path) -> None:
    name = await kept_by(tmp_path, then)
    async with tables_at(tmp_path, now) as tables:
        assert (await find(tables, name)).game == then
