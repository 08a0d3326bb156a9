"""Worker processes for bots, at lower priority than the server.

A request holds a view, never a position. Quick and slow bots have separate processes, so that a quick answer never waits for a slow one. A
process that hangs or dies is replaced, and its request is repeated.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import queue
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

import msgspec

from byways.bots.roster import make_player
from byways.bots.weighing import Weigher
from byways.bots.worker import become_worker, cores
from byways.daily import SolveTask, solve
from byways.game import Game, View
from byways.puzzle import Hint, Verdict
from byways.puzzles.tasks import Answer, Missed, MissedTask, PuzzleTask
from byways.referee import steps
from byways.review.judging import Valued, WeighTask, weigh
from byways.table import logs
from byways.table.workers.fair_queue import SERVER, FairQueue, Requester

if TYPE_CHECKING:
    from prometheus_client import Histogram

THINKING = 10.0  # seconds that bots may think
HANGING = 60.0  # seconds after which a process is considered hung
QUICK = 0.5  # seconds that a quick bot takes at most; after twice that, it is stopped and asked again as a slow one
FADES = 0.8  # factor by which a bot's longest known time shrinks with each shorter answer
TRIES = 3
PRIORITY = 10
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has no SIGKILL; its SIGTERM ends a process at once
FAILED = b"[]"  # the answer if a bot raised an exception
JUDGE = "judge"  # stands for the name of a bot in requests about puzzles
UNABLE = b"null"  # the answer if a bot lacks `weigh`

log = logging.getLogger(__name__)


class BotFailed(Exception):
    """A bot gave no answer after several tries. The next request may succeed."""


class CannotWeigh(Exception):
    """A bot has no `weigh`. Asking again is pointless."""


class BotRequest(msgspec.Struct, frozen=True):
    """A request for a choice. `stream` names the random stream, so equal requests get equal answers.

    Without a view, the bot is only loaded, and answers with its name.
    """

    game: Game
    bot: str
    stream: str = ""
    view: View | None = None


AnyRequest: TypeAlias = BotRequest | WeighTask | SolveTask | PuzzleTask[Verdict | Hint | Missed]
PATIENT = (WeighTask, SolveTask, MissedTask)  # requests that always go to the slow queue


class Worker:
    """One process, which answers one request at a time. Stop it after a failure, because a late answer may still come."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout
        self.loaded: set[str] = set()  # names of games

    @classmethod
    async def start(cls) -> Worker:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = (sys.executable, "-m", "byways.table.workers.pool")
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment))

    async def ask(self, request: AnyRequest, seconds: float) -> bytes:
        """Return the encoded answer. Raises TimeoutError, OSError, EOFError or RuntimeError."""
        self.stdin.write(framed(pickle.dumps(request)))
        async with asyncio.timeout(seconds):
            return await self.stdout.readexactly(int.from_bytes(await self.stdout.readexactly(4), "big"))

    async def stop(self) -> None:
        if self.process.returncode is None:
            with suppress(OSError):  # the process has just ended
                os.kill(self.process.pid, KILL)  # `Process.kill` would reap a dead process before asyncio does
        await asyncio.shield(self.process.wait())
        self.stdin.close()


