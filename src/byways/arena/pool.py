"""Worker processes: kept busy, watched, and replaced when they hang or die."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path
from typing import Self

import msgspec

from byways.arena.archive import Result
from byways.arena.conduct import Fault, Job, Mark, News, work
from byways.arena.plan import Plan
from byways.game import Refused
from byways.i18n import Message
from byways.referee import Failure

LOOK_EVERY = 0.1  # seconds between two looks at the clock of every worker
JOB_SECONDS = 0.25  # seconds that a job should take, roughly
MOST_GAMES = 200  # and how many games it may have
GRACE = 1.0  # how late a player may be before its process is killed; a late answer costs it the game anyway
SPAWN = get_context("spawn")  # a fork would copy the caller's threads and everything else


class RulesBroke(RuntimeError):
    """A game could not be finished, through no fault of a bot."""


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Worker:
    """A process with the games it has been given and not yet reported."""

    def __init__(self, plan: Plan, records: Path | None) -> None:
        self.given: list[int] = []
        self.begun, self.size = 0.0, 1
        shared = SPAWN.RawArray("d", Mark.SIZE)
        self.mark = Mark(shared)
        self.pipe, theirs = SPAWN.Pipe()
        given = (theirs, shared, msgspec.json.encode(plan), str(records) if records else None)
        self.process = SPAWN.Process(target=work, args=given, daemon=True)
        self.process.start()
        theirs.close()

    def give(self, job: Job) -> None:
        self.given, self.begun, self.size = list(job.numbers), time.monotonic(), len(job.numbers)
        try:
            self.pipe.send_bytes(msgspec.json.encode(job))
        except OSError:
            return  # it has died, as its closed pipe will show

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()

    def hangs(self, limit: float) -> bool:
        since = self.mark.since
        return since > 0 and time.monotonic() > since + limit + GRACE


class WorkerPool:
    """Plays games of a plan in worker processes, which end with the `with` block."""

    nodes = 0  # of a cluster

    def __init__(self, plan: Plan, workers: int, records: Path | None = None) -> None:
        self.plan, self.records = plan, records
        self.waiting: deque[int] = deque()
        self.faults: dict[int, tuple[Fault, ...]] = {}
        self.deaths: Counter[int] = Counter()
        self.pace = JOB_SECONDS  # seconds a game, as last seen
        self.workers = [self._hire() for _ in range(workers)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.end()

    def _hire(self) -> Worker:
        try:
            return Worker(self.plan, self.records)
        except OSError as error:
            raise Refused(Message("refuse.processes", {"reason": error.strerror or str(error)})) from None

    def play(self, numbers: Iterable[int]) -> Iterator[tuple[Result, ...]]:
        """Results as they come in."""
        self.waiting.extend(numbers)
        while self.feed():
            yield from self.look()

    def look(self) -> Iterator[tuple[Result, ...]]:
        """What has come in, or comes within a moment."""
        ready = wait([worker.pipe for worker in self.workers], LOOK_EVERY)
        for place, worker in enumerate(self.workers):
            if worker.pipe in ready:
                yield self._hear(place, worker)
            elif worker.hangs(self.plan.limit):
                self._replace(place, worker, Failure.LATE)

    def feed(self) -> bool:
        """Give work to idle workers; returns whether anything is still to come."""
        for worker in self.workers:
            if not worker.given and self.waiting:
                worker.give(self._job())
        return any(worker.given for worker in self.workers)

    def _job(self) -> Job:
        """Towards the end jobs get smaller, so all workers finish together."""
        fair = -(-len(self.waiting) // (2 * len(self.workers)))
        size = max(1, min(fair, MOST_GAMES, int(JOB_SECONDS / self.pace)))
        numbers = tuple(self.waiting.popleft() for _ in range(size))
        return Job(numbers, {number: self.faults[number] for number in numbers if number in self.faults})

    def _hear(self, place: int, worker: Worker) -> tuple[Result, ...]:
        try:
            news = msgspec.json.decode(worker.pipe.recv_bytes(), type=News)
        except (EOFError, OSError):
            self._replace(place, worker, Failure.CRASHED)
            return ()
        if news.broken:
            raise RulesBroke(f"The rules of {self.plan.card.title} broke down in a game of {news.broken}")
        del worker.given[: len(news.results)]
        if not worker.given:
            self.pace = max((time.monotonic() - worker.begun) / worker.size, 1e-6)
        return news.results

    def _replace(self, place: int, worker: Worker, failure: Failure) -> None:
        """A new process takes over the old one's games. The player whose question the old one did not survive fails next time."""
        worker.process.kill()
        worker.process.join()
        if failure is Failure.CRASHED or worker.hangs(self.plan.limit):  # it may have answered just before it was killed
            self._blame(worker, failure)
        self.waiting.extendleft(reversed(worker.given))
        self.workers[place] = self._hire()
        worker.end()

    def _blame(self, worker: Worker, failure: Failure) -> None:
        number, seat, question = worker.mark.read()
        self.deaths[number] += 1
        if failure is Failure.CRASHED and self.deaths[number] == 1:
            return  # a process can be killed from outside: only a second death in the same game is the bot's fault
        if not worker.mark.since:
            raise RulesBroke(f"A worker died twice in game {number} while no bot was asked.")
        self.faults[number] = (*self.faults.get(number, ()), Fault(seat, question, failure))
