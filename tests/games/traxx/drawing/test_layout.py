"""The layout of a drawing of Traxx."""

from __future__ import annotations

import pytest

from byways.games.traxx.drawing.layout import MIDDLE, TALL, Layout, Place, center
from byways.games.traxx.state import FIELDS, NEIGHBOURS
from byways.games.traxx.view import view
from tests.games.traxx.positions import begin, lay

STARTS = ("e4", "d5", "e6", "f5")


def test_neighbours_touch_and_others_do_not() -> None:
    for one in FIELDS:
        for other in FIELDS:
            (x, y), (to_x, to_y) = center(one), center(other)
            apart = ((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5
            assert (59 < apart < 61) == (other in NEIGHBOURS[one])


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_sheets_do_not_overlap_and_the_viewers_is_the_largest(seats: int, tall: bool) -> None:
    shown = view(begin(*STARTS[:seats]), seats - 1)
    layout = Layout(shown, tall)
    assert layout.place(seats - 1) == Place(*MIDDLE)
    sheets = [layout.place(seat) for seat in range(seats)]
    head = 0 if tall else 34
    boxes = [(x - 270 * scale, y - TALL / 2 * scale - head * (scale < 1), x + 270 * scale, y + TALL / 2 * scale) for x, y, scale in sheets]
    boxes += [(x, y, x + 107, y + 26) for x, y in map(layout.deck.spot, range(len(shown.deck)))]
    for nth, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0
        assert right <= layout.size[0]
        assert top >= layout.top
        assert bottom <= layout.top + layout.size[1]
        assert not any(left < far and right > near and top < low and bottom > high for near, high, far, low in boxes[:nth])


def test_a_wide_drawing_has_the_shape_of_a_usual_screen() -> None:
    for seats in range(1, 5):
        width, height = Layout(view(begin(*STARTS[:seats]), 0)).size
        assert 1.3 < width / height < 1.45


def test_a_spectator_sees_the_first_sheet_large() -> None:
    assert Layout(view(lay(*STARTS), None)).place(0) == Place(*MIDDLE)
