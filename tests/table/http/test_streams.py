"""Streams of what a seat has on its screen."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from threading import Event, Thread

import httpx
import pytest

from byways.table.http.limits import Crowd
from tests.table.serving import ServerThread, await_seat, choose, put_together, read_messages, send_raw, wait_for


def test_too_many_streams_are_told_so(server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.limits, "streams", Crowd(1, 9))
    table = server.new(ann)
    paths = (f"/api/tables/{table.id}/stream", f"/play/{table.id}/stream")
    with ann.stream("GET", paths[0]) as first:
        lines = first.iter_lines()
        next(lines)
        for path in paths:
            with ann.stream("GET", path) as answer:  # which has no end if it is let in
                assert answer.status_code == 429
                assert "Too many games are open at your address." in answer.read().decode()
    wait_for(lambda: not server.limits.streams.addresses)


def test_signs_of_life_come_no_later_when_another_seat_steps_in_secret(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("byways.table.play.table.QUIET", 0.5)
    table, over, signs = server.new(ann, seat_0="me", seat_1="free"), Event(), list[float]()
    await_seat(table, 0)

    def watch() -> None:
        with bob.stream("GET", f"/play/{table.id}/stream") as stream:
            for line in stream.iter_lines():
                if line.startswith(":"):
                    signs.append(time.monotonic())
                if over.is_set():
                    return

    watching = Thread(target=watch)
    watching.start()
    wait_for(lambda: signs)
    shown = table.match.screens[None].number
    for step in range(10):  # every 0.2 seconds
        time.sleep(0.2)
        seen = str(table.match.screens[0].number)
        way, data = ("undo", {}) if step % 2 else ("choose", {"choice": "pick 1"})
        assert ann.post(f"/play/{table.id}/{way}", data={**data, "seen": seen}).status_code == 204
    over.set()
    watching.join(20)
    assert table.match.screens[None].number == shown
    assert len(signs) > 3
    assert max(now - before for before, now in pairwise(signs)) < 1


def test_a_stream_that_is_sent_too_much_is_refused(server: ServerThread, ann: httpx.Client, complaints: list[str]) -> None:
    table = server.new(ann)
    for path in (f"/api/tables/{table.id}/stream", f"/play/{table.id}/stream"):
        head = f"GET {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n"
        assert send_raw(server, head.encode(), b"x" * 5000).startswith(b"HTTP/1.1 413 ")
    assert complaints == []


@pytest.mark.parametrize(
    ("offered", "encoding"),
    [("gzip, deflate, br", "gzip"), ("br;q=1, gzip;q=0.5", "gzip"), ("deflate", None), ("gzip;q=0, identity", None), ("", None)],
)
def test_a_page_is_followed_in_gzip_or_in_plain_text_and_no_proxy_holds_it_back(
    server: ServerThread, ann: httpx.Client, offered: str, encoding: str | None
) -> None:
    table = server.new(ann)
    with ann.stream("GET", f"/play/{table.id}/stream", headers={"accept-encoding": offered}) as stream:
        assert stream.headers.get("content-encoding") == encoding
        assert (stream.headers["x-accel-buffering"], stream.headers["vary"]) == ("no", "Accept-Encoding")
        assert 'id="prompt"' in next(read_messages(stream))[1]


def test_programs_get_plain_text(server: ServerThread, ann: httpx.Client) -> None:
    with ann.stream("GET", f"/api/tables/{server.new(ann).id}/stream") as stream:
        assert "content-encoding" not in stream.headers
        assert stream.headers["x-accel-buffering"] == "no"


def test_after_the_whole_table_comes_what_has_changed_and_all_again_to_who_reconnects(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me")
    await_seat(table, 0)
    path = f"/play/{table.id}/stream?seat=0"
    with ann.stream("GET", path) as stream:
        messages = read_messages(stream)
        _, first, _ = next(messages)
        assert choose(ann, table, 0).status_code == 204
        name, data, number = next(messages)
    with ann.stream("GET", path, headers={"last-event-id": number}) as stream:
        again = next(read_messages(stream))
    assert name == "changes"
    assert again == ("", put_together(first, data), number)
    assert len(data) < len(first)


def test_who_takes_another_name_is_seen_by_that_name_and_the_board_is_not_sent_again(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", seat_0="me", seat_1="me")
    with ann.stream("GET", f"/play/{table.id}/stream?seat=0") as stream:
        messages = read_messages(stream)
        assert "board-pieces" in next(messages)[1]
        server.do(table.rename(1, "Zoe"))
        name, data, _ = next(messages)
    new = [piece for piece in json.loads(data) if isinstance(piece, str)]
    assert name == "changes"
    assert any("Zoe" in piece for piece in new)
    assert [piece for piece in new if "board" in piece] == []
    assert len(data) < 1000
