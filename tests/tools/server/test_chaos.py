"""The tool that kills servers and cuts off databases, in a short run."""

from __future__ import annotations

import pytest
from tools.server.chaos import Attempt, explains, main

FIRST, SECOND = (0, "slide"), (0, "walk")


@pytest.mark.parametrize(
    ("attempts", "log", "fine"),
    [
        ([Attempt(*FIRST, True), Attempt(*SECOND, True)], [FIRST, SECOND], True),
        ([Attempt(*FIRST, True), Attempt(*SECOND, True)], [FIRST], False),
        ([Attempt(*FIRST, True), Attempt(*SECOND, True)], [SECOND, FIRST], False),
        ([Attempt(*FIRST, True)], [FIRST, FIRST], False),
        ([Attempt(*FIRST, False), Attempt(*SECOND, True)], [SECOND], True),
        ([Attempt(*FIRST, False), Attempt(*SECOND, True)], [FIRST, SECOND], False),
        ([Attempt(*FIRST, None), Attempt(*SECOND, True)], [SECOND], True),
        ([Attempt(*FIRST, None), Attempt(*SECOND, True)], [FIRST, SECOND], True),
        ([Attempt(*FIRST, None), Attempt(*FIRST, True)], [FIRST], True),
        ([Attempt(*FIRST, None)], [FIRST, FIRST], False),
    ],
)
def test_a_log_has_the_accepted_choices_and_any_of_those_in_doubt(attempts: list[Attempt], log: list[tuple[int, str]], fine: bool) -> None:
    assert explains(attempts, log) is fine


@pytest.mark.long
def test_kills_and_locks_lose_nothing_on_sqlite(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--disturbances", "2", "--players", "2", "--seed", "1"]) == 0
    assert "Nothing was lost or stored twice, and every table continued." in capsys.readouterr().out
