"""Prepare drawings for paper: without the background and the shadows of screens, and in colour, in grey, or as outlines that save ink."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypeAlias

from byways.drawing import DARK_QUERY

Ink: TypeAlias = Literal["colour", "grey", "outline"]
INKS: tuple[Ink, ...] = ("colour", "grey", "outline")

NIGHT = re.compile(re.escape(DARK_QUERY) + r"\{\n.*?\n\}\n", re.DOTALL)
MOVING = re.compile(r"@media \(prefers-reduced-motion:reduce\)\{.*?\}\}")
FILTER = re.compile(r"\bfilter:[^;}\"]*;?")  # a shadow or glow: on paper it would become a bitmap
STYLED = re.compile(r"\{[^{}]*\}|<[^>]*>")  # a rule, or a tag with its attributes
COLOUR = re.compile(r'(fill|stroke|color)(:|=")(#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b)')
WIDTH = re.compile(r'stroke-width(?::|=")([\d.]+)')
BARE = ".byways .paper{fill:none}"
THIN = 4  # light lines up to this width are details, wider ones are roads
LIGHT = 0.6
DARKEST = 0.72  # lightness of the darkest fill in outlines


def inked(svg: str, ink: Ink) -> str:
    """Prepare a drawing for paper."""
    svg = FILTER.sub("", MOVING.sub("", NIGHT.sub("", svg))).replace("</style>", f"{BARE}</style>", 1)
    if ink == "colour":
        return svg
    if ink == "outline":
        svg = svg.replace("<text", '<text style="fill:#222222"')
    return STYLED.sub(lambda found: recoloured(found[0], outlined if ink == "outline" else greyed), svg)


def recoloured(styled: str, tone: Callable[[str, float, float], float]) -> str:
    """Replace the colours of a rule or tag with greys."""
    wide = WIDTH.search(styled)
    width = float(wide[1]) if wide else 1.0
    return COLOUR.sub(lambda found: f"{found[1]}{found[2]}{grey(tone(found[1], lightness(found[3]), width))}", styled)


def greyed(what: str, light: float, width: float) -> float:
    return light


def outlined(what: str, light: float, width: float) -> float:
    """Return the lightness in outlines: fills become nearly white and thin lines dark; wide lines, such as roads, keep their shade."""
    if what != "stroke":
        return light if light == 0x22 / 255 else DARKEST + (1 - DARKEST) * light
    return light if light < LIGHT or width > THIN else 0.3


def lightness(colour: str) -> float:
    """Return how light a colour looks, from 0 to 1."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def grey(light: float) -> str:
    return "#" + f"{round(255 * light):02x}" * 3
