"""Drawings for paper."""

from __future__ import annotations

import re

import pytest

from byways.drawing import picture, token
from byways.printing.ink import BARE, INKS, inked, lightness

DRAWN = picture((40, 40), lambda root: token(root, 0, "R"))


def colours(svg: str) -> set[str]:
    return set(re.findall(r"(?<=[:\"])#[0-9a-f]{6}\b", svg))


def test_the_dark_colours_and_the_ground_of_screens_are_left_out() -> None:
    for ink in INKS:
        assert "@media" not in inked(DRAWN, ink)
        assert inked(DRAWN, ink).count(".byways .paper{fill:none}") == 1


def test_colour_stays_colour_and_grey_has_only_greys() -> None:
    assert "#b3362b" in inked(DRAWN, "colour")
    assert all(len({colour[1:3], colour[3:5], colour[5:]}) == 1 for colour in colours(inked(DRAWN, "grey")))


def test_grey_keeps_what_is_light_and_what_is_dark() -> None:
    assert [lightness(colour) for colour in ("#fff", "#000000")] == pytest.approx([1, 0])
    assert lightness("#f4d75e") > lightness("#b3362b")


def test_outlines_have_light_shapes_dark_letters_and_dark_thin_lines() -> None:
    drawn = inked(
        '<svg><style>.a{fill:#000;stroke:#fff;stroke-width:1}.b{stroke:#fff;stroke-width:20}</style><text fill="#fff">R</text></svg>',
        "outline",
    )
    assert ".a{fill:#b8b8b8;stroke:#4c4c4c;" in drawn
    assert ".b{stroke:#ffffff;" in drawn
    assert '<text style="fill:#222222"' in drawn


def test_shadows_are_left_out() -> None:
    """Typst would draw them as bitmaps."""
    svg = "<svg><style>.a{fill:#112233;filter:drop-shadow(0 0 2px #000000) blur(1px)}.b{filter:none;fill:#445566}</style></svg>"
    assert inked(svg, "colour") == f"<svg><style>.a{{fill:#112233;}}.b{{fill:#445566}}{BARE}</style></svg>"
