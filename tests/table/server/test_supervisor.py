"""Several processes on one port: each can die or be replaced, and no client is refused."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select

import httpx
import pytest

from byways.table.http.limits import OpenCounter
from byways.table.http.shared_limits import shared_limits
from byways.table.server.connections import Connections
from byways.table.server.supervisor import Processes
from tests.command import run
from tests.table.conftest import emptied
from tests.table.serving import wait_for
from tests.table.tables import until


class Served:
    """The command in a subprocess, and the processes it starts."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found is not None
        self.process, self.address = process, found[0]

    @property
    def serving(self) -> set[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return {*map(int, children.split())}


def is_there(number: int) -> bool:
    return Path(f"/proc/{number}").exists()


@contextmanager
def served(*options: str) -> Iterator[Served]:
    command = [sys.executable, "-m", "byways", "serve", "labyrinth", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Served(process)
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (["serve", "--processes", "2", "--db", "sqlite+aiosqlite:///tables.db"], "Several processes need PostgreSQL"),
        (["bench", "table", "--processes", "2"], "Several processes need PostgreSQL"),
        (
            ["serve", "--db", "postgresql+asyncpg://me@host/here", "--listen-db", "sqlite+aiosqlite:///tables.db"],
            "--listen-db is for PostgreSQL",
        ),
        (["serve", "--listen-db", "postgresql+asyncpg://me@host/here"], "--listen-db is for PostgreSQL"),
    ],
)
def test_options_that_need_postgresql_are_refused_on_sqlite(given: list[str], complaint: str) -> None:
    done = run(*given)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


# Shared limits

COUNTS = """
import os
from byways.table.http.shared_limits import shared_limits
from byways.table.server.inherited import READY, inherited

here = inherited()
limits = shared_limits(here.memory, here.share)
for _ in range(5):
    limits.streams.enter("a", "one")
    limits.connections.add("a", 1)
if "BROKEN" not in os.environ:
    here.pipe.send(READY)
    here.pipe.recv(1)
"""  # it does not undo its counts when it ends


class Counting:
    """Processes that only count, and what they count together."""

    def __init__(self, processes: Processes) -> None:
        self.processes, self.limits = processes, shared_limits(processes.memory, 0)

    @property
    def open(self) -> set[int]:
        """The counts of a client's streams, a table's streams, and connections. Each process has five of each."""
        streams = self.limits.streams
        return {streams.clients.count("a"), streams.tables.count("one"), self.limits.connections.count("a")}

    @property
    def numbers(self) -> set[int]:
        return {process.process.pid for process in self.processes.at.values()}

    async def replace(self) -> list[int]:
        """Replace all processes, and return the counts seen meanwhile."""
        self.processes.replace()
        assert self.processes.replacing is not None
        known = list[int]()
        while not self.processes.replacing.done():
            known += self.open
            await asyncio.sleep(0.001)
        return known


@pytest.fixture
async def counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Counting]:
    monkeypatch.setattr(sys, "orig_argv", [sys.executable, "-c", COUNTS])
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        counting = Counting(Processes(2, listener))
        running = asyncio.create_task(counting.processes.run(lambda: None))
        await until(lambda: counting.open == {10})
        yield counting
        running.cancel()
        assert (await running, counting.open) == (0, {0})


@pytest.mark.slow
async def test_the_counts_of_a_killed_process_are_cleared(counting: Counting) -> None:
    killed = counting.processes.at[1].process.pid
    os.kill(killed, signal.SIGKILL)
    await until(lambda: counting.open == {5})
    await until(lambda: counting.open == {10})
    assert killed not in counting.numbers


@pytest.mark.slow
async def test_replacing_processes_loses_no_count_and_counts_nothing_twice(counting: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    before = counting.numbers
    monkeypatch.setenv("BROKEN", "yes")
    known = await counting.replace()
    assert ({*known} - {*range(10, 16)}, counting.open, counting.numbers) == (set(), {10}, before)
    monkeypatch.delenv("BROKEN")
    known = await counting.replace()
    assert ({*known} - {*range(10, 16)}, counting.open, counting.numbers & before) == (set(), {10}, set())


# Requests


def refused(lines: list[socket.socket]) -> list[socket.socket]:
    """The connections that got a response without a request."""
    return [line for line in select(lines, [], [], 0)[0] if line.recv(9, socket.MSG_PEEK) == b"HTTP/1.1 "]


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists child processes.")
async def test_a_process_that_dies_or_is_replaced_costs_a_stream_only_a_reconnect_and_connection_limits_are_shared(
    postgres: str,
) -> None:
    await emptied(postgres)
    with served("--processes", "2", "--db", postgres) as command, httpx.Client(base_url=command.address, timeout=20) as ann:
        wait_for(lambda: len(command.serving) == 2)
        path = f"/play/{ann.post('/new', data={'game': 'labyrinth'}).headers['location'].split('/play/')[1]}"
        killed = command.serving.pop()
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: len(command.serving - {killed}) == 2)
        before = command.serving
        with ann.stream("GET", f"{path}/stream") as stream:
            lines = stream.iter_lines()
            next(lines)
            command.process.send_signal(signal.SIGHUP)
            assert list(lines)[-1] == ""  # a clean end, after which a browser reconnects
        wait_for(lambda: len(command.serving - before) == 2 and not command.serving & before)
        assert httpx.get(f"{command.address}{path}").status_code == 200
        server, most = ("127.0.0.1", httpx.URL(command.address).port or 0), Connections([], OpenCounter()).per_client
        with ExitStack() as open_ones:
            opened = [open_ones.enter_context(socket.create_connection(server, source_address=("127.0.0.2", 0))) for _ in range(most + 10)]
            wait_for(lambda: len(refused(opened)) >= 10)
        after = command.serving
        command.process.terminate()
        assert (command.process.wait(20), [*filter(is_there, after)]) == (0, [])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists child processes.")
async def test_processes_end_when_their_supervisor_is_killed(postgres: str) -> None:
    await emptied(postgres)
    with served("--processes", "2", "--db", postgres) as command:
        wait_for(lambda: len(command.serving) == 2)
        serving = command.serving
        command.process.kill()
        wait_for(lambda: not any(map(is_there, serving)))
