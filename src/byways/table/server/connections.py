"""uvicorn's connections with the limits it lacks: on their number, the size of a request head, and stalling clients."""

from __future__ import annotations

import asyncio
import logging
import time
from asyncio import TimerHandle
from collections import deque
from collections.abc import Callable, Container, Sequence
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.config import Config

from byways.table.errors import Declined
from byways.table.http.limits import OpenCounter, RateLimit, budgets, client_key

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
    from uvicorn.server import ServerState
except ImportError as error:
    raise Declined("wrong.uvicorn", version=uvicorn.__version__, missing=str(error.name)) from error

if TYPE_CHECKING:
    from uvicorn.server import Protocols

OTHER_FILES = 128  # descriptors kept free for databases, workers and files
SHARE = 4  # a client gets at most one SHARE-th of all connections
PER_CLIENT = 250  # and no more than this
READ_TIMEOUT = 20.0  # seconds for a whole request to arrive
WRITE_TIMEOUT = 20.0  # seconds within which a client must read some of what is sent
STALLED = 3.0  # seconds after which a client that reads nothing may lose its place to another
HEAD_BYTES = 65536  # bytes of a request line and its headers
HEADERS = 100
PIPELINED = 100  # requests that a client may send before it receives the first response
UNLIMITED = 2**16  # descriptors to assume if the system sets no limit
FULL = b"Too many connections from your address, or in all. Close some, or try again later.\n"
TOO_LARGE = b"The headers of this request are too large.\n"

log = logging.getLogger(__name__)


def network(text: str) -> str:
    """Check an address or a network given on the command line."""
    try:
        return str(ip_network(text.strip()))
    except ValueError:
        raise Declined("wrong.network", address=text) from None


def descriptors() -> int:
    """The number of files and sockets that this process may open."""
    try:
        import resource
    except ImportError:  # Windows has neither the module nor the limit
        return UNLIMITED
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return UNLIMITED if soft == resource.RLIM_INFINITY else soft


def peer_of(connection: object) -> str:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return client[0] if client else ""


def plain(status: bytes, text: bytes) -> bytes:
    """A whole response that closes the connection."""
    return b"HTTP/1.1 %b\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (status, len(text), text)


