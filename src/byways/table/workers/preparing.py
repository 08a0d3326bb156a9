"""Compile strong bots' code in the background, once per machine."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Sequence
from itertools import chain

from byways.bots import compiled
from byways.bots.roster import ALL_COMPILED, compiling, needs_compiled
from byways.game import Game
from byways.i18n import Message

NICENESS = 19

log = logging.getLogger(__name__)


class Preparation:
    """Compiles each module in a low-priority process. If a machine has several servers, one compiles and the others wait for its lock.

    A bot waits for its modules; if compiling fails, it plays without them. `report` gets messages for the terminal; `on_ready` is called
    after each module.
    """

    def __init__(self, games: Sequence[Game], report: Callable[[Message], object], on_ready: Callable[[], object]) -> None:
        self.games, self.report, self.on_ready = games, report, on_ready
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.compiles_here = False

    def start(self) -> None:
        missing = compiled.missing([*chain.from_iterable(game.compiled for game in self.games)])
        self.tasks = {name: asyncio.create_task(self._compile(name)) for name in missing}

    def is_ready(self, game: Game, bot: str) -> bool:
        return not self.tasks or not needs_compiled(game, bot) or self.tasks.keys().isdisjoint(game.compiled)

    async def wait(self, game: Game, bot: str) -> None:
        while not self.is_ready(game, bot):
            await asyncio.wait([self.tasks[name] for name in game.compiled if name in self.tasks])

    async def _compile(self, name: str) -> None:
        try:
            if await self._run(name):
                log.error("%s could not be compiled. Bots play without it.", name)
        except OSError:
            log.exception("%s could not be compiled. Bots play without it.", name)
        finally:
            del self.tasks[name]
        if not self.tasks and self.compiles_here:
            self.report(ALL_COMPILED)
        self.on_ready()

    async def _run(self, name: str) -> int:
        path = os.pathsep.join(filter(None, sys.path))
        process = await asyncio.create_subprocess_exec(
            *compiled.command(name, NICENESS), stdout=PIPE, env={**os.environ, "PYTHONPATH": path}
        )
        try:
            assert process.stdout is not None
            if await process.stdout.readline():
                self._report_start()
            return await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    def _report_start(self) -> None:
        """Report once, and only on the server that compiles, because waiting processes print nothing."""
        if not self.compiles_here:
            self.compiles_here = True
            self.report(compiling(game.title for game in self.games if not self.tasks.keys().isdisjoint(game.compiled)))

    async def close(self) -> None:
        tasks = [*self.tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
