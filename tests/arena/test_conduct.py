"""One game between bots that may be anybody's code."""

import shlex
import sys
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from byways.arena.conduct import Fault, Job, Mark, at_work, conduct, ranked, reads, result
from byways.arena.plan import Plan, draw_up
from byways.game import stream
from byways.referee import Failure, play
from tests import toy

TOY, UNRULY = "tests.toy:GAME", "tests.arena.unruly:"


def mark() -> Mark:
    return Mark(get_context("spawn").RawArray("d", Mark.SIZE))


def against(bot: str, **more: float) -> Plan:
    return draw_up(TOY, ["random", UNRULY + bot], **more)  # type: ignore[arg-type]


def test_a_game_of_the_arena_is_the_one_that_its_seed_and_seating_give_anywhere() -> None:
    plan = draw_up("labyrinth", ["euclid", "random"], seed=2)
    fixture = plan.fixture(3)
    players = [plan.bot(name)(stream(fixture.seed, f"seat {seat}")) for seat, name in enumerate(fixture.seating)]
    assert conduct(plan, fixture, (), mark()).record == play(plan.card, players, fixture.seed, names=fixture.seating).record


def test_the_same_seed_with_rotated_seats_deals_the_same_to_the_seats() -> None:
    plan = draw_up("labyrinth", ["euclid", "random"])
    first, second = (conduct(plan, plan.fixture(number), (), mark()).record for number in (0, 1))
    assert (first.setup, first.players) == (second.setup, second.players[::-1])


@pytest.mark.parametrize(
    ("bot", "failure"),
    [
        ("Crashes", Failure.CRASHED),
        ("Unmade", Failure.CRASHED),
        ("Babbles", Failure.MALFORMED),
        ("Foreign", Failure.ILLEGAL),
        ("Slow", Failure.LATE),
    ],
)
@pytest.mark.parametrize("number", [0, 1])
def test_a_bot_that_fails_loses_and_is_named(bot: str, failure: Failure, number: int) -> None:
    plan = against(bot, limit=0.5 if failure is Failure.LATE else 60.0)
    came = result(plan.fixture(number), conduct(plan, plan.fixture(number), (), mark()))
    seat = came.seating.index(UNRULY + bot)
    assert [(lapse.seat, lapse.why) for lapse in came.failures] == [(seat, failure.value)]
    assert came.places[seat] == 2
    assert came.places[1 - seat] == 1


def test_a_foreign_choice_that_the_rules_stumble_over_is_the_bots_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(position: toy.Position, seat: int, choice: toy.AnyChoice) -> str:
        raise AttributeError("It has no card.")

    monkeypatch.setattr(toy, "HOOKS", replace(toy.HOOKS, why_not=stumble))
    plan = against("Foreign")
    assert result(plan.fixture(0), conduct(plan, plan.fixture(0), (), mark())).failures[0].why == Failure.MALFORMED.value


def test_rules_that_break_down_are_nobodys_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(toy, "after", broken)
    plan = draw_up(TOY, ["random", "byways.bots:RandomPlayer"], seed=4)
    (news,) = at_work(plan, Job((0,)), mark(), None)
    assert news.broken.startswith("random against byways.bots:RandomPlayer, seed 4000000:\n")
    assert "ZeroDivisionError" in news.broken


def test_what_a_seat_did_not_survive_before_is_its_failure_at_the_same_question() -> None:
    plan = against("Hangs")
    referee = conduct(plan, plan.fixture(0), [Fault(1, 3, Failure.LATE)], mark())
    assert [(lapse.seat, lapse.why) for lapse in result(plan.fixture(0), referee).failures] == [(1, "no answer in time")]
    assert sum(str(entry).startswith("1: ") for entry in referee.entries) == 3  # two answers, and its leaving


def test_a_seat_that_is_not_asked_so_often_this_time_goes_at_once() -> None:
    plan = draw_up(TOY, ["random", "byways.bots:RandomPlayer"])
    referee = conduct(plan, plan.fixture(0), [Fault(1, 999, Failure.LATE)], mark())
    assert [str(entry) for entry in referee.entries if str(entry).startswith("1: ")] == ["1: removed (no answer in time)"]


def test_whoever_failed_is_behind_all_that_did_not() -> None:
    assert ranked((1, 2, 2), set()) == (1, 2, 2)
    assert ranked((1, 2, 2), {0}) == (3, 1, 1)
    assert ranked((1, 1, 1), {0, 2}) == (2, 1, 2)


def test_an_answer_reads_if_it_is_made_of_choices_of_the_game() -> None:
    assert reads(toy.GAME, [toy.Pick(3), toy.Done()])
    assert not reads(toy.GAME, None)
    assert not reads(toy.GAME, toy.Pick(77))


def test_the_mark_says_who_is_asked() -> None:
    plan, seen = draw_up(TOY, ["random", UNRULY + "Loud"]), mark()
    seen.game(5)
    seen.begin(1, 3)
    assert (seen.read(), seen.since > 0) == ((5, 1, 3), True)
    conduct(plan, plan.fixture(0), (), seen)
    assert seen.since == 0


def test_records_are_kept_whole(tmp_path: Path) -> None:
    plan = draw_up("traxx", ["random"])
    assert [came.number for news in at_work(plan, Job((0, 1)), mark(), tmp_path) for came in news.results] == [0, 1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000000.json", "000001.json"]


EXAMPLE = Path(__file__).parents[2] / "examples" / "player.py"


def test_a_program_plays_the_game_that_any_bot_would() -> None:
    plan = draw_up(TOY, ["random", "exec:" + shlex.join([sys.executable, str(EXAMPLE)])])
    referee = conduct(plan, plan.fixture(0), (), mark())
    assert (referee.outcome is not None, result(plan.fixture(0), referee).failures) == (True, ())
    assert conduct(plan, plan.fixture(0), (), mark()).record == referee.record


def test_a_program_that_ends_costs_only_its_own_game_and_its_last_words_are_kept() -> None:
    broken = "exec:" + shlex.join([sys.executable, "-c", "raise SystemExit('I am told nothing')"])
    plan = draw_up(TOY, [broken, "random"])
    (lapse,) = result(plan.fixture(0), conduct(plan, plan.fixture(0), (), mark())).failures
    assert (lapse.seat, lapse.why) == (0, Failure.CRASHED.value)
    assert lapse.report == "It ended by itself (status 1) in the middle of the game.\n  I am told nothing"


def test_a_program_is_told_what_happens() -> None:
    writes = """import json, sys
for line in sys.stdin:
    say = json.loads(line)["say"]
    sys.stderr.write(say + chr(10))
    if say == "request":
        sys.exit()
"""
    plan = draw_up(TOY, ["random", "exec:" + shlex.join([sys.executable, "-c", writes])])
    (lapse,) = result(plan.fixture(0), conduct(plan, plan.fixture(0), (), mark())).failures
    heard = lapse.report.split("\n  ")[1:]
    assert (heard[0], set(heard[1:-1]), heard[-1]) == ("hello", {"event"}, "request")
