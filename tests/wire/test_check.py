"""A program that follows the protocol passes every situation; for others the report says which one failed and why."""

from __future__ import annotations

import sys
from functools import partial

import pytest

from byways.game import find_game
from byways.wire.check import SITUATIONS, check_player
from byways.wire.process import Limits
from tests import toy
from tests.wire.test_process import UNRULY
from tests.wire.test_program import EXAMPLES, NODE

PYTHON = (sys.executable, str(EXAMPLES / "player.py"))


@pytest.mark.parametrize("command", [PYTHON, (NODE or "node", str(EXAMPLES / "player.js"))], ids=["python", "javascript"])
@pytest.mark.slow
def test_the_example_players_pass(command: tuple[str, ...]) -> None:
    if command is not PYTHON and NODE is None:
        pytest.skip("There is no Node here.")
    reports = list(check_player(command, toy.GAME))
    assert [(report.name, report.verdict, report.fault) for report in reports] == [(name, "passed", "") for name in SITUATIONS]


def only(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr("byways.wire.check.SITUATIONS", {name: SITUATIONS[name] for name in names})


def test_a_situation_that_cannot_come_up_in_a_game_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "several seats choose at once")
    assert [report.verdict for report in check_player(PYTHON, find_game("labyrinth"))] == ["absent"]


def test_a_failure_shows_the_last_lines_and_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "first request, then silence")
    (report,) = check_player((sys.executable, UNRULY, "ends"), toy.GAME)
    assert (report.verdict, report.fault) == ("failed", "It exited (status 3) in the middle of the game.")
    assert [line[:15] for line in report.lines] == ['> {"say":"hello', '> {"say":"reque', "! I have had en"]


FIRST, END, REMOVED, WHOLE = (
    "first request, then silence",
    "end of input, after which it exits",
    "removed, after which it exits",
    "a whole game without a mistake",
)


@pytest.mark.parametrize(
    ("command", "name", "fault"),
    [
        (("-c", "print('Ready!', flush=True); input()"), FIRST, "Nothing was played. This line is not JSON: 'Ready!'."),
        (("-c", "1/0"), FIRST, "It exited (status 1) in the middle of the game."),
        ((UNRULY, "chatters"), FIRST, "It wrote a line without a request: How do you do?"),
        ((UNRULY, "deaf"), END, "It gave no answer in time. (Does it end every line and flush its output?)"),
        ((UNRULY, "stubborn"), REMOVED, "It did not exit."),
        ((UNRULY, "learns"), WHOLE, "It made mistakes: 3 wrong answers, 1 to requests that were not open."),
        ((UNRULY, "malformed"), WHOLE, "It lost its seat. One mistake too many. This line is not JSON: 'e2e4'."),
    ],
)
def test_a_report_says_what_the_program_did_wrong(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], name: str, fault: str) -> None:
    only(monkeypatch, name)
    if name in (END, REMOVED):  # it never exits, so a short wait is enough
        monkeypatch.setattr("byways.wire.process.Limits", partial(Limits, leave=0.3))
    (report,) = check_player((sys.executable, *command), toy.GAME, patience=0.3 if "deaf" in command else 20)
    assert report.verdict == "failed"
    assert report.fault.startswith(fault)
