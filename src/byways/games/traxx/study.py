"""What a study of Traxx counts."""

from __future__ import annotations

from collections.abc import Sequence

from byways.games.traxx.components import NUMBERS
from byways.games.traxx.state import AnyChoice, Position


def leads(position: Position) -> list[float]:
    return [sheet.score for sheet in position.sheets]


def used(position: Position, chosen: Sequence[tuple[int, AnyChoice, Position]]) -> list[tuple[int, str, str]]:
    starts = [(seat, "start field", field) for seat, field in enumerate(position.starts)]
    reached = [
        (seat, "number", str(number))
        for seat, sheet in enumerate(position.sheets)
        for number, points in zip(NUMBERS, sheet.points, strict=True)
        if points
    ]
    return starts + reached
