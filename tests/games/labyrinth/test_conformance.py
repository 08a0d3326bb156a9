"""Labyrinth keeps the contract on boards of all kinds."""

import pytest

from byways.game import find_game
from byways.games.labyrinth import LabyrinthOptions as Options
from byways.testing import check_game

# Random games are long, so all boards but a few are small.
BOARDS = [
    Options(rows=5, columns=7, rounds=40),
    Options(rounds=30),
    Options(rounds=20, treasures=1, rows=9, columns=5),
    Options(rows=7, columns=7, classic=True, treasures=2, rounds=30),
    Options(treasures=2, shortest=4, rounds=30),
    Options(classic=True, shortest=3, rounds=20),
]


@pytest.mark.slow
def test_labyrinth_keeps_the_contract() -> None:
    report = check_game(find_game("labyrinth"), positions=2_000, options=BOARDS)
    assert report.positions >= 2_000
    # In Labyrinth one seat is awaited at a time, there is no chance after the set-up and no choice is masked. Everything else was checked.
    idle = {title.partition(":")[0] for title in report.idle}
    assert idle <= {"commute", "leaks"}
