"""Streams of what a seat sees."""

from __future__ import annotations

import json
from threading import Event, Thread

import httpx
import pytest

from byways.table.http.limits import StreamLimit
from tests.table.serving import ServerThread, await_seat, choose, put_together, read_messages, send_raw, wait_for
from tests.table.tables import rename


def test_too_many_streams_of_a_client_are_refused(server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.limits, "streams", StreamLimit(1, 9))
    table = server.new(ann)
    paths = (f"/api/tables/{table.id}/stream", f"/play/{table.id}/stream")
    with ann.stream("GET", paths[0]) as first:
        lines = first.iter_lines()
        next(lines)
        for path in paths:
            with ann.stream("GET", path) as answer:  # a stream, in case it is let in: it has no end
                assert answer.status_code == 429
                assert "Too many games are open at your address." in answer.read().decode()
    wait_for(lambda: not server.limits.streams.clients)


def test_secret_steps_of_another_seat_do_not_delay_keep_alives(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("byways.table.play.watching.QUIET", 0.3)
    table = server.new(ann, seat_0="me", seat_1="program")
    await_seat(table, 0)
    shown, over, signs = table.match.screens[None].number, Event(), list[str]()

    def watch() -> None:
        with bob.stream("GET", f"/play/{table.id}/stream") as stream:
            for line in stream.iter_lines():
                signs.extend([line] if line.startswith(":") else [])
                if over.is_set():
                    return

    def step(way: str, **data: str) -> None:
        seen = str(table.match.screens[0].number)
        assert ann.post(f"/play/{table.id}/{way}", data={**data, "seen": seen}).status_code == 204

    watching = Thread(target=watch)
    watching.start()
    for _ in range(2000):  # steps come much faster than keep-alives, which would never come if a step restarted the wait
        step("choose", choice="pick 1")
        step("undo")
        if len(signs) > 3:
            break
    over.set()
    watching.join(20)
    assert table.match.screens[None].number == shown
    assert len(signs) > 3


def test_a_stream_whose_request_is_too_long_is_refused(server: ServerThread, ann: httpx.Client, complaints: list[str]) -> None:
    table = server.new(ann)
    for path in (f"/api/tables/{table.id}/stream", f"/play/{table.id}/stream"):
        head = f"GET {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n"
        assert send_raw(server, head.encode(), b"x" * 5000).startswith(b"HTTP/1.1 413 ")
    assert complaints == []


@pytest.mark.parametrize(
    ("offered", "encoding"),
    [("gzip, deflate, br", "gzip"), ("br;q=1, gzip;q=0.5", "gzip"), ("deflate", None), ("gzip;q=0, identity", None), ("", None)],
)
def test_a_stream_is_sent_in_gzip_or_plain_text_and_proxies_do_not_buffer_it(
    server: ServerThread, ann: httpx.Client, offered: str, encoding: str | None
) -> None:
    table = server.new(ann)
    with ann.stream("GET", f"/play/{table.id}/stream", headers={"accept-encoding": offered}) as stream:
        assert stream.headers.get("content-encoding") == encoding
        assert (stream.headers["x-accel-buffering"], stream.headers["vary"]) == ("no", "Accept-Encoding")
        assert 'id="prompt"' in next(read_messages(stream))[1]


def test_streams_for_programs_are_plain_text(server: ServerThread, ann: httpx.Client) -> None:
    with ann.stream("GET", f"/api/tables/{server.new(ann).id}/stream") as stream:
        assert "content-encoding" not in stream.headers
        assert stream.headers["x-accel-buffering"] == "no"


def test_a_stream_sends_everything_first_then_changes_and_everything_again_after_reconnecting(
    server: ServerThread, ann: httpx.Client
) -> None:
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


def test_a_new_name_is_sent_without_the_board(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", seat_0="me", seat_1="me")
    with ann.stream("GET", f"/play/{table.id}/stream?seat=0") as stream:
        messages = read_messages(stream)
        assert "board-pieces" in next(messages)[1]
        server.do(rename(table, 1, "Zoe"))
        name, data, _ = next(messages)
    new = [piece for piece in json.loads(data) if isinstance(piece, str)]
    assert name == "changes"
    assert any("Zoe" in piece for piece in new)
    assert [piece for piece in new if "board" in piece] == []
    assert len(data) < 1000
