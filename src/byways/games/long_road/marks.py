"""Groups of symbols that stand on every caravan card: its herds, its road and its signpost, each group one piece of art."""

from __future__ import annotations

from byways.games.long_road.choices import ROADS
from byways.sprite import disc, symbol

OX = 22  # from one to the next
MOST = 4  # herds of a group; more are counted
SIDE = (98, 22)  # a row of marks on a card, and on a narrow one
NARROW = (34, 16)


def used(key: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<use href="#art-{key}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"/>'


def herds(white: int, black: int, columns: int) -> tuple[str, str]:
    """The view box and the shapes of some herds, white ones first; the last row is in the middle."""
    count = white + black
    rows = -(-count // columns)
    shapes = ""
    for nth in range(count):
        row = nth // columns
        spare = columns - min(columns, count - row * columns)
        shapes += used("ox-light" if nth < white else "ox-dark", OX * (nth % columns + spare / 2), 20 * row, OX, 20)
    return f"0 0 {OX * columns} {20 * rows}", shapes


def marks(road: int, signpost: bool, size: tuple[int, int]) -> tuple[str, str]:
    """The road's symbol to the left and the signpost to the right."""
    wide, high = size
    half, shapes = high / 2, ""
    for key, here, x in ((f"road-{ROADS[road]}", road >= 0, half), ("signpost", signpost, wide - half)):
        if here:
            shapes += disc(x, half, half - 1, "#fff", 1) + used(key, x - 0.4 * high, 0.1 * high, 0.8 * high, 0.8 * high)
    return f"0 0 {wide} {high}", shapes


def marks_key(road: int, signpost: bool) -> str:
    """Of a card that fits a road (-1: any) and has a signpost or not; one without either has no marks."""
    if road < 0:
        return "marks-post" if signpost else ""
    return f"marks-{ROADS[road]}" + ("-post" if signpost else "")


COUNTS = [(white, count - white) for count in range(1, MOST + 1) for white in range(count + 1)]
KINDS = [(road, signpost) for road in range(-1, len(ROADS)) for signpost in (False, True) if marks_key(road, signpost)]
MARKS = {
    **{f"herds-{white}-{black}": herds(white, black, white + black) for white, black in COUNTS},
    **{f"herd-{white}-{black}": herds(white, black, min(2, white + black)) for white, black in COUNTS},
    **{marks_key(*kind): marks(*kind, SIDE) for kind in KINDS},
    **{f"narrow-{marks_key(*kind)}": marks(*kind, NARROW) for kind in KINDS},
}
COMPOSED = {key: symbol(key, *made) for key, made in MARKS.items()}
