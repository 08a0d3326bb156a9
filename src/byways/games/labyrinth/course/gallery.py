"""A table at which people watch a game that is conducted elsewhere in this process, by a referee who waits for nobody."""

from __future__ import annotations

import asyncio
import secrets
import signal
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, Self, TypeVar

from fastapi import APIRouter
from fastapi.responses import Response

from byways.game import Game, Refused, Setup
from byways.record import Entry, opened
from byways.table import listen
from byways.table.door import AtTable
from byways.table.live import House, Table
from byways.table.plan import new_seed
from byways.table.server import Server
from byways.table.store import Kept, Seat, Store, file_url
from byways.table.web import make_app
from byways.table.workers import Workers

T = TypeVar("T")


class Gallery:
    """A server of its own in a thread, on any free port of this machine; what it keeps is gone with it.

    `save` writes a position as whoever conducts the game understands it: everybody who watches here may have it.
    """

    def __init__(self, game: Game, save: Callable[[Any], bytes]) -> None:
        self.game, self.save = game, save
        self.end, self.ready = ExitStack(), Event()
        self.table: Table | None = None

    def __enter__(self) -> Self:
        folder = self.end.enter_context(TemporaryDirectory())
        self.door = self.end.enter_context(listen("127.0.0.1", 0))
        self.house = House([self.game], Store(file_url(Path(folder) / "watched.db")), Workers())
        app = make_app(self.house, more={"Save state": "state.json"})
        app.include_router(self._pages())
        self.server = Server(self.house, self._opened, app)
        self.thread = Thread(target=self.server.run, args=([self.door],), daemon=True)
        self.thread.start()
        self.ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.end.close()

    def _pages(self) -> APIRouter:
        router = APIRouter()

        @router.get("/play/{name}/state.json")
        async def state(table: AtTable) -> Response:
            file = {"Content-Disposition": f'attachment; filename="{table.game.name}-{len(table.course.entries)}.json"'}
            return Response(self.save(table.course.position), media_type="application/json", headers=file)

        return router

    def _opened(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.ready.set()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def show(self, setup: Setup, names: Sequence[str]) -> str:
        """The address of a new table. A set-up that the game would not deal is conducted all the same, but cannot be shown."""
        options = self.game.options()
        head = opened(self.game, setup, options, ("program",) * len(names))
        seats = tuple(Seat("person", name=name) for name in names)
        kept = Kept(secrets.token_urlsafe(9), head, new_seed(), True, None, time.time(), seats)
        try:
            self.table = self._run(self.house.add(kept))
        except Refused as refusal:
            return f"nothing: {refusal}"
        return f"http://127.0.0.1:{self.door.getsockname()[1]}/play/{kept.id}"

    def follow(self, entries: Sequence[Entry]) -> None:
        """What has happened. Who goes when all is over, for not hearing the result, changes nothing to be seen."""
        for entry in entries:
            if self.table is not None and self.table.course.position.outcome is None:
                self._run(self.table.enter(entry))

    def wait(self, ready: Callable[[], object]) -> None:
        """Until Ctrl-C or the wish to end, which are heard as by any server, even where whoever started this has them ignored."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            ready()
            self.thread.join()
