"""What teaches The Way besides its texts: what lies at a point of a drawing, and pictures of its components."""

from __future__ import annotations

from byways.games.the_way.sheets import SHEETS
from byways.games.the_way.view import View
from byways.room import Touched

__all__ = ["SHEETS", "touched"]


def touched(view: View, piece: str, x: float, y: float) -> Touched | None:
    return None
