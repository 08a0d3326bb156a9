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
from typing import Self, TypeVar

import msgspec
from fastapi.responses import Response

from byways.game import Refused
from byways.games.labyrinth import GAME
from byways.games.labyrinth.course import dialect
from byways.games.labyrinth.course.conduct import Start
from byways.games.labyrinth.state import Position
from byways.record import Entry, opened
from byways.table import listen
from byways.table.live import Table
from byways.table.plan import new_seed
from byways.table.seats import Seat
from byways.table.server import Server
from byways.table.store import Store, StoredTable, file_url
from byways.table.tables import Tables
from byways.table.visitors import AtTable
from byways.table.web import make_app
from byways.table.workers import Workers

T = TypeVar("T")


async def save_state(table: AtTable) -> Response:
    """The game as it stands, everybody's goals among it, for whoever watches."""
    position = table.match.position
    assert isinstance(position, Position)
    state = msgspec.json.encode(dialect.write(dialect.referee_state_of(position)))
    file = {"Content-Disposition": f'attachment; filename="{GAME.name}-{table.match.length}.json"'}
    return Response(state, media_type="application/json", headers=file)


class Gallery:
    """A server of its own in a thread, on any free port of this machine; what it keeps is gone with it."""

    def __init__(self) -> None:
        self.end, self.ready = ExitStack(), Event()
        self.table: Table | None = None

    def __enter__(self) -> Self:
        folder = self.end.enter_context(TemporaryDirectory())
        self.listener = self.end.enter_context(listen("127.0.0.1", 0))
        self.tables = Tables([GAME], Store(file_url(Path(folder) / "watched.db")), Workers())
        app = make_app(self.tables, more={"Save state": "state.json"})
        app.get("/play/{name}/state.json")(save_state)
        self.server = Server(self.tables, self._opened, app)
        self.thread = Thread(target=self.server.run, args=([self.listener],), daemon=True)
        self.thread.start()
        self.ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.end.close()

    def _opened(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.ready.set()

    def _run(self, work: Coroutine[object, object, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def show(self, start: Start, names: Sequence[str]) -> str:
        """The address of a new table. Only games that Labyrinth itself could deal can be shown."""
        if start.goals:
            raise Refused("Its treasures are not all dealt at the start.")
        head = opened(GAME, start.setup, GAME.options(), ("program",) * len(names))
        seats = tuple(Seat("person", name=name) for name in names)
        kept = StoredTable(secrets.token_urlsafe(9), head, new_seed(), True, None, time.time(), seats)
        self.table = self._run(self.tables.add(kept))
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/play/{kept.id}"

    def enter(self, entries: Sequence[Entry]) -> None:
        """What has happened. Who goes when all is over, for not hearing the result, changes nothing to be seen."""
        for entry in entries:
            if self.table is not None and self.table.match.position.outcome is None:
                self._run(self.table.enter(entry))

    def wait(self, ready: Callable[[], object]) -> None:
        """Until Ctrl-C or the wish to end, which are heard as by any server, even where whoever started this has them ignored."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            ready()
            self.thread.join()
