"""Composite symbols: herds and marks of caravan cards, and destinations without their words."""

from __future__ import annotations

from byways.games.long_road.choices import ROADS
from byways.games.long_road.drawing.vignettes import rounded
from byways.sprite import disc, inked, line, symbol

OX = 22  # distance between herds
MOST = 4  # herds in a group; larger numbers are written
SIDE = (98, 22)  # a row of marks on a card
GOAL, SMALL = (136, 128), (92, 72)  # destination sizes on the wide and the tall sheet


def used(key: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<use href="#art-{key}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"/>'


def herds(white: int, black: int, columns: int) -> tuple[str, str]:
    """Return the view box and shapes of some herds, white ones first, with the last row centred."""
    count = white + black
    rows = -(-count // columns)
    shapes = ""
    for nth in range(count):
        row = nth // columns
        spare = columns - min(columns, count - row * columns)
        shapes += used("ox-light" if nth < white else "ox-dark", OX * (nth % columns + spare / 2), 20 * row, OX, 20)
    return f"0 0 {OX * columns} {20 * rows}", shapes


def marks(road: int, signpost: bool) -> tuple[str, str]:
    """Return the view box and shapes of a road symbol on the left (unless road is -1) and a signpost on the right (if any)."""
    wide, high = SIDE
    half, shapes = high / 2, ""
    for key, here, x in ((f"road-{ROADS[road]}", road >= 0, half), ("signpost", signpost, wide - half)):
        if here:
            shapes += disc(x, half, half - 1, "#fff", 1) + used(key, x - 0.4 * high, 0.1 * high, 0.8 * high, 0.8 * high)
    return f"0 0 {wide} {high}", shapes


def marks_key(road: int, signpost: bool) -> str:
    """Return the key of a card's marks, or an empty string if it has none. Road -1 is any road."""
    if road < 0:
        return "marks-post" if signpost else ""
    return f"marks-{ROADS[road]}" + ("-post" if signpost else "")


def goal(road: str, size: tuple[int, int]) -> tuple[str, str]:
    """Return the view box and shapes of a destination without its words."""
    (wide, high), small = size, size == SMALL
    top, foot, ox, side = (12, high - 11, 17, 20) if small else (20, high - 20, 22, 30)
    shapes = inked(rounded(0, 0, wide, high, 8), "currentColor", 1.8) + used(f"road-{road}", 0.2 * side, top - side / 2, side, side)
    shapes += line(f"M8 {foot - (11 if small else 17)}H{wide - 8}", "#cdb98a", 1)
    for nth, key in enumerate(("ox-light", "ox-dark")):
        shapes += used(key, wide * (2 * nth + 1) / 4 - (11 if small else 15) - ox / 2, foot - ox / 2, ox, ox)
    return f"-1 -1 {wide + 2} {high + 2}", shapes


COUNTS = [(white, count - white) for count in range(1, MOST + 1) for white in range(count + 1)]
KINDS = [(road, signpost) for road in range(-1, len(ROADS)) for signpost in (False, True) if marks_key(road, signpost)]
MARKS = {
    **{f"herds-{white}-{black}": herds(white, black, white + black) for white, black in COUNTS},
    **{f"herd-{white}-{black}": herds(white, black, min(2, white + black)) for white, black in COUNTS},
    **{marks_key(*kind): marks(*kind) for kind in KINDS},
    **{f"goal-{road}": goal(road, GOAL) for road in ROADS},
    **{f"goal-small-{road}": goal(road, SMALL) for road in ROADS},
}
COMPOSED = {key: symbol(key, *made) for key, made in MARKS.items()}
