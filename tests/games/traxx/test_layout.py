"""What stands where in a drawing of Traxx."""

from __future__ import annotations

import pytest

from byways.games.traxx.layout import MIDDLE, TALL, WIDTH, Layout, Place, center
from byways.games.traxx.state import FIELDS, NEIGHBOURS
from byways.games.traxx.view import view
from tests.games.traxx.boards import begin, lay

STARTS = ("e4", "d5", "e6", "f5")


def test_neighbours_touch_and_others_do_not() -> None:
    for one in FIELDS:
        for other in FIELDS:
            (x, y), (to_x, to_y) = center(one), center(other)
            apart = ((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5
            assert (59 < apart < 61) == (other in NEIGHBOURS[one])


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_own_sheet_is_large_and_all_others_are_aside_without_touching(seats: int) -> None:
    layout = Layout(view(begin(*STARTS[:seats]), seats - 1))
    assert layout.place(seats - 1) == Place(*MIDDLE)
    others = [layout.place(seat) for seat in range(seats - 1)]
    for x, y, scale in others:
        assert x - scale * 270 > WIDTH
        assert x + scale * 270 <= layout.size[0]
        assert y - scale * TALL / 2 - 38 >= 0
        assert y + scale * TALL / 2 <= layout.size[1]
    for nth, one in enumerate(others):
        for other in others[:nth]:
            assert abs(one.x - other.x) >= one.scale * 540 or abs(one.y - other.y) >= one.scale * TALL + 38


def test_a_spectator_sees_the_first_sheet_large() -> None:
    assert Layout(view(lay(*STARTS), None)).place(0) == Place(*MIDDLE)