class Workers:
    """Processes for quick bots and as many for slow ones, started on demand, each kind behind a fair queue."""

    def __init__(self, size: int | None = None, hanging: float = HANGING) -> None:
        self.size, self.hanging = size or max(1, cores() - 1), hanging
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()
        self.quick, self.slow = FairQueue(self.size), FairQueue(self.size)
        self.took: dict[tuple[str, str], float] = {}  # seconds, by game and bot

    async def ask(self, request: BotRequest, requester: Requester = SERVER) -> list[str]:
        """Return a bot's choices in notation. Raises `BotFailed`."""
        return msgspec.json.decode(await self._retry(request, requester), type=list[str])

    async def solve(self, request: SolveTask) -> list[str] | None:
        """The choices of the best game that was found; None if none is looked for here."""
        try:
            return msgspec.json.decode(await self._retry(request, SERVER), type=list[str])
        except (BotFailed, CannotWeigh):
            return None

    async def weigh(self, request: WeighTask, requester: Requester = SERVER) -> list[Valued]:
        """Return a bot's values of acts. Raises `BotFailed` or `CannotWeigh`."""
        return msgspec.json.decode(await self._retry(request, requester), type=list[Valued])

    async def do(self, task: PuzzleTask[Answer], requester: Requester) -> Answer:
        """Return the answer to a task about a puzzle. Raises `BotFailed`."""
        answer: Answer = pickle.loads(await self._retry(task, requester))
        return answer

    async def _retry(self, request: AnyRequest, requester: Requester) -> bytes:
        for _ in range(TRIES):
            answer = await self._ask_once(request, requester)
            if answer == UNABLE:
                raise CannotWeigh(f"{asked_of(request)} does not weigh acts.")
            if answer is not None:
                return answer
        raise BotFailed(f"{asked_of(request)} gave no answer {TRIES} times.")

    async def _ask_once(self, request: AnyRequest, requester: Requester) -> bytes | None:
        if not self._is_slow(request):
            async with self.quick.slot(requester):
                if not self._is_slow(request):  # known by now
                    return await self._try(request, min(2 * QUICK, self.hanging))
        async with self.slow.slot(requester):
            return await self._try(request, self.hanging)

    def _is_slow(self, request: AnyRequest) -> bool:
        return isinstance(request, PATIENT) or self.took.get((request.game.name, asked_of(request)), 0.0) > QUICK

    async def _try(self, request: AnyRequest, seconds: float) -> bytes | None:
        """Return the answer, or None if the bot or its process failed."""
        worker = self.idle.pop() if self.idle else await Worker.start()
        self.busy.add(worker)
        try:
            answer = await self._timed(worker, request, seconds)
        except (TimeoutError, OSError, EOFError, RuntimeError):  # uvloop raises RuntimeError for a closed pipe
            await worker.stop()
            return None
        except BaseException:
            await worker.stop()
            raise
        finally:
            self.busy.discard(worker)
        self.idle.append(worker)
        return None if answer == FAILED else answer

    async def _timed(self, worker: Worker, request: AnyRequest, seconds: float) -> bytes:
        """Ask, and note how long the bot thought. Loading its game takes long and is not counted."""
        if request.game.name not in worker.loaded:
            await worker.ask(BotRequest(request.game, loads_with(request)), self.hanging)
            worker.loaded.add(request.game.name)
        begun = time.monotonic()
        try:
            return await worker.ask(request, seconds)
        finally:
            # Measure a timeout too: the bot then counts as slow, and the next try goes to the slow queue.
            took = time.monotonic() - begun
            thinking(request.game.name, asked_of(request), isinstance(request, WeighTask)).observe(took)
            if not isinstance(request, PATIENT):
                known = request.game.name, asked_of(request)
                self.took[known] = max(took, self.took.get(known, 0.0) * FADES)

    async def close(self) -> None:
        idle, self.idle = self.idle, []
        for worker in [*idle, *self.busy]:
            await worker.stop()


def asked_of(request: AnyRequest) -> str:
    """The name of the bot that answers a request, or of the judge of puzzles."""
    return JUDGE if isinstance(request, PuzzleTask) else request.bot


def loads_with(request: AnyRequest) -> str:
    """The bot whose loading loads the game of a request."""
    return request.game.bot_names[0] if isinstance(request, PuzzleTask) else request.bot


@cache
def thinking(game: str, bot: str, weighs: bool) -> Histogram:
    from byways.table import metrics  # worker processes need not load it

    return metrics.THINKING.labels(game, f"{bot} weighs" if weighs else bot)


def framed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


# In the worker process


def think(request: AnyRequest) -> Sequence[str | Valued] | Verdict | Hint | Missed | None:
    """Return the answer: an empty list if the bot or the judge raised an exception, None if the bot cannot weigh acts."""
    try:
        if isinstance(request, PuzzleTask):
            return request.do()
        if isinstance(request, SolveTask):
            found = solve(request)
            return None if found is None else [str(choice) for choice in found]
        player = make_player(request.game, request.bot, Random(request.stream))
        if isinstance(request, WeighTask):
            return weigh(request) if isinstance(player, Weigher) else None
        if request.view is None:
            return [request.bot]
        return [str(choice) for choice in steps(player.choose(request.view, time.monotonic() + THINKING))]
    except (Exception, SystemExit):  # third-party bots may raise anything
        log.exception("The bot %s of %s failed.", asked_of(request), request.game.title)
        return []


def encoded(answer: Sequence[str | Valued] | Verdict | Hint | Missed | None) -> bytes:
    """Encode an answer as JSON. A verdict may hold a position of any game, which JSON could not be decoded to."""
    return pickle.dumps(answer) if isinstance(answer, Verdict | Hint | Missed) else msgspec.json.encode(answer)


def listen(source: BinaryIO, requests: queue.Queue[AnyRequest]) -> None:
    """Read requests in a thread. The process exits when the server's pipe closes, even while a bot is thinking."""
    try:
        while size := source.read(4):
            requests.put(pickle.loads(source.read(int.from_bytes(size, "big"))))
    finally:
        os._exit(0)


def main() -> None:
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    become_worker()
    logs.set_up()
    requests: queue.Queue[AnyRequest] = queue.Queue()
    Thread(target=listen, args=(source, requests), daemon=True).start()
    request = requests.get()  # unpickling it loads the game, which at low priority would take very long on a busy machine
    with suppress(OSError, AttributeError):  # Windows has no such function
        os.nice(PRIORITY)
    while True:
        sink.write(framed(encoded(think(request))))
        sink.flush()
        request = requests.get()


if __name__ == "__main__":
    main()
