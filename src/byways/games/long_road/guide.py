"""What teaches The Long Road: pictures of its components, and what lies where in its drawing."""

from __future__ import annotations

from byways.games.long_road.sheets import SHEETS
from byways.games.long_road.view import View
from byways.room import Touched

__all__ = ["SHEETS", "touched"]


def touched(view: View, piece: str, x: float, y: float) -> Touched | None:
    return None
