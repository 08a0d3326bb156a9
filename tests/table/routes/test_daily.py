"""Deals of the day as browsers see them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import httpx
import pytest

from byways.game import find_game
from byways.table.play import dailies
from byways.table.play.table import Table
from tests.table.serving import ServerThread, await_seat, choose, wait_for

GAMES = [find_game(name) for name in ("traxx", "labyrinth", "the_way")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("server"), GAMES, pause=0.0)) as server:
        yield server


def begin(server: ServerThread, client: httpx.Client, game: str = "traxx") -> Table:
    return server.table(client.post(f"/daily/{game}").url)


def finish(client: httpx.Client, table: Table) -> Table:
    """Pass until the end."""
    while not table.match.position.outcome:
        await_seat(table, 0)
        assert choose(client, table, 0, "done").status_code == 204
        wait_for(lambda: table.match.position.awaited or table.match.position.outcome)
    wait_for(lambda: table.ended)
    return table


def day_of(server: ServerThread) -> str:
    return dailies.today(server.tables).isoformat()


def test_a_try_from_the_page_to_the_result(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    assert "One try counts in this browser" in ann.get("/daily/traxx").text
    table = begin(server, ann)
    assert begin(server, ann) is table
    running = ann.get("/daily/traxx").text
    assert "Your try is running" in running
    assert 'id="hint"' not in (page := ann.get(f"/play/{table.id}").text)
    assert 'id="stand-in"' not in page
    assert ("without hints." in page, "There are no hints at this table." in page) == (True, False)  # said once
    finish(ann, table)
    result = ann.get("/daily/traxx").text
    assert "What others will see" in result
    assert 'class="spread"' not in result  # there is nobody to compare with yet
    assert f"/play/{table.id}" not in result.split('id="shared">')[1].split("</p>")[0]
    assert ann.get(f"/daily/traxx/{day_of(server)}/result.png").headers["content-type"] == "image/png"
    finish(bob, begin(server, bob))
    assert "Better than" not in ann.get("/daily/traxx").text  # never a zero
    assert "Everybody&#39;s games" in bob.get("/daily/traxx").text
    assert 'id="daily"' in ann.get(f"/play/{table.id}").text
    assert 'id="rematch"' not in ann.get(f"/play/{table.id}").text


def test_nothing_of_a_running_deal_is_shown_to_those_who_have_not_tried(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = finish(ann, begin(server, ann))
    for path in ("", "/stream", "/record.json", "/past/0", "/acts", "/show/1", "/on/0", "/review", "/missed/0", "/about?piece=x"):
        assert bob.get(f"/play/{table.id}{path}").status_code == 403
    for path in ("", "/view", "/story", "/stream", "/record", "/review"):
        assert bob.get(f"/api/tables/{table.id}{path}").status_code == 403
    for path in ("rematch", "on/0", "retry", "hint", "sit", "leave"):
        assert bob.post(f"/play/{table.id}/{path}").status_code in (403, 405)
    assert bob.get(f"/daily/traxx/{day_of(server)}/result.png").status_code == 404
    assert table.id not in bob.get("/").text + bob.get("/daily/traxx").text + bob.get("/today").text + bob.get("/api/tables").text


def test_no_byte_of_lists_and_pages_depends_on_what_others_did_before_my_try(server: ServerThread, ann: httpx.Client) -> None:
    with server.client(authorization=f"Bearer {'e' * 40}") as eve:
        paths = ("/", "/today", "/daily/labyrinth", "/daily/traxx", "/api/today", "/api/tables", "/mine")
        before = [eve.get(path).text for path in paths]
        finish(ann, begin(server, ann))
        begin(server, ann, "labyrinth")
        today = dailies.today(server.tables)
        wait_for(lambda: server.do(dailies.find_deal(server.tables, GAMES[1], today)).par)
        assert [eve.get(path).text for path in paths] == before


def test_a_game_that_goes_on_from_a_deal_keeps_its_secret(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = finish(ann, begin(server, ann))
    onward = server.table(ann.post(f"/play/{table.id}/on/3?seat=0", data={"seat-0": "me", "public": "yes"}).url)
    assert onward.daily == day_of(server)
    assert bob.get(f"/play/{onward.id}").status_code == 403
    assert onward.id not in bob.get("/").text + bob.get("/api/tables").text


def test_nobody_else_can_sit_down_where_a_deal_goes_on(server: ServerThread, ann: httpx.Client) -> None:
    table = finish(ann, begin(server, ann))
    answer = ann.post(f"/play/{table.id}/on/3?seat=0", data={"seat-0": "free"})
    assert "no seat can be open to them" in answer.text
    assert answer.is_client_error


def test_practice_and_past_days_do_not_count(server: ServerThread, ann: httpx.Client) -> None:
    assert server.table(ann.post("/daily/labyrinth/practice").url).daily == "practice"
    yesterday = (dailies.today(server.tables) - timedelta(1)).isoformat()
    assert "it does not count" in ann.get(f"/daily/labyrinth/{yesterday}").text
    assert server.table(ann.post(f"/daily/labyrinth/{yesterday}").url).daily == yesterday
    assert ann.post(f"/daily/labyrinth/{day_of(server)}").status_code == 403
    assert "One try counts" in ann.get("/daily/labyrinth").text


def test_labyrinth_alone_says_nothing_of_another_player(server: ServerThread, ann: httpx.Client) -> None:
    page = ann.get(f"/play/{begin(server, ann, 'labyrinth').id}").text
    assert "Slide a row or a column." in page
    assert "Blue" not in page.split('id="seats"')[1].split("</ul>")[0]
    assert "leaves the game" not in page


@pytest.mark.parametrize("path", ["/daily/the_way", "/daily/chess", "/daily/traxx/2020-01-01", "/daily/traxx/tomorrow"])
def test_bad_addresses_are_answered_with_a_sentence(server: ServerThread, ann: httpx.Client, path: str) -> None:
    answer = ann.get(path)
    assert answer.status_code in (400, 404, 422)
    assert "Traceback" not in answer.text


def test_the_strip_appears_after_the_first_finished_game(server: ServerThread, ann: httpx.Client) -> None:
    assert 'id="today"' not in ann.get("/").text
    table = server.table(ann.post("/daily/traxx/practice").url)
    assert 'class="deal ' not in ann.get("/").text
    finish(ann, table)
    assert 'class="deal is-open"' in ann.get("/").text
    assert 'class="streak"' not in ann.get("/").text  # never a row of one day
    begin(server, ann)
    assert 'class="deal is-running"' in ann.get("/").text


def test_a_deal_of_an_earlier_key_says_so(server: ServerThread, ann: httpx.Client) -> None:
    ann.get("/daily/labyrinth")
    key = server.tables.server_key
    server.tables.server_key = key._replace(key="0" * 64)
    try:
        assert "The key of this server has changed" in ann.get("/daily/labyrinth").text
    finally:
        server.tables.server_key = key


def test_everything_of_a_browser_can_be_deleted(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    finished, shared = finish(ann, begin(server, ann)), server.table(ann.post("/new", data={"game": "the_way", "others": "free"}).url)
    link = ann.get(f"/play/{shared.id}").text.split(f"/join/{shared.id}/")[1].split('"')[0].split("<")[0]
    bob.post(f"/join/{shared.id}/{link}", data={"name": "Bob"})
    ann.post(f"/play/{shared.id}/name?seat=0", data={"name": "Zebulon"})
    ann.post(f"/play/{shared.id}/talk?seat=0", data={"text": "Hello"})
    bob.post(f"/play/{shared.id}/stand-in?seat=1", data={"other": "1"})
    bob.post(f"/play/{shared.id}/take-back?seat=1")
    ann.post(f"/play/{shared.id}/stand-in?seat=0", data={"other": "0"})
    assert "Zebulon" in bob.get(f"/play/{shared.id}").text
    alone = server.table(ann.post("/daily/labyrinth/practice").url)
    secret = ann.cookies["me"]
    ann.post("/mine/forget")
    assert "me" not in ann.cookies
    with server.client(authorization=f"Bearer {secret}") as again:
        assert again.get("/api/tables").json()["mine"] == []
        assert again.get("/api/today").json()["deals"][0]["state"] == "open"
    wait_for(lambda: alone.is_closed)
    assert [seat.kind for seat in shared.seats] == ["bot", "person"]
    page = bob.get(f"/play/{shared.id}").text
    assert "Zebulon" not in page
    assert "has left for good: a bot plays on." in page
    assert "Hello" in page
    stored = server.do(server.tables.store.find(shared.id))
    assert stored is not None
    assert "Zebulon" not in f"{stored.notices} {stored.talk} {stored.seats}"
    server.do(server.tables.refresh(finished))
    assert finished.seats[0].holder is None
