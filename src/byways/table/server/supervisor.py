"""Supervise several server processes on one listening socket: restart those that die, and on SIGHUP replace them one by one.

Each process runs the command that started the supervisor, so replacing the processes deploys a new version. A process inherits the
listening socket, the memory of the shared limits, and a pipe, through which it reports that it serves. It stops when the pipe breaks.
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

START_TIMEOUT = 60.0  # seconds within which a replacement must serve
STOP_TIMEOUT = 15.0  # seconds from SIGTERM to SIGKILL; open requests get five of them
SETTLED = 10.0  # a process that served longer than this is restarted after the shortest pause
BACKOFF = (0.1, 10.0)  # shortest and longest pause before a restart, in seconds

log = logging.getLogger(__name__)


class Process:
    """A server process, and the pipe to it."""

    def __init__(self, process: asyncio.subprocess.Process, pipe: socket.socket) -> None:
        self.process, self.pipe, self.begun = process, pipe, time.monotonic()

    @classmethod
    async def start(cls, listener: socket.socket, memory: int, share: int) -> Process:
        pipe, end = socket.socketpair()
        pipe.setblocking(False)
        files = (listener.fileno(), end.fileno(), memory)
        env = {**os.environ, INHERITED: " ".join(map(str, (*files, share)))}
        # Close this copy of the other end, so that the pipe breaks when the process dies.
        with end:  # a separate process group, so that Ctrl-C reaches only the supervisor, which then stops the others
            return cls(await asyncio.create_subprocess_exec(*sys.orig_argv, env=env, pass_fds=files, process_group=0), pipe)

    async def is_ready(self, seconds: float | None = None) -> bool:
        """Wait until the process serves. Returns False if it ends first or takes too long."""
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(seconds):
                return await asyncio.get_running_loop().sock_recv(self.pipe, 1) == READY
        return False

    async def ended(self) -> int:
        """Wait for the process to end, and return its status."""
        status = await self.process.wait()
        mark_process_dead(self.process.pid)  # type: ignore[no-untyped-call]
        self.pipe.close()
        return status

    async def stop(self) -> None:
        """Ask the process to shut down, and kill it if it does not."""
        for number, seconds in ((signal.SIGTERM, STOP_TIMEOUT), (signal.SIGKILL, None)):
            if self.process.returncode is None:
                self.process.send_signal(number)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.process.wait()
                return


class Processes:
    """A fixed number of processes on one listener, each in its own slot."""

    def __init__(self, size: int, listener: socket.socket) -> None:
        self.size, self.listener, self.memory = size, listener, make_memory(size + 1)  # a slot has two processes while it is being replaced
        self.at: dict[int, Process] = {}
        self.shares: dict[Process, int] = {}  # shares of processes that have not ended
        self.starting = asyncio.Lock()
        self.replacing: asyncio.Task[None] | None = None

    async def run(self, opened: Callable[[], object]) -> int:
        """Run until stopped, and return the exit status. If the first process fails to start, that is its status."""
        here = asyncio.current_task()
        assert here is not None
        for number, handler in ((signal.SIGTERM, here.cancel), (signal.SIGINT, here.cancel), (signal.SIGHUP, self.replace)):
            asyncio.get_running_loop().add_signal_handler(number, handler)
        keeping = list[asyncio.Task[None]]()
        try:
            # Start the first process alone, so that a wrong option is reported once and the database is migrated before the others start.
            first = self.at[0] = await self._start()
            if not await first.is_ready():
                return await self._ended(first) or 1
            opened()
            keeping += [asyncio.create_task(self._keep(slot)) for slot in range(self.size)]
            await asyncio.gather(*keeping)
        except asyncio.CancelledError:
            return 0
        finally:
            await cancelled(*keeping, *filter(None, [self.replacing]))
            await asyncio.gather(*(self._stop(process) for process in self.at.values()))
        return 1

    async def _start(self) -> Process:
        share = min({*range(self.size + 1)} - {*self.shares.values()})
        process = await Process.start(self.listener, self.memory, share)
        self.shares[process] = share
        return process

    async def _ended(self, process: Process) -> int:
        """Wait for a process to end, zero its share, and return its status."""
        status = await process.ended()
        if (share := self.shares.pop(process, None)) is not None:
            clear(self.memory, share)
        return status

    async def _stop(self, process: Process) -> None:
        await process.stop()
        await self._ended(process)

    async def _keep(self, slot: int) -> None:
        """Restart a slot's process whenever it ends."""
        pause = BACKOFF[0]
        while True:
            # A restart and a replacement must not fill the same slot or take the same share of the memory.
            async with self.starting:
                if slot not in self.at:
                    self.at[slot] = await self._start()
            process = self.at[slot]
            status = await self._ended(process)
            # Otherwise the process has been replaced, and its successor is in the slot.
            if self.at[slot] is process:
                pause = BACKOFF[0] if time.monotonic() > process.begun + SETTLED else min(2 * pause, BACKOFF[1])
                log.warning("Process %d has ended with status %d and will be restarted.", process.process.pid, status)
                await asyncio.sleep(pause)
                if self.at[slot] is process:
                    del self.at[slot]

    def replace(self) -> None:
        """Start replacing all processes, unless some are not serving or a replacement is under way."""
        if len(self.at) == self.size and (self.replacing is None or self.replacing.done()):
            self.replacing = asyncio.create_task(self._replace())

    async def _replace(self) -> None:
        """Replace the processes one by one. Each stops only once its successor serves."""
        for slot in range(self.size):
            async with self.starting:
                new = await self._start()
                if not await new.is_ready(START_TIMEOUT):
                    log.error("A new process does not start; the old ones keep serving.")
                    await self._stop(new)
                    return
                old, self.at[slot] = self.at.get(slot), new
            if old is not None:
                await self._stop(old)


async def cancelled(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def supervise(size: int, listener: socket.socket, opened: Callable[[], object]) -> int:
    """Run several server processes until stopped, and return the exit status."""
    with TemporaryDirectory(prefix="byways-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        return asyncio.run(Processes(size, listener).run(opened))
