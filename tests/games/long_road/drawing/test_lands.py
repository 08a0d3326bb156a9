"""The land beside the roads."""

from __future__ import annotations

import pytest

from byways.games.long_road.choices import ROADS
from byways.games.long_road.drawing.lands import LAND


@pytest.mark.parametrize("road", ROADS)
def test_each_road_runs_through_a_land_of_its_own_signs_on_any_sheet(road: str) -> None:
    assert f"#art-road-{road}" in LAND[f"near-{road}"]
    for sheet in ("", "small-"):
        assert f"#art-near-{road}" in LAND[f"land-{sheet}{road}"]
