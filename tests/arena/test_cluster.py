"""The logic of nodes and driver, with a fake in place of Ray."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from itertools import islice
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest

from byways.arena import cluster
from byways.arena.archive import Result
from byways.arena.cluster import Batch, Cluster, Member, Node, check_node, check_port, first_line
from byways.arena.plan import draw_up
from byways.arena.pool import RulesBroke
from byways.game import Refused

TOY, UNRULY = "tests.toy:GAME", "tests.arena.unruly:"
PLAN = draw_up(TOY, ["random", "byways.bots:RandomPlayer"])


def a_result(number: int) -> Result:
    fixture = PLAN.fixture(number)
    return Result(number, fixture.seed, fixture.seating, (1, 2), None, 9)


class Actor:
    """A node that plays its games at once. Methods are called as in Ray: `actor.give.remote(numbers)`."""

    def __init__(self) -> None:
        self.games: list[int] = []
        self.give = SimpleNamespace(remote=self.games.extend)

    def play(self) -> Iterator[bytes]:
        played = 0
        while True:
            new, played = self.games[played:], len(self.games)
            yield msgspec.json.encode(Batch(tuple(map(a_result, new)), dict.fromkeys(new, b"record")))


class RayError(Exception):
    pass


class FakeRay(ModuleType):
    """The functions of Ray that a driver calls; references are the values themselves."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.__spec__ = ModuleSpec("ray", None)
        self.killed: list[object] = []

    def kill(self, actor: object) -> None:
        self.killed.append(actor)

    def wait(self, streams: list[object], num_returns: int, timeout: float) -> tuple[list[object], list[object]]:
        return streams, []

    def get(self, value: object, timeout: float = 0.0) -> object:
        if isinstance(value, Exception):
            raise value
        return value


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake, exceptions = FakeRay(), ModuleType("ray.exceptions")
    exceptions.__dict__.update(RayError=RayError, GetTimeoutError=TimeoutError)
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.setitem(sys.modules, "ray.exceptions", exceptions)
    return fake


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that stands still until a test sets `now`."""
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def member(*batches: object, name: str = "one", workers: int = 2) -> Member:
    """A node that sends these batches or, without any, plays its games."""
    found = Member(name, Actor(), workers)
    sent: Any = iter([msgspec.json.encode(batch) if isinstance(batch, Batch) else batch for batch in batches])
    found.stream = sent if batches else found.actor.play()
    return found


def driver(*members: Member, records: Path | None = None) -> Cluster:
    made = Cluster(PLAN, None, records, "somewhere")
    made.members = list(members)
    return made


def played(results: Iterator[tuple[Result, ...]]) -> list[int]:
    return [result.number for some in results for result in some]


def test_a_node_wants_two_games_a_worker_at_first_and_then_some_seconds_ahead(clock: SimpleNamespace) -> None:
    node = member(workers=3)
    assert node.wants() == 6
    node.give(list(range(6)))
    assert node.wants() == 0
    clock.now += 1.0
    assert node.take(map(a_result, range(6))) == tuple(map(a_result, range(6)))
    assert node.wants() == int(cluster.AHEAD * 6 / 1.001)


def test_a_result_counts_once_and_only_for_the_node_that_was_given_the_game() -> None:
    node = member()
    node.give([4])
    assert [result.number for result in node.take([a_result(4), a_result(5)])] == [4]
    assert node.take([a_result(4)]) == ()


def test_a_node_is_silent_after_some_seconds_without_a_sign_of_life(clock: SimpleNamespace) -> None:
    node = member()
    clock.now += cluster.SILENT
    assert not node.is_silent
    clock.now += 0.1
    assert node.is_silent
    node.take([])
    assert not node.is_silent


@pytest.mark.usefixtures("ray", "clock")
def test_games_are_shared_between_nodes_and_all_results_come_back() -> None:
    one, two = member(), member()
    assert sorted(played(driver(one, two).play(range(9)))) == list(range(9))
    assert sorted(one.actor.games + two.actor.games) == list(range(9))
    assert min(len(one.actor.games), len(two.actor.games)) >= 4


def test_the_games_of_a_lost_node_are_given_to_another(ray: FakeRay) -> None:
    lost, other = member(RayError("gone")), member()
    made = driver(lost, other)
    assert sorted(played(made.play(range(9)))) == list(range(9))
    assert (made.nodes, ray.killed) == (1, [lost.actor])
    assert set(lost.actor.games) < set(other.actor.games) == set(range(9))


def test_a_silent_node_is_dropped_and_without_nodes_the_tournament_is_refused(ray: FakeRay, clock: SimpleNamespace) -> None:
    node = member(*[Batch()] * 3)
    playing = driver(node).play(range(2))
    assert next(playing) == ()
    ray.wait = lambda streams, num_returns, timeout: ([], streams)  # type: ignore[method-assign]
    clock.now += cluster.SILENT + 1
    with pytest.raises(Refused, match="no node that can play"):
        next(playing)
    assert ray.killed == [node.actor]


@pytest.mark.usefixtures("ray")
def test_broken_rules_on_a_node_end_the_tournament() -> None:
    with pytest.raises(RulesBroke, match=r"^one: The rules broke\.$"):
        played(driver(member(Batch(broken="The rules broke."))).play(range(2)))


@pytest.mark.usefixtures("ray")
def test_records_are_written_where_the_driver_runs(tmp_path: Path) -> None:
    assert played(driver(member(), records=tmp_path).play(range(2))) == [0, 1]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"000000.json": b"record", "000001.json": b"record"}


# Nodes in this process


def local_actor(node: Node) -> SimpleNamespace:
    """Call a node's methods as Ray would, in this process."""
    play = SimpleNamespace(options=lambda num_returns: SimpleNamespace(remote=node.play))
    return SimpleNamespace(give=SimpleNamespace(remote=node.give), why_not=SimpleNamespace(remote=node.why_not), play=play)


