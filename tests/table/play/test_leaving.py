"""How people leave a game, and end one."""

from __future__ import annotations

import time

import httpx
import pytest

from byways.table.errors import Declined, Forbidden, NotNow
from byways.table.play.leaving import after_resigning, end, put_out, resign
from byways.table.play.seating import sit_down
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit
from tests.table.serving import ServerThread, await_seat
from tests.table.tables import OpenTables, key, pick, registry, set_table, until, until_awaited

HOST, ANN, EVE = Me("me", False), Me("a" * 40, False), Me("e" * 40, False)


async def shared(tables: Tables, *more: str) -> Table:
    """A table where the host sits, and Ann; the host has played."""
    table = await set_table(tables, "me", "free", *more, names=("Max",))
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    await until_awaited(table)
    for seat in (0, 1):
        table.seats.note([seat])
    return table


def told(table: Table) -> list[str]:
    return [notice.name for notice in table.notices]


async def test_who_resigns_leaves_by_the_rules_of_the_game(tables: Tables) -> None:
    table = await shared(tables)
    would = after_resigning(Visit(table, ANN, 1))
    assert would is not None
    assert would.winners == (0,)
    await resign(Visit(table, ANN, 1))
    await until(lambda: table.ended)
    assert table.match.position.removed == (1,)
    assert str(table.match.entries[-1]) == "1: removed (resigned)"
    with pytest.raises(NotNow, match="this game is over"):
        await resign(Visit(table, HOST, 0))


async def test_only_a_player_resigns_and_only_in_person(tables: Tables) -> None:
    table = await shared(tables)
    with pytest.raises(Forbidden, match="you are watching"):
        await resign(Visit(table, EVE, None))
    await table.stand_in(1)
    with pytest.raises(Declined, match="a bot is playing for you"):
        await resign(Visit(table, ANN, 1))


async def test_the_host_closes_a_table_where_nobody_has_played_also_for_other_servers(tables: Tables, open_tables: OpenTables) -> None:
    table = await shared(tables)
    other = await (await open_tables()).find(table.id)
    assert other is not None
    await end(Visit(table, ANN, 1), agree=True)
    assert not table.ended  # a guest can only ask
    await end(Visit(table, HOST, 0), agree=True)
    await registry(other).refresh(other)
    for one in (table, other):
        assert (one.is_closed, told(one)) == (True, ["sat", "asks-end", "agreed"])
        with pytest.raises(Declined, match="this game was ended"):
            await pick(one, 0, "pick")
    assert await tables.store.unfinished(9) == []
    later = await (await open_tables()).find(table.id)
    assert later is not None
    assert later.is_closed


async def test_a_game_of_people_ends_when_all_who_are_there_agree(tables: Tables) -> None:
    table = await shared(tables, "free", "bot:random")
    await sit_down(table, EVE, key(table.id, 2), "Eve")
    table.seats.note([2])
    await pick(table, 0, "pick")
    await end(Visit(table, HOST, 0), agree=True)
    await end(Visit(table, ANN, 1), agree=True)
    await end(Visit(table, EVE, 2), agree=False)
    assert (table.ended, [seat.ends for seat in table.seats]) == (False, [False] * 4)
    await end(Visit(table, ANN, 1), agree=True)
    table.seats.left[2] = table.seats.signed[2] = time.monotonic() - 100  # Eve has left, and is not asked
    await end(Visit(table, HOST, 0), agree=True)
    assert table.is_closed
    assert told(table)[2:] == ["asks-end", "asks-end", "plays-on", "asks-end", "agreed"]


async def test_who_plays_alone_ends_a_game_at_once(tables: Tables) -> None:
    table = await set_table(tables, "me", "bot:random")
    await until_awaited(table)
    await pick(table, 0, "pick")
    await end(Visit(table, HOST, 0), agree=True)
    assert (table.is_closed, told(table)) == (True, ["closed"])


async def test_the_host_puts_out_who_has_been_away_for_long(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await shared(tables)
    with pytest.raises(Forbidden, match="Only the one who set this table"):
        await put_out(Visit(table, ANN, 1), 0)
    with pytest.raises(Forbidden, match="was here in the last ten minutes"):
        await put_out(Visit(table, HOST, 0), 1)
    monkeypatch.setattr("byways.table.play.leaving.LONG", -60.0)
    await put_out(Visit(table, HOST, 0), 1)
    assert (table.seats[1].kind, table.seats[1].holder) == ("bot", None)
    assert told(table)[-1] == "put-out"


def test_what_each_way_out_does_is_said_before(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="bot:random")
    await_seat(table, 0)
    page = ann.get(f"/play/{table.id}/leave?seat=0").text
    assert "You leave for good, and the game is over. Bob wins." in page
    assert "The game ends without a result." in page
    closed = ann.post(f"/play/{table.id}/end?seat=0").text
    assert "The game was ended." in closed
    assert "data-choice" not in closed
    state = ann.get(f"/api/tables/{table.id}").json()
    assert (state["closed"], state["outcome"]) == (True, None)
    for what, body in (("resign", {}), ("end", {"agree": False}), ("put-out", {"other": 1})):
        answer = ann.post(f"/api/tables/{table.id}/{what}", json=body)
        assert (answer.status_code, "ended" in answer.json()["error"]) == (400, True)
