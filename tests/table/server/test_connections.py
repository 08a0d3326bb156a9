"""Connections: invalid requests, limits and timeouts."""

from __future__ import annotations

import os
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple, cast

import httpx
import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.sync.client import connect

from byways.game import Refused
from byways.table.errors import Declined
from byways.table.http.limits import OpenCounter
from byways.table.http.shared_limits import make_memory, shared_limits
from byways.table.server.connections import (
    HEAD_BYTES,
    HEADERS,
    OTHER_FILES,
    PIPELINED,
    Connections,
    HttpConnection,
    WebSocketConnection,
    check_protocols,
    network,
)
from byways.table.store.store import file_url
from tests.table.clock import FakeClock
from tests.table.serving import ServerThread, send_raw, wait_for

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has several loopback addresses.")

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
def test_a_bad_handshake_is_answered_and_not_logged_as_an_error(
    server: ServerThread, line: str, headers: list[str], status: int, complaints: list[str]
) -> None:
    sent = "\r\n".join([line, "Host: x", "Upgrade: websocket", "Connection: Upgrade", *headers, "", ""])
    answer = send_raw(server, sent.encode("latin-1"))
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert complaints == []
    wait_for(lambda: is_counted_once(server))


def is_counted_once(server: ServerThread) -> bool:
    """Whether the counter agrees with the open connections."""
    return server.limits.connections.total() == len(server.connections.connections)


def test_a_line_with_invalid_utf_8_is_a_mistake_of_the_program(server: ServerThread, ann: httpx.Client, complaints: list[str]) -> None:
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


# Too many connections


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """Sockets that are closed after a test."""
    with ExitStack() as lines:
        yield lines


def idle(port: int, address: str = "127.0.0.2") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), source_address=(address, 0))


@LINUX
def test_a_client_with_too_many_connections_is_refused_and_others_are_not(
    server: ServerThread, ann: httpx.Client, lines: ExitStack, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server.connections, "per_client", 5)
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


def test_the_addresses_of_an_ipv6_network_count_as_one_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.server.connections.PER_CLIENT", 2)
    state = Connections([], OpenCounter())
    assert [state.enter(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    assert state.enter("2001:db8:0:1::1")


def test_the_networks_of_one_site_get_at_most_half_of_all_connections() -> None:
    state = Connections([], OpenCounter())
    state.most, state.per_client = 16, 4
    assert [state.enter(f"2001:db8:1:{number:x}::1") for number in range(9)] == [True] * 8 + [False]
    assert state.enter("2001:db8:2::1")


def test_connections_of_a_client_count_at_all_processes_but_those_of_a_proxy_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.server.connections.PER_CLIENT", 4)
    monkeypatch.setattr("secrets.token_bytes", bytes)  # a fixed hash key, so that these two do not share a slot
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
def test_a_server_with_few_descriptors_serves_others_while_one_client_opens_all_it_can(tmp_path: Path, lines: ExitStack) -> None:
    most = OTHER_FILES + 80
    server = serve_with(most, tmp_path)
    try:
        for _ in range(most + 20):
            lines.enter_context(idle(server.port))
        assert httpx.get(f"http://127.0.0.1:{server.port}/", timeout=10).status_code == 200
        assert len([*Path(f"/proc/{server.process.pid}/fd").iterdir()]) < OTHER_FILES
    finally:
        server.process.terminate()
        said = server.process.communicate()[1]
    assert said.count("A connection from 127.0.0.2 was refused") == 1


class Serving(NamedTuple):
    process: subprocess.Popen[str]
    port: int


def serve_with(descriptors: int, folder: Path) -> Serving:
    """A server process that may open this many files and sockets."""
    command = [sys.executable, "-m", "byways", "serve", "labyrinth", "--port", "0", "--db", file_url(folder / "tables.db")]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
    assert process.stdout is not None
    found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
    assert found is not None
    return Serving(process, int(found[1]))


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"\r\n", b"POST /new HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"])
def test_an_unfinished_request_is_closed_after_a_while(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch, complaints: list[str], sent: bytes
) -> None:
    monkeypatch.setattr("byways.table.server.connections.READ_TIMEOUT", 0.3)
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.settimeout(0.1)
        for _ in range(600):
            try:
                line.sendall(sent[:1])  # byte by byte, which must not keep it open
                if line.recv(1000) == b"":
                    break
            except TimeoutError:
                sent = sent[1:]
            except ConnectionError:
                break
        else:
            pytest.fail("The connection stays open.")
    assert complaints == []


