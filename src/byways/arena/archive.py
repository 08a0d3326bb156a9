"""Results, one line of JSON per game, appended as they come in: a killed tournament resumes where it stopped."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import msgspec
from filelock import FileLock, Timeout

from byways.arena.plan import Plan
from byways.game import Refused
from byways.i18n import Message
from byways.record import plain

PLAN = "tournament.json"
RESULTS = "results.jsonl"
RECORDS = "records"
LOCK = ".lock"


class Lapse(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot's failure, which cost it the game; for a program, `report` is its last output."""

    seat: int
    why: str
    report: str = ""


class Result(msgspec.Struct, frozen=True):
    """One game: `number` is its number in the plan, `seed` and `seating` are enough to play it again."""

    number: int
    seed: int
    seating: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...] | None
    entries: int
    failures: tuple[Lapse, ...] = ()


class Archive:
    """The results of one tournament, kept in a directory, or in memory only."""

    def __init__(self, plan: Plan, results: Iterable[Result] = (), file: IO[bytes] | None = None, held: ExitStack | None = None) -> None:
        self.plan = plan
        self.file, self.held = file, held or ExitStack()
        self.by_number = {result.number: result for result in results}

    @property
    def results(self) -> list[Result]:
        """In the order of the plan, not of arrival."""
        return [self.by_number[number] for number in sorted(self.by_number)]

    def add(self, results: Iterable[Result]) -> None:
        new = {result.number: result for result in results if result.number not in self.by_number}
        self.by_number |= new
        if self.file is not None and new:
            self.file.write(b"".join(msgspec.json.encode(result) + b"\n" for result in new.values()))

    def close(self) -> None:
        self.held.close()


def open_archive(directory: Path, plan: Plan) -> Archive:
    """The archive of exactly this tournament in a directory, new or already begun; locked against other writers."""
    with ExitStack() as held:
        try:
            directory.mkdir(parents=True, exist_ok=True)
            held.enter_context(FileLock(directory / LOCK, timeout=0, thread_local=False))  # the system releases it with the process
            file = held.enter_context((directory / RESULTS).open("ab", buffering=0))
        except Timeout:
            raise Refused(Message("refuse.running", {"directory": str(directory)})) from None
        except OSError as error:
            raise Refused(Message("refuse.unwritable-directory", {"directory": str(directory), "reason": str(error.strerror)})) from None
        keep_plan(directory, plan)
        cut(directory / RESULTS)
        return Archive(plan, read_results(directory / RESULTS), file, held.pop_all())


def read_archive(directory: Path) -> Archive:
    """A tournament to read, running or not."""
    if not (directory / PLAN).is_file():
        raise Refused(Message("refuse.no-tournament", {"directory": str(directory)}))
    return Archive(read_plan(directory), read_results(directory / RESULTS))


def keep_plan(directory: Path, plan: Plan) -> None:
    path = directory / PLAN
    if not path.exists():
        if (directory / RESULTS).stat().st_size:
            raise Refused(Message("refuse.no-plan", {"directory": str(directory), "file": PLAN}))
        part = path.with_suffix(".part")
        part.write_bytes(msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
        part.replace(path)
    kept = read_plan(directory)
    if plan.plays_with(kept.components):
        kept = msgspec.structs.replace(kept, components=plan.components)
    theirs, ours = plain(kept), plain(plan)
    for name, value in ours.items():
        if theirs[name] != value:
            difference = differ(theirs[name], value)
            raise Refused(Message("refuse.other-tournament", {"directory": str(directory), "name": name, "difference": difference}))


def differ(theirs: object, ours: object) -> Message:
    there, here = (", ".join(map(str, value)) if isinstance(value, list) else str(value) for value in (theirs, ours))
    short = len(there + here) < 200
    return Message("arena.differs", {"there": there, "here": here}) if short else Message("arena.differs-much")


def read_plan(directory: Path) -> Plan:
    try:
        return msgspec.json.decode((directory / PLAN).read_bytes(), type=Plan)
    except (OSError, msgspec.DecodeError) as error:
        raise Refused(Message("refuse.not-plan", {"file": str(directory / PLAN), "reason": str(error)})) from None


def cut(path: Path) -> None:
    """Drop an incomplete last line; its game is played again."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(data.rfind(b"\n") + 1)


def read_results(path: Path) -> list[Result]:
    lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
    return [read_result(line, path, number) for number, line in enumerate(lines[:-1], 1)]


def read_result(line: bytes, path: Path, number: int) -> Result:
    try:
        return msgspec.json.decode(line, type=Result)
    except msgspec.DecodeError as error:
        raise Refused(Message("refuse.not-result", {"line": number, "file": str(path), "reason": str(error)})) from None
