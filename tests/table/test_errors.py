"""How people and programs are told what is wrong."""

from __future__ import annotations

import httpx
import pytest

from tests.table.serving import ServerThread


@pytest.mark.parametrize(
    ("path", "fields", "status", "sentence"),
    [
        ("/new", {"game": "chess", "bot": "deep"}, 400, "There is no game &#39;chess&#39; on this table."),
        (
            "/new",
            {"game": "labyrinth", "bot": "deep"},
            400,
            "Labyrinth has no bot &#39;deep&#39;; it has random, riemann, euclid, easy,",
        ),
        ("/new", {"game": "labyrinth", "seat-0": "me"}, 400, "Labyrinth is for 2 to 6 players, not for 1."),
        ("/new", {"game": "labyrinth", "seat-0": "king"}, 400, "&#39;king&#39; is nobody who could sit at a table"),
        ("/new", {"game": "labyrinth", "option-rows": "many"}, 400, "Labyrinth: wrong option"),
        ("/new", {"game": "labyrinth", "option-fly": "1"}, 400, "Labyrinth has no option &#39;fly&#39;"),
        ("/new", {"game": "labyrinth", "clock": "7"}, 400, "There is no such clock."),
        ("/new", {"game": "x" * 5000}, 413, "That is too long for a table."),
        ("/set/chess", None, 400, "There is no game &#39;chess&#39; on this table."),
        ("/play/none", None, 404, "There is no such game here, or no longer."),
        ("/play/none/choose", {}, 404, "There is no such game here, or no longer."),
        ("/join/none/x", None, 404, "There is no such game here, or no longer."),
        ("/fly", None, 404, "There is nothing here."),
        ("/", {}, 405, "That cannot be done here."),
        ("/font/bold.ttf", None, 404, "There is nothing here."),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(
    ann: httpx.Client, path: str, fields: dict[str, str] | None, status: int, sentence: str
) -> None:
    answer = ann.get(path) if fields is None else ann.post(path, data=fields)
    assert answer.status_code == status
    assert sentence in answer.text


def test_what_breaks_inside_is_said_plainly(server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.pages.reconstructed", lambda game: 1 // 0)
    answer = ann.get("/")
    assert answer.status_code == 500
    assert "Something went wrong in the house itself" in answer.text
    assert "division" not in answer.text


def test_what_went_wrong_leads_back_to_the_page_one_came_from(server: ServerThread, ann: httpx.Client) -> None:
    answer = ann.post("/new", data={"game": "traxx", "players": "9"}, headers={"Referer": f"{server.address}/set/traxx"})
    assert '<a class="button" href="/set/traxx">Back</a>' in answer.text
    for elsewhere in ("https://elsewhere.example/set/traxx", f"{server.address}/new", ""):
        answer = ann.post("/new", data={"game": "traxx", "players": "9"}, headers={"Referer": elsewhere})
        assert "Back</a>" not in answer.text
        assert '<a href="/">To the games</a>' in answer.text
