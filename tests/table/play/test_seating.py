"""Operations that pages and the API share."""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Literal

import httpx
import pytest

from byways.record import Remove
from byways.table.errors import Declined, Forbidden, Missing, Stale
from byways.table.play.seating import note_guest, record_of, rematch, rename_everywhere, sit_down, stand_in, take_back
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit, visit_seat
from byways.table.seats import hash_of
from byways.table.store.schema import seats
from tests import toy
from tests.table import unruly
from tests.table.serving import ServerThread, await_seat, choose, link_in, wait_for
from tests.table.tables import DEALT, OpenTables, enter, key, registry, set_table, still, stored, until

ANN, BOB = Me("a" * 40, False), Me("b" * 40, False)


def test_the_record_is_available_when_the_game_is_over() -> None:
    with pytest.raises(Forbidden, match="only after the game") as refused:
        record_of(still(stored(*DEALT)))
    assert refused.value.status == 403
    over = still(stored(*DEALT, Remove(0, "no answer in time")))
    assert record_of(over) == over.match.record.to_json()


async def test_sitting_down_binds_the_seat_to_the_visitor_and_voids_the_key(tables: Tables) -> None:
    table = await set_table(tables, "me", "free")
    assert await sit_down(table, ANN, key(table.id, 1), "Ann") == 1
    assert (table.seats[1].kind, table.seats[1].holder, table.seats[1].name) == ("person", hash_of(ANN.secret), "Ann")
    assert table.seats[1].key == hash_of(ANN.key(table.id, 1))
    with pytest.raises(Missing, match="the seat is taken"):
        await sit_down(table, ANN, key(table.id, 1), "Ann")


async def test_a_seat_taken_at_another_server_is_refused(tables: Tables, open_tables: OpenTables) -> None:
    table = await set_table(tables, "me", "free")
    other = await (await open_tables()).find(table.id)
    assert other is not None
    await sit_down(other, ANN, key(table.id, 1), "Ann")
    with pytest.raises(Stale, match="another player used the same link"):
        await sit_down(table, BOB, key(table.id, 1), "Bob")
    assert table.seats[1].name == "Ann"
    with pytest.raises(Missing, match="the seat is taken"):
        await sit_down(table, BOB, key(table.id, 1), "Bob")


async def test_renaming_reaches_tables_where_the_visitor_sat_down_at_another_server(tables: Tables, open_tables: OpenTables) -> None:
    table, other = await set_table(tables, "me", "free"), await open_tables()
    twin = await other.find(table.id)
    assert twin is not None
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    await rename_everywhere(other, ANN, "Ann", "Zoë")
    assert twin.seats[1].name == "Zoë"


