"""The same drawing as in `draw`, for a screen that is higher than wide: the deck is below, and the others' sheets are small."""

from __future__ import annotations

from functools import partial

from byways.games.traxx.drawing import draw as wide
from byways.games.traxx.drawing import touch as guide
from byways.games.traxx.drawing.text import text

__all__ = ["draw", "text", "touched", "where"]

draw = partial(wide.draw, tall=True)
where = partial(wide.where, tall=True)
touched = partial(guide.touched, tall=True)
