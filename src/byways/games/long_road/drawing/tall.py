"""The same table as in `draw`, for a screen that is higher than wide: cards are narrow, and all letters are as large."""

from __future__ import annotations

from functools import partial

from byways.games.long_road.drawing import draw as wide
from byways.games.long_road.drawing.layout import TALL
from byways.games.long_road.drawing.text import text

__all__ = ["draw", "text", "where"]

draw = partial(wide.draw, lay=TALL)
where = partial(wide.where, lay=TALL)
