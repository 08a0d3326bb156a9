"""Bots that stand in, and rematches."""

from __future__ import annotations

import time

import httpx
import msgspec
import pytest

from byways.table.play.table import Table
from tests.table.serving import ServerThread, await_seat, choose, link_in, wait_for


def play_to_the_end(client: httpx.Client, table: Table) -> None:
    while not table.ended:
        awaited = [seat for seat in table.match.position.awaited if table.seats[seat].kind == "person"]
        if awaited:
            choice = str(table.match.screens[awaited[0]].view.choices[0])
            assert choose(client, table, awaited[0], choice).status_code == 204
        else:
            wait_for(lambda: table.ended or any(table.seats[seat].kind == "person" for seat in table.match.position.awaited))


def test_a_bot_stands_in_and_the_seat_is_taken_back(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me")
    await_seat(table, 0)
    path = f"/play/{table.id}"
    assert ann.post(f"{path}/stand-in?seat=0", data={"other": "0"}).status_code == 204
    assert "Take my seat back" in ann.post(f"{path}/open?seat=0").text
    assert "bot random plays for now" in ann.post(f"{path}/open?seat=1").text
    assert ann.post(f"{path}/take-back?seat=0").status_code == 204
    assert table.seats[0].kind == "person"


def test_a_bot_can_stand_in_only_for_a_free_seat_or_an_absent_player(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = server.new(ann, seat_0="me", seat_1="free", seat_2="free")
    path = f"/play/{table.id}"
    bob.post(link_in(ann.get(path).text)[0])
    assert bob.post(f"{path}/stand-in?seat=1", data={"other": "2"}).status_code == 204
    table.seats.last_seen[0] = time.monotonic()
    refused = bob.post(f"{path}/stand-in?seat=1", data={"other": "0"})
    assert (refused.status_code, "Ann is here, or was a minute ago." in refused.text) == (403, True)
    monkeypatch.setattr(table.seats, "clock", lambda: time.monotonic() + 100)
    assert bob.post(f"{path}/stand-in?seat=1", data={"other": "0"}).status_code == 204
    with server.client() as stranger:
        assert stranger.post(f"{path}/stand-in", data={"other": "1"}).status_code == 403


def test_a_seat_that_was_always_a_bots_cannot_be_taken_back(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="bot:random")
    assert ann.post(f"/play/{table.id}/take-back?seat=1").status_code == 403
    assert ann.post(f"/play/{table.id}/take-back").status_code == 204
    assert [seat.kind for seat in table.seats] == ["person", "bot"]


def test_a_finished_game_has_a_record_and_a_rematch_with_rotated_seats(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me", seat_2="bot:random")
    path = f"/play/{table.id}"
    early = [bob.get(f"{path}/record.json"), ann.post(f"{path}/rematch?seat=0")]
    assert [answer.status_code for answer in early] == [403, 403]
    play_to_the_end(ann, table)
    page = ann.get(path).text
    assert "All rounds are played." in page
    assert 'id="places"' in page
    found = msgspec.json.decode(bob.get(f"{path}/record.json").content)
    assert found["players"] == ["person", "person", "bot:random"]
    assert bob.post(f"{path}/rematch").status_code == 403
    again = server.table(ann.post(f"{path}/rematch").url)
    assert [seat.kind for seat in again.seats] == ["person", "bot", "person"]
    assert server.table(ann.post(f"{path}/rematch").url) is again
    assert f"/play/{again.id}" in bob.get(path).text


def test_a_name_saved_at_one_table_is_used_and_confirmed_at_all_tables(server: ServerThread, ann: httpx.Client) -> None:
    first, second = [server.new(ann, seat_0="me", seat_1="bot:random") for _ in range(2)]
    page = ann.post(f"/play/{first.id}/name?seat=0", data={"name": "Zoë"})
    assert "Saved: you are Zoë at all tables." in page.text
    assert "Saved" not in ann.get(f"/play/{first.id}").text
    assert [table.seats[0].name for table in (first, second)] == ["Zoë", "Zoë"]
    ann.post("/name", data={"name": "Zora"})
    assert [table.seats[0].name for table in (first, second)] == ["Zora", "Zora"]


def test_the_name_of_another_player_at_a_shared_screen_stays_at_that_table(server: ServerThread, ann: httpx.Client) -> None:
    ann.post("/name", data={"name": "Zoë"})
    shared, other = server.new(ann, seat_0="me", seat_1="me"), server.new(ann, seat_0="me", seat_1="bot:random")
    page = ann.post(f"/play/{shared.id}/name?seat=1", data={"name": "Max"})
    assert "Saved" not in page.text
    assert [seat.name for seat in shared.seats] == ["Zoë", "Max"]
    assert other.seats[0].name == "Zoë"
    assert 'value="Zoë"' in ann.get("/set/tuck").text


def test_a_game_waits_for_the_last_player_on_the_page_and_in_the_api(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.table(ann.post("/invite", data={"game": "labyrinth"}).url)
    path, waits = f"/play/{table.id}", "Waiting for one more player. The game begins when all seats are taken."
    page, shown = ann.get(path).text, ann.get(f"/api/tables/{table.id}/view").json()
    assert waits in page
    assert 'class="turn"' not in page
    assert '<details id="links" class="drawer" open>' in page
    assert (shown["choices"], waits in shown.values()) == ([], True)
    tries = [choose(ann, table, 0, "pass"), ann.post(f"/api/tables/{table.id}/choose", json={"choice": "pass", "seen": 0})]
    tries += [ann.post(f"{path}/{way}?seat=0", data={"seen": "0"}) for way in ("undo", "resign")]
    for answer in tries:
        assert (answer.status_code, "the game begins when all seats are taken" in answer.text) == (422, True)
    bob.post(link_in(page)[0])
    assert waits not in ann.get(path).text
    assert choose(ann, table, 0, "pass").status_code == 204
