"""Connections as uvicorn keeps them, with limits on what it would leave open: how many there are, and how long one may be silent."""

from __future__ import annotations

import asyncio
import logging
from asyncio import TimerHandle
from collections.abc import Container, Sequence
from ipaddress import ip_address, ip_network
from typing import Any

import uvicorn
from uvicorn.config import Config

from byways.table.errors import Declined
from byways.table.http.limits import Pace, Tally, home_of

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
    from uvicorn.server import ServerState
except ImportError as error:
    raise Declined("wrong.uvicorn", version=uvicorn.__version__, missing=str(error.name)) from error

OTHER_FILES = 128  # descriptors kept free for databases, workers and files
SHARE = 4  # one address has at most this part of all connections
FROM_ONE = 250  # and no more than this
SILENT = 20.0  # seconds within which a request must have come whole
UNLIMITED = 2**16  # descriptors where the system sets no limit
FULL = b"Too many connections from your address, or in all. Close some, or try again later.\n"

log = logging.getLogger(__name__)


def network(text: str) -> str:
    """An address, or a network of them."""
    try:
        return str(ip_network(text.strip()))
    except ValueError:
        raise Declined("wrong.network", address=text) from None


def descriptors() -> int:
    """How many files and connections this process may have open."""
    try:
        import resource
    except ImportError:  # Windows has neither the module nor the limit
        return UNLIMITED
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return UNLIMITED if soft == resource.RLIM_INFINITY else soft


def peer_of(connection: object) -> str:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return client[0] if client else ""


class Connections(ServerState):
    """Who is connected: to this process, which can have only so many files open, and by address to all processes of the machine. Only
    trusted proxies may have more than their share, for they bring everybody."""

    def __init__(self, proxies: Sequence[str], addresses: Tally) -> None:
        super().__init__()
        self.proxies, self.addresses = [ip_network(proxy) for proxy in proxies], addresses
        self.most = max(SHARE, descriptors() - OTHER_FILES)
        self.from_one = min(FROM_ONE, self.most // SHARE)
        self.told = Pace(1, 1 / 60)  # lines in the log for each address

    def enter(self, address: str) -> bool:
        """Whether there is room for one more, who is counted in any case."""
        home = home_of(address)
        self.addresses.add(home, 1)
        from_there = self.addresses.count(home)
        if len(self.connections) <= self.most and (from_there <= self.from_one or self._is_proxy(address)):
            return True
        if self.told.allows(home):
            log.warning("A connection from %s was refused: %d are open from there, %d here.", address, from_there, len(self.connections))
        return False

    def leave(self, address: str) -> None:
        self.addresses.add(home_of(address), -1)

    def _is_proxy(self, address: str) -> bool:
        return bool(address) and any(ip_address(address) in proxy for proxy in self.proxies)


class VisitorConnection(HttpToolsProtocol):
    """A connection by HTTP: refused where there are too many, closed if a request does not come to its end."""

    def __init__(self, config: Config, server_state: Connections, app_state: dict[str, object], _loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.all = server_state
        self.patience: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.all.enter(peer_of(self)):
            self._expect_request()
            return
        head = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
        transport.write(head % len(FULL) + FULL)
        transport.close()

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self._expect_request()
            super().data_received(data)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._has_come()

    def handle_websocket_upgrade(self) -> None:
        self._has_come()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_come()
        super().connection_lost(exc)
        self.all.leave(peer_of(self))

    def _expect_request(self) -> None:
        if self.patience is None:
            self.patience = self.loop.call_later(SILENT, self.transport.close)

    def _has_come(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None


class ProgramConnection(WebSocketsSansIOProtocol):
    """A websocket. What comes as text is read as bytes: whether it is UTF-8 is for the conversation to say."""

    handle_text = WebSocketsSansIOProtocol.handle_bytes

    def __init__(self, config: Config, server_state: Connections, app_state: dict[str, object]) -> None:
        super().__init__(config, server_state, app_state)
        self.all = server_state

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.all.leave(peer_of(self))  # it came by HTTP, and was counted then

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:  # the request itself could not be read
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    async def send(self, message: Any) -> None:  # uvicorn's name for this type is private
        await super().send(message)
        if self.initial_response is not None:  # a refusal, which uvicorn would report as an error
            self.handshake_complete = True


USED_OF_HTTP = (
    *("connection_made", "data_received", "on_message_complete", "handle_websocket_upgrade", "connection_lost"),
    *("client", "loop", "transport"),
)
USED_OF_WEBSOCKETS = (
    *("connection_lost", "data_received", "handle_bytes", "handle_text", "send"),
    *("client", "conn", "handshake_complete", "handshake_initiated", "initial_response", "transport"),
)


def check_protocols(config: Config) -> None:
    """Connections depend on parts of uvicorn that it does not document. Decline before the first request if the installed one differs."""
    state = Connections((), Tally())
    try:
        http, websocket = VisitorConnection(config, state, {}, asyncio.get_running_loop()), ProgramConnection(config, state, {})
    except (AttributeError, TypeError) as error:
        raise Declined("wrong.uvicorn", version=uvicorn.__version__, missing=str(error)) from error
    check_names(USED_OF_HTTP, {*dir(HttpToolsProtocol), *vars(http)})
    check_names(USED_OF_WEBSOCKETS, {*dir(WebSocketsSansIOProtocol), *vars(websocket)})


def check_names(used: Sequence[str], there: Container[str]) -> None:
    for name in used:
        if name not in there:
            raise Declined("wrong.uvicorn", version=uvicorn.__version__, missing=name)
