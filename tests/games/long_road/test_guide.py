"""The page for players: its figures show what its words say, also where the drawing has moved."""

from __future__ import annotations

from byways.games.long_road import GAME
from byways.games.long_road.draw import ROW, SEAT, SEATS_AT, WIDTH, row
from byways.guide import figures

ROAD = (0, row(0) - 3, WIDTH, ROW)


def test_figures_cut_out_what_the_drawing_has_there() -> None:
    found = figures(GAME)
    one = [name for name, figure in found.items() if figure.part == ROAD]
    assert one == ["play", "reward", "character", "arm", "sale", "hats"]
    assert found["bonus"].part == (0, row(0) - 3, WIDTH, 3 * ROW)
    assert found["hand"].part == (0, SEATS_AT + 4 * SEAT + 2, WIDTH, 26)
