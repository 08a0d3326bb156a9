"""What a study of The Long Way counts."""

from __future__ import annotations

from collections.abc import Sequence

from byways.games.long_way.rules.shoppers import score
from byways.games.long_way.state import DISPLAYS, AnyChoice, Position


def leads(position: Position) -> list[float]:
    return [score(sheet) for sheet in position.sheets]


def used(position: Position, chosen: Sequence[tuple[int, AnyChoice, Position]]) -> list[tuple[int, str, str]]:
    cafeterias = [(seat, "number of cafeterias", str(len(sheet.cafeterias))) for seat, sheet in enumerate(position.sheets)]
    displays = [
        (seat, "display", DISPLAYS[kind])
        for seat, sheet in enumerate(position.sheets)
        for kind, spaces in enumerate(sheet.displays)
        if spaces
    ]
    return cafeterias + displays
