"""One game between bots that may be third-party code."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from byways.arena.conduct import FatalQuestion, Job, WorkerStatus, conduct, is_answer, play_job, ranked, result
from byways.arena.plan import Plan, draw_up
from byways.bots.worker import SPAWN
from byways.daily import name_of
from byways.game import stream
from byways.record import Happen
from byways.referee import Failure, play
from tests import toy

TOY, UNRULY = "tests.toy:GAME", "tests.arena.unruly:"


def status() -> WorkerStatus:
    return WorkerStatus(SPAWN.RawArray("d", WorkerStatus.SIZE))


def against(bot: str, **more: float) -> Plan:
    return draw_up(TOY, ["random", UNRULY + bot], **more)  # type: ignore[arg-type]


def test_a_game_of_the_arena_equals_the_one_played_elsewhere_from_its_seed_and_seating() -> None:
    plan = draw_up("labyrinth", ["euclid", "random"], seed=2)
    fixture = plan.fixture(3)
    players = [plan.bot(name)(stream(fixture.seed, f"seat {seat}")) for seat, name in enumerate(fixture.seating)]
    assert conduct(plan, fixture, (), status()).record == play(plan.card, players, fixture.seed, names=fixture.seating).record


def test_rotated_seats_get_the_same_deal() -> None:
    plan = draw_up("labyrinth", ["euclid", "random"])
    first, second = (conduct(plan, plan.fixture(number), (), status()).record for number in (0, 1))
    assert (first.setup, first.players) == (second.setup, second.players[::-1])


def came(plan: Plan, number: int) -> dict[str, list[str]]:
    """What came of each chance, by its name and who sees it."""
    found: dict[str, list[str]] = {}
    for step in conduct(plan, plan.fixture(number), (), status()).record.play(plan.card, tells=False):
        if isinstance(step.entry, Happen) and step.before.chance and not step.before.chance.is_frame:
            found.setdefault(name_of(step.before.chance), []).append(step.entry.what)
    return found


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("traxx", ["the next card all"]),
        ("long_way", ["the light die all", "the dark die all"]),
        ("long_road", ["a caravan card 0", "a caravan card 1"]),
    ],
)
def test_runs_of_a_deal_share_dice_and_cards(game: str, names: list[str]) -> None:
    plan = msgspec.structs.replace(draw_up(game, ["random", "random"], seed=1), runs=4)
    runs = [came(plan, number) for number in range(4)]
    assert len({conduct(plan, plan.fixture(number), (), status()).record.entries for number in range(2)}) == 2
    for name in names:
        shared = min(7, *(len(run[name]) for run in runs))  # later the deck of The Long Road may lack a card that another run still has
        assert len({tuple(run[name][:shared]) for run in runs}) == 1


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
def test_a_bot_that_fails_is_ranked_last_and_its_failure_is_noted(bot: str, failure: Failure, number: int) -> None:
    plan = against(bot, limit=0.5 if failure is Failure.LATE else 60.0)
    came = result(plan.fixture(number), conduct(plan, plan.fixture(number), (), status()))
    seat = came.seating.index(UNRULY + bot)
    assert [(one.seat, one.why) for one in came.failures] == [(seat, failure.value)]
    assert came.places[seat] == 2
    assert came.places[1 - seat] == 1


@pytest.mark.parametrize(
    ("bot", "report"),
    [
        ("Crashes", "KeyError: 1"),
        ("Unmade", "OSError: no such model"),
        ("Exits", "SystemExit: enough"),
        ("Babbles", "A player must return a choice or a sequence of choices, not ['pick', None, 3] (list)."),
    ],
)
def test_the_report_of_a_failure_says_why(bot: str, report: str) -> None:
    plan = against(bot)
    (failure,) = result(plan.fixture(0), conduct(plan, plan.fixture(0), (), status())).failures
    assert failure.report.splitlines()[-1] == report
    assert failure.report.count("Traceback") == (bot != "Babbles")


def test_a_choice_of_another_game_on_which_the_rules_crash_is_the_bots_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(position: toy.Position, seat: int, choice: toy.AnyChoice) -> str:
        raise AttributeError("It has no card.")

    monkeypatch.setattr(toy, "HOOKS", replace(toy.HOOKS, why_not=stumble))
    plan = against("Foreign")
    assert result(plan.fixture(0), conduct(plan, plan.fixture(0), (), status())).failures[0].why == Failure.MALFORMED.value


def test_broken_rules_are_not_blamed_on_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(toy, "after", broken)
    plan = draw_up(TOY, ["random", "byways.bots:RandomPlayer"], seed=4)
    (report,) = play_job(plan, Job((0,)), status(), None)
    assert report.broken.startswith("random against byways.bots:RandomPlayer, seed 4000000:\n")
    assert "ZeroDivisionError" in report.broken


def test_a_seat_fails_at_the_question_that_killed_its_worker_before() -> None:
    plan = against("Hangs")
    referee = conduct(plan, plan.fixture(0), [FatalQuestion(1, 3, Failure.LATE)], status())
    assert [(one.seat, one.why) for one in result(plan.fixture(0), referee).failures] == [(1, "no answer in time")]
    assert sum(str(entry).startswith("1: ") for entry in referee.entries) == 3  # two answers, and its leaving


def test_a_seat_that_does_not_reach_its_fatal_question_again_is_removed_at_the_start() -> None:
    plan = draw_up(TOY, ["random", "byways.bots:RandomPlayer"])
    referee = conduct(plan, plan.fixture(0), [FatalQuestion(1, 999, Failure.LATE)], status())
    assert [str(entry) for entry in referee.entries if str(entry).startswith("1: ")] == ["1: removed (no answer in time)"]


def test_seats_that_failed_rank_behind_all_others() -> None:
    assert ranked((1, 2, 2), set()) == (1, 2, 2)
    assert ranked((1, 2, 2), {0}) == (3, 1, 1)
    assert ranked((1, 1, 1), {0, 2}) == (2, 1, 2)


def test_an_answer_must_consist_of_choices_of_the_game() -> None:
    assert is_answer(toy.GAME, [toy.Pick(3), toy.Done()])
    assert not is_answer(toy.GAME, None)
    assert not is_answer(toy.GAME, toy.Pick(77))


def test_the_status_shows_the_open_question() -> None:
    plan, seen = draw_up(TOY, ["random", UNRULY + "Loud"]), status()
    seen.game(5)
    seen.begin(1, 3)
    assert (seen.read(), seen.since > 0) == ((5, 1, 3), True)
    conduct(plan, plan.fixture(0), (), seen)
    assert seen.since == 0


def test_records_are_written(tmp_path: Path) -> None:
    plan = draw_up("traxx", ["random"])
    assert [came.number for report in play_job(plan, Job((0, 1)), status(), tmp_path) for came in report.results] == [0, 1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000000.json", "000001.json"]


def test_a_record_that_cannot_be_written_stops_the_worker_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "000001.json").mkdir()
    (report,) = play_job(draw_up("traxx", ["random"]), Job((0, 1, 2)), status(), tmp_path)
    assert [came.number for came in report.results] == [0]
    assert report.unable == f"The file {tmp_path / '000001.json'} cannot be written: Is a directory."


EXAMPLE = Path(__file__).parents[2] / "examples" / "player.py"


def test_a_program_plays_reproducibly() -> None:
    plan = draw_up(TOY, ["random", "exec:" + shlex.join([sys.executable, str(EXAMPLE)])])
    referee = conduct(plan, plan.fixture(0), (), status())
    assert (referee.outcome is not None, result(plan.fixture(0), referee).failures) == (True, ())
    assert conduct(plan, plan.fixture(0), (), status()).record == referee.record


def test_a_program_that_exits_loses_the_game_and_its_stderr_is_kept() -> None:
    broken = "exec:" + shlex.join([sys.executable, "-c", "raise SystemExit('I know nothing')"])
    plan = draw_up(TOY, [broken, "random"])
    (failure,) = result(plan.fixture(0), conduct(plan, plan.fixture(0), (), status())).failures
    assert (failure.seat, failure.why) == (0, Failure.CRASHED.value)
    assert failure.report == "It exited (status 1) in the middle of the game.\n  I know nothing"


def test_a_program_receives_events_before_each_request() -> None:
    writes = """import json, sys
for line in sys.stdin:
    say = json.loads(line)["say"]
    sys.stderr.write(say + chr(10))
    if say == "request":
        sys.exit()
"""
    plan = draw_up(TOY, ["random", "exec:" + shlex.join([sys.executable, "-c", writes])])
    (failure,) = result(plan.fixture(0), conduct(plan, plan.fixture(0), (), status())).failures
    heard = failure.report.split("\n  ")[1:]
    assert (heard[0], set(heard[1:-1]), heard[-1]) == ("hello", {"event"}, "request")
