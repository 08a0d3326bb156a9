"""Real worker processes with bots that hang, crash, die and return nonsense."""

import os
import signal
from collections.abc import Iterator

import pytest

from byways.arena.archive import Result
from byways.arena.plan import Plan, draw_up
from byways.arena.pool import RulesBroke, Worker, WorkerPool
from byways.game import Refused
from byways.referee import Failure

TOY, UNRULY = "tests.toy:GAME", "tests.arena.unruly:"


def played(plan: Plan, numbers: range, workers: int = 2) -> list[Result]:
    with WorkerPool(plan, workers) as pool:
        return sorted((result for results in pool.play(numbers) for result in results), key=lambda result: result.number)


@pytest.fixture(autouse=True)
def _short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.arena.pool.GRACE", 0.2)


@pytest.mark.slow
def test_the_number_of_workers_does_not_change_the_results() -> None:
    plan = draw_up(TOY, ["random", "byways.bots:RandomPlayer"])
    two = played(plan, range(60))
    assert [result.number for result in two] == list(range(60))
    assert played(plan, range(60), workers=1) == two


def test_bots_that_use_thought_keep_to_the_thinking_time() -> None:
    plan = draw_up(TOY, ["random", UNRULY + "Ponders"], think=0.001)
    assert [result.failures for result in played(plan, range(2), workers=1)] == [(), ()]


@pytest.mark.parametrize(("bot", "failure"), [("Hangs", Failure.LATE), ("Dies", Failure.CRASHED), ("Exits", Failure.CRASHED)])
@pytest.mark.slow
def test_a_bot_that_kills_its_worker_loses_only_its_own_games(bot: str, failure: Failure) -> None:
    plan = draw_up(TOY, ["random", UNRULY + bot, "byways.bots:RandomPlayer"], limit=0.6)
    results = played(plan, range(plan.total(2)))
    assert [result.number for result in results] == list(range(6))
    for result in results:
        wrong = [(seat, failure.value) for seat, name in enumerate(result.seating) if name == UNRULY + bot]
        assert [(one.seat, one.why) for one in result.failures] == wrong
        assert all(result.places[seat] == 2 for seat, _ in wrong)


@pytest.mark.slow
def test_two_bots_that_hang_in_one_game_both_fail() -> None:
    plan = draw_up(TOY, ["random", UNRULY + "Hangs", UNRULY + "Slow"], seats=3, limit=0.6)
    (result,) = played(plan, range(1), workers=1)
    assert sorted(one.seat for one in result.failures) == [1, 2]
    assert result.places == (1, 2, 2)


def test_what_bots_print_goes_to_stderr(capfd: pytest.CaptureFixture[str]) -> None:
    assert len(played(draw_up(TOY, ["random", UNRULY + "Loud"]), range(4))) == 4
    said = capfd.readouterr()
    assert (said.out, "I am thinking" in said.err) == ("", True)


@pytest.mark.slow
def test_no_bot_is_blamed_for_a_worker_killed_from_outside() -> None:
    plan = draw_up(TOY, ["random", UNRULY + "Patient"])
    with WorkerPool(plan, 1) as pool:
        coming: Iterator[tuple[Result, ...]] = pool.play(range(12))
        results = list(next(coming))
        pid = pool.workers[0].process.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        results += [result for more in coming for result in more]
    assert sorted(result.number for result in results) == list(range(12))
    assert not any(result.failures for result in results)


def test_a_pool_that_is_closed_early_leaves_no_process_behind() -> None:
    with WorkerPool(draw_up(TOY, ["random", UNRULY + "Patient"]), 2) as pool:
        next(pool.play(range(1000)))
        pids = [worker.process.pid for worker in pool.workers]
    for pid in pids:
        assert pid is not None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_broken_rules_end_the_tournament() -> None:
    plan = draw_up("tests.arena.broken:GAME", ["random", "byways.bots:RandomPlayer"])
    with pytest.raises(RulesBroke, match=r"The rules of Broken broke down in a game of random against .*, seed 0:"):
        played(plan, range(4), workers=1)


def test_a_machine_that_cannot_start_processes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Worker:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("byways.arena.pool.Worker", full)
    with pytest.raises(Refused, match=r"^This machine can start no more processes: Resource temporarily unavailable\.$"):
        WorkerPool(draw_up(TOY, ["random", "byways.bots:RandomPlayer"]), 1)
