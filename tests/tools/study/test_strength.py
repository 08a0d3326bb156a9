"""The table of strength."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.study.strength import Row, line, rows

from byways.arena.tournament import hold
from byways.game import all_games


def test_every_tier_meets_the_one_below_it_for_every_number_of_seats() -> None:
    found = [(row.game, row.bots[0], len(row.bots)) for row in rows()]
    for game in all_games():
        for seats in range(max(2, game.seats[0]), game.seats[1] + 1):
            assert {(game.name, "hard", seats), (game.name, "medium", seats)} <= set(found)
    assert len({row.name for row in rows()}) == len(found)


@pytest.mark.slow
def test_a_row_has_the_result_and_the_command(tmp_path: Path) -> None:
    row = Row("labyrinth", ("medium", "easy", "easy"), {"rows": "5"})
    shown = line(row, hold(row.plan(), 3, workers=1, out=tmp_path))
    assert shown.startswith("| Labyrinth (rows 5) | medium : easy | 3 | ")
    assert shown.endswith("| `labyrinth medium easy easy --games 3 --seed 20000 --worlds 128 --option rows=5` |")
