"""The style sheet of The Long Road."""

from __future__ import annotations

from byways.games.long_road.drawing.style import LIGHT, RULES


def test_no_letters_are_smaller_than_11_pixels() -> None:
    sizes = [float(looks.partition("font-size:")[2].partition("px")[0]) for looks in RULES.values() if "font-size" in looks]
    assert sizes
    assert min(sizes) >= 11.5
    assert set(LIGHT) >= {"choice", "face"}
