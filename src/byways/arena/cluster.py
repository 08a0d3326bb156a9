"""The arena on Ray: every node of a cluster runs worker processes with their watchdog, and one driver hands out the games.

A node plays whatever it is given until it is told to stop, and sends results, records and signs of life by a stream of its own. What a lost
node had not reported is given to others; results count once, by their numbers.
"""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

import byways
from byways.arena.archive import Result
from byways.arena.plan import Plan, check_bot
from byways.arena.pool import RulesBroke, WorkerPool, cores
from byways.game import Complaint, JsonObject, Refused
from byways.i18n import Message
from byways.wire.program import is_program, program_command

if TYPE_CHECKING:
    from ray import ObjectRef, ObjectRefGenerator

LOCAL = "local"
AHEAD = 4.0  # seconds of games that a node should have waiting, roughly
SIGN = 1.0  # seconds between signs of life of a node
SILENT = 12.0  # seconds without one after which it is given up
KNOCK = 5.0  # seconds that a cluster may take to answer
START = 60.0  # seconds that a node may take to begin
STORE = 80 * 2**20  # bytes of Ray's object store, through which little goes

# Ray reads these when it is imported or starts processes; what the caller has set is left alone.
QUIET = {
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",  # or the deaths of workers are told on the standard output
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


class Batch(msgspec.Struct, frozen=True):
    """What a node reports: results with the records that were asked for, or why no game can go on. An empty one is a sign of life."""

    results: tuple[Result, ...] = ()
    records: dict[int, bytes] = {}
    broken: str = ""


class Node:
    """Worker processes on one machine of the cluster. `give` and `play` run side by side there."""

    def __init__(self, plan: bytes, workers: int, records: bool) -> None:
        self.plan, self.workers = msgspec.json.decode(plan, type=Plan), workers
        self.folder = Path(tempfile.mkdtemp(prefix="byways-")) if records else None
        self.given: deque[int] = deque()

    def lacks(self, version: str, digest: str) -> str:
        """Why this node cannot play the plan; nothing if it can."""
        try:
            check_here(self.plan, version, digest)
        except Complaint as complaint:
            return str(complaint)
        return ""

    def give(self, numbers: list[int]) -> None:
        self.given.extend(numbers)

    def play(self) -> Iterator[bytes]:
        try:
            with WorkerPool(self.plan, self.workers, self.folder) as pool:
                while True:
                    yield from (msgspec.json.encode(self._batch(results)) for results in self._results(pool))
        except (RulesBroke, Complaint) as error:
            yield msgspec.json.encode(Batch(broken=str(error)))

    def _results(self, pool: WorkerPool) -> Iterator[tuple[Result, ...]]:
        """What comes in until a sign of life is due, which is empty. What is given meanwhile is begun at once."""
        until = time.monotonic() + SIGN
        while time.monotonic() < until:
            pool.waiting.extend(self.given.popleft() for _ in range(len(self.given)))
            pool.feed()
            yield from filter(None, pool.look())
        yield ()

    def _batch(self, results: tuple[Result, ...]) -> Batch:
        return Batch(results, {result.number: self._record(self.folder, result.number) for result in results} if self.folder else {})

    def _record(self, folder: Path, number: int) -> bytes:
        path = folder / f"{number:06}.json"
        kept = path.read_bytes()
        path.unlink()
        return kept


def check_here(plan: Plan, version: str, digest: str) -> None:
    """Complain of what is not the same here as where the tournament was started."""
    if byways.__version__ != version:
        raise Refused(Message("refuse.node-version", {"here": byways.__version__, "there": version}))
    if (plan.card.version, plan.card.digest) != (plan.version, digest):
        raise Refused(Message("refuse.node-game", {"name": plan.game}))
    for name in plan.names:
        check_bot(plan.card, name)
        if is_program(name) and shutil.which(program := program_command(name)[0]) is None:
            raise Refused(Message("refuse.node-program", {"program": program}))


class Member:
    """A node as the driver sees it: what it was given and has not reported, and when it was last heard of."""

    def __init__(self, name: str, actor: Any, workers: int) -> None:
        self.name, self.actor, self.workers = name, actor, workers
        self.given: dict[int, None] = {}
        self.heard = self.begun = time.monotonic()
        self.played = 0
        self.stream: ObjectRefGenerator[bytes] | None = None

    def wants(self) -> int:
        """How many more games it should have waiting, by the pace at which it has played so far."""
        pace = self.played / (time.monotonic() - self.begun + 1e-3)
        return max(2 * self.workers, int(AHEAD * pace)) - len(self.given)

    def give(self, numbers: list[int]) -> None:
        self.given |= dict.fromkeys(numbers)
        self.actor.give.remote(numbers)

    def hear(self, results: Iterable[Result]) -> tuple[Result, ...]:
        """Those of the results that it was asked for."""
        self.heard = time.monotonic()
        new = tuple(result for result in results if result.number in self.given)
        for result in new:
            del self.given[result.number]
        self.played += len(new)
        return new


class Cluster:
    """Plays games of a plan on the nodes of a Ray cluster; it has the same face as `WorkerPool`."""

    def __init__(self, plan: Plan, workers: int | None, records: Path | None, address: str) -> None:
        check_ray()
        self.plan, self.workers, self.records, self.address = plan, workers, records, address
        self.waiting: deque[int] = deque()
        self.members: list[Member] = []
        self.held = ExitStack()

    @property
    def nodes(self) -> int:
        return len(self.members)

    def __enter__(self) -> Self:
        with ExitStack() as held:
            connect(self.address, self.workers, held)
            held.callback(self._dismiss)
            self.members = [self._hire(node) for node in alive()]
            self._check()
            for member in self.members:
                member.stream = member.actor.play.options(num_returns="streaming").remote()
                member.heard = member.begun = time.monotonic()
            self.held = held.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.held.close()

    def _hire(self, node: JsonObject) -> Member:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        processors = int(node["Resources"]["CPU"])
        where = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        workers = min(self.workers or processors, processors)
        actor = ray.remote(Node).options(num_cpus=processors, max_concurrency=2, scheduling_strategy=where)
        plan, records = msgspec.json.encode(self.plan), self.records is not None
        return Member(f"{node['NodeManagerHostname']} ({node['NodeManagerAddress']})", actor.remote(plan, workers, records), workers)

    def _check(self) -> None:
        """Nobody plays before every node has shown that it plays the same games."""
        asked = {member: member.actor.lacks.remote(byways.__version__, self.plan.card.digest) for member in self.members}
        for member, answer in asked.items():
            if reason := said(answer):
                raise Refused(Message("refuse.node", {"node": member.name, "reason": reason}))

    def play(self, numbers: Iterable[int]) -> Iterator[tuple[Result, ...]]:
        """Results as they come in."""
        import ray

        self.waiting.extend(numbers)
        while self._feed():
            streams = {member.stream: member for member in self.members}
            ready, _ = ray.wait(list(streams), num_returns=len(streams), timeout=SIGN)
            for stream in ready:
                yield self._hear(streams[stream])
            for member in [one for one in self.members if time.monotonic() > one.heard + SILENT]:
                self._lose(member)

    def _feed(self) -> bool:
        """Keep every node supplied; returns whether anything is still to come."""
        for member in self.members:
            fair = -(-len(self.waiting) // (2 * self.nodes))
            if (wanted := min(member.wants(), max(fair, member.workers), len(self.waiting))) > 0:
                member.give([self.waiting.popleft() for _ in range(wanted)])
        to_come = bool(self.waiting) or any(member.given for member in self.members)
        if to_come and not self.members:
            raise Refused(Message("refuse.no-nodes"))
        return to_come

    def _hear(self, member: Member) -> tuple[Result, ...]:
        import ray
        from ray.exceptions import RayError

        assert member.stream is not None
        try:
            batch = msgspec.json.decode(ray.get(next(member.stream)), type=Batch)
        except (RayError, StopIteration):
            self._lose(member)
            return ()
        if batch.broken:
            raise RulesBroke(f"{member.name}: {batch.broken}")
        results = member.hear(batch.results)
        for result in results if self.records else ():
            keep(self.records, result.number, batch.records[result.number])
        return results

    def _lose(self, member: Member) -> None:
        """A node that died or fell silent: others play what it has not reported."""
        import ray

        self.members.remove(member)
        self.waiting.extendleft(reversed(member.given))
        ray.kill(member.actor)

    def _dismiss(self) -> None:
        import ray

        for member in self.members:
            ray.kill(member.actor)


def keep(folder: Path | None, number: int, record: bytes) -> None:
    assert folder is not None
    part = folder / f"{number:06}.part"
    part.write_bytes(record)
    part.replace(folder / f"{number:06}.json")


def check_ray() -> None:
    if find_spec("ray") is None:
        raise Refused(Message("refuse.no-ray"))


def connect(address: str, workers: int | None, held: ExitStack) -> None:
    """To a cluster, or to one of our own on this machine, which ends with `held`."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    quiet: JsonObject = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        # Ray listens on all interfaces: without a token anybody near could run code here. One that Ray makes would stay in the home folder.
        if os.environ.setdefault("RAY_AUTH_MODE", "token") == "token":
            os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
        folder = tempfile.mkdtemp(prefix="ray-")  # Ray never removes its own, and must not have a long path
        held.callback(shutil.rmtree, folder, ignore_errors=True)
        quiet |= {"num_cpus": workers or cores(), "include_dashboard": False, "object_store_memory": STORE, "_temp_dir": folder}
    import ray
    from ray.exceptions import RayError

    try:
        knock(address)
        ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError, RayError) as error:
        raise Refused(Message("refuse.no-cluster", {"address": address, "reason": first_line(error)})) from None
    held.callback(ray.shutdown)


def knock(address: str) -> None:
    """Where nobody listens Ray would try for minutes, and tell of each attempt."""
    host, _, port = address.rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.removeprefix("ray://"), int(port)), KNOCK).close()


def alive() -> list[JsonObject]:
    """The nodes that can play."""
    import ray

    every: list[JsonObject] = ray.nodes()  # type: ignore[no-untyped-call]
    found = [node for node in every if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
    if not found:
        raise Refused(Message("refuse.no-nodes"))
    return found


def said(answer: ObjectRef[str]) -> Message | str:
    """What a node answers; if it does not, why."""
    import ray
    from ray.exceptions import GetTimeoutError, RayError

    try:
        found: str = ray.get(answer, timeout=START)
    except GetTimeoutError:
        return Message("refuse.node-busy")
    except RayError as error:
        return first_line(error)
    return found


def first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