def test_a_stream_may_be_silent_for_longer_than_the_read_timeout(
    server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("byways.table.server.connections.READ_TIMEOUT", 0.2)
    monkeypatch.setattr("byways.table.play.watching.QUIET", 0.5)
    with ann.stream("GET", f"/play/{server.new(ann).id}/stream") as stream:
        assert next(line for line in stream.iter_lines() if line.startswith(":"))


# Request heads


@pytest.mark.parametrize(
    "headers",
    [
        [b"Long: " + b"x" * HEAD_BYTES],
        [b"X-%d: " % number + b"x" * 1000 for number in range(80)],
        [b"X-%d: x" % number for number in range(HEADERS)],
    ],
)
@pytest.mark.parametrize("method", [b"GET", b"POST"])
def test_a_head_with_too_many_bytes_or_headers_is_refused(
    server: ServerThread, complaints: list[str], method: bytes, headers: list[bytes]
) -> None:
    head = b"\r\n".join([method + b" / HTTP/1.1", b"Host: x", *headers, b"", b""])
    assert send_raw(server, head).startswith(b"HTTP/1.1 431 ")
    assert complaints == []


def test_a_head_within_the_limits_is_accepted(server: ServerThread) -> None:
    headers = [b"X-%d: " % number + b"x" * 600 for number in range(HEADERS - 1)]
    assert send_raw(server, b"\r\n".join([b"GET /healthz HTTP/1.1", b"Host: x", *headers, b"", b""])).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("start", [b"GET / HTTP/1.1\r\nLong: ", b"GET /", b"GET / HTTP/1.1\r\n", b""])
def test_a_head_without_an_end_is_refused_before_it_fills_the_memory(server: ServerThread, complaints: list[str], start: bytes) -> None:
    sent, most = 0, 100 * HEAD_BYTES
    piece = b"\r\n" * 32768 if not start else b"X: y\r\n" * 10922 if start.endswith(b"\n") else b"x" * 65536
    with socket.create_connection(("127.0.0.1", server.port)) as line, suppress(ConnectionError):
        line.sendall(start)
        while sent < most:
            line.sendall(piece)
            sent += len(piece)
    assert sent < most
    assert complaints == []


def test_trailers_without_an_end_are_refused_before_they_fill_the_memory(server: ServerThread, complaints: list[str]) -> None:
    sent, most = 0, 100 * HEAD_BYTES
    with socket.create_connection(("127.0.0.1", server.port)) as line, suppress(ConnectionError):
        line.sendall(b"POST /new HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nTrailer: ")
        while sent < most:
            line.sendall(b"x" * 65536)
            sent += 65536
    assert sent < most
    assert complaints == []


# Clients that do not read


RULES = b"GET /rules/labyrinth HTTP/1.1\r\nHost: x\r\n\r\n"


def not_reading(port: int, requests: int, address: str = "127.0.0.1") -> socket.socket:
    """A client that sends requests for a long page and reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.bind((address, 0))
    line.connect(("127.0.0.1", port))
    line.sendall(RULES * requests)
    return line


def test_a_client_that_does_not_read_is_disconnected_without_an_error(
    server: ServerThread, lines: ExitStack, monkeypatch: pytest.MonkeyPatch, complaints: list[str]
) -> None:
    monkeypatch.setattr("byways.table.server.connections.WRITE_TIMEOUT", 0.5)
    for _ in range(5):
        lines.enter_context(not_reading(server.port, 20))
    wait_for(lambda: len(server.connections.connections) == 5)
    wait_for(lambda: not server.connections.connections)
    wait_for(lambda: not server.connections.tasks)
    assert complaints == []


def test_a_connection_is_dropped_only_if_nothing_is_read_for_the_whole_timeout() -> None:
    clock = FakeClock()
    state, line = Connections([], OpenCounter(), clock), FakeConnection()
    state.connections.add(cast(Any, line))
    for unsent, seconds, dropped in ((900, 0, False), (900, 19, False), (899, 19, False), (950, 19, False), (0, 5, False), (5, 99, False)):
        clock.now += seconds
        line.unsent = unsent
        state.drop_stalled()
        assert line.is_dropped is dropped
    for seconds, dropped in ((19, False), (1, True)):
        clock.now += seconds
        line.unsent += 10  # more is waiting to be sent
        state.drop_stalled()
        assert line.is_dropped is dropped


def test_a_client_that_does_not_read_loses_its_place_to_another_when_all_are_taken() -> None:
    clock = FakeClock()
    state, lines = Connections([], OpenCounter(), clock), [FakeConnection() for _ in range(3)]
    state.most = 2
    state.connections |= cast(Any, {*lines})
    state.drop_stalled()
    assert not state.enter("192.0.2.1")
    for line, seconds in zip(lines, (2, 1, 3), strict=True):
        line.unsent = 900
        state.drop_stalled()
        clock.now += seconds
    assert [state.enter("192.0.2.1") for _ in range(3)] == [True, True, True]
    assert [line.is_dropped for line in lines] == [True, True, True]
    assert not state.enter("192.0.2.1")


class FakeConnection:
    """A connection and its transport in one."""

    unsent, is_dropped = 0, False

    @property
    def transport(self) -> FakeConnection:
        return self

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.is_dropped = True


def test_a_client_that_disconnects_while_pipelined_requests_are_answered_logs_no_error(server: ServerThread, complaints: list[str]) -> None:
    for _ in range(5):
        not_reading(server.port, 20).close()
    wait_for(lambda: not server.connections.connections and not server.connections.tasks)
    assert complaints == []


def test_pipelined_requests_are_answered_in_order(server: ServerThread) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        line.settimeout(20)
        came = b"".join(iter(lambda: line.recv(65536), b""))
    assert (came.startswith(b"HTTP/1.1 200 "), came.count(b"HTTP/1.1 404 ")) == (True, 1)


def test_more_pipelined_requests_than_allowed_end_the_connection(server: ServerThread, complaints: list[str]) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * (PIPELINED + 2))
        line.settimeout(20)
        with suppress(ConnectionError):
            while line.recv(65536):
                pass
    assert complaints == []


@pytest.mark.slow
@LINUX
@pytest.mark.long
def test_a_visitor_gets_in_soon_after_clients_that_do_not_read_took_all_connections(tmp_path: Path, lines: ExitStack) -> None:
    server = serve_with(1024, tmp_path)
    try:
        for number in range(1000):
            with suppress(ConnectionError):  # the limit of one client, or of all
                lines.enter_context(not_reading(server.port, 20, f"127.0.0.{number // 200 + 2}"))
        wait_for(lambda: is_served(server.port))
    finally:
        server.process.terminate()
        said = server.process.communicate()[1]
    assert "Traceback" not in said


def is_served(port: int) -> bool:
    with suppress(httpx.HTTPError):
        return httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=10).status_code == 200
    return False


# Proxies


@pytest.mark.parametrize("address", ["proxy.example", "10.0.0.0/99", "*", ""])
def test_an_invalid_proxy_address_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="is not an address: write one like"):
        network(address)


# Another uvicorn


@pytest.fixture
def config() -> uvicorn.Config:
    config = uvicorn.Config(print, http=HttpConnection, ws=WebSocketConnection, lifespan="off", log_config=None)
    config.load()
    return config


async def test_the_installed_uvicorn_has_everything_that_connections_depend_on(config: uvicorn.Config) -> None:
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


async def test_a_uvicorn_with_another_constructor_is_declined(config: uvicorn.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HttpToolsProtocol, "__init__", lambda self, config: None)
    with pytest.raises(Declined, match="does not work with the installed uvicorn"):
        check_protocols(config)
