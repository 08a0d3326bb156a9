"""How gems look: a cut, a colour and a detail for each, drawn around 0, 0 in a box of 14 by 14."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import NamedTuple
from zlib import crc32


class Look(NamedTuple):
    cut: str
    color: str
    detail: str


CUTS = {
    "round": "M-6 0A6 6 0 0 1 6 0A6 6 0 0 1-6 0Z",
    "oval": "M-4.6 0A4.6 6.6 0 0 1 4.6 0A4.6 6.6 0 0 1-4.6 0Z",
    "square": "M-5.2-5.2H5.2V5.2H-5.2Z",
    "cushion": "M-5.5-3Q-5.5-5.5-3-5.5H3Q5.5-5.5 5.5-3V3Q5.5 5.5 3 5.5H-3Q-5.5 5.5-5.5 3Z",
    "emerald": "M-2.8-6.5H2.8L5-4.2V4.2L2.8 6.5H-2.8L-5 4.2V-4.2Z",
    "radiant": "M-2.6-6H2.6L6-2.6V2.6L2.6 6H-2.6L-6 2.6V-2.6Z",
    "baguette": "M-3.2-6.8H3.2V6.8H-3.2Z",
    "pear": "M0-7.2C1.6-4 5.2-1.6 5.2 1.8A5.2 5.2 0 0 1-5.2 1.8C-5.2-1.6-1.6-4 0-7.2Z",
    "briolette": "M0-7.4C.6-3.6 3.8 0 3.8 3.2A3.8 3.8 0 0 1-3.8 3.2C-3.8 0-.6-3.6 0-7.4Z",
    "heart": "M0 6.6C-3 3.8-6.6 1.2-6.6-2.2C-6.6-6.6-1.2-6.8 0-3.2C1.2-6.8 6.6-6.6 6.6-2.2C6.6 1.2 3 3.8 0 6.6Z",
    "trillion": "M-6.2-4.6Q0-6.6 6.2-4.6Q4.6 2.4 0 6.8Q-4.6 2.4-6.2-4.6Z",
    "marquise": "M0-7.4Q7.4 0 0 7.4Q-7.4 0 0-7.4Z",
    "diamond": "M-3.8-5.4H3.8L6.8-1.6L0 6.6L-6.8-1.6Z",
    "lozenge": "M0-7.2L5.4 0L0 7.2L-5.4 0Z",
    "hexagon": "M0-6.8L5.9-3.4V3.4L0 6.8L-5.9 3.4V-3.4Z",
    "crystal": "M-3.4-2.6L.4-7.2L4.2-3V4L1.4 6.8L-4.2 5.2Z",
    "pebble": "M-6.2.8C-6.4-3.6-2.4-5.8 1.2-5.2C5.2-4.6 6.8-1.4 6 1.8C5 5.6-5.8 6.4-6.2.8Z",
    "shield": "M-5.2-5.8H5.2V.4Q5.2 4.4 0 6.8Q-5.2 4.4-5.2.4Z",
}

DETAILS = {
    "facet": "M-2.6-1.6L0-3L2.6-1.6V1.6L0 3L-2.6 1.6Z",
    "table": "M-2.4-2.4H2.4V2.4H-2.4Z",
    "cross": "M-3-3L3 3M-3 3L3-3",
    "check": "M-1.5-4V4M1.5-4V4M-3.6-1.5H3.6M-3.6 1.5H3.6",
    "bands": "M-3.4-1.8Q0-3.4 3.4-1.8M-3.4 .6Q0-1 3.4 .6M-3 3Q0 1.4 3 3",
    "rays": "M0-4V4M-3.5-2L3.5 2M-3.5 2L3.5-2",
    "shine": "M-2.6-.4Q-2.4-2.8 0-3.2",
    "specks": "M-2-1.6V-1.5M1.6-2.2V-2.1M.2 .6V.7M-2 2.4V2.5M2.2 2V2.1",
    "eye": "M-3.4 0Q0-3.4 3.4 0Q0 3.4-3.4 0M0-.6V.6",
    "slash": "M-2.4 2.6L2.6-2.4M-.4 3L3 -.4",
}

COLORS = {
    "crimson": "#a3162e",
    "red": "#d4302f",
    "coral": "#ee7a5c",
    "orange": "#ee8a1d",
    "gold": "#d9a21b",
    "yellow": "#f4d23c",
    "lemon": "#f3eb9a",
    "lime": "#a9c938",
    "green": "#3f9b45",
    "emerald": "#0f7a52",
    "moss": "#65794a",
    "mint": "#a5dcbf",
    "teal": "#1f8f92",
    "aqua": "#7fd3dd",
    "sky": "#6aa5e3",
    "blue": "#2a62c0",
    "navy": "#27336f",
    "violet": "#5b4bb5",
    "purple": "#8a3f9e",
    "lilac": "#c3a3de",
    "pink": "#ef7fae",
    "rose": "#f7c3cf",
    "brown": "#8a5a34",
    "tan": "#d5b48c",
    "white": "#f8f6f0",
    "gray": "#9aa0a3",
    "black": "#2d2b31",
}

DEEP = {"crimson", "red", "green", "emerald", "moss", "teal", "blue", "navy", "violet", "purple", "brown", "black"}

TABLE = resources.files(__package__).joinpath("gems.txt").read_text("utf-8")  # name, cut, colour and detail of each gem
LOOKS = {name: Look(*look) for name, *look in map(str.split, TABLE.splitlines())}


@lru_cache(maxsize=1024)
def look(gem: str) -> Look:
    """A gem's look. A custom gem gets its cut and colour from words in its name, or else from the name's hash."""
    if gem in LOOKS:
        return LOOKS[gem]
    words, chance = gem.split("-"), crc32(gem.encode())
    kin = next((LOOKS[word] for word in words if word in LOOKS), None)
    cut = next((word for word in words if word in CUTS), list(CUTS)[chance % len(CUTS)])
    color = next((word for word in words if word in COLORS), kin.color if kin else list(COLORS)[chance // 32 % len(COLORS)])
    return Look(cut, color, list(DETAILS)[chance // 1024 % len(DETAILS)])
