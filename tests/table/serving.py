"""Servers for tests, which can be stopped or killed and restarted with the same tables at the same address."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self, TypeVar

import httpx

from byways.game import Game
from byways.table.app import make_app
from byways.table.http.limits import Limits, RateLimit
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.server.connections import Connections
from byways.table.server.process import Server
from byways.table.server.serve import listen
from byways.table.store.store import Store, file_url
from byways.table.workers.pool import Workers
from tests.table.tables import GAMES, database_in

T = TypeVar("T")
UNSEALED = False  # no TLS: loading the machine's certificates takes longer than most requests


class ServerThread:
    """A server in a thread."""

    def __init__(self, folder: Path, games: Sequence[Game] = GAMES, pause: float = 0.05, proxies: Sequence[str] = ()) -> None:
        self.url, self.games, self.pause, self.proxies, self.port = database_in(folder), games, pause, proxies, 0
        self.numbers = count(7)
        self.open()

    def open(self) -> None:
        pace: dict[str, Any] = {"pause": self.pause, "frame": self.pause / 2}
        self.tables = Tables(self.games, Store(self.url), Workers(1), **pace, seeds=lambda: str(next(self.numbers)))
        door, started = listen("127.0.0.1", self.port), Event()
        self.port = door.getsockname()[1]
        self.limits = Limits(RateLimit(100_000, 1000), RateLimit(100_000, 1000), RateLimit(1000, 1))
        self.app = make_app(self.tables, self.limits)
        self.server = Server(self.tables, started.set, self.app, self.proxies)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = Thread(target=self._run, args=(door,))
        self.thread.start()
        assert started.wait(20)

    def _run(self, door: Any) -> None:
        async def run() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve([door])

        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            runner.run(run())

    @property
    def connections(self) -> Connections:
        return self.server.connections

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's event loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, address: str | None = None, **headers: str) -> httpx.Client:
        """A client with its own cookies, optionally from another loopback address (Linux has many)."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        way = httpx.HTTPTransport(local_address=address, verify=UNSEALED) if address else None
        return httpx.Client(base_url=self.address, follow_redirects=True, timeout=20, transport=way, headers=named, verify=UNSEALED)

    def table(self, address: str | httpx.URL) -> Table:
        name = str(address).split("/play/")[1].split("/")[0].split("?")[0]
        found = self.do(self.tables.find(name))
        assert found is not None
        return found

    def new(self, client: httpx.Client, **fields: str) -> Table:
        answer = client.post("/new", data={"game": "tuck", **{name.replace("_", "-"): value for name, value in fields.items()}})
        assert answer.status_code == 200, answer.text
        return self.table(answer.url)


class ServerProcess:
    """A server in a process, on a file, which can be killed."""

    def __init__(self, folder: Path) -> None:
        self.file, self.port = folder / "tables.db", "0"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "byways", "serve", "labyrinth", "--port", self.port, "--db", file_url(self.file)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        assert found is not None
        self.address, self.port = found[0], found[1]

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


class Complaints(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


@contextmanager
def complaints_of(server: ServerThread) -> Iterator[list[str]]:
    """Collect errors and tracebacks that a server logs. No client may cause any."""
    handler, loggers = Complaints(), [logging.getLogger(name) for name in ("uvicorn.error", "asyncio", "byways")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield handler.said
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


def send_raw(server: ServerThread, *pieces: bytes, wait: float = 2.0) -> bytes:
    """Send some bytes, return the beginning of the response, and close the connection."""
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        for piece in pieces:
            line.sendall(piece)
        line.settimeout(wait)
        with suppress(TimeoutError):
            return line.recv(65536)
    return b""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def wait_for(true: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "It took too long."
        time.sleep(0.01)


def await_seat(table: Table, seat: int) -> None:
    wait_for(lambda: seat in table.match.position.awaited or table.ended)


def choose(client: httpx.Client, table: Table, seat: int, choice: str | None = None) -> httpx.Response:
    screen = table.match.screens[seat]
    data = {"choice": choice or str(screen.view.choices[0]), "seen": str(screen.number)}
    return client.post(f"/play/{table.id}/choose?seat={seat}", data=data)


def get_snapshot(client: httpx.Client, path: str, query: str, headers: dict[str, str] | None = None) -> str:
    """The first message of a stream, without its padding."""
    with client.stream("GET", f"{path}/stream{query}", headers=headers) as response:
        text = ""
        for piece in response.iter_text():
            text += piece
            if "\n\n" in text:
                break
    return re.sub(r"\A: *\n", "", text)


def read_messages(stream: httpx.Response) -> Iterator[tuple[str, str, str]]:
    """Name, data and number of each message."""
    name, data, number = "", list[str](), ""
    for line in stream.iter_lines():
        field, _, value = line.partition(": ")
        match field:
            case "event":
                name = value
            case "data":
                data.append(value)
            case "id":
                number = value
            case "" if data:
                yield name, "\n".join(data), number
                name, data, number = "", [], ""


def put_together(before: str, changes: str) -> str:
    """Apply changes like `whole.js`."""
    pieces = before.split("<")
    return "<".join("<".join(pieces[slice(*one)]) if isinstance(one, list) else one for one in json.loads(changes))


def link_in(page: str) -> list[str]:
    return re.findall(r'value="(http[^"]+/join/[^"]+)"', page)


def ask(client: httpx.Client, path: str, **body: object) -> Any:
    """Return the API's JSON response to a GET request, or to a POST request if there is a body."""
    answer = client.post(path, json=body) if body else client.get(path)
    assert answer.is_success, answer.text
    return answer.json()


def play_on(client: httpx.Client, table: str, choices: int) -> int:
    """Make the first choice on each turn, up to `choices` times. Returns how many were made before the game ended."""
    for made in range(choices):
        while not (view := ask(client, f"{table}/view"))["choices"]:
            if ask(client, table)["outcome"]:
                return made
            time.sleep(0.05)
        ask(client, f"{table}/choose", choice=view["choices"][0]["choice"], seen=view["number"])
    return choices


def choices_of(client: httpx.Client, table: str, seat: int) -> list[str]:
    """The choices of a seat so far, in notation."""
    entries = [entry for moment in ask(client, f"{table}/story") for entry in moment["entries"]]
    return [entry for entry in entries if entry.startswith(f"{seat}: ")]
