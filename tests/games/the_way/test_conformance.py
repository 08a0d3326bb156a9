"""The Way keeps the contract, with all variations."""

import pytest

from byways.game import find_game
from byways.games.the_way import TheWayOptions as Options
from byways.testing import check_game

# Random players hardly ever arrive, so games run to their turn limit, which is low here except for a few.
LIMITED = [
    Options(turns=6),
    Options(turns=4, various=True),
    Options(turns=5, replace=True),
    Options(turns=10, single=True, arrows=True, clockwise=True),
    Options(turns=40),
]


@pytest.mark.slow
def test_the_way_keeps_the_contract() -> None:
    report = check_game(find_game("the_way"), positions=2_000, options=LIMITED)
    assert report.positions >= 2_000
    # One seat is awaited at a time, and no choice is masked. Everything else was checked.
    assert {title.partition(":")[0] for title in report.idle} <= {"commute", "leaks"}
