"""The cover picture: a card is turned, and the way leads elsewhere."""

from __future__ import annotations

from byways.sprite import INK, at, cover, fill, inked, line, ring, tile, turned

SIDE, STEP = 58, 61
CARD, EDGE, WAY = "#efe6d0", "#6d5f47", "#fffdf6"
WAYS = {
    "bend": "M29 58V45Q29 29 45 29H58",
    "line": "M0 29H58",
    "left": "M29 58V45Q29 29 13 29H0",
    "fall": "M29 0V58",
    "cross": "M0 29H58M29 0V58",
    "tee": "M29 0V58M29 29H58",
}


def card(x: float, y: float, way: str) -> str:
    paper = inked("M.6 6Q.6.6 6 .6H52Q57.4.6 57.4 6V52Q57.4 57.4 52 57.4H6Q.6 57.4.6 52Z", CARD, 1)
    return tile(x, y, SIDE, paper + line(WAYS[way], EDGE, 25) + line(WAYS[way], WAY, 21))


ROWS = (("bend", "line", "left"), ("fall", "", "fall"), ("tee", "line", "cross"))
FLAG = line("M-6 14V-15", INK, 2.6) + inked("M-6-15H12L7-7.5L12 0H-6Z", "#b3362b", 1.3)
COVER = cover(
    fill("M0 0H240V200H0Z", "#cdbf9e")
    + "".join(card(30 + STEP * column, 9 + STEP * down, way) for down, ways in enumerate(ROWS) for column, way in enumerate(ways) if way)
    + line("M95 74H145Q149 74 149 78V126Q149 130 145 130H95Q91 130 91 126V78Q91 74 95 74Z", "#8d7a55", 2, dashes="5 5")
    + at(122, 102, 1, turned(24, fill("M-28-26H34V36H-28Z", "#3b2c14", ".25") + card(-29, -29, "left")))
    + line("M78 80A50 50 0 0 1 134 50", "#fff", 7)
    + line("M124 40L136 50L124 60", "#fff", 7)
    + line("M78 80A50 50 0 0 1 134 50M124 40L136 50L124 60", "#0b6b66", 4)
    + at(59, 160, 1, fill("M-15 0A15 15 0 0 1 15 0A15 15 0 0 1-15 0Z", "#b3362b") + ring(0, 0, 15, "#fff", 2.5))
    + at(181, 38, 1, fill("M-13-13H13V13H-13Z", "#1f5fa8") + line("M-13-13H13V13H-13Z", "#fff", 2.5))
    + at(181, 160, 1.1, FLAG)
)
