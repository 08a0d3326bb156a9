"""Play one tournament game, and run the main loop of the worker processes that do so."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from ctypes import Array, c_double
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from traceback import format_exc
from typing import TypeAlias

import msgspec

from byways.arena.archive import BotFailure, Result
from byways.arena.plan import Fixture, Plan
from byways.bots import Thought
from byways.bots.worker import become_worker
from byways.daily import Chances
from byways.files import write_bytes
from byways.game import Bot, Choice, Complaint, Event, Game, Player, View, places, stream
from byways.record import Remove, new_record
from byways.referee import Failure, Raised, Referee, Request, ask, begin, steps
from byways.wire.process import Process
from byways.wire.program import Program, SeatContext, is_program, program_command

SEND_AFTER = 0.1  # seconds between a worker's reports
SharedMemory: TypeAlias = "Array[c_double]"


class FatalQuestion(msgspec.Struct, frozen=True):
    """The question at which a seat's bot hung or killed its worker. Question 0 is creating the player."""

    seat: int
    question: int
    failure: Failure


class Job(msgspec.Struct, frozen=True):
    """Games to play, with the fatal questions of earlier attempts, by game."""

    numbers: tuple[int, ...]
    fatal: dict[int, tuple[FatalQuestion, ...]] = {}


class WorkerReport(msgspec.Struct, frozen=True):
    """Results from a worker, or why it stops: the rules are `broken`, or a sentence says why it is `unable` to continue."""

    results: tuple[Result, ...] = ()
    broken: str = ""
    unable: str = ""


class WorkerStatus:
    """A worker's current game, seat and question, and when it was asked, in memory shared with its watchdog."""

    SIZE = 4

    def __init__(self, shared: SharedMemory) -> None:
        self.shared = shared

    def game(self, number: int) -> None:
        self.shared[3] = number

    def begin(self, seat: int, question: int) -> None:
        shared = self.shared
        # Set the time last: while it is 0, the watchdog ignores the rest.
        shared[1], shared[2] = seat, question
        shared[0] = time.monotonic()

    def end(self) -> None:
        self.shared[0] = 0.0

    @property
    def since(self) -> float:
        """When the question was asked; 0 while none is open."""
        return self.shared[0]

    def read(self) -> tuple[int, int, int]:
        """Return game, seat and question."""
        return int(self.shared[3]), int(self.shared[1]), int(self.shared[2])


class WatchedPlayer(Player):
    """A player whose calls are recorded in the worker's status."""

    def __init__(self, seat: int, bot: Bot, rng: Random, status: WorkerStatus) -> None:
        self.seat, self.status, self.questions = seat, status, 0
        self.answer: object = None
        with self:
            self.player = bot(rng)

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        self.questions += 1
        with self:
            answer = self.answer = self.player.choose(view, deadline)
        return answer

    def __enter__(self) -> None:
        self.status.begin(self.seat, self.questions)

    def __exit__(self, *_: object) -> None:
        self.status.end()


class ArenaGame:
    """One game between bots that may be third-party code. Their errors cost only their own seats."""

    def __init__(self, plan: Plan, fixture: Fixture, fatal: Sequence[FatalQuestion], status: WorkerStatus) -> None:
        self.game = plan.card
        self.fatal = {(one.seat, one.question): one.failure for one in fatal}
        setup = self.game.deal(plan.seats, stream(fixture.seed, "set-up"), plan.read_options)
        record = new_record(self.game, setup, plan.read_options, fixture.seating)
        self.events: list[Event] = []
        tell = self.events if any(map(is_program, fixture.seating)) else None  # building events costs time
        # Runs of a deal share dice and cards, whatever is chosen: one sequential stream would come apart at the first difference.
        chance = Chances(str(fixture.seed)) if plan.runs else stream(fixture.seed, "chance")
        self.referee = begin(self.game, record, chance, plan.limit, tell)
        self.programs: dict[int, Program] = {}
        self.players = [self._seat(self._bot(plan, seat, name), seat, fixture, status) for seat, name in enumerate(fixture.seating)]

    def _bot(self, plan: Plan, seat: int, name: str) -> Bot:
        if not is_program(name):
            return plan.bot(name)

        def start(rng: Random) -> Program:
            context = SeatContext(self.game, plan.read_options, seat, plan.seats, self.events)
            self.programs[seat] = Program(Process(program_command(name)), context, rng)
            return self.programs[seat]

        return start

    def play(self) -> Referee:
        referee = self.referee
        try:
            while referee.outcome is None:
                request = referee.request(referee.position.awaited[0])
                player = self.players[request.seat]
                if player is not None and not self._failed(request.seat, player.questions + 1):
                    self._ask(request, player)
        finally:
            for seat, program in self.programs.items():
                program.end(referee.position.view(seat))
        return referee

    def _seat(self, bot: Bot, seat: int, fixture: Fixture, status: WorkerStatus) -> WatchedPlayer | None:
        if self._failed(seat, 0):
            return None
        try:
            name = f"seat {seat}, run {fixture.run}" if fixture.run else f"seat {seat}"
            return WatchedPlayer(seat, bot, stream(fixture.seed, name), status)
        except (Exception, SystemExit) as error:
            self._fail(seat, Failure.CRASHED, error)
            return None

    def _ask(self, request: Request, player: WatchedPlayer) -> None:
        player.answer = None
        try:
            ask(self.referee, request, player)
        except Exception as error:
            if is_answer(self.game, player.answer):
                raise  # the rules failed, not the bot
            self._fail(request.seat, Failure.MALFORMED, error)

    def _failed(self, seat: int, question: int) -> bool:
        """Remove a seat before a question that killed it in an earlier attempt."""
        failure = self.fatal.pop((seat, question), None)
        if failure is not None:
            self._fail(seat, failure)
        return failure is not None

    def _fail(self, seat: int, failure: Failure, error: Raised | None = None) -> None:
        if self.referee.outcome is None:
            self.referee.fail(seat, failure, time.monotonic(), error)


