"""Streams of what a seat has on its screen."""

from __future__ import annotations

import time
from itertools import pairwise
from threading import Event, Thread

import httpx
import pytest

from byways.table.limits import Crowd
from byways.table.streams import message
from tests.table.serving import ServerThread, await_seat, send_raw, wait_for
from tests.table.tables import DEALT, still, stored


def test_a_message_has_every_line_of_its_data_and_the_number_of_its_screen() -> None:
    screen = still(stored(*DEALT)).match.screens[0]
    assert message(screen, b"one\ntwo") == b"data: one\ndata: two\nid: 3\n\n"


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
    monkeypatch.setattr("byways.table.live.QUIET", 0.5)
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
