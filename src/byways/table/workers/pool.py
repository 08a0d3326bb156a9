"""Bots think in separate processes at lower priority, so clicks are answered whatever they do.

A process that hangs or dies is replaced and its question asked again. A question holds a view, never a position. Quick bots and slow ones
have processes of their own, so that nobody waits for a long thought to get a short one. What acts are worth is asked among the slow ones.
Those that answer at once are asked for several tables together: to send each question alone takes longer than many bots think.
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
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast

import msgspec

from byways.bots.roster import make_player
from byways.bots.weighing import Weigher
from byways.game import Game, View
from byways.referee import steps
from byways.review.judging import Question as Weighing
from byways.review.judging import Valued
from byways.review.judging import answer as weigh
from byways.table import logs
from byways.table.workers.fair_queue import NOBODY, Asker, Turns

if TYPE_CHECKING:
    from prometheus_client import Histogram

THINKING = 10.0  # seconds that bots are told they have
HANGING = 60.0  # seconds after which we give up on a bot
QUICK = 0.5  # seconds that a quick bot takes at most; one that takes twice as long is stopped and asked again among the slow ones
INSTANT = 0.01  # seconds that a bot takes at most which is asked for several tables together
TOGETHER = 10  # such questions
FADES = 0.8  # of the longest time that a bot took, with each answer that came sooner
TRIES = 3
PRIORITY = 10
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has no SIGKILL, and ends a process at once by SIGTERM
NOTHING = b"[]"  # the answer of a bot that fails
UNABLE = b"null"  # of one that is asked what it cannot do

log = logging.getLogger(__name__)


class Broken(Exception):
    """A bot gave no answer, however often it was asked. The next question may go better."""


class CannotWeigh(Exception):
    """A bot has no `weigh`, so there is no point in asking it again."""


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked, with the name of its random stream: the same question has the same answer.

    Without a view the question is whether the bot is there at all, and it answers with its name.
    """

    game: Game
    bot: str
    stream: str = ""
    view: View | None = None


AnyQuestion: TypeAlias = Question | Weighing
KINDS = (Question, Weighing)
Packed: TypeAlias = tuple[int, int, dict[str, Any]]  # the number of a game, that of the kind, and what is asked


class Worker(asyncio.SubprocessProtocol):
    """One process and the pipes to it, without the streams of asyncio, which take longer than many bots think."""

    process: asyncio.SubprocessTransport
    line: asyncio.WriteTransport

    def __init__(self) -> None:
        self.games: dict[int, Game] = {}  # that this process knows
        self.heard = bytearray()
        self.answer: asyncio.Future[bytes] | None = None
        self.ended = asyncio.get_running_loop().create_future()

    @classmethod
    async def start(cls) -> Worker:
        way = os.pathsep.join(filter(None, sys.path))
        command = (sys.executable, "-m", "byways.table.workers.pool")
        environment = {**os.environ, "PYTHONPATH": way}
        _, worker = await asyncio.get_running_loop().subprocess_exec(cls, *command, stderr=None, env=environment)
        return worker

    def connection_made(self, process: asyncio.BaseTransport) -> None:
        self.process = cast(asyncio.SubprocessTransport, process)
        self.line = cast(asyncio.WriteTransport, self.process.get_pipe_transport(0))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.heard += data
        if len(self.heard) >= 4 + int.from_bytes(self.heard[:4], "big"):
            self._settle(bytes(self.heard[4:]))

    def pipe_connection_lost(self, fd: int, error: Exception | None) -> None:
        self._settle(BrokenPipeError())

    def process_exited(self) -> None:
        self._settle(BrokenPipeError())
        self.ended.set_result(None)

    def _settle(self, answer: bytes | Exception) -> None:
        if self.answer is None or self.answer.done():
            return
        if isinstance(answer, bytes):
            self.answer.set_result(answer)
        else:
            self.answer.set_exception(answer)

    async def ask(self, questions: Sequence[AnyQuestion], seconds: float) -> list[bytes]:
        """The answers as JSON, if they come in time."""
        if self.line.is_closing() or self.ended.done():
            raise BrokenPipeError
        loop = asyncio.get_running_loop()
        data, self.answer = pickle.dumps([*map(self._packed, questions)]), loop.create_future()
        self.heard.clear()
        self.line.write(len(data).to_bytes(4, "big") + data)
        late = loop.call_later(seconds, self._settle, TimeoutError())
        try:
            return [bytes(answer) for answer in msgspec.json.decode(await self.answer, type=list[msgspec.Raw])]
        finally:
            late.cancel()

    def _packed(self, question: AnyQuestion) -> Packed:
        """A game is sent once, and a view as JSON: pickling either takes longer than many bots think."""
        number = id(question.game)
        given = {name: getattr(question, name) for name in question.__struct_fields__}
        given["game"] = None if number in self.games else question.game
        given["view"] = None if question.view is None else msgspec.json.encode(question.view)
        self.games[number] = question.game
        return number, KINDS.index(type(question)), given

    async def stop(self) -> None:
        if not self.ended.done():
            with suppress(OSError):  # it has ended just now
                os.kill(self.process.get_pid(), KILL)  # its own `kill` would reap a dead process before asyncio does
        await asyncio.shield(self.ended)
        self.process.close()


