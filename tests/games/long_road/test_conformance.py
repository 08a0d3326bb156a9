"""The Long Road keeps the contract, with packs and drafts and in both variants."""

import pytest

from byways.game import find_game
from byways.games.long_road import LongRoadOptions as Options
from byways.testing import check_game

TABLES = [
    Options(),
    Options(draft=True),
    Options(companeros=True),
    Options(draft=True, companeros=True),
    Options(open=True),
    Options(open=True, draft=True),
]


@pytest.mark.slow
def test_the_long_road_keeps_the_contract() -> None:
    report = check_game(find_game("long_road"), positions=2_000, options=TABLES)
    assert report.positions >= 2_000
    assert report.idle == []
