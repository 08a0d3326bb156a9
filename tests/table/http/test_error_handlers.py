"""Error responses for people and programs."""

from __future__ import annotations

from types import SimpleNamespace

import httpx
import msgspec
import pytest
from fastapi import Request

from byways.game import Complaint, Illegal, Malformed, Refused
from byways.table.errors import Away, NotNow, Stale
from byways.table.http.error_handlers import answer, refuse
from tests.table.serving import ServerThread, send_raw
from tests.table.tables import GAMES

TABLES = SimpleNamespace(games={game.name: game for game in GAMES})


def request(path: str = "/new", **headers: str) -> Request:
    named = {"host": "here.example", **{name.replace("_", "-"): value for name, value in headers.items()}}
    sent = [(name.encode(), value.encode()) for name, value in named.items()]
    return Request({"type": "http", "path": path, "headers": sent, "app": SimpleNamespace(state=SimpleNamespace(tables=TABLES))})


def test_an_error_is_json_for_programs_a_sentence_for_htmx_and_a_page_for_others() -> None:
    wrong, program, asking, other = Refused("It is <so>."), request("/api/tables"), request(hx_request="true"), request()
    assert msgspec.json.decode(answer(program, wrong).body) == {"error": "It is <so>.", "message": None}
    sentence, page = (bytes(answer(one, wrong).body).decode() for one in (asking, other))
    assert "It is &lt;so&gt;." in sentence
    assert "It is &lt;so&gt;." in page
    assert ("<html" in sentence, "<html" in page) == (False, True)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Illegal("So."), 422),
        (Malformed("So."), 400),
        (Refused("So."), 400),
        (Stale("wrong.stale"), 409),
        (NotNow("wrong.undo-limit"), 422),
        (Away("wrong.database-away"), 503),
    ],
)
async def test_the_kind_of_an_error_decides_its_status(error: Complaint, status: int) -> None:
    assert (await refuse(request(), error)).status_code == status


@pytest.mark.parametrize(
    ("path", "fields", "status", "sentence"),
    [
        ("/new", {"game": "chess", "others": "bot:deep"}, 400, "There is no game &#39;chess&#39; here."),
        (
            "/new",
            {"game": "labyrinth", "others": "bot:deep"},
            400,
            "Labyrinth has no bot &#39;deep&#39;; it has random, riemann, euclid, easy,",
        ),
        ("/new", {"game": "labyrinth", "seat-0": "me"}, 400, "Labyrinth is for 2 to 6 players, not for 1."),
        ("/new", {"game": "labyrinth", "seat-0": "king"}, 400, "&#39;king&#39; is not a valid seat"),
        ("/new", {"game": "labyrinth", "option-rows": "many"}, 400, "Labyrinth: wrong option"),
        ("/new", {"game": "labyrinth", "option-fly": "1"}, 400, "Labyrinth has no option &#39;fly&#39;"),
        ("/new", {"game": "labyrinth", "clock": "7"}, 400, "there is no such clock."),
        ("/new", {"game": "x" * 5000}, 413, "that is too long."),
        ("/set/chess", None, 400, "There is no game &#39;chess&#39; here."),
        ("/play/none", None, 404, "There is no such game here, or it is no longer here."),
        ("/play/none/choose", {}, 404, "There is no such game here, or it is no longer here."),
        ("/join/none/x", None, 404, "There is no such game here, or it is no longer here."),
        ("/fly", None, 404, "There is nothing here."),
        ("/", {}, 405, "That cannot be done here."),
        ("/font/bold.ttf", None, 404, "There is nothing here."),
    ],
)
def test_an_error_is_explained_in_a_sentence(
    ann: httpx.Client, path: str, fields: dict[str, str] | None, status: int, sentence: str
) -> None:
    answer = ann.get(path) if fields is None else ann.post(path, data=fields)
    assert answer.status_code == status
    assert sentence in answer.text


def test_an_internal_error_shows_an_apology_without_details(
    server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("byways.table.pages.lobby.reconstructed_parts", lambda game: 1 // 0)
    answer = ann.get("/")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "division" not in answer.text


def test_an_error_page_links_back_to_the_page_before(server: ServerThread, ann: httpx.Client) -> None:
    answer = ann.post("/new", data={"game": "traxx", "players": "9"}, headers={"Referer": f"{server.address}/set/traxx"})
    assert '<a class="button" href="/set/traxx">Back</a>' in answer.text
    for elsewhere in ("https://elsewhere.example/set/traxx", f"{server.address}/new", ""):
        answer = ann.post("/new", data={"game": "traxx", "players": "9"}, headers={"Referer": elsewhere})
        assert "Back</a>" not in answer.text
        assert '<a href="/">To the games</a>' in answer.text


def test_an_invalid_referer_gives_no_link_back(ann: httpx.Client, complaints: list[str]) -> None:
    answer = ann.get("/fly", headers={"Referer": "http://["})
    assert (answer.status_code, "Back</a>" in answer.text, complaints) == (404, False, [])


def test_a_client_that_disconnects_during_a_request_logs_no_error(server: ServerThread, ann: httpx.Client, complaints: list[str]) -> None:
    table = server.new(ann)
    for path, kind in (("/new", "x-www-form-urlencoded"), ("/api/tables", "json"), (f"/play/{table.id}/choose", "x-www-form-urlencoded")):
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/{kind}\r\nContent-Length: 50\r\n\r\n"
        assert send_raw(server, head.encode(), b"half of it", wait=0.2) == b""
    assert ann.get("/").status_code == 200
    assert complaints == []
