"""What holds for every request and answer."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.table.serving import ServerThread


def test_what_is_served_for_a_seat_is_not_stored_and_its_cookie_is_hidden_from_scripts(server: ServerThread) -> None:
    with httpx.Client(base_url=server.address) as client:
        new = client.post("/new", data={"game": "labyrinth", "bot": "euclid"})
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
def test_forms_of_other_sites_are_turned_away(server: ServerThread, ann: httpx.Client, headers: dict[str, str], status: int) -> None:
    answer = ann.post("/new", data={"game": "tuck"}, headers=headers)
    assert answer.status_code == status
    assert ("from a page of another site" in answer.text) == (status == 403)
