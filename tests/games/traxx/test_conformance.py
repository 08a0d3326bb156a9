"""Traxx keeps the contract."""

import pytest

from byways.game import find_game
from byways.testing import check_game


@pytest.mark.slow
def test_traxx_keeps_the_contract() -> None:
    report = check_game(find_game("traxx"), positions=2_000)
    assert report.positions >= 2_000
    # Nothing is dealt in secret, and no choice is masked once it is final. Everything else was checked.
    assert {title.partition(":")[0] for title in report.idle} <= {"leaks"}
