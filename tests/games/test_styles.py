"""The style sheets of all games define every colour in light and dark, and no font is too small to read."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from byways.drawing import DARK_QUERY
from byways.game import Game, find_game

GAMES = [find_game(name) for name in ("labyrinth", "long_road", "long_way", "the_way", "traxx")]


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def style(request: pytest.FixtureRequest) -> str:
    game: Game = request.param
    sheet: str = import_module(f"{game.room}.drawing.style").STYLE
    return sheet


def test_every_colour_is_defined_in_light_and_dark(style: str) -> None:
    day, night = style.split(DARK_QUERY)
    assert "fill:#" in day
    assert "fill:#" in night
    assert "$" not in style


def test_no_font_is_smaller_than_11_pixels(style: str) -> None:
    sizes = [float(size) for size in re.findall(r"font(?:-size)?:[^;}]*?([\d.]+)px", style)]
    assert sizes
    assert min(sizes) >= 11