class Connections(ServerState):
    """The open connections of this process.

    The process's file descriptors limit their number, and a counter shared by all processes of a machine limits each client. Trusted
    proxies may exceed a client's limit.
    """

    def __init__(self, proxies: Sequence[str], counter: OpenCounter, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.proxies, self.counter, self.clock = [ip_network(proxy) for proxy in proxies], counter, clock
        self.most = max(SHARE, descriptors() - OTHER_FILES)
        self.per_client = min(PER_CLIENT, self.most // SHARE)
        self.warnings = RateLimit(1, 1 / 60, clock)
        self.unsent: dict[Protocols, tuple[int, float]] = {}  # unsent bytes, and since when they have not decreased

    def enter(self, address: str) -> bool:
        """Count a new connection, and return whether there is room for it."""
        client = client_key(address)
        self._add(client, 1)
        within = all(
            self.counter.count(name) <= min(self.per_client * multiple, max(self.per_client, self.most // 2))
            for name, multiple in budgets(client)
        )
        if (within or self._is_proxy(address)) and (len(self.connections) <= self.most or self._make_room()):
            return True
        if not self.warnings.take(client):
            here = len(self.connections)
            log.warning("A connection from %s was refused: %d are open from there, %d here.", address, self.counter.count(client), here)
        return False

    def leave(self, address: str) -> None:
        self._add(client_key(address), -1)

    def _add(self, client: str, more: int) -> None:
        for name, _ in budgets(client):
            self.counter.add(name, more)

    def _is_proxy(self, address: str) -> bool:
        return bool(address) and any(ip_address(address) in proxy for proxy in self.proxies)

    def _make_room(self) -> bool:
        """Abort the connection stalled longest, if it has stalled for a few seconds."""
        if not self.unsent:
            return False
        connection = min(self.unsent, key=lambda stalled: self.unsent[stalled][1])
        if self.clock() < self.unsent.pop(connection)[1] + STALLED:
            return False
        connection.transport.abort()
        return True

    def drop_stalled(self) -> None:
        """Abort connections whose unsent bytes have not decreased for `WRITE_TIMEOUT`. Call it about once a second."""
        now = self.clock()
        unsent: dict[Protocols, tuple[int, float]] = {}
        for connection in [*self.connections]:
            if not (size := connection.transport.get_write_buffer_size()):
                continue
            before, since = self.unsent.get(connection, (size, now))
            unsent[connection] = (size, since if size >= before else now)
            if unsent[connection][1] <= now - WRITE_TIMEOUT:
                connection.transport.abort()
        self.unsent = unsent

    def drop_all(self) -> None:
        for connection in [*self.connections]:
            connection.transport.abort()


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection. It is refused if there are too many, and closed if a request is too large or arrives too slowly."""

    def __init__(self, config: Config, server_state: Connections, app_state: dict[str, object], _loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.all = server_state
        self.read_timer: TimerHandle | None = None
        self.unanswered: deque[RequestResponseCycle] = deque()
        self.head_bytes = self.chunk_bytes = 0  # bytes of this request without its body, in earlier chunks and in the current one
        self.is_too_large = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.all.enter(peer_of(self)):
            self._start_read_timer()
            return
        transport.write(plain(b"503 Service Unavailable", FULL))
        transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_read_timer()
        for cycle in self.unanswered:  # uvicorn tells only the latest cycle, and the others would write to a closed transport
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)
        self.all.leave(peer_of(self))

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._start_read_timer()
        self.chunk_bytes = len(data)
        super().data_received(data)
        # The parser calls back only after a whole header, so an endless header is noticed here.
        self.head_bytes += max(0, self.chunk_bytes)
        if self.head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.is_too_large = True
            self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head_bytes = self.chunk_bytes = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.is_too_large = len(self.headers) > HEADERS
        if self.is_too_large:
            raise ValueError("too many headers")  # ends parsing

    def on_headers_complete(self) -> None:
        self.is_too_large = len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > HEAD_BYTES
        if self.is_too_large or len(self.unanswered) >= PIPELINED:
            raise ValueError("too much in one request, or too many requests at once")
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self.unanswered.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        self.chunk_bytes -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.head_bytes = self.chunk_bytes = 0
        self._stop_read_timer()

    def on_response_complete(self) -> None:
        self.unanswered.popleft()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        if self.unanswered:  # the client would take it for the response to an earlier request
            self.transport.abort()
        elif self.is_too_large:
            self.transport.write(plain(b"431 Request Header Fields Too Large", TOO_LARGE))
            self.transport.close()
        else:
            super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        self._stop_read_timer()
        super().handle_websocket_upgrade()

    def _start_read_timer(self) -> None:
        if self.read_timer is None:
            self.read_timer = self.loop.call_later(READ_TIMEOUT, self.transport.close)

    def _stop_read_timer(self) -> None:
        if self.read_timer is not None:
            self.read_timer.cancel()
            self.read_timer = None


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A websocket. Text is read as bytes, so that the conversation can complain about invalid UTF-8."""

    handle_text = WebSocketsSansIOProtocol.handle_bytes

    def __init__(self, config: Config, server_state: Connections, app_state: dict[str, object]) -> None:
        super().__init__(config, server_state, app_state)
        self.all = server_state

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.all.leave(peer_of(self))  # counted when it arrived as HTTP

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:  # the request itself is invalid
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    async def send(self, message: Any) -> None:  # uvicorn's name for this type is private
        await super().send(message)
        if self.initial_response is not None:  # a refusal, which uvicorn would log as an error
            self.handshake_complete = True


USED_OF_HTTP = (
    *("connection_made", "connection_lost", "data_received", "on_message_begin", "on_header", "on_headers_complete", "on_body"),
    *("on_message_complete", "on_response_complete", "send_400_response", "handle_websocket_upgrade"),
    *("client", "cycle", "headers", "loop", "transport"),
)
USED_OF_WEBSOCKETS = (
    *("connection_lost", "data_received", "handle_bytes", "handle_text", "send"),
    *("client", "conn", "handshake_complete", "handshake_initiated", "initial_response", "transport"),
)


def check_protocols(config: Config) -> None:
    """Decline to start if the installed uvicorn lacks an undocumented part that the connections depend on."""
    state = Connections((), OpenCounter())
    try:
        http, websocket = HttpConnection(config, state, {}, asyncio.get_running_loop()), WebSocketConnection(config, state, {})
    except (AttributeError, TypeError) as error:
        raise Declined("wrong.uvicorn", version=uvicorn.__version__, missing=str(error)) from error
    check_names(USED_OF_HTTP, {*dir(HttpToolsProtocol), *vars(http)})
    check_names(USED_OF_WEBSOCKETS, {*dir(WebSocketsSansIOProtocol), *vars(websocket)})


def check_names(used: Sequence[str], present: Container[str]) -> None:
    for name in used:
        if name not in present:
            raise Declined("wrong.uvicorn", version=uvicorn.__version__, missing=name)
