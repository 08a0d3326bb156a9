"""The same drawing as in `draw`, for a screen that is higher than wide: the deck is below, and the others' sheets are small."""

from __future__ import annotations

from functools import partial

from byways.games.traxx import draw as wide
from byways.games.traxx import guide
from byways.games.traxx.text import text

__all__ = ["draw", "text", "touched", "where"]

draw = partial(wide.draw, tall=True)
where = partial(wide.where, tall=True)
touched = partial(guide.touched, tall=True)
