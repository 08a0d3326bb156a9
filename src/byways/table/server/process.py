"""One server process."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable, Sequence

import uvicorn
from fastapi import FastAPI

from byways.table.api.websocket import LONGEST
from byways.table.app import make_app
from byways.table.http.limits import Limits
from byways.table.play.tables import Tables
from byways.table.routes.health import update_gauges
from byways.table.server.connections import Connections, HttpConnection, WebSocketConnection, check_names, check_protocols, network
from byways.table.server.warming import start_warming

GRACE = 5  # seconds for open requests on shutdown; after that, uvicorn cancels them and logs a traceback for each
DIGEST = 60.0  # seconds between two reports of uvicorn's warnings

log = logging.getLogger(__name__)


class WarningDigest(logging.Filter):
    """Holds back uvicorn's warnings, which clients can cause at will, and reports each at most once a minute, with a count."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock, self.counts, self.reported = clock, Counter[str](), clock() - DIGEST

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno == logging.WARNING:
            self.counts[str(record.msg)] += 1
        return record.levelno != logging.WARNING

    def report(self) -> None:
        if not self.counts or self.clock() < self.reported + DIGEST:
            return
        for text, count in self.counts.items():
            log.warning("%s (%d since the last report)", text, count)
        self.counts.clear()
        self.reported = self.clock()


class Server(uvicorn.Server):
    """Opens the tables before it serves. On shutdown it ends its streams, waits for open requests, then closes the tables.

    `X-Forwarded-For` and `X-Forwarded-Proto` count only from the named proxies. With several processes, each stops when its `pipe` to the
    supervisor breaks.
    """

    def __init__(
        self,
        tables: Tables,
        opened: Callable[[], object],
        app: FastAPI | None = None,
        proxies: Sequence[str] = (),
        monitors: Sequence[str] = (),
        pipe: socket.socket | None = None,
        limits: Limits | None = None,
    ) -> None:
        trusted = [network(proxy) for proxy in proxies]
        self.app = app or make_app(tables, limits, [network(monitor) for monitor in monitors])
        config = uvicorn.Config(
            self.app,
            log_config=None,
            log_level="warning",
            timeout_graceful_shutdown=GRACE,
            lifespan="off",
            proxy_headers=bool(trusted),
            forwarded_allow_ips=trusted,
            http=HttpConnection,
            ws=WebSocketConnection,
            ws_max_size=LONGEST,
        )
        super().__init__(config)
        check_names(("on_tick", "server_state", "should_exit", "shutdown", "startup"), {*dir(uvicorn.Server), *vars(self)})
        self.server_state = self.connections = Connections(trusted, self.app.state.limits.connections)
        self.tables, self.opened, self.pipe, self.digest = tables, opened, pipe, WarningDigest()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        check_protocols(self.config)
        await self.tables.open()
        logging.getLogger("uvicorn.error").addFilter(self.digest)
        await super().startup(sockets)
        if self.pipe is not None:
            asyncio.get_running_loop().add_reader(self.pipe, self._stop)
        self.opened()
        self.tables.preparation.start()
        start_warming(self.tables.games.values())

    def _stop(self) -> None:
        assert self.pipe is not None
        asyncio.get_running_loop().remove_reader(self.pipe)
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # about once a second
            update_gauges(self.tables, self.app.state.limits)  # another process may answer the request for metrics
            self.connections.drop_stalled()
            self.digest.report()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.tables.end_streams()
        # A second before uvicorn would cancel the remaining requests, with a traceback for each.
        cutting = asyncio.get_running_loop().call_later(GRACE - 1, self.connections.drop_all)
        await super().shutdown(sockets)
        cutting.cancel()
        await self.tables.close()
        logging.getLogger("uvicorn.error").removeFilter(self.digest)
        log.info("Byways is closed.")
