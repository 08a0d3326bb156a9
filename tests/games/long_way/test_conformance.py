"""The Long Way keeps the contract, with one player and with eight."""

import pytest

from byways.game import find_game
from byways.testing import check_game


@pytest.mark.slow
def test_the_long_way_keeps_the_contract() -> None:
    report = check_game(find_game("long_way"), positions=2_000)
    assert report.positions >= 2_000
    # Nothing is dealt in secret and no choice is masked: sheets are open, except for the act being drawn. Everything else is checked.
    assert {title.partition(":")[0] for title in report.idle} == {"leaks"}
