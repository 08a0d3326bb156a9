"""The positions of stores."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from byways.games.long_way.drawing.layout import CORE, SIZES, WIDTH, Layout, tall, wide


@pytest.mark.parametrize("shape", [wide, tall])
@pytest.mark.parametrize("others", SIZES)
def test_the_other_stores_and_their_names_lie_apart_and_beside_or_below_the_own_one(shape: Callable[[int], Layout], others: int) -> None:
    lay = shape(others)
    boxes = [(x, y, x + WIDTH * scale, y + WIDTH * scale) for x, y, scale, _ in lay.berths]
    boxes += [(x, y, x + 26 * lay.names, y + 30 * lay.names) for x, y in (berth.name for berth in lay.berths)]
    for nth, (left, top, right, bottom) in enumerate(boxes):
        assert left >= WIDTH or top >= CORE
        assert right <= lay.size[0]
        assert bottom <= lay.size[1]
        assert not any(left < far and right > near and top < low and bottom > high for near, high, far, low in boxes[:nth])
