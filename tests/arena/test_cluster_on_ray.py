"""The arena on a real Ray cluster of two nodes on this machine. `make test` runs these tests in a separate process."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from byways.arena import cluster
from byways.arena.archive import Result
from byways.arena.cluster import QUIET, STORE, Cluster
from byways.arena.plan import Plan, draw_up
from byways.arena.pool import RulesBroke, WorkerPool
from byways.arena.tournament import hold
from byways.bench import arena as bench
from byways.game import Refused
from byways.referee import Failure
from tests.arena.test_pool import TOY, UNRULY

pytestmark = [pytest.mark.ray, pytest.mark.slow]

PATIENT = draw_up(TOY, ["random", UNRULY + "Patient"])


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    folder = tempfile.mkdtemp(prefix="ray-")  # Ray's paths must be short
    os.environ.update(QUIET | {"RAY_TMPDIR": folder, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "0123456789abcdef" * 4})
    from ray.cluster_utils import Cluster as Machines

    found: Any = Machines(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    yield found
    found.shutdown()
    shutil.rmtree(folder, ignore_errors=True)


SMALL = {"num_cpus": 1, "object_store_memory": STORE}


@pytest.fixture
def second(machines: Any) -> Iterator[Any]:
    """A node beside the head."""
    node = machines.add_node(**SMALL)
    machines.wait_for_nodes()
    yield node
    with suppress(Exception):  # a test may have killed it
        machines.remove_node(node)


@pytest.fixture
def address(machines: Any) -> str:
    found: str = machines.address
    return found


def sorted_by_number(results: Iterator[Result] | list[Result]) -> list[Result]:
    return sorted(results, key=lambda result: result.number)


def by_processes(plan: Plan, games: int) -> list[Result]:
    with WorkerPool(plan, 2) as pool:
        return sorted_by_number(result for results in pool.play(range(games)) for result in results)


def test_a_cluster_plays_the_same_games_as_worker_processes_and_keeps_their_records(second: Any, address: str, tmp_path: Path) -> None:
    plan = draw_up("labyrinth", ["riemann", "random"], seed=5)
    told: list[tuple[int, int, int]] = []
    there = hold(plan, 40, ray=address, out=tmp_path / "there", records=True, progress=lambda *counts: told.append(counts))
    here = hold(plan, 40, workers=1, out=tmp_path / "here", records=True)
    assert there.results == here.results
    assert told[-1] == (40, 40, 2)
    kept = {path.name: path.read_bytes() for path in (tmp_path / "there" / "records").iterdir()}
    assert kept == {path.name: path.read_bytes() for path in (tmp_path / "here" / "records").iterdir()}


@pytest.mark.parametrize("end", ["killed", "frozen"])
def test_the_games_of_a_lost_node_are_played_elsewhere(machines: Any, second: Any, address: str, end: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(cluster, "SILENT", 4.0)
    with Cluster(PATIENT, None, None, address) as playing:
        coming = playing.play(range(60))
        results = [result for some in islice(coming, 4) for result in some]
        pid = next(pid for pid, node in map(process_of, playing.members) if node == second.node_id)
        if end == "killed":
            machines.remove_node(second)
        else:
            os.kill(pid, signal.SIGSTOP)
        results += [result for some in coming for result in some]
        assert playing.nodes == 1
    if end == "frozen":
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert sorted_by_number(results) == by_processes(PATIENT, 60)


def process_of(member: cluster.Member) -> tuple[int, str]:
    """Return the process id of a node's actor and the id of the node."""
    import ray

    found: tuple[int, str] = ray.get(member.actor.__ray_call__.remote(lambda _: (os.getpid(), ray.get_runtime_context().get_node_id())))
    return found


def test_bots_that_fail_cost_only_their_own_games(address: str) -> None:
    wrong = {"Hangs": Failure.LATE, "Dies": Failure.CRASHED, "Babbles": Failure.MALFORMED}
    plan = draw_up(TOY, ["random", *(UNRULY + bot for bot in wrong)], gauntlet=True, limit=0.6)
    with Cluster(plan, None, None, address) as playing:
        results = [result for some in playing.play(range(plan.total(2))) for result in some]
    failed = [(result.seating[failure.seat], failure.why) for result in sorted_by_number(results) for failure in result.failures]
    assert failed == [(UNRULY + bot, failure.value) for bot, failure in wrong.items() for _ in range(2)]


def test_the_benchmark_plays_as_many_games_on_ray_as_here(address: str) -> None:
    plan = draw_up(TOY, ["random", "byways.bots:RandomPlayer"])
    assert [(ours(), theirs()) for _, ours, _, theirs in bench.on_ray(plan, address)] == [(bench.LONG_GAMES, bench.LONG_GAMES)]


def test_broken_rules_end_the_tournament(address: str) -> None:
    plan = draw_up("tests.arena.broken:GAME", ["random", "byways.bots:RandomPlayer"])
    with Cluster(plan, None, None, address) as playing, pytest.raises(RulesBroke, match="broke down"):
        list(playing.play(range(2)))


def test_a_node_that_cannot_play_is_named(address: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("byways.__version__", "0.0.0")  # here, not there
    with (
        pytest.raises(Refused, match=r"^The node .+ cannot play this tournament\. It has Byways .+, not 0\.0\.0\.$"),
        Cluster(PATIENT, None, None, address),
    ):
        pass


def test_an_address_without_a_cluster_is_refused() -> None:
    with pytest.raises(Refused, match="There is no Ray cluster at"), Cluster(PATIENT, None, None, "127.0.0.1:1"):
        pass


def test_a_killed_driver_resumes_where_it_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "byways", "arena", TOY, *PATIENT.bots, "--games", "40", "--out", str(tmp_path)]
    results = tmp_path / "results.jsonl"
    environment = {**os.environ, "PATIENT": f"3 {results}"}
    with subprocess.Popen([*command, "--ray", "local"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment) as driver:
        while driver.poll() is None and not (results.exists() and results.read_bytes().count(b"\n") > 2):
            time.sleep(0.05)
        driver.kill()
        assert driver.communicate()[0] == b""  # Ray prints nothing, and the progress bar needs a terminal
    begun = results.read_bytes().count(b"\n")
    assert 2 < begun < 40
    archive = hold(PATIENT, 40, workers=2, out=tmp_path)
    assert archive.results == by_processes(PATIENT, 40)
