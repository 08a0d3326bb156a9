"""The balance tool of The Long Road."""

from __future__ import annotations

import sys
from statistics import mean

import pytest
from tools.design.long_road_balance import main, measure, report

from byways.games.long_road import LongRoadOptions


def test_income_wins_length_and_empty_decks_are_measured() -> None:
    balance = measure(3, 3, LongRoadOptions(), seed=1)
    assert len(balance.money) == 9
    assert len(balance.turns) == 3
    assert sum(map(len, balance.seat.values())) == sum(map(len, balance.boss.values())) == 9
    assert sum(map(len, balance.team.values())) == 45
    assert 0 < mean(value for values in balance.income.values() for value in values) < 30
    assert mean(value for values in balance.seat.values() for value in values) == pytest.approx(1)


def test_the_report_names_everything() -> None:
    lines = list(report(measure(2, 2, LongRoadOptions(draft=True), bot="random")))
    assert lines[0] == "2 players, 2 games"
    assert any(line.startswith("own deck empty") for line in lines)
    assert any(line.startswith("boss, wins x players") for line in lines)


def test_the_command_prints_the_report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["long_road_balance.py", "--games", "1", "--seats", "2", "--bot", "random"])
    main()
    assert capsys.readouterr().out.startswith("2 players, 1 games")
