"""Leaving and ending a game."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest

from byways.game import find_game
from byways.record import Remove, Resign
from byways.table.errors import Declined, Forbidden, NotNow
from byways.table.play.leaving import (
    absent_seats,
    can_play_on_alone,
    end,
    outcome_after_resigning,
    record_for_one,
    replace_absent,
    resign,
)
from byways.table.play.seating import sit_down
from byways.table.play.seating import stand_in as stand_in_for
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit
from tests.table.serving import ServerThread, await_seat
from tests.table.tables import LABYRINTH, OpenTables, enter, key, pick, registry, set_table, stand_in, tables_at, until, until_awaited

HOST, ANN, EVE = Me("me", False), Me("a" * 40, False), Me("e" * 40, False)
TRAXX = find_game("traxx")


async def shared(tables: Tables, *more: str) -> Table:
    """A table with the host and Ann."""
    table = await set_table(tables, "me", "free", *more, names=("Max",))
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    if not table.vacant:
        await until_awaited(table)
    for seat in (0, 1):
        table.seats.note_request([seat])
    return table


def notice_names(table: Table) -> list[str]:
    return [notice.name for notice in table.notices]


async def test_a_resignation_that_leaves_one_seat_ends_the_game(tables: Tables) -> None:
    table = await shared(tables)
    would = outcome_after_resigning(Visit(table, ANN, 1))
    assert would is not None
    assert would.winners == (0,)
    await resign(Visit(table, ANN, 1))
    await until(lambda: table.ended)
    assert table.match.position.removed == (1,)
    assert str(table.match.entries[-1]) == "1: resigned"
    with pytest.raises(NotNow, match="this game is over"):
        await resign(Visit(table, HOST, 0))


async def test_the_others_play_on_without_a_player_who_resigned(open_tables: OpenTables, url: str) -> None:
    tables = await open_tables(TRAXX, at=url)
    table = await set_table(tables, "me", "free", "free", game=TRAXX, names=("Max",))
    for number, one in ((1, ANN), (2, EVE)):
        await sit_down(table, one, key(table.id, number), one.secret[:1])
    await until_awaited(table)
    assert outcome_after_resigning(Visit(table, ANN, 1)) is None
    await resign(Visit(table, ANN, 1))
    assert (table.match.position.outcome, table.match.position.removed) == (None, (1,))
    assert [[one.id for one in await tables.store.held(who.holder)] for who in (HOST, ANN, EVE)] == [[table.id], [], [table.id]]
    elsewhere = await (await open_tables(TRAXX, at=url)).find(table.id)
    assert elsewhere is not None
    for server in (table, elsewhere):  # the seat stays unchanged, on every server
        with pytest.raises(Declined, match="is out of the game, so no bot can play on there"):
            await stand_in_for(Visit(server, HOST, 0), 1)
        with pytest.raises(NotNow, match="you have resigned"):
            await end(Visit(server, ANN, 1), agree=True)
        with pytest.raises(NotNow, match="you have resigned"):
            await resign(Visit(server, ANN, 1))
    await resign(Visit(elsewhere, EVE, 2))
    await registry(table).refresh(table)
    outcome = table.match.position.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.removed) == ((0,), (1, 2))
    await until(lambda: table.ended)
    assert [one.id for one in await tables.store.held(ANN.holder)] == [table.id]  # as a game that is over


async def test_a_crash_after_a_resignation_leaves_the_game_in_nobodys_list_who_resigned(tmp_path: Path) -> None:
    async with tables_at(tmp_path, TRAXX) as tables:
        table = await set_table(tables, "me", "free", "bot:random", game=TRAXX)
        await sit_down(table, ANN, key(table.id, 1), "Ann")
        await until_awaited(table)
        await table.append(lambda: [table.match.referee.preview(Resign(1))])
        assert [one.id for one in await tables.store.held(ANN.holder)] == [table.id]
    async with tables_at(tmp_path, TRAXX) as tables:
        again = await tables.find(table.id)
        assert again is not None
        await until(lambda: again.seats[1].why == "resigned")
        assert await tables.store.held(ANN.holder) == []


async def test_a_player_who_resigned_is_not_asked_to_end_the_game_and_not_replaced(
    open_tables: OpenTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await open_tables(TRAXX)
    table = await set_table(tables, "me", "free", "bot:random", game=TRAXX)
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    await until_awaited(table)
    await resign(Visit(table, ANN, 1))
    monkeypatch.setattr("byways.table.play.leaving.LONG", -60.0)
    assert absent_seats(Visit(table, HOST, 0)) == []
    with pytest.raises(Forbidden):
        await replace_absent(Visit(table, HOST, 0), 1)
    await pick(table, 0, "done")
    await end(Visit(table, HOST, 0), agree=True)
    assert table.is_closed


async def test_a_table_of_an_earlier_release_continues_after_a_resignation(open_tables: OpenTables) -> None:
    tables = await open_tables(TRAXX)
    table = await set_table(tables, "me", "free", game=TRAXX)
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    await until_awaited(table)
    await enter(table, Remove(1, "resigned"))
    again = await (await open_tables(TRAXX)).find(table.id)
    assert again is not None
    assert (again.match.position.outcome, again.match.position.awaited) == (None, (0,))
    await pick(again, 0, "done")
    assert again.match.position.outcome is None


async def test_the_winner_plays_on_alone_from_the_resignation(open_tables: OpenTables) -> None:
    tables = await open_tables(TRAXX)
    table = await set_table(tables, "me", "free", game=TRAXX, names=("Max",))
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    await until_awaited(table)
    await pick(table, 0, "draw")
    before = table.match.position
    await resign(Visit(table, ANN, 1))
    assert [can_play_on_alone(table, seat) for seat in (0, 1, None)] == [True, False, False]
    record = record_for_one(Visit(table, HOST, 0))
    assert record.position(TRAXX) == before.remove(1)
    with pytest.raises(Declined, match="only where the others have resigned"):
        record_for_one(Visit(table, ANN, 1))


async def test_games_that_need_two_players_are_not_played_on_alone(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    table = await set_table(tables, "me", "free", game=LABYRINTH)
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    await resign(Visit(table, ANN, 1))
    assert not can_play_on_alone(table, 0)


async def test_spectators_and_bots_cannot_resign(tables: Tables) -> None:
    table = await shared(tables)
    with pytest.raises(Forbidden, match="you are watching"):
        await resign(Visit(table, EVE, None))
    await stand_in(table, 1)
    with pytest.raises(Declined, match="a bot is playing for you"):
        await resign(Visit(table, ANN, 1))


async def test_the_host_closes_an_unstarted_table_at_all_servers(tables: Tables, open_tables: OpenTables) -> None:
    table = await shared(tables)
    other = await (await open_tables()).find(table.id)
    assert other is not None
    await end(Visit(table, ANN, 1), agree=True)
    assert not table.ended  # a guest can only ask
    await end(Visit(table, HOST, 0), agree=True)
    await registry(other).refresh(other)
    for one in (table, other):
        assert (one.is_closed, notice_names(one)) == (True, ["sat", "asks-end", "agreed"])
        with pytest.raises(Declined, match="this game was ended"):
            await pick(one, 0, "pick")
    assert await tables.store.unfinished(9) == []
    later = await (await open_tables()).find(table.id)
    assert later is not None
    assert later.is_closed


async def test_a_game_ends_when_all_people_who_are_here_agree(tables: Tables) -> None:
    table = await shared(tables, "free", "bot:random")
    await sit_down(table, EVE, key(table.id, 2), "Eve")
    await until_awaited(table)
    table.seats.note_request([2])
    await pick(table, 0, "pick")
    await end(Visit(table, HOST, 0), agree=True)
    await end(Visit(table, ANN, 1), agree=True)
    await end(Visit(table, EVE, 2), agree=False)
    assert (table.ended, [seat.ends for seat in table.seats]) == (False, [False] * 4)
    await end(Visit(table, ANN, 1), agree=True)
    table.seats.last_seen[2] = table.seats.published[2] = time.monotonic() - 100  # Eve is away and is not asked
    await end(Visit(table, HOST, 0), agree=True)
    assert table.is_closed
    assert notice_names(table)[2:] == ["asks-end", "asks-end", "plays-on", "asks-end", "agreed"]


async def test_a_single_person_ends_the_game_at_once(tables: Tables) -> None:
    table = await set_table(tables, "me", "bot:random")
    await until_awaited(table)
    await pick(table, 0, "pick")
    await end(Visit(table, HOST, 0), agree=True)
    assert (table.is_closed, notice_names(table)) == (True, ["closed"])


async def test_the_host_replaces_a_long_absent_player(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await shared(tables)
    with pytest.raises(Forbidden, match="Only the host"):
        await replace_absent(Visit(table, ANN, 1), 0)
    with pytest.raises(Forbidden, match="was here in the last ten minutes"):
        await replace_absent(Visit(table, HOST, 0), 1)
    monkeypatch.setattr("byways.table.play.leaving.LONG", -60.0)
    await replace_absent(Visit(table, HOST, 0), 1)
    assert (table.seats[1].kind, table.seats[1].holder) == ("bot", None)
    assert notice_names(table)[-1] == "put-out"


def test_the_page_says_what_resigning_and_ending_would_do(server: ServerThread, ann: httpx.Client) -> None:
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
