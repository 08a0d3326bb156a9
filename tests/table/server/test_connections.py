"""Connections: what cannot be read or is let wait."""

from __future__ import annotations

import os
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.sync.client import connect

from byways.game import Refused
from byways.table.errors import Declined
from byways.table.http.limits import Tally
from byways.table.http.shared_limits import make_memory, shared_limits
from byways.table.server.connections import OTHER_FILES, Connections, ProgramConnection, VisitorConnection, check_protocols, network
from byways.table.store.store import file_url
from tests.table.serving import ServerThread, send_raw, wait_for

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has more than one address of its own without being told.")

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
    wait_for(lambda: is_counted_once(server))


def is_counted_once(server: ServerThread) -> bool:
    """Whether exactly those are counted who are connected, whatever became of the others."""
    return server.limits.connections.total() == len(server.server.server_state.connections)


def test_a_line_that_is_not_text_is_a_mistake_of_the_program(server: ServerThread, ann: httpx.Client, complaints: list[str]) -> None:
    table = server.new(ann, seat_0="program", seat_1="bot:random")
    url = "ws://" + ann.get(f"/play/{table.id}").text.split('value="ws://')[1].split('"')[0]
    with connect(url) as program:
        program.send(b"\xff\xfe", text=True)
        while '"say":"error"' not in (line := str(program.recv(timeout=20))):
            pass
        wait_for(lambda: is_counted_once(server))
    assert "This line is not JSON" in line
    assert complaints == []
    wait_for(lambda: is_counted_once(server))


# Too many


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """Connections that are closed after a test."""
    with ExitStack() as lines:
        yield lines


def idle(port: int, address: str = "127.0.0.2") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), source_address=(address, 0))


@LINUX
def test_who_has_too_many_connections_is_refused_and_others_are_not(
    server: ServerThread, ann: httpx.Client, lines: ExitStack, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server.server.server_state, "from_one", 5)
    opened = [lines.enter_context(idle(server.port)) for _ in range(7)]
    for line in opened[5:]:
        line.settimeout(20)
        assert line.recv(1000).startswith(b"HTTP/1.1 503 ")
    assert ann.get("/").status_code == 200
    refusals = [record.getMessage() for record in caplog.records if "was refused" in record.getMessage()]
    assert len(refusals) == 1
    assert refusals[0].startswith("A connection from 127.0.0.2 was refused: 6 are open from there, ")
    opened[0].close()
    wait_for(lambda: server.limits.connections["127.0.0.2"] < 5)
    with server.client("127.0.0.2") as again:
        assert again.get("/").status_code == 200


def test_the_addresses_of_an_ipv6_network_share_its_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.server.connections.FROM_ONE", 2)
    state = Connections([], Tally())
    assert [state.enter(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    assert state.enter("2001:db8:0:1::1")


def test_connections_of_an_address_count_at_all_processes_but_not_those_of_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.server.connections.FROM_ONE", 4)
    monkeypatch.setattr("secrets.token_bytes", bytes)  # or these two might share a slot
    memory = make_memory(2)
    here, there = (Connections(["10.0.0.0/8"], shared_limits(memory, share).connections) for share in range(2))
    assert [state.enter("192.0.2.7") for state in (here, there) * 3] == [True] * 4 + [False] * 2
    assert [state.enter("10.0.0.1") for state in (here, there) * 3] == [True] * 6
    for state in (here, there):
        state.leave("192.0.2.7")
    there.leave("192.0.2.7")
    assert here.enter("192.0.2.7")
    os.close(memory)


@pytest.mark.slow
@LINUX
def test_a_server_with_few_descriptors_serves_others_while_one_takes_all_it_can(tmp_path: Path, lines: ExitStack) -> None:
    most = OTHER_FILES + 80
    command = [sys.executable, "-m", "byways", "serve", "labyrinth", "--port", "0", "--db", file_url(tmp_path / "tables.db")]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
    try:
        assert server.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())
        assert found is not None
        for _ in range(most + 20):
            lines.enter_context(idle(int(found[1])))
        assert httpx.get(f"http://{found[0]}/", timeout=10).status_code == 200
        assert len([*Path(f"/proc/{server.pid}/fd").iterdir()]) < OTHER_FILES
    finally:
        server.terminate()
        said = server.communicate()[1]
    assert said.count("A connection from 127.0.0.2 was refused") == 1


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"\r\n", b"POST /new HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"])
def test_a_request_that_does_not_come_to_its_end_is_not_waited_for(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch, complaints: list[str], sent: bytes
) -> None:
    monkeypatch.setattr("byways.table.server.connections.SILENT", 0.3)
    begun = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.settimeout(0.1)
        while time.monotonic() < begun + 10:
            line.sendall(sent[:1])  # which would keep other servers waiting for ever
            sent = sent[1:]
            try:
                if line.recv(1000) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
    assert 0.2 < time.monotonic() - begun < 5
    assert complaints == []


def test_a_stream_may_be_silent_for_long(server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.server.connections.SILENT", 0.2)
    monkeypatch.setattr("byways.table.play.table.QUIET", 0.5)
    with ann.stream("GET", f"/play/{server.new(ann).id}/stream") as stream:
        assert next(line for line in stream.iter_lines() if line.startswith(":"))


# Proxies


@pytest.mark.parametrize("address", ["proxy.example", "10.0.0.0/99", "*", ""])
def test_a_proxy_is_named_by_its_address(address: str) -> None:
    with pytest.raises(Refused, match="is not an address: write one like"):
        network(address)


# Another uvicorn


@pytest.fixture
def config() -> uvicorn.Config:
    config = uvicorn.Config(print, http=VisitorConnection, ws=ProgramConnection, lifespan="off", log_config=None)
    config.load()
    return config


async def test_the_installed_uvicorn_has_all_that_connections_depend_on(config: uvicorn.Config) -> None:
    check_protocols(config)


@pytest.mark.parametrize(
    ("protocol", "method"),
    [(HttpToolsProtocol, "handle_websocket_upgrade"), (HttpToolsProtocol, "on_message_complete"), (WebSocketsSansIOProtocol, "send")],
)
async def test_a_uvicorn_without_a_method_is_declined(
    config: uvicorn.Config, monkeypatch: pytest.MonkeyPatch, protocol: type, method: str
) -> None:
    monkeypatch.delattr(protocol, method)
    with pytest.raises(Declined, match=rf"uvicorn {uvicorn.__version__} \({method} is missing\)"):
        check_protocols(config)


async def test_a_uvicorn_without_an_attribute_is_declined(config: uvicorn.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    make = WebSocketsSansIOProtocol.__init__

    def make_less(self: WebSocketsSansIOProtocol, *given: Any) -> None:
        make(self, *given)
        del self.initial_response

    monkeypatch.setattr(WebSocketsSansIOProtocol, "__init__", make_less)
    with pytest.raises(Declined, match="initial_response is missing"):
        check_protocols(config)


async def test_a_uvicorn_that_makes_connections_in_another_way_is_declined(config: uvicorn.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HttpToolsProtocol, "__init__", lambda self, config: None)
    with pytest.raises(Declined, match="does not work with the installed uvicorn"):
        check_protocols(config)
