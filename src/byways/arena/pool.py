"""Feed worker processes with games, watch them, and replace hung or dead ones."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Self

import msgspec

from byways.arena.archive import Result
from byways.arena.conduct import FatalQuestion, Job, WorkerReport, WorkerStatus, work
from byways.arena.plan import Plan
from byways.bots.worker import SPAWN
from byways.game import Refused
from byways.i18n import Message
from byways.referee import Failure

CHECK_EVERY = 0.1  # seconds between checks for hung workers
JOB_SECONDS = 0.25  # roughly how many seconds a job should take
MOST_GAMES = 200  # maximum games per job
GRACE = 1.0  # seconds past its limit before a bot's process is killed; a late answer costs it the game anyway


class RulesBroke(RuntimeError):
    """The rules failed, so a game could not be finished."""


class Worker:
    """A process, and the games it was given but has not reported."""

    def __init__(self, plan: Plan, records: Path | None) -> None:
        self.given: list[int] = []
        self.begun, self.size = 0.0, 1
        # No lock, because a killed worker could hold it for ever.
        shared = SPAWN.RawArray("d", WorkerStatus.SIZE)
        self.status = WorkerStatus(shared)
        self.pipe, theirs = SPAWN.Pipe()
        arguments = (theirs, shared, msgspec.json.encode(plan), str(records) if records else None)
        self.process = SPAWN.Process(target=work, args=arguments, daemon=True)
        self.process.start()
        # Close this copy of the other end, so that reading fails when the worker dies.
        theirs.close()

    def give(self, job: Job) -> None:
        self.given, self.begun, self.size = list(job.numbers), time.monotonic(), len(job.numbers)
        try:
            self.pipe.send_bytes(msgspec.json.encode(job))
        except OSError:
            return  # the worker has died, which reading from the pipe will show

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()

    def hangs(self, limit: float) -> bool:
        since = self.status.since
        return since > 0 and time.monotonic() > since + limit + GRACE


class WorkerPool:
    """Plays a plan's games in worker processes, which end with the `with` block. Every game given is reported exactly once."""

    nodes = 0  # a pool is not on a cluster

    def __init__(self, plan: Plan, workers: int, records: Path | None = None) -> None:
        self.plan, self.records = plan, records
        self.waiting: deque[int] = deque()
        self.fatal: dict[int, tuple[FatalQuestion, ...]] = {}  # by game
        self.deaths: Counter[int] = Counter()  # by game
        self.seconds_per_game = JOB_SECONDS  # as last measured
        self.workers = [self._start_worker() for _ in range(workers)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.end()

    def _start_worker(self) -> Worker:
        try:
            return Worker(self.plan, self.records)
        except OSError as error:
            raise Refused(Message("refuse.processes", {"reason": error.strerror or str(error)})) from None

    def play(self, numbers: Iterable[int]) -> Iterator[tuple[Result, ...]]:
        """Yield results as they arrive."""
        self.waiting.extend(numbers)
        while self.feed():
            yield from self.collect()

    def collect(self) -> Iterator[tuple[Result, ...]]:
        """Yield results that arrive within a moment, and replace hung or dead workers."""
        ready = wait([worker.pipe for worker in self.workers], CHECK_EVERY)
        for place, worker in enumerate(self.workers):
            if worker.pipe in ready:
                yield self._receive(place, worker)
            elif worker.hangs(self.plan.limit):
                self._replace(place, worker, Failure.LATE)

    def feed(self) -> bool:
        """Give work to idle workers, and return whether results are still to come."""
        for worker in self.workers:
            if not worker.given and self.waiting:
                worker.give(self._job())
        return any(worker.given for worker in self.workers)

    def _job(self) -> Job:
        """Take the next games. Jobs shrink towards the end, so that all workers finish together."""
        fair = -(-len(self.waiting) // (2 * len(self.workers)))
        size = max(1, min(fair, MOST_GAMES, int(JOB_SECONDS / self.seconds_per_game)))
        numbers = tuple(self.waiting.popleft() for _ in range(size))
        return Job(numbers, {number: self.fatal[number] for number in numbers if number in self.fatal})

    def _receive(self, place: int, worker: Worker) -> tuple[Result, ...]:
        try:
            report = msgspec.json.decode(worker.pipe.recv_bytes(), type=WorkerReport)
        except (EOFError, OSError):
            self._replace(place, worker, Failure.CRASHED)
            return ()
        if report.broken:
            raise RulesBroke(f"The rules of {self.plan.card.title} broke down in a game of {report.broken}")
        if report.unable:
            raise Refused(report.unable)
        del worker.given[: len(report.results)]
        if not worker.given:
            self.seconds_per_game = max((time.monotonic() - worker.begun) / worker.size, 1e-6)
        return report.results

    def _replace(self, place: int, worker: Worker, failure: Failure) -> None:
        """Restart the worker's remaining games in a new process.

        A bot that hung, or that killed its worker twice, is made to fail at the same question.
        """
        worker.process.kill()
        worker.process.join()
        if failure is Failure.CRASHED or worker.hangs(self.plan.limit):  # the bot may have answered just before it was killed
            self._blame(worker, failure)
        # At the front, in the old order, because a sequential test counts games in plan order.
        self.waiting.extendleft(reversed(worker.given))
        self.workers[place] = self._start_worker()
        worker.end()

    def _blame(self, worker: Worker, failure: Failure) -> None:
        number, seat, question = worker.status.read()
        self.deaths[number] += 1
        if failure is Failure.CRASHED and self.deaths[number] == 1:
            return  # something else may have killed the process; only a second death in the same game is the bot's fault
        if not worker.status.since:
            raise RulesBroke(f"A worker died twice in game {number} outside any bot.")
        self.fatal[number] = (*self.fatal.get(number, ()), FatalQuestion(seat, question, failure))
