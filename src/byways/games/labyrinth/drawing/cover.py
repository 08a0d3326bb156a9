"""The cover picture: a sliding row, and with it the way home."""

from __future__ import annotations

from byways.sprite import at, cover, disc, fill, inked, line, tile

SIDE, STEP = 58, 60
HEDGE, STONE, SPARE, WALL, WAY = "#a9bb94", "#869d81", "#cdb978", "#4f5f4a", "#fbf6e6"
WAYS = {
    "bend": "M29 58V45Q29 29 45 29H58",
    "line": "M0 29H58",
    "tee": "M0 29H58M29 29V58",
    "left": "M29 58V45Q29 29 13 29H0",
    "up": "M29 0V13Q29 29 45 29H58",
    "up-left": "M29 0V13Q29 29 13 29H0",
    "side": "M29 0V58M29 29H58",
    "fall": "M29 0V58",
}


def corridor(x: float, y: float, way: str, ground: str = HEDGE) -> str:
    hedge = fill("M0 5Q0 0 5 0H53Q58 0 58 5V53Q58 58 53 58H5Q0 58 0 53Z", ground)
    return tile(x, y, SIDE, hedge + line(WAYS[way], WALL, 25) + line(WAYS[way], WAY, 21))


def row(y: float, shift: float, ways: tuple[str, ...], ground: str = HEDGE) -> str:
    return "".join(corridor(31 + shift + STEP * column, y, way, ground) for column, way in enumerate(ways))


BODY = "M-10 12Q-9 0-4-3A7 7 0 1 1 4-3Q9 0 10 12Z"
PAWN = fill("M-13 12A13 4 0 0 1 13 12A13 4 0 0 1-13 12Z", "#000", ".22") + fill(BODY, "#b3362b") + line(BODY, "#fff", 1.8)
ARROW = disc(0, 0, 15, "#0b6b66") + fill("M-5-7L8 0L-5 7Z", "#fff")
RUBY = inked("M0-9L9 0L0 9L-9 0Z", "#c23b32", 1.3) + line("M-9 0H9M0-9V9", "#fff", 1, ".6")
PEARL = disc(0, 0, 8, "#2a5da8", 1.3) + disc(-2, -2, 2.4, "#fff", opacity=".6")
COVER = cover(
    fill("M0 0H240V200H0Z", "#dce6d0")
    + row(11, 0, ("bend", "tee", "left"))
    + row(131, 0, ("up", "line", "up-left"))
    + corridor(-47, 71, "line", SPARE)
    + row(71, -18, ("side", "up", "fall"), STONE)
    + corridor(193, 71, "tee", STONE)
    + line("M88 79H101M148 79H161M88 121H101M148 121H161", "#fff", 3)
    + at(22, 100, 1, ARROW)
    + at(60, 38, 1.15, PAWN)
    + at(180, 40, 1, PEARL)
    + at(180, 160, 1.2, RUBY)
)
