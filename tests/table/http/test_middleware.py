"""The middleware around every request."""

from __future__ import annotations

import re

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.types import Message

from byways.table.errors import TooLong
from byways.table.http.limits import RateLimit
from byways.table.http.middleware import LONGEST, is_foreign, limited
from tests.table.clock import FakeClock
from tests.table.serving import ServerThread, send_raw, wait_for


@pytest.mark.parametrize(
    ("headers", "foreign"),
    [
        ({}, False),
        ({"sec-fetch-site": "none", "origin": "https://elsewhere.example"}, False),  # Sec-Fetch-Site overrides Origin
        ({"sec-fetch-site": "same-site", "origin": "https://here.example"}, True),
        ({"origin": "https://here.example:8000"}, True),
        ({"origin": "https://here.example"}, False),
        ({"origin": ""}, True),
    ],
)
def test_a_cross_site_form_is_recognised_by_what_its_browser_says(headers: dict[str, str], foreign: bool) -> None:
    assert is_foreign(Headers({"host": "here.example", **headers})) is foreign


async def test_the_size_of_a_body_is_limited_over_all_its_pieces() -> None:
    pieces = iter([b"x" * LONGEST, b"", b"x"])

    async def receive() -> Message:
        return {"type": "http.request", "body": next(pieces)}

    receive_some = limited(receive)
    assert len((await receive_some())["body"]) == LONGEST
    await receive_some()
    with pytest.raises(TooLong, match="that is too long") as refused:
        await receive_some()
    assert refused.value.status == 413


def test_the_page_of_a_seat_is_not_cached_and_its_cookie_is_hidden_from_scripts(server: ServerThread) -> None:
    with httpx.Client(base_url=server.address) as client:
        new = client.post("/new", data={"game": "labyrinth", "others": "bot:euclid"})
        path = new.headers["location"]
        assert new.status_code == 303
        assert re.search(r"^me=[\w-]{43}; HttpOnly; Max-Age=\d+; Path=/; SameSite=lax$", new.headers["set-cookie"])
        page = client.get(path)
        assert page.headers["cache-control"] == "no-store"
        policy = page.headers["content-security-policy"]
        assert "'unsafe" not in policy
        assert "default-src 'none'" in policy
        with client.stream("GET", f"{path}/stream") as response:
            assert response.headers["cache-control"] == "no-store"


def test_a_redirect_never_leads_to_another_host(server: ServerThread, ann: httpx.Client) -> None:
    answer = ann.get("/mine/?page=2", headers={"host": "elsewhere.example"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/mine?page=2")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "https://elsewhere.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "null"}, 200),
        ({}, 200),
    ],
)
def test_forms_of_other_sites_are_refused(server: ServerThread, ann: httpx.Client, headers: dict[str, str], status: int) -> None:
    answer = ann.post("/new", data={"game": "tuck"}, headers=headers)
    assert answer.status_code == status
    assert ("from a page of another site" in answer.text) == (status == 403)


def test_a_form_with_an_invalid_origin_counts_as_cross_site(ann: httpx.Client, complaints: list[str]) -> None:
    answer = ann.post("/new", data={"game": "tuck"}, headers={"Origin": "http://["})
    assert (answer.status_code, "from a page of another site" in answer.text, complaints) == (403, True, [])


def test_requests_over_the_limit_are_told_when_to_come_again(
    server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    monkeypatch.setattr(server.limits, "gets", RateLimit(3, 0.1, clock))
    assert [ann.get("/static/any/table.css").status_code for _ in range(4)] == [200, 200, 200, 429]
    clock.now += 3.5
    for path in ("/", "/api/games"):
        refused = ann.get(path)
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "7")
    clock.now += 7
    assert ann.get("/").status_code == 200


def test_new_tables_over_the_limit_are_told_when_to_come_again(
    server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.limits, "tables", RateLimit(1, 0.5, FakeClock()))
    answers = [ann.post("/api/tables", json={"game": "tuck"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 429]
    assert answers[1].headers["retry-after"] == "2"


@pytest.mark.parametrize("path", ["/static/any/table.css", "/font/regular.ttf"])
def test_a_file_is_sent_whatever_body_the_request_has(server: ServerThread, complaints: list[str], path: str) -> None:
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n"
    for _ in range(10):
        assert send_raw(server, head.encode(), b"x" * 9000).startswith(b"HTTP/1.1 200 ")
    wait_for(lambda: not server.connections.connections)  # errors are logged after the response
    assert complaints == []
