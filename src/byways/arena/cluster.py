"""Play a tournament on a Ray cluster: one actor with a worker pool on every node, fed by one driver.

Nodes stream results, records and heartbeats. The driver gives a lost node's unreported games to other nodes, and counts every game once, by
its number.
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
from byways.arena.conduct import record_path
from byways.arena.plan import Plan, check_bot
from byways.arena.pool import RulesBroke, WorkerPool
from byways.bots.worker import cores
from byways.files import write_bytes
from byways.game import Complaint, JsonObject, Refused
from byways.i18n import Message
from byways.wire.program import is_program, program_command

if TYPE_CHECKING:
    from ray import ObjectRef, ObjectRefGenerator

LOCAL = "local"
AHEAD = 4.0  # roughly how many seconds of games a node should have queued
SIGN = 1.0  # seconds between a node's heartbeats
SILENT = 12.0  # seconds without a heartbeat before a node counts as lost
CONNECT = 5.0  # seconds for a cluster to accept a connection
START = 60.0  # seconds for a node to start
STORE = 80 * 2**20  # bytes of Ray's object store, which is hardly used

# Ray reads these when it is imported or starts processes. The caller's own values take precedence.
QUIET = {
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",  # otherwise worker deaths are printed to stdout
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


class Batch(msgspec.Struct, frozen=True):
    """A node's report: results with their records, if wanted, or why no game can continue. An empty batch is a heartbeat."""

    results: tuple[Result, ...] = ()
    records: dict[int, bytes] = {}
    broken: str = ""


class Node:
    """The actor on one node. Ray runs `give` and `play` concurrently."""

    def __init__(self, plan: bytes, workers: int, records: bool) -> None:
        self.plan, self.workers = msgspec.json.decode(plan, type=Plan), workers
        self.folder = Path(tempfile.mkdtemp(prefix="byways-")) if records else None
        self.given: deque[int] = deque()

    def why_not(self, version: str, digest: str) -> str:
        """Say why this node cannot play the plan; empty if it can."""
        try:
            check_node(self.plan, version, digest)
        except Complaint as complaint:
            return str(complaint)
        return ""

    def give(self, numbers: list[int]) -> None:
        self.given.extend(numbers)

    def play(self) -> Iterator[bytes]:
        """Stream encoded batches until the actor is killed."""
        try:
            with WorkerPool(self.plan, self.workers, self.folder) as pool:
                while True:
                    yield from (msgspec.json.encode(self._batch(results)) for results in self._results(pool))
        except (RulesBroke, Complaint) as error:
            yield msgspec.json.encode(Batch(broken=str(error)))

    def _results(self, pool: WorkerPool) -> Iterator[tuple[Result, ...]]:
        """Yield results until a heartbeat is due, then an empty batch. Games given meanwhile start at once."""
        until = time.monotonic() + SIGN
        while time.monotonic() < until:
            pool.waiting.extend(self.given.popleft() for _ in range(len(self.given)))
            pool.feed()
            yield from filter(None, pool.collect())
        yield ()

    def _batch(self, results: tuple[Result, ...]) -> Batch:
        if self.folder is None:
            return Batch(results)
        paths = {result.number: record_path(self.folder, result.number) for result in results}
        records = {number: path.read_bytes() for number, path in paths.items()}
        for path in paths.values():
            path.unlink()
        return Batch(results, records)


def check_node(plan: Plan, version: str, digest: str) -> None:
    """Refuse the plan if Byways, the game, a bot or a program here differs from the driver's."""
    if byways.__version__ != version:
        raise Refused(Message("refuse.node-version", {"here": byways.__version__, "there": version}))
    if (plan.card.version, plan.card.digest) != (plan.version, digest):
        raise Refused(Message("refuse.node-game", {"name": plan.game}))
    for name in plan.names:
        check_bot(plan.card, name)
        if is_program(name) and shutil.which(program := program_command(name)[0]) is None:
            raise Refused(Message("refuse.node-program", {"program": program}))


class Member:
    """A node as the driver sees it: the games it was given but has not reported, and when it last sent anything."""

    def __init__(self, name: str, actor: Any, workers: int) -> None:
        self.name, self.actor, self.workers = name, actor, workers
        self.given: dict[int, None] = {}
        self.heard = self.begun = time.monotonic()
        self.played = 0
        self.stream: ObjectRefGenerator[bytes] | None = None

    def start(self) -> None:
        self.stream = self.actor.play.options(num_returns="streaming").remote()
        self.heard = self.begun = time.monotonic()

    @property
    def is_silent(self) -> bool:
        return time.monotonic() > self.heard + SILENT

    def wants(self) -> int:
        """Return how many more games the node should have queued, by its speed so far."""
        games_per_second = self.played / (time.monotonic() - self.begun + 1e-3)
        return max(2 * self.workers, int(AHEAD * games_per_second)) - len(self.given)

    def give(self, numbers: list[int]) -> None:
        self.given |= dict.fromkeys(numbers)
        self.actor.give.remote(numbers)

    def take(self, results: Iterable[Result]) -> tuple[Result, ...]:
        """Record results, and return those of games that the node was given."""
        self.heard = time.monotonic()
        new = tuple(result for result in results if result.number in self.given)
        for result in new:
            del self.given[result.number]
        self.played += len(new)
        return new


