"""Several processes at one door: each can die or be replaced, and nobody is turned away."""

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

from byways.table.http.limits import Tally
from byways.table.http.shared_limits import shared_limits
from byways.table.server.connections import Connections
from byways.table.server.supervisor import Processes
from tests.command import said
from tests.table.conftest import emptied
from tests.table.serving import wait_for
from tests.table.tables import until


class Served:
    """The command in a process of its own, and those that it starts."""

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
    ("given", "told"),
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
def test_what_only_postgresql_can_do_is_refused_on_sqlite(given: list[str], told: str) -> None:
    done = said(*given)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


# What they count together

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
    here.line.send(READY)
    here.line.recv(1)
"""  # and takes nothing back when it ends


class Counting:
    """Processes that do nothing but count, and how many are open at all of them."""

    def __init__(self, processes: Processes) -> None:
        self.processes, self.limits = processes, shared_limits(processes.memory, 0)

    @property
    def open(self) -> set[int]:
        """Of an address, at a table, and connected: each process has five of all."""
        streams = self.limits.streams
        return {streams.addresses.count("a"), streams.tables.count("one"), self.limits.connections.count("a")}

    @property
    def numbers(self) -> set[int]:
        return {process.process.pid for process in self.processes.at.values()}

    async def replace(self) -> list[int]:
        """What was open meanwhile."""
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
    with socket.create_server(("127.0.0.1", 0)) as door:
        counting = Counting(Processes(2, door))
        running = asyncio.create_task(counting.processes.run(lambda: None))
        await until(lambda: counting.open == {10})
        yield counting
        running.cancel()
        assert (await running, counting.open) == (0, {0})


@pytest.mark.slow
async def test_what_a_killed_process_has_counted_is_gone(counting: Counting) -> None:
    killed = counting.processes.at[1].process.pid
    os.kill(killed, signal.SIGKILL)
    await until(lambda: counting.open == {5})
    await until(lambda: counting.open == {10})
    assert killed not in counting.numbers


@pytest.mark.slow
async def test_while_processes_are_replaced_nothing_is_lost_or_counted_twice(counting: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    before = counting.numbers
    monkeypatch.setenv("BROKEN", "yes")
    known = await counting.replace()
    assert ({*known} - {*range(10, 16)}, counting.open, counting.numbers) == (set(), {10}, before)
    monkeypatch.delenv("BROKEN")
    known = await counting.replace()
    assert ({*known} - {*range(10, 16)}, counting.open, counting.numbers & before) == (set(), {10}, set())


# What they serve


def refused(lines: list[socket.socket]) -> list[socket.socket]:
    """Those that were told something without having asked."""
    return [line for line in select(lines, [], [], 0)[0] if line.recv(9, socket.MSG_PEEK) == b"HTTP/1.1 "]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists the processes that one has started.")
async def test_processes_that_die_or_are_replaced_cost_a_stream_no_more_than_a_reconnect_and_refuse_an_address_together(
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
            assert list(lines)[-1] == ""  # it ends as it should, and a browser comes again
        wait_for(lambda: len(command.serving - before) == 2 and not command.serving & before)
        assert httpx.get(f"{command.address}{path}").status_code == 200
        door, most = ("127.0.0.1", httpx.URL(command.address).port or 0), Connections([], Tally()).from_one
        with ExitStack() as open_ones:
            opened = [open_ones.enter_context(socket.create_connection(door, source_address=("127.0.0.2", 0))) for _ in range(most + 10)]
            wait_for(lambda: len(refused(opened)) >= 10)
        after = command.serving
        command.process.terminate()
        assert (command.process.wait(20), [*filter(is_there, after)]) == (0, [])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists the processes that one has started.")
async def test_processes_end_when_the_one_that_started_them_is_killed(postgres: str) -> None:
    await emptied(postgres)
    with served("--processes", "2", "--db", postgres) as command:
        wait_for(lambda: len(command.serving) == 2)
        serving = command.serving
        command.process.kill()
        wait_for(lambda: not any(map(is_there, serving)))