class Workers:
    """Some processes for quick bots and as many for slow ones, started on demand, with a queue in front of each."""

    def __init__(self, size: int | None = None, hanging: float = HANGING) -> None:
        self.size, self.hanging = size or max(1, (os.cpu_count() or 2) - 1), hanging
        self.idle: list[Worker] = []
        self.quick, self.slow = Turns(self.size), Turns(self.size)
        self.busy: set[Worker] = set()
        self.took: dict[tuple[str, str], float] = {}  # seconds, by game and bot
        self.gathered: dict[asyncio.Future[bytes | None], AnyQuestion] = {}  # to be asked together
        self.asking: asyncio.Task[None] | None = None

    async def ask(self, question: Question, asker: Asker = NOBODY) -> list[str]:
        """The notations of a bot's answer, or `Broken`."""
        return msgspec.json.decode(await self._persist(question, asker), type=list[str])

    async def weigh(self, question: Weighing, asker: Asker = NOBODY) -> list[Valued]:
        """What a bot thinks of acts, or `Broken` or `CannotWeigh`."""
        return msgspec.json.decode(await self._persist(question, asker), type=list[Valued])

    async def _persist(self, question: AnyQuestion, asker: Asker) -> bytes:
        for attempt in range(TRIES):
            together = not attempt and self._is_instant(question)  # later alone: another question may be why it failed
            answer = await (self._ask_together(question) if together else self._ask_once(question, asker))
            if answer == UNABLE:
                raise CannotWeigh(f"{question.bot} does not weigh acts.")
            if answer is not None:
                return answer
        raise Broken(f"{question.bot} gave no answer {TRIES} times.")

    async def _ask_once(self, question: AnyQuestion, asker: Asker) -> bytes | None:
        if not self._is_slow(question):
            async with self.quick.turn(asker):
                if not self._is_slow(question):  # as may be known by now
                    return (await self._try([question], min(2 * QUICK, self.hanging)))[0]
        async with self.slow.turn(asker):
            return (await self._try([question], self.hanging))[0]

    def _is_slow(self, question: AnyQuestion) -> bool:
        return isinstance(question, Weighing) or self.took.get(kind(question), 0.0) > QUICK

    def _is_instant(self, question: AnyQuestion) -> bool:
        return isinstance(question, Question) and self.took.get(kind(question), QUICK) < INSTANT

    async def _ask_together(self, question: AnyQuestion) -> bytes | None:
        """With all that is asked while a process is at earlier questions."""
        answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self.gathered[answer] = question
        if self.asking is None or self.asking.done():
            self.asking = asyncio.create_task(self._ask_gathered())
        try:
            return await answer
        finally:
            self.gathered.pop(answer, None)

    async def _ask_gathered(self) -> None:
        while self.gathered:
            async with self.quick.turn(NOBODY):
                some = dict(islice(self.gathered.items(), TOGETHER))
                self.gathered = {answer: question for answer, question in self.gathered.items() if answer not in some}
                try:
                    answers = await self._try([*some.values()], min(2 * QUICK, self.hanging)) if some else []
                except Exception:  # each is asked alone then, and told what is wrong
                    answers = [None] * len(some)
            for waiting, answer in zip(some, answers, strict=True):
                if not waiting.done():  # else whoever asked has gone
                    waiting.set_result(answer)

    async def _try(self, questions: Sequence[AnyQuestion], seconds: float) -> Sequence[bytes | None]:
        worker = self.idle.pop() if self.idle else await Worker.start()
        self.busy.add(worker)
        try:
            answers = await self._timed(worker, questions, seconds)
        except (TimeoutError, OSError, RuntimeError):  # uvloop says RuntimeError where it is gone already
            await worker.stop()
            return [None] * len(questions)
        except BaseException:
            await worker.stop()
            raise
        finally:
            self.busy.discard(worker)
        self.idle.append(worker)
        return [None if answer == NOTHING else answer for answer in answers]

    async def _timed(self, worker: Worker, questions: Sequence[AnyQuestion], seconds: float) -> list[bytes]:
        """To load a game takes long and is not the bot's thinking."""
        for question in questions:
            if id(question.game) not in worker.games:
                await worker.ask([Question(question.game, question.bot)], self.hanging)
        begun = time.monotonic()
        try:
            return await worker.ask(questions, seconds)
        finally:
            took = (time.monotonic() - begun) / len(questions)
            for who in map(kind, questions):
                thinking(*who).observe(took)
                self.took[who] = max(took, self.took.get(who, 0.0) * FADES)

    async def close(self) -> None:
        if self.asking is not None:
            self.asking.cancel()
            await asyncio.gather(self.asking, return_exceptions=True)
        idle, self.idle = self.idle, []
        for worker in [*idle, *self.busy]:
            await worker.stop()


