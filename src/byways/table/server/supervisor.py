"""Several processes that serve at one door: what dies is started again, and all can be replaced, one at a time.

Each runs the command that started this one, so a new version of Byways needs no more than a replacement. It inherits the door, at which
nobody is turned away meanwhile, a memory for what they count together, with a share to count in alone, and a line to this process: by it a
process says that it serves, and notices when this one is gone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryDirectory

from prometheus_client.multiprocess import mark_process_dead

from byways.table.http.shared_limits import clear, make_memory
from byways.table.server.inherited import INHERITED, READY

STARTS = 60.0  # seconds within which a replacement must serve
STOPS = 15.0  # seconds within which a process ends when asked to: open answers have five of them
SETTLED = 10.0  # seconds after which a death is an accident, not the next of a row
PAUSES = (0.1, 10.0)  # seconds before a process is started again: the shortest, and the longest of a row, each twice the one before

log = logging.getLogger(__name__)


class Process:
    """One of the processes, and the line to it."""

    def __init__(self, process: asyncio.subprocess.Process, line: socket.socket) -> None:
        self.process, self.line, self.begun = process, line, time.monotonic()

    @classmethod
    async def start(cls, door: socket.socket, memory: int, share: int) -> Process:
        line, end = socket.socketpair()
        line.setblocking(False)
        files = (door.fileno(), end.fileno(), memory)
        known = {**os.environ, INHERITED: " ".join(map(str, (*files, share)))}
        with end:  # Ctrl-C is for this process, which then stops the others: they are a group of their own
            return cls(await asyncio.create_subprocess_exec(*sys.orig_argv, env=known, pass_fds=files, process_group=0), line)

    async def is_ready(self, seconds: float | None = None) -> bool:
        """Whether it serves, as soon as it does; not if it ends before, or takes too long."""
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(seconds):
                return await asyncio.get_running_loop().sock_recv(self.line, 1) == READY
        return False

    async def ended(self) -> int:
        status = await self.process.wait()
        mark_process_dead(self.process.pid)  # type: ignore[no-untyped-call]
        self.line.close()
        return status

    async def stop(self) -> None:
        """It lets its streams go, ends what it is at, and closes its tables; or is killed."""
        for how, seconds in ((signal.SIGTERM, STOPS), (signal.SIGKILL, None)):
            if self.process.returncode is None:
                self.process.send_signal(how)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.process.wait()
                return


class Processes:
    """So many processes at a door, each at a place of its own."""

    def __init__(self, size: int, door: socket.socket) -> None:
        self.size, self.door, self.memory = size, door, make_memory(size + 1)  # shares: one place at a time has two processes
        self.at: dict[int, Process] = {}
        self.shares: dict[Process, int] = {}  # of those that have not ended
        self.starting = asyncio.Lock()
        self.replacing: asyncio.Task[None] | None = None

    async def run(self, opened: Callable[[], object]) -> int:
        """Until stopped. If not even the first serves, it has said why: returns its status."""
        here = asyncio.current_task()
        assert here is not None
        for number, act in ((signal.SIGTERM, here.cancel), (signal.SIGINT, here.cancel), (signal.SIGHUP, self.replace)):
            asyncio.get_running_loop().add_signal_handler(number, act)
        keeping = list[asyncio.Task[None]]()
        try:
            first = self.at[0] = await self._start()
            if not await first.is_ready():
                return await self._ended(first) or 1
            opened()
            keeping += [asyncio.create_task(self._keep(place)) for place in range(self.size)]
            await asyncio.gather(*keeping)
        except asyncio.CancelledError:
            return 0
        finally:
            await cancelled(*keeping, *filter(None, [self.replacing]))
            await asyncio.gather(*(self._stop(process) for process in self.at.values()))
        return 1

    async def _start(self) -> Process:
        share = min({*range(self.size + 1)} - {*self.shares.values()})
        process = await Process.start(self.door, self.memory, share)
        self.shares[process] = share
        return process

    async def _ended(self, process: Process) -> int:
        """Its status; what it has counted is gone then."""
        status = await process.ended()
        if (share := self.shares.pop(process, None)) is not None:
            clear(self.memory, share)
        return status

    async def _stop(self, process: Process) -> None:
        await process.stop()
        await self._ended(process)

    async def _keep(self, place: int) -> None:
        """A place is never empty for long."""
        pause = PAUSES[0]
        while True:
            async with self.starting:
                if place not in self.at:
                    self.at[place] = await self._start()
            process = self.at[place]
            status = await self._ended(process)
            if self.at[place] is process:
                pause = PAUSES[0] if time.monotonic() > process.begun + SETTLED else min(2 * pause, PAUSES[1])
                log.warning("Process %d has ended (%d) and is started again.", process.process.pid, status)
                await asyncio.sleep(pause)
                if self.at[place] is process:
                    del self.at[place]

    def replace(self) -> None:
        """Start them all anew, if they serve and that is not going on already."""
        if len(self.at) == self.size and (self.replacing is None or self.replacing.done()):
            self.replacing = asyncio.create_task(self._replace())

    async def _replace(self) -> None:
        """One at a time, and none is stopped before another serves in its place."""
        for place in range(self.size):
            async with self.starting:
                new = await self._start()
                if not await new.is_ready(STARTS):
                    log.error("The processes that serve now go on: a new one does not start.")
                    await self._stop(new)
                    return
                old, self.at[place] = self.at.get(place), new
            if old is not None:
                await self._stop(old)


async def cancelled(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def serve_by(size: int, door: socket.socket, opened: Callable[[], object]) -> int:
    """Returns the status to end with."""
    with TemporaryDirectory(prefix="byways-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        return asyncio.run(Processes(size, door).run(opened))
