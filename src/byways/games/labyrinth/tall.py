"""The same drawing as in `draw`, for a screen that is higher than wide: the panel is below the board."""

from __future__ import annotations

from functools import partial

from byways.games.labyrinth import draw as at_side
from byways.games.labyrinth import guide
from byways.games.labyrinth.draw import seat_mark
from byways.games.labyrinth.layout import tall
from byways.games.labyrinth.text import text

__all__ = ["draw", "seat_mark", "text", "touched", "where"]

draw = partial(at_side.draw, shape=tall)
where = partial(at_side.where, shape=tall)
touched = partial(guide.touched, shape=tall)
