"""The style sheet of Traxx."""

from __future__ import annotations

from byways.drawing import DARK_QUERY
from byways.games.traxx.components import COLOURS
from byways.games.traxx.drawing.style import DARK, LIGHT, STYLE


def test_every_colour_of_the_cards_has_a_light_and_a_dark_style() -> None:
    day, night = STYLE.split(DARK_QUERY)
    for shade, colour in COLOURS.items():
        assert f".byways .shade-{shade}{{fill:{LIGHT[colour]}" in day
        assert f".byways .shade-{shade}{{fill:{DARK[colour]}" in night
