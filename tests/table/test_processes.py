"""Several processes at one door: each can die or be replaced, and nobody is turned away."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.table.conftest import emptied
from tests.table.serving import wait_for
from tests.test_cli import said


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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists the processes that one has started.")
async def test_processes_that_die_or_are_replaced_cost_a_stream_no_more_than_a_reconnect(postgres: str) -> None:
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
