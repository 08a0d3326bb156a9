"""The process that serves tables."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence

import uvicorn
from fastapi import FastAPI

from byways.table.api.websocket import LONGEST
from byways.table.app import make_app
from byways.table.http.limits import Limits
from byways.table.play.tables import Tables
from byways.table.routes.health import look
from byways.table.server.connections import Connections, ProgramConnection, VisitorConnection, check_names, check_protocols, network

log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """Opens the tables before serving. On shutdown it ends its streams, waits for open connections to end, then closes the tables.

    What `X-Forwarded-For` and `X-Forwarded-Proto` say is believed of these proxies only. One of several processes stops when its `line`
    to the one that started it is cut.
    """

    def __init__(
        self,
        tables: Tables,
        opened: Callable[[], object],
        app: FastAPI | None = None,
        proxies: Sequence[str] = (),
        monitors: Sequence[str] = (),
        line: socket.socket | None = None,
        limits: Limits | None = None,
    ) -> None:
        trusted = [network(proxy) for proxy in proxies]
        self.app = app or make_app(tables, limits, [network(monitor) for monitor in monitors])
        config = uvicorn.Config(
            self.app,
            log_config=None,
            log_level="warning",
            timeout_graceful_shutdown=5,
            lifespan="off",
            proxy_headers=bool(trusted),
            forwarded_allow_ips=trusted,
            http=VisitorConnection,
            ws=ProgramConnection,
            ws_max_size=LONGEST,
        )
        super().__init__(config)
        check_names(("on_tick", "server_state", "should_exit", "shutdown", "startup"), {*dir(uvicorn.Server), *vars(self)})
        self.server_state = Connections(trusted, self.app.state.limits.connections)
        self.tables, self.opened, self.line = tables, opened, line

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        check_protocols(self.config)
        await self.tables.open()
        await super().startup(sockets)
        if self.line is not None:
            asyncio.get_running_loop().add_reader(self.line, self._stop)
        self.opened()
        self.tables.preparation.start()

    def _stop(self) -> None:
        assert self.line is not None
        asyncio.get_running_loop().remove_reader(self.line)
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # about once a second, for other processes that are asked
            look(self.tables, self.app.state.limits)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.tables.end_streams()
        await super().shutdown(sockets)
        await self.tables.close()
        log.info("Byways is closed.")
