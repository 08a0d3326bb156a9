"""The landscapes behind the roads."""

from __future__ import annotations

import pytest

from byways.games.long_road.choices import ROADS
from byways.games.long_road.drawing.lands import LAND


@pytest.mark.parametrize("road", ROADS)
def test_each_landscape_shows_its_roads_symbol_on_both_sheets(road: str) -> None:
    assert f"#art-road-{road}" in LAND[f"near-{road}"]
    for sheet in ("", "small-"):
        assert f"#art-near-{road}" in LAND[f"land-{sheet}{road}"]
