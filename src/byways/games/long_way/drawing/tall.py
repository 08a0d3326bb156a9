"""The same drawing as in `draw`, for a screen that is higher than wide: the other stores are below the own one."""

from __future__ import annotations

from functools import partial

from byways.games.long_way.drawing import draw as at_side
from byways.games.long_way.drawing.draw import seat_mark
from byways.games.long_way.drawing.layout import tall
from byways.games.long_way.drawing.text import text

__all__ = ["draw", "seat_mark", "text", "where"]

draw = partial(at_side.draw, shape=tall)
where = partial(at_side.where, shape=tall)