@pytest.fixture
def one_node(ray: FakeRay, monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    """A cluster of one node in this process."""
    strategies = ModuleType("ray.util.scheduling_strategies")
    strategies.__dict__["NodeAffinitySchedulingStrategy"] = lambda node, soft: node
    monkeypatch.setitem(sys.modules, "ray.util.scheduling_strategies", strategies)
    make: Callable[..., Any] = lambda *given: local_actor(Node(*given))  # noqa: E731
    ray.__dict__["remote"] = lambda _: SimpleNamespace(options=lambda **_: SimpleNamespace(remote=make))
    one = {"Alive": True, "Resources": {"CPU": 1.0}, "NodeID": "1", "NodeManagerHostname": "here", "NodeManagerAddress": "127.0.0.1"}
    ray.__dict__["nodes"] = lambda: [one, {**one, "Alive": False}, {**one, "Resources": {"GPU": 1.0}}]
    monkeypatch.setattr(cluster, "connect", lambda address, workers, held: None)
    return ray


def test_a_cluster_plays_all_games_and_kills_its_actors_in_the_end(one_node: FakeRay, tmp_path: Path) -> None:
    with Cluster(PLAN, None, tmp_path, "somewhere") as playing:
        assert playing.nodes == 1
        assert sorted(played(playing.play(range(6)))) == list(range(6))
    assert len(one_node.killed) == 1
    assert len(list(tmp_path.iterdir())) == 6


@pytest.mark.usefixtures("one_node")
def test_a_node_with_another_version_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Node, "why_not", lambda *_: "It has Byways 1, not 2.")
    with pytest.raises(Refused, match=r"^The node here \(127\.0\.0\.1\) cannot play this tournament\. It has Byways 1, not 2\.$"):
        Cluster(PLAN, None, None, "somewhere").__enter__()


@pytest.mark.usefixtures("one_node")
@pytest.mark.parametrize(("error", "reason"), [(RayError("no\nmore"), "no"), (TimeoutError(), "It did not start in time.")])
def test_a_node_that_does_not_answer_is_refused_with_the_reason(error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Node, "why_not", lambda *_: error)
    with pytest.raises(Refused, match=rf"cannot play this tournament\. {reason}"):
        Cluster(PLAN, None, None, "somewhere").__enter__()


def test_a_cluster_without_a_node_that_can_play_is_refused(one_node: FakeRay) -> None:
    one_node.__dict__["nodes"] = list
    with pytest.raises(Refused, match="no node that can play"):
        Cluster(PLAN, None, None, "somewhere").__enter__()


def test_broken_rules_end_the_stream_of_a_node() -> None:
    plan = draw_up("tests.arena.broken:GAME", ["random", "byways.bots:RandomPlayer"])
    node = Node(msgspec.json.encode(plan), 1, False)
    node.give([0])
    *_, last = (msgspec.json.decode(batch, type=Batch) for batch in islice(node.play(), 100))
    assert last.broken.startswith("The rules of Broken broke down")


def test_a_node_must_have_the_same_game_bots_and_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    version, digest = "0.1.0", PLAN.card.digest
    monkeypatch.setattr("byways.__version__", version)
    check_node(PLAN, version, digest)
    with pytest.raises(Refused, match=r"It has Byways 0\.1\.0, not 0\.2\.0\."):
        check_node(PLAN, "0.2.0", digest)
    with pytest.raises(Refused, match="rules or components"):
        check_node(PLAN, version, "another")
    with pytest.raises(Refused, match="no program 'nowhere'"):
        check_node(draw_up(TOY, ["random", "exec:nowhere 1"]), version, digest)
    missing = msgspec.structs.replace(PLAN, bots=("random", "no.such.module:Bot"))
    assert "no.such.module" in Node(msgspec.json.encode(missing), 1, False).why_not(version, digest)


def test_an_address_is_checked_before_ray_retries_for_minutes() -> None:
    check_port("local")
    with pytest.raises(OSError, match="refused"):
        check_port("127.0.0.1:1")


def test_an_error_is_shown_by_its_first_line_or_its_type() -> None:
    assert [first_line(ValueError("\none\ntwo")), first_line(ValueError())] == ["one", "ValueError"]
