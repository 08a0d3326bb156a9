"""The same drawing as in `draw`, for a screen that is higher than wide: the panel is below the board."""

from __future__ import annotations

from functools import partial

from byways.games.labyrinth.drawing import draw as at_side
from byways.games.labyrinth.drawing import touch as guide
from byways.games.labyrinth.drawing.draw import seat_mark
from byways.games.labyrinth.drawing.layout import tall
from byways.games.labyrinth.drawing.text import text

__all__ = ["draw", "seat_mark", "text", "touched", "where"]

draw = partial(at_side.draw, shape=tall)
where = partial(at_side.where, shape=tall)
touched = partial(guide.touched, shape=tall)
