"""The tool that checks and plays a chart of The Long Way."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.design.long_way_chart import main, portrait, scores, summary

from byways.games.long_way import GAME


def test_the_portrait_of_the_built_in_chart() -> None:
    assert list(portrait(GAME.components.chart)) == [
        "spaces a tile: 3.00 (3.75 or less lets 12 points be reached)",
        "walls a tile: 2.33, from 2 to 4; by side N 21, E 21, S 21, W 21",
        "tiles with a dot: 28, with a wall on an outer side: 36",
    ]


@pytest.mark.slow
def test_random_play_scores_5_or_less() -> None:
    points = scores(GAME, "random", 200, 0)
    assert sum(point <= 5 for point in points) / len(points) > 0.97


def test_a_summary_has_mean_interval_and_grades() -> None:
    assert summary([6, 8, 10, 12]) == "4 games: mean 9.00 ± 2.53, from 6 to 12; 100% at least 6, 50% at least 9, 25% at least 12"


def test_a_custom_chart_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "mine.toml"
    chart.write_text(GAME.components_text.replace("00N 01N 02N", "00. 01. 02."), "utf-8")
    assert main([str(chart)]) == 2
    assert "tile 1 has no wall" in capsys.readouterr().out


def test_the_command_prints_the_results(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "5", "--player", "random", "--seed", "7"]) == 0
    assert "random, seeds 7 to 11: 5 games: mean" in capsys.readouterr().out