def is_answer(game: Game, answer: object) -> bool:
    """Return whether an answer consists of choices of this game."""
    try:
        return all(game.parse(str(choice)) == choice for choice in steps(answer))
    except Complaint:
        return False


def conduct(plan: Plan, fixture: Fixture, fatal: Sequence[FatalQuestion], status: WorkerStatus) -> Referee:
    """Play a game. A bot that uses the clock may not meet its fatal question again; it is then removed at the start instead."""
    game = ArenaGame(plan, fixture, fatal, status)
    referee = game.play()
    if game.fatal:
        at_start = [msgspec.structs.replace(one, question=0) for one in fatal]
        return ArenaGame(plan, fixture, at_start, status).play()
    return referee


def result(fixture: Fixture, referee: Referee) -> Result:
    outcome = referee.position.outcome
    assert outcome is not None
    removed = [entry for entry in referee.entries if isinstance(entry, Remove)]
    failures = tuple(BotFailure(entry.seat, entry.why, referee.details(entry.seat)) for entry in removed)
    ranks = ranked(outcome.places, {failure.seat for failure in failures})
    return Result(fixture.number, fixture.seed, fixture.seating, ranks, outcome.scores, len(referee.entries), failures)


def ranked(by_the_game: tuple[int, ...], failed: set[int]) -> tuple[int, ...]:
    """Rank failed bots behind all others, whatever places the game gave them."""
    return places([-place for place in by_the_game], failed) if failed else by_the_game


def work(pipe: Connection, shared: SharedMemory, plan_json: bytes, records: str | None) -> None:
    """Run a worker process: receive jobs and send reports until the pipe closes."""
    become_worker()
    plan, status = msgspec.json.decode(plan_json, type=Plan), WorkerStatus(shared)
    Thought.most, Thought.worlds = Thought.most if plan.think is None else plan.think, plan.worlds
    try:
        while True:
            job = msgspec.json.decode(pipe.recv_bytes(), type=Job)
            for report in play_job(plan, job, status, Path(records) if records else None):
                pipe.send_bytes(msgspec.json.encode(report))
    except (EOFError, OSError):
        return  # the parent process has ended


def play_job(plan: Plan, job: Job, status: WorkerStatus, records: Path | None) -> Iterator[WorkerReport]:
    """Play a job's games, reporting several results at a time if games are short."""
    done: list[Result] = []
    sent = time.monotonic()
    for number in job.numbers:
        fixture = plan.fixture(number)
        status.game(number)
        try:
            referee = conduct(plan, fixture, job.fatal.get(number, ()), status)
        except Exception:
            yield WorkerReport(tuple(done), f"{' against '.join(fixture.seating)}, seed {fixture.seed}:\n{format_exc()}")
            return
        try:
            if records:
                write_bytes(record_path(records, number), referee.record.to_json())
        except Complaint as error:
            yield WorkerReport(tuple(done), unable=str(error))
            return
        done.append(result(fixture, referee))
        if time.monotonic() > sent + SEND_AFTER:
            yield WorkerReport(tuple(done))
            done, sent = [], time.monotonic()
    yield WorkerReport(tuple(done))


def record_path(folder: Path, number: int) -> Path:
    return folder / f"{number:06}.json"