class Cluster:
    """Plays games of a plan on the nodes of a Ray cluster, with the interface of `WorkerPool`."""

    def __init__(self, plan: Plan, workers: int | None, records: Path | None, address: str) -> None:
        if find_spec("ray") is None:
            raise Refused(Message("refuse.no-ray"))
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
            held.callback(self._kill_actors)
            self.members = [self._start_actor(node) for node in alive()]
            self._check()
            for member in self.members:
                member.start()
            self.held = held.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.held.close()

    def _start_actor(self, node: JsonObject) -> Member:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        processors = int(node["Resources"]["CPU"])
        where = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        workers = min(self.workers or processors, processors)
        actor = ray.remote(Node).options(num_cpus=processors, max_concurrency=2, scheduling_strategy=where)
        plan, records = msgspec.json.encode(self.plan), self.records is not None
        return Member(f"{node['NodeManagerHostname']} ({node['NodeManagerAddress']})", actor.remote(plan, workers, records), workers)

    def _check(self) -> None:
        """Check before the first game that every node would play the same games."""
        asked = {member: member.actor.why_not.remote(byways.__version__, self.plan.card.digest) for member in self.members}
        for member, answer in asked.items():
            if reason := answered(answer):
                raise Refused(Message("refuse.node", {"node": member.name, "reason": reason}))

    def play(self, numbers: Iterable[int]) -> Iterator[tuple[Result, ...]]:
        """Yield results as they arrive."""
        import ray

        self.waiting.extend(numbers)
        while self._feed():
            streams = {member.stream: member for member in self.members}
            ready, _ = ray.wait(list(streams), num_returns=len(streams), timeout=SIGN)
            for stream in ready:
                yield self._receive(streams[stream])
            for member in [one for one in self.members if one.is_silent]:
                self._lose(member)

    def _feed(self) -> bool:
        """Keep every node supplied, and return whether results are still to come."""
        for member in self.members:
            # At most half a fair share at a time, so that all nodes finish together.
            fair = -(-len(self.waiting) // (2 * self.nodes))
            if (wanted := min(member.wants(), max(fair, member.workers), len(self.waiting))) > 0:
                member.give([self.waiting.popleft() for _ in range(wanted)])
        to_come = bool(self.waiting) or any(member.given for member in self.members)
        if to_come and not self.members:
            raise Refused(Message("refuse.no-nodes"))
        return to_come

    def _receive(self, member: Member) -> tuple[Result, ...]:
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
        results = member.take(batch.results)
        if self.records:
            for result in results:
                write_bytes(record_path(self.records, result.number), batch.records[result.number])
        return results

    def _lose(self, member: Member) -> None:
        """Drop a node that died or fell silent. The others play its unreported games first."""
        import ray

        self.members.remove(member)
        self.waiting.extendleft(reversed(member.given))
        ray.kill(member.actor)

    def _kill_actors(self) -> None:
        import ray

        for member in self.members:
            ray.kill(member.actor)


def connect(address: str, workers: int | None, held: ExitStack) -> None:
    """Connect to a cluster, or start one on this machine that ends with `held`."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    settings: JsonObject = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        # Ray listens on all interfaces, so without a token any nearby host could run code here. A token made by Ray stays in the home
        # folder.
        if os.environ.setdefault("RAY_AUTH_MODE", "token") == "token":
            os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
        folder = tempfile.mkdtemp(prefix="ray-")  # Ray never removes its own folder, and its socket paths must be short
        held.callback(shutil.rmtree, folder, ignore_errors=True)
        settings |= {"num_cpus": workers or cores(), "include_dashboard": False, "object_store_memory": STORE, "_temp_dir": folder}
    import ray
    from ray.exceptions import RayError

    try:
        check_port(address)
        ray.init(address=address, **settings)
    except (OSError, RuntimeError, ValueError, RayError) as error:
        raise Refused(Message("refuse.no-cluster", {"address": address, "reason": first_line(error)})) from None
    held.callback(ray.shutdown)


def check_port(address: str) -> None:
    """Fail fast if no server listens, because Ray would retry for minutes and log every attempt."""
    host, _, port = address.rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.removeprefix("ray://"), int(port)), CONNECT).close()


def alive() -> list[JsonObject]:
    """Return the nodes that can play."""
    import ray

    every: list[JsonObject] = ray.nodes()  # type: ignore[no-untyped-call]
    found = [node for node in every if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
    if not found:
        raise Refused(Message("refuse.no-nodes"))
    return found


def answered(answer: ObjectRef[str]) -> Message | str:
    """Return a node's answer, or the reason why none came."""
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