@cache
def thinking(game: str, bot: str) -> Histogram:
    from byways.table import metrics  # which the processes of bots need not load

    return metrics.THINKING.labels(game, bot)


def kind(question: AnyQuestion) -> tuple[str, str]:
    """What takes about as long each time."""
    return question.game.name, f"{question.bot} weighs" if isinstance(question, Weighing) else question.bot


def think(question: AnyQuestion) -> Sequence[str | Valued] | None:
    """What a bot answers; nothing if it fails, so it can be asked again, and None if it does not weigh acts."""
    try:
        player = make_player(question.game, question.bot, Random(question.stream))
        if isinstance(question, Weighing):
            return weigh(question) if isinstance(player, Weigher) else None
        if question.view is None:
            return [question.bot]
        return [str(choice) for choice in steps(player.choose(question.view, time.monotonic() + THINKING))]
    except Exception as error:  # a bot may be third-party code and raise anything
        log.error("The bot %s of %s broke down: %r", question.bot, question.game.title, error)
        return []


def listen(source: BinaryIO, questions: queue.Queue[list[AnyQuestion]]) -> None:
    """Ends the process with the server, even in the middle of a thought."""
    games: dict[int, Game] = {}
    try:
        while size := source.read(4):
            asked: list[Packed] = pickle.loads(source.read(int.from_bytes(size, "big")))
            questions.put([unpacked(games, *one) for one in asked])
    finally:
        os._exit(0)


def unpacked(games: dict[int, Game], number: int, kind: int, given: dict[str, Any]) -> AnyQuestion:
    game = games[number] = given["game"] or games[number]
    view = None if given["view"] is None else msgspec.json.decode(given["view"], type=game.view_type)
    return KINDS[kind](**{**given, "game": game, "view": view})


def main() -> None:
    source, sink, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr
    logs.set_up()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    questions: queue.Queue[list[AnyQuestion]] = queue.Queue()
    Thread(target=listen, args=(source, questions), daemon=True).start()
    asked = questions.get()  # this loads the game, which at low priority would take very long on a busy machine
    with suppress(OSError, AttributeError):  # Windows has no such function
        os.nice(PRIORITY)
    while True:
        data = msgspec.json.encode([*map(think, asked)])
        sink.write(len(data).to_bytes(4, "big") + data)
        sink.flush()
        asked = questions.get()


if __name__ == "__main__":
    main()
