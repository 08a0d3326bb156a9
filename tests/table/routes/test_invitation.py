"""Invitations: the page, and what the players learn about a guest."""

from __future__ import annotations

import re

import httpx
import pytest

from byways.table.play.table import Table
from byways.table.routes.invitation import COOKIE
from tests.table.serving import ServerThread, link_in, wait_for


@pytest.fixture
def table(server: ServerThread, ann: httpx.Client) -> Table:
    ann.post("/name", data={"name": "Heron"})
    return server.table(ann.post("/invite", data={"game": "the_way"}).url)


@pytest.fixture
def link(table: Table, ann: httpx.Client) -> str:
    return link_in(ann.get(f"/play/{table.id}").text)[0]


def seats(client: httpx.Client, table: Table) -> str:
    found = re.search(r'<ul id="seats".*?</ul>', client.get(f"/play/{table.id}").text, re.DOTALL)
    assert found is not None
    return found[0]


def test_the_page_says_who_invites_to_what_and_for_how_long(link: str, bob: httpx.Client) -> None:
    page = bob.get(link).text
    for said in ("Heron invites you", "to a game of The Way, for 2", "20 to 60 minutes", "a set of three games"):
        assert said in page
    assert "Heron is at the table, waiting" in page
    assert [way in page for way in ("Sit down", "Learn it in", "Just watch")] == [True] * 3


def test_a_host_without_a_name_is_called_by_the_seat(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.table(ann.post("/invite", data={"game": "labyrinth"}).url)
    assert "Red invites you" in bob.get(link_in(ann.get(f"/play/{table.id}").text)[0]).text


@pytest.mark.parametrize(("preset", "lasts"), [("quick", "5 to 10 minutes"), ("longer", "5 to 15 minutes")])
def test_the_page_says_how_long_this_variant_takes(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client, preset: str, lasts: str
) -> None:
    table = server.table(ann.post("/invite", data={"game": "labyrinth", "preset": preset}).url)
    assert lasts in bob.get(link_in(ann.get(f"/play/{table.id}").text)[0]).text


def test_a_guest_who_learns_first_is_announced_once_and_led_back(table: Table, link: str, ann: httpx.Client, bob: httpx.Client) -> None:
    lesson = bob.post(f"{link}/learn", data={"name": "Otter"})
    assert "You are Otter" in lesson.text
    assert f'href="{httpx.URL(link).path}"' in lesson.text
    bob.post(f"{link}/learn", data={"name": "Otter"})
    assert [(notice.name, notice.who) for notice in table.notices] == [("learns", "Otter")]
    assert "(Otter is learning)" in seats(ann, table)
    assert "Otter is learning the game first." in ann.get(f"/play/{table.id}").text
    bob.post(link, data={"name": "Otter"})
    assert "is learning" not in seats(ann, table)
    assert COOKIE not in bob.cookies
    assert [seat.name for seat in table.seats] == ["Heron", "Otter"]


def test_a_guest_who_watches_is_announced(table: Table, link: str, ann: httpx.Client, bob: httpx.Client) -> None:
    assert "You are watching." in bob.post(f"{link}/watch").text
    assert "(a guest is watching)" in seats(ann, table)


def test_a_used_link_announces_no_guest(table: Table, link: str, ann: httpx.Client, bob: httpx.Client, server: ServerThread) -> None:
    bob.post(link, data={"name": "Bob"})
    wait_for(lambda: table.seats[1].kind == "person")
    with server.client() as eve:
        for way in ("learn", "watch"):
            assert eve.post(f"{link}/{way}", data={"name": "Eve"}).status_code == 404
        assert eve.get(link).url.path == f"/play/{table.id}"
    assert "Eve" not in ann.get(f"/play/{table.id}").text


def test_a_game_without_lessons_has_no_lesson_to_offer(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.table(ann.post("/invite", data={"game": "tuck"}).url)
    link = link_in(ann.get(f"/play/{table.id}").text)[0]
    assert "Learn it in" not in bob.get(link).text
    assert bob.post(f"{link}/learn").status_code == 404
    assert table.notices == []


@pytest.mark.parametrize("value", ["", "/join/x", "//evil.example/join/a/b", "/join/a/b?c", "https://evil.example"])
def test_an_odd_cookie_leads_nowhere(bob: httpx.Client, value: str) -> None:
    bob.cookies.set(COOKIE, f'"{value}"' if value else "")
    assert "Sit down now" not in bob.post("/learn/traxx/line").text
