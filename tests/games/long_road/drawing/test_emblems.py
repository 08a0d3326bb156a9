"""Composed symbols."""

from __future__ import annotations

import pytest

from byways.games.long_road.drawing.emblems import COMPOSED, marks_key
from tests.games.long_road.positions import BOX


@pytest.mark.parametrize(
    ("road", "signpost", "key"),
    [(0, True, "marks-tepee-post"), (2, False, "marks-rock"), (-1, True, "marks-post"), (-1, False, "")],
)
def test_a_card_is_marked_with_its_road_and_its_signpost(road: int, signpost: bool, key: str) -> None:
    assert marks_key(road, signpost) == key


def test_all_cards_have_their_herds_as_one_piece() -> None:
    for kind in range(BOX.kinds):
        for group in ("herds", "herd"):
            shapes = COMPOSED[f"{group}-{BOX.white[kind]}-{BOX.black[kind]}"]
            assert (shapes.count("#art-ox-light"), shapes.count("#art-ox-dark")) == (BOX.white[kind], BOX.black[kind])
