"""The feed of the tables that wait for a visitor."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import httpx

from byways.table.play.table import Table
from tests.table.serving import ServerThread, await_seat, choose, wait_for

ATOM = "{http://www.w3.org/2005/Atom}"


def address(client: httpx.Client, table: Table) -> str:
    (found,) = re.findall(r'data-copy="(http[^"]+\.atom)"', client.get(f"/play/{table.id}?seat=0").text)
    return str(found)


def entries(feed: str) -> list[tuple[str, ...]]:
    """The id, title and time of each entry, as a reader without cookies gets them."""
    answer = httpx.get(feed)
    assert answer.headers["content-type"].startswith("application/atom+xml")
    assert answer.headers["cache-control"] == "no-store"
    read = ElementTree.fromstring(answer.text)
    assert [read.findtext(ATOM + name) != "" for name in ("id", "title", "updated", "author/" + ATOM + "name")] == [True] * 4
    return [tuple(entry.findtext(ATOM + name) or "" for name in ("id", "title", "updated")) for entry in read.iter(ATOM + "entry")]


def let_others_act(server: ServerThread, table: Table) -> None:
    """Seat 1 plays its first choices until it is the turn of seat 0."""
    while 0 not in table.match.position.awaited:
        await_seat(table, 1)
        screen = table.match.screens[1]
        server.do(table.choose(1, screen.number, str(screen.view.choices[0])))
        wait_for(lambda: table.match.position.awaited)


def test_a_table_is_in_the_feed_while_it_waits_with_one_entry_a_turn(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="program")
    await_seat(table, 0)
    feed = address(ann, table)
    (first,) = entries(feed)
    assert first[1] == "Your turn – Tuck"
    assert first[0].startswith(f"{server.address}/play/{table.id}?seat=0#")
    assert choose(ann, table, 0).status_code == 204
    assert entries(feed) == [first]  # a tentative step does not end a turn
    assert choose(ann, table, 0, "done").status_code == 204
    assert entries(feed) == []
    let_others_act(server, table)
    (second,) = entries(feed)
    assert second[0] != first[0]


def test_the_address_survives_a_restart(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="program", clock="86400")
    await_seat(table, 0)
    feed = address(ann, table)
    before = entries(feed)
    server.close()
    server.open()
    assert entries(feed) == before


def test_the_address_of_a_feed_cannot_be_forged(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    mine, others = address(ann, server.new(ann)), address(bob, server.new(bob))
    key, of_others = (feed.removesuffix(".atom").rsplit("/", 1)[1] for feed in (mine, others))
    for wrong in (key[:43] + of_others[43:], key[:-4], "x", "ü" * 8):
        answer = ann.get(f"/feed/{wrong}.atom")
        assert answer.status_code == 404
        assert "There is no such feed here." in answer.text


def test_spectators_do_not_see_the_address_of_a_feed(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    assert ".atom" not in bob.get(f"/play/{server.new(ann).id}").text