async def test_one_of_several_simultaneous_uses_of_a_key_succeeds(url: str, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(at=url) for _ in range(2)]
    table = await set_table(tables, "me", "free")
    twin = await other.find(table.id)
    assert twin is not None
    people = [Me(str(number) * 40, False) for number in range(10)]
    tries = [sit_down([table, twin][number % 2], me, key(table.id, 1), "") for number, me in enumerate(people)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    (winner,) = (me for me, result in zip(people, results, strict=True) if result == 1)
    assert sum(isinstance(result, Stale) for result in results) == 9
    kept = await tables.store.update_of(table.id)
    assert kept is not None
    assert kept.seats[1].holder == hash_of(winner.secret)


async def test_sitting_down_twice_is_idempotent(tables: Tables) -> None:
    table = await set_table(tables, "me", "free")
    assert await asyncio.gather(*(sit_down(table, ANN, key(table.id, 1), "Ann") for _ in range(2))) == [1, 1]


async def test_no_bot_replaces_a_player_who_sat_down_at_another_server(tables: Tables, open_tables: OpenTables) -> None:
    table = await set_table(tables, "me", "free", "free")
    twin = await (await open_tables()).find(table.id)
    assert twin is not None
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    await sit_down(table, BOB, key(table.id, 2), "Bob")
    await registry(twin).refresh(twin)
    table.seats.last_seen[1] = time.monotonic() - 100
    await stand_in(Visit(table, BOB, 2), 1)
    await take_back(Visit(table, ANN, 1))
    with pytest.raises(Forbidden, match="Bob is here"):
        await stand_in(Visit(twin, BOB, 2), 1)
    assert [seat.kind for seat in twin.seats] == ["person"] * 3


async def test_no_bot_replaces_a_player_who_is_active_at_another_server(url: str, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(at=url, listening=0.05) for _ in range(2)]
    table = await set_table(tables, "me", "free", "free")
    twin = await other.find(table.id)
    assert twin is not None
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    await sit_down(twin, BOB, key(table.id, 2), "Bob")
    twin.seats.since = time.monotonic() - 100  # Ann has never looked there
    visit_seat(table, ANN, 1)
    await until(lambda: 1 in table.seats.published)
    with pytest.raises(Forbidden, match="Bob is here"):
        await stand_in(Visit(twin, BOB, 2), 1)
    async with other.store.engine.begin() as connection:
        await connection.execute(seats.update().values(heard=time.time() - 100))
    twin.seats.published.clear()
    await stand_in(Visit(twin, BOB, 2), 1)
    assert twin.seats[1].kind == "bot"


async def test_spectators_and_wrong_seat_numbers_get_no_bot(tables: Tables) -> None:
    table = await set_table(tables, "me", "free")
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    for at, seat, status in ((Visit(table, ANN, 1), 2, 404), (Visit(table, ANN, 1), -1, 404), (Visit(table, BOB, None), 1, 403)):
        with pytest.raises(Declined) as refused:
            await stand_in(at, seat)
        assert refused.value.status == status


async def test_a_player_who_has_lost_the_seat_cannot_take_it_back(tables: Tables, open_tables: OpenTables) -> None:
    table = await set_table(tables, "me", "free")
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    twin = await (await open_tables()).find(table.id)
    assert twin is not None
    at = Visit(twin, ANN, 1)
    await stand_in(at, 1)
    await sit_down(table, BOB, ANN.key(table.id, 1), "Bob")
    for what in (take_back(at), stand_in(at, 1)):
        with pytest.raises(Forbidden, match="you are watching"):
            await what
    assert (
        [(seat.kind, seat.name) for seat in table.seats]
        == [(seat.kind, seat.name) for seat in twin.seats]
        == [("person", ""), ("person", "Bob")]
    )


async def test_only_players_of_a_finished_game_get_a_rematch(tables: Tables) -> None:
    table = await set_table(tables, "me", "free")
    await sit_down(table, ANN, key(table.id, 1), "Ann")
    for at in (Visit(table, ANN, 1), Visit(table, BOB, None)):
        with pytest.raises(Forbidden, match="Only players can ask"):
            await rematch(tables, at)
    await enter(table, Remove(0, "no answer in time"))
    again = await rematch(tables, Visit(table, ANN, 1))
    assert again.seats[0].holder == hash_of(ANN.secret)


def test_a_link_works_once(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    link, own = link_in(ann.get(f"/play/{table.id}").text)
    assert link_in(bob.get(f"/play/{table.id}").text) == []
    assert "your seat: Bob" in bob.get(link).text
    page = bob.post(link, data={"name": "Robert"})
    assert str(page.url).endswith(f"/play/{table.id}?seat=1")
    assert "You are Robert (Bob)." in page.text
    assert table.seats[1].name == "Robert"
    assert link_in(ann.get(f"/play/{table.id}").text) == [own]
    assert str(bob.get(link).url).endswith(f"/play/{table.id}")
    assert "You are Robert" in bob.get(link).text
    with server.client() as other:
        assert "You are watching" in other.get(link).text
    again = ann.post(link)
    assert again.status_code == 404
    assert "the seat is taken" in again.text
    await_seat(table, 1)
    assert choose(bob, table, 1).status_code == 204
    assert choose(ann, table, 1).status_code == 403


def test_my_own_link_moves_my_seat_to_another_device(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="bot:random")
    (link,) = link_in(ann.get(f"/play/{table.id}").text)
    assert "You are Ann" in bob.post(link).text
    assert "You are watching" in ann.get(f"/play/{table.id}").text


def test_one_link_moves_all_my_seats_to_another_device_also_after_a_rematch(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client
) -> None:
    table = server.new(ann, seat_0="me", seat_1="bot:random", seat_2="me", name_2="Zoë")
    for seat in (0, 2):
        server.do(enter(table, Remove(seat, "no answer in time")))
    wait_for(lambda: table.ended)
    again = server.table(ann.post(f"/play/{table.id}/rematch?seat=0").url)
    (link,) = link_in(ann.post(f"/play/{again.id}/open?seat=1").text)
    assert "On the other device you will only watch." in bob.get(link).text
    assert str(ann.get(link).url).endswith("?seat=1")  # it is theirs already
    bob.post(link)
    assert [seat.name for seat in again.seats if seat.kind == "person"] == ["Zoë", ""]
    assert "You are watching" in ann.get(f"/play/{again.id}").text
    assert "I am" in bob.get(f"/play/{again.id}").text


def test_free_seats_at_public_tables_are_listed_first_and_open_to_all(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    bob.post("/name", data={"name": "Bob"})
    table = server.new(ann, seat_0="me", seat_1="free", public="yes")
    private = server.new(ann, seat_0="me", seat_1="free")
    full = server.new(ann, seat_0="me", seat_1="bot:random", public="yes")
    lobby = bob.get("/").text
    assert lobby.index(f'action="/play/{table.id}/sit"') < lobby.index(f'href="/play/{full.id}"')
    assert f"{private.id}/sit" not in lobby
    assert bob.post(f"/play/{private.id}/sit", data={"seat": "1"}).status_code == 409
    assert "You are Bob" in bob.post(f"/play/{table.id}/sit", data={"seat": "1"}).text
    with server.client() as late:
        answer = late.post(f"/api/tables/{table.id}/join", json={"seat": 1})
    assert (answer.status_code, "no longer free" in answer.text) == (409, True)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has more than one address of its own without being told.")
def test_forty_tables_of_slow_bots_from_one_address_do_not_starve_others(tmp_path: Path) -> None:
    game = replace(toy.GAME, room=unruly.__name__, bot_names=("random", "ponders"))
    with ServerThread(tmp_path, [game]) as server, server.client("127.0.0.2") as flood, server.client() as ann:
        for _ in range(40):
            server.new(flood, seat_0="bot:ponders", seat_1="bot:ponders")
        quick, slow = server.new(ann, seat_0="me", seat_1="bot:random"), server.new(ann, seat_0="me", seat_1="bot:ponders")
        wait_for(lambda: all(1 not in table.match.position.awaited for table in (quick, slow)))  # not for 160 seconds of thought


async def test_what_a_guest_does_is_known_at_every_server(url: str, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(at=url) for _ in range(2)]
    table = await set_table(tables, "me", "free")
    twin = await other.find(table.id)
    assert twin is not None
    does: Literal["learns", "watches"]
    for does in ("learns", "watches"):
        await note_guest(table, key(table.id, 1), "Ann", does)
        await other.refresh(twin)
        assert (twin.notices[-1].name, twin.notices[-1].seat, twin.notices[-1].who) == (does, 1, "Ann")
