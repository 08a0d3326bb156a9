"""Connections: what cannot be read or is let wait."""

from __future__ import annotations

import httpx
import pytest
from websockets.sync.client import connect

from tests.table.serving import ServerThread, send_raw

KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
VERSION = "Sec-WebSocket-Version: 13"


@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [
        ("GET /program/none/x HTTP/1.1", [KEY, VERSION], 404),
        ("GET /program/none/x HTTP/1.1", [KEY, VERSION, "Origin: http://["], 403),
        ("GET /program/none/x HTTP/1.1", [KEY, VERSION, "Long: " + "x" * 10_000], 431),
        ("GET /program/none/x HTTP/1.1", [KEY, VERSION, *[f"Header-{number}: x" for number in range(200)]], 431),
        (f"GET /program/none/{'x' * 10_000} HTTP/1.1", [KEY, VERSION], 414),
        ("GET /program/none/x HTTP/1.1", [KEY, "Sec-WebSocket-Version: 12"], 400),
        ("GET /program/none/x HTTP/1.1", [VERSION], 400),
        ("GET /program/none/x HTTP/1.1", ["Sec-WebSocket-Key: \xff", VERSION], 400),
        ("POST /program/none/x HTTP/1.1", [KEY, VERSION], 405),
        ("GET / HTTP/1.1", [KEY, VERSION], 403),
    ],
)
def test_a_bad_handshake_is_answered_and_is_no_error(
    server: ServerThread, line: str, headers: list[str], status: int, complaints: list[str]
) -> None:
    sent = "\r\n".join([line, "Host: x", "Upgrade: websocket", "Connection: Upgrade", *headers, "", ""])
    answer = send_raw(server, sent.encode("latin-1"))
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert complaints == []


def test_a_line_that_is_not_text_is_a_mistake_of_the_program(server: ServerThread, ann: httpx.Client, complaints: list[str]) -> None:
    table = server.new(ann, seat_0="program", seat_1="bot:random")
    url = "ws://" + ann.get(f"/play/{table.id}").text.split('value="ws://')[1].split('"')[0]
    with connect(url) as program:
        program.send(b"\xff\xfe", text=True)
        while '"say":"error"' not in (line := str(program.recv(timeout=20))):
            pass
    assert "this line is not JSON" in line
    assert complaints == []
