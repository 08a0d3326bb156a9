"""Store results as one line of JSON per game, appended as they arrive, so that a killed tournament resumes where it stopped."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import msgspec
from filelock import FileLock, Timeout

from byways.arena.plan import Plan
from byways.files import refusing, write_bytes
from byways.game import Refused
from byways.i18n import Message, Value
from byways.record import plain

PLAN = "tournament.json"
RESULTS = "results.jsonl"
RECORDS = "records"
LOCK = ".lock"


class BotFailure(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a bot failed, which cost it the game. `report` is its traceback, the end of a program's stderr, or what was wrong."""

    seat: int
    why: str
    report: str = ""


class Result(msgspec.Struct, frozen=True):
    """One game. `number` is its number in the plan; `seed` and `seating` are enough to replay it."""

    number: int
    seed: int
    seating: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...] | None
    entries: int
    failures: tuple[BotFailure, ...] = ()

    def fits(self, plan: Plan) -> bool:
        """Return whether this result is possible under the plan."""
        seats = range(plan.seats)
        return (
            len(self.seating) == len(self.places) == plan.seats == len(self.scores or seats)
            and {*self.seating} <= {*plan.names}
            and {1} <= {*self.places} <= {seat + 1 for seat in seats}
            and all(failure.seat in seats for failure in self.failures)
        )


class Archive:
    """The results of one tournament, in memory and, with a file, also on disk. No game counts twice."""

    def __init__(self, plan: Plan, results: Iterable[Result] = (), path: Path | None = None, held: ExitStack | None = None) -> None:
        self.plan, self.path, self.held = plan, path, held or ExitStack()
        # Unbuffered, so that a killed run loses no added result.
        self.file: IO[bytes] | None = self.held.enter_context(path.open("ab", buffering=0)) if path else None
        self.by_number = {result.number: result for result in results}

    @property
    def results(self) -> list[Result]:
        """The results in plan order."""
        return [self.by_number[number] for number in sorted(self.by_number)]

    def add(self, results: Iterable[Result]) -> None:
        new = {result.number: result for result in results if result.number not in self.by_number}
        if self.path is not None and self.file is not None and new:
            with refusing(self.path):
                append(self.file, b"".join(msgspec.json.encode(result) + b"\n" for result in new.values()))
        self.by_number |= new

    def first(self, games: int) -> Archive:
        """An in-memory archive of the plan's first `games` results."""
        return Archive(self.plan, self.results[:games])

    def close(self) -> None:
        self.held.close()


def append(file: IO[bytes], data: bytes) -> None:
    """Append all of the data or, on a full disk, nothing."""
    end = file.seek(0, os.SEEK_END)
    try:
        while data:
            data = data[file.write(data) :]
    except OSError:
        file.truncate(end)
        raise


def open_archive(directory: Path, plan: Plan) -> Archive:
    """Open or create the archive of exactly this tournament, locked against other writers."""
    with ExitStack() as held:
        try:
            directory.mkdir(parents=True, exist_ok=True)
            held.enter_context(FileLock(directory / LOCK, timeout=0, thread_local=False))  # released when the process ends
            (directory / RESULTS).touch()
        except Timeout:
            raise Refused(Message("refuse.running", {"directory": str(directory)})) from None
        except OSError as error:
            raise Refused(Message("refuse.unwritable-directory", {"directory": str(directory), "reason": str(error.strerror)})) from None
        write_plan(directory, plan)
        cut_last_line(directory / RESULTS)
        results = read_results(directory / RESULTS, plan)
        return Archive(plan, results, directory / RESULTS, held.pop_all())


def read_archive(directory: Path) -> Archive:
    """Read a tournament's archive. It may still be running."""
    if not (directory / PLAN).is_file():
        raise Refused(Message("refuse.no-tournament", {"directory": str(directory)}))
    plan = read_plan(directory)
    return Archive(plan, read_results(directory / RESULTS, plan))


def write_plan(directory: Path, plan: Plan) -> None:
    """Store a new tournament's plan, or refuse a directory that belongs to another tournament."""
    path = directory / PLAN
    if not path.exists():
        if (directory / RESULTS).stat().st_size:
            raise Refused(Message("refuse.no-plan", {"directory": str(directory), "file": PLAN}))
        write_bytes(path, msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
    stored = read_plan(directory)
    if plan.plays_with(stored.components):
        stored = msgspec.structs.replace(stored, components=plan.components)
    theirs, ours = plain(stored), plain(plan)
    for name, value in ours.items():
        if theirs[name] != value:
            values: dict[str, Value] = {"directory": str(directory), "name": name, "difference": difference(theirs[name], value)}
            raise Refused(Message("refuse.other-tournament", values))


def difference(theirs: object, ours: object) -> Message:
    there, here = (", ".join(map(str, value)) if isinstance(value, list) else str(value) for value in (theirs, ours))
    short = len(there + here) < 200
    return Message("arena.differs", {"there": there, "here": here}) if short else Message("arena.differs-much")


def read_plan(directory: Path) -> Plan:
    try:
        return msgspec.json.decode((directory / PLAN).read_bytes(), type=Plan)
    except (OSError, msgspec.DecodeError) as error:
        raise Refused(Message("refuse.not-plan", {"file": str(directory / PLAN), "reason": str(error)})) from None


def cut_last_line(path: Path) -> None:
    """Drop an incomplete last line; its game is played again."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(data.rfind(b"\n") + 1)


def read_results(path: Path, plan: Plan) -> list[Result]:
    """Read all complete lines."""
    lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
    return [read_result(line, plan, path, number) for number, line in enumerate(lines[:-1], 1)]


def read_result(line: bytes, plan: Plan, path: Path, number: int) -> Result:
    where: dict[str, Value] = {"line": number, "file": str(path)}
    try:
        result = msgspec.json.decode(line, type=Result)
    except msgspec.DecodeError as error:
        raise Refused(Message("refuse.not-result", {**where, "reason": str(error)})) from None
    if not result.fits(plan):
        raise Refused(Message("refuse.foreign-result", {**where, "seats": plan.seats}))
    return result
