"""The process that serves a house."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from byways.table.live import House
from byways.table.programs import LONGEST
from byways.table.web import make_app


class Server(uvicorn.Server):
    """Opens the house before it serves; ends its streams before it waits for open connections to end, then closes the house."""

    def __init__(self, house: House, opened: Callable[[], object], app: FastAPI | None = None) -> None:
        config = uvicorn.Config(
            app or make_app(house),
            log_level="warning",
            timeout_graceful_shutdown=5,
            lifespan="off",
            ws="websockets-sansio",
            ws_max_size=LONGEST,
        )
        super().__init__(config)
        self.house, self.opened = house, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.house.open()
        await super().startup(sockets)
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.house.end_streams()
        await super().shutdown(sockets)
        await self.house.close()
