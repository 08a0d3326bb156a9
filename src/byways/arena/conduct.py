"""One game of a tournament, and the worker process that plays them one after the other."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from ctypes import Array, c_double
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Thread
from traceback import format_exc
from typing import TypeAlias

import msgspec

from byways.arena.archive import Lapse, Result
from byways.arena.plan import Fixture, Plan
from byways.bots import Thought
from byways.game import Bot, Choice, Complaint, Event, Game, Player, View, places, stream
from byways.record import Remove, opened
from byways.referee import Failure, Referee, Request, ask, begin, steps
from byways.wire.process import Process
from byways.wire.program import Chair, Program, is_program, program_command

SEND_AFTER = 0.1
Shared: TypeAlias = "Array[c_double]"


class Fault(msgspec.Struct, frozen=True):
    """What a worker died of or was killed for: the question (0: making the player) that a seat did not survive."""

    seat: int
    question: int
    failure: Failure


class Job(msgspec.Struct, frozen=True):
    """Games to play, with what is known of earlier attempts."""

    numbers: tuple[int, ...]
    faults: dict[int, tuple[Fault, ...]] = {}


class News(msgspec.Struct, frozen=True):
    """What a worker reports: results, or why no game can go on."""

    results: tuple[Result, ...] = ()
    broken: str = ""


class Mark:
    """What a worker is doing, in memory that its watchdog can read: the game, and who was asked which question since when."""

    SIZE = 4

    def __init__(self, shared: Shared) -> None:
        self.shared = shared

    def game(self, number: int) -> None:
        self.shared[3] = number

    def begin(self, seat: int, question: int) -> None:
        shared = self.shared
        shared[1], shared[2] = seat, question
        shared[0] = time.monotonic()

    def end(self) -> None:
        self.shared[0] = 0.0

    @property
    def since(self) -> float:
        """0 while nobody is asked."""
        return self.shared[0]

    def read(self) -> tuple[int, int, int]:
        return int(self.shared[3]), int(self.shared[1]), int(self.shared[2])


class Watched(Player):
    """A player under the eye of the watchdog."""

    def __init__(self, seat: int, bot: Bot, rng: Random, mark: Mark) -> None:
        self.seat, self.mark, self.questions = seat, mark, 0
        self.answer: object = None
        with self:
            self.player = bot(rng)

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        self.questions += 1
        with self:
            answer = self.answer = self.player.choose(view, deadline)
        return answer

    def __enter__(self) -> None:
        self.mark.begin(self.seat, self.questions)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self.mark.end()
        if kind is not None and not issubclass(kind, Exception):
            raise RuntimeError("A bot may leave its game, not its worker.") from error


class ArenaGame:
    """One game between bots that may be third-party code."""

    def __init__(self, plan: Plan, fixture: Fixture, faults: Sequence[Fault], mark: Mark) -> None:
        self.game = plan.card
        self.faults = {(fault.seat, fault.question): fault.failure for fault in faults}
        setup = self.game.deal(plan.seats, stream(fixture.seed, "set-up"), plan.read_options)
        record = opened(self.game, setup, plan.read_options, fixture.seating)
        self.told: list[Event] = []
        tell = self.told if any(map(is_program, fixture.seating)) else None  # telling costs time
        self.referee = begin(self.game, record, stream(fixture.seed, "chance"), plan.limit, tell)
        self.programs: dict[int, Program] = {}
        self.players = [self._seat(self._bot(plan, seat, name), seat, fixture.seed, mark) for seat, name in enumerate(fixture.seating)]

    def _bot(self, plan: Plan, seat: int, name: str) -> Bot:
        if not is_program(name):
            return plan.bot(name)

        def start(rng: Random) -> Program:
            chair = Chair(self.game, plan.read_options, seat, plan.seats, self.told)
            self.programs[seat] = Program(Process(program_command(name)), chair, rng)
            return self.programs[seat]

        return start

    def play(self) -> Referee:
        try:
            return self._play()
        finally:
            for seat, program in self.programs.items():
                program.end(self.referee.position.view(seat))

    def _play(self) -> Referee:
        referee = self.referee
        while referee.outcome is None:
            request = referee.request(referee.position.awaited[0])
            player = self.players[request.seat]
            if player is None or (self.faults and self._failed(request.seat, player.questions + 1)):
                continue
            self._ask(request, player)
        return referee

    def _seat(self, bot: Bot, seat: int, seed: int, mark: Mark) -> Watched | None:
        if self._failed(seat, 0):
            return None
        try:
            return Watched(seat, bot, stream(seed, f"seat {seat}"), mark)
        except Exception:  # what a bot raises ends only its own game
            self._fail(seat, Failure.CRASHED)
            return None

    def _ask(self, request: Request, player: Watched) -> None:
        player.answer = None
        try:
            ask(self.referee, request, player)
        except Exception:
            if reads(self.game, player.answer):
                raise  # the rules failed, not the bot
            self._fail(request.seat, Failure.MALFORMED)

    def _failed(self, seat: int, question: int) -> bool:
        failure = self.faults.pop((seat, question), None)
        if failure is not None:
            self._fail(seat, failure)
        return failure is not None

    def _fail(self, seat: int, failure: Failure) -> None:
        if self.referee.outcome is None:
            self.referee.fail(seat, failure, time.monotonic())


def reads(game: Game, answer: object) -> bool:
    """Whether an answer is made of choices of this game at all."""
    try:
        return all(game.parse(str(choice)) == choice for choice in steps(answer))
    except Complaint:
        return False


def conduct(plan: Plan, fixture: Fixture, faults: Sequence[Fault], mark: Mark) -> Referee:
    """Play a game. A bot that uses the clock may play differently and never meet the question it failed at: then it is removed at once."""
    playing = ArenaGame(plan, fixture, faults, mark)
    referee = playing.play()
    if playing.faults:
        at_once = [msgspec.structs.replace(fault, question=0) for fault in faults]
        return ArenaGame(plan, fixture, at_once, mark).play()
    return referee


def result(fixture: Fixture, referee: Referee) -> Result:
    outcome = referee.position.outcome
    assert outcome is not None
    failures = tuple(Lapse(entry.seat, entry.why, referee.note(entry.seat)) for entry in referee.entries if isinstance(entry, Remove))
    ranks = ranked(outcome.places, {lapse.seat for lapse in failures})
    return Result(fixture.number, fixture.seed, fixture.seating, ranks, outcome.scores, len(referee.entries), failures)


def ranked(by_the_game: tuple[int, ...], failed: set[int]) -> tuple[int, ...]:
    """Bots that failed rank behind all others, wherever the game puts them."""
    return places([-place for place in by_the_game], failed) if failed else by_the_game


def work(pipe: Connection, shared: Shared, plan_json: bytes, records: str | None) -> None:
    """The life of a worker process: jobs come in, results go out."""
    prepare()
    plan, mark = msgspec.json.decode(plan_json, type=Plan), Mark(shared)
    Thought.most, Thought.worlds = Thought.most if plan.think is None else plan.think, plan.worlds
    try:
        while True:
            job = msgspec.json.decode(pipe.recv_bytes(), type=Job)
            for news in at_work(plan, job, mark, Path(records) if records else None):
                pipe.send_bytes(msgspec.json.encode(news))
    except (EOFError, OSError):
        return  # the tournament's process is gone


def prepare() -> None:
    """What bots print must not mix with the results, and nobody plays on after the tournament is killed."""
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def at_work(plan: Plan, job: Job, mark: Mark, records: Path | None) -> Iterator[News]:
    """The results of a job, several at a time if games are short."""
    done: list[Result] = []
    sent = time.monotonic()
    for number in job.numbers:
        fixture = plan.fixture(number)
        mark.game(number)
        try:
            referee = conduct(plan, fixture, job.faults.get(number, ()), mark)
        except Exception:
            yield News(tuple(done), f"{' against '.join(fixture.seating)}, seed {fixture.seed}:\n{format_exc()}")
            return
        if records:
            keep(records / f"{number:06}.json", referee)
        done.append(result(fixture, referee))
        if time.monotonic() > sent + SEND_AFTER:
            yield News(tuple(done))
            done, sent = [], time.monotonic()
    yield News(tuple(done))


def keep(path: Path, referee: Referee) -> None:
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(referee.record.to_json())
    part.replace(path)
