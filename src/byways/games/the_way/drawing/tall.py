"""The same drawing as in `draw`, for a screen that is higher than wide: the players are above the board, the hand is below it."""

from __future__ import annotations

from functools import partial

from byways.games.the_way.drawing import draw as wide
from byways.games.the_way.drawing import touch as guide
from byways.games.the_way.drawing.draw import seat_mark
from byways.games.the_way.drawing.layout import TALL
from byways.games.the_way.drawing.text import text

__all__ = ["draw", "seat_mark", "text", "touched", "where"]

draw = partial(wide.draw, lay=TALL)
where = partial(wide.where, lay=TALL)
touched = partial(guide.touched, lay=TALL)
