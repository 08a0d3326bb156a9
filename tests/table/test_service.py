"""What pages and programs ask for alike."""

from __future__ import annotations

import httpx
import pytest

from tests.table.serving import ServerThread, await_seat, choose, link_in


def test_a_friend_sits_down_by_a_link_which_works_once(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    own, link = link_in(ann.get(f"/play/{table.id}").text)
    assert link_in(bob.get(f"/play/{table.id}").text) == []
    assert "There is a seat for you: Bob." in bob.get(link).text
    page = bob.post(link, data={"name": "Robert"})
    assert str(page.url).endswith(f"/play/{table.id}?seat=1")
    assert "You are Bob" in page.text
    assert table.seats[1].name == "Robert"
    assert link_in(ann.get(f"/play/{table.id}").text) == [own]
    again = ann.post(link)
    assert again.status_code == 404
    assert "somebody has sat down with it" in again.text
    await_seat(table, 1)
    assert choose(bob, table, 1).status_code == 204
    assert choose(ann, table, 1).status_code == 403


def test_my_own_link_takes_my_seat_to_another_device(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="bot:random")
    (link,) = link_in(ann.get(f"/play/{table.id}").text)
    assert "You are Ann" in bob.post(link).text
    assert "You are watching" in ann.get(f"/play/{table.id}").text


def test_a_crowd_of_tables_from_one_address_is_told_to_wait(
    server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("byways.table.limits.Pace.allows", lambda pace, who: pace.at_once != 1000)
    answer = ann.post("/new", data={"game": "tuck"})
    assert (answer.status_code, "too many at once" in answer.text) == (429, True)
