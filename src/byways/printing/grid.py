"""Lay out pieces and boards on paper, in millimetres: pieces in rows with cut marks and a fold, large boards in several parts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from byways.sheets import Board, Piece, Pieces, Size

PaperName: TypeAlias = Literal["a4", "letter"]
PAPERS: dict[str, Size] = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN = 8  # most printers leave this much blank
TOP, FOOT = 18, 24  # the space for header and footer, including the margin
MARK, OFF = 4, 1  # the length of a cut mark, and its distance from the piece
RIM = MARK + OFF
HEADING = 6  # the height of the line above a block
GUTTER = 2  # between a fold and the pieces beside it
APART = 3  # between blocks
GAP = 6  # between columns of text


@dataclass(frozen=True)
class Image:
    """A picture on a page. With `shift`, only a part of it shows: the window that begins there, in a picture of the size `whole`."""

    art: str
    x: float
    y: float
    width: float
    height: float
    shift: tuple[float, float] | None = None
    whole: Size | None = None


@dataclass(frozen=True)
class Line:
    x: float
    y: float
    to_x: float
    to_y: float
    looks: Literal["cut", "fold"] = "cut"


@dataclass(frozen=True)
class Label:
    """The heading of a block. `folds` tells readers to fold the sheet between faces and backs.

    If a board is split, `part` is the number of this part and the number of all parts.
    """

    block: Pieces | Board
    x: float
    y: float
    width: float
    folds: bool = False
    part: tuple[int, int] | None = None


@dataclass
class Page:
    images: list[Image] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


class Pages:
    """Pages of one paper size, filled from the top."""

    def __init__(self, paper: Size) -> None:
        self.width, self.height = paper
        self.pages: list[Page] = []
        self.y = math.inf

    @property
    def left(self) -> float:
        """The height that is still free above the footer of the page."""
        return self.height - FOOT - self.y

    def page(self, needed: float) -> Page:
        """Return a page with room for this height: the current page or a new one."""
        if needed > self.left + 1e-6:
            self.pages.append(Page())
            self.y = TOP
        return self.pages[-1]

    def lay_pieces(self, block: Pieces) -> None:
        """Lay out pieces in rows, with backs across the fold from their faces. A block that does not fit continues on the next page."""
        pieces = [piece for piece in block.pieces for _ in range(piece.count)]
        folds, (wide, high) = any(piece.back for piece in pieces), block.size
        across = columns(self.width, wide, folds)
        rows = [pieces[nth : nth + across] for nth in range(0, len(pieces), across)]
        if (whole := HEADING + 2 * RIM + high * len(rows)) <= self.height - TOP - FOOT:
            self.page(whole)  # a block that fits on one page stays together
        while rows:
            page = self.page(HEADING + 2 * RIM + high)
            fitting = max(1, int((self.left - HEADING - 2 * RIM + 1e-6) // high))
            lay_rows(page, block, rows[:fitting], (self.width, self.y), folds)
            self.y += HEADING + 2 * RIM + high * len(rows[:fitting]) + APART
            rows = rows[fitting:]

    def lay_board(self, block: Board) -> None:
        """Lay out a board. One that is larger than the paper is split, and its parts have cut marks where they meet."""
        room = self.width - 2 * MARGIN, self.height - TOP - FOOT - HEADING
        is_split = block.size[0] > room[0] + 1e-6 or block.size[1] > room[1] + 1e-6
        rim = RIM if is_split else 0
        for _ in range(block.count):
            for nth, (window, count) in enumerate(windows(block.size, (room[0] - 2 * rim, room[1] - 2 * rim))):
                x, y, wide, high = window
                page, left = self.page(HEADING + high + 2 * rim), (self.width - wide) / 2
                start, top = left - rim, self.y + HEADING + rim
                page.labels.append(Label(block, start, self.y, self.width - MARGIN - start, part=(nth + 1, count) if is_split else None))
                page.images.append(Image(block.art, left, top, wide, high, (x, y), block.size))
                page.lines.extend(marks((left, left + wide), (top, top + high)) if is_split else ())
                self.y = top + high + rim + APART


def columns(paper: float, wide: float, folds: bool) -> int:
    """Return the number of pieces in a row or, if there is a fold, on each side of it."""
    room = paper - 2 * (MARGIN + RIM)
    return max(1, int(((room / 2 - GUTTER) if folds else room) / wide + 1e-9))


def lay_rows(page: Page, block: Pieces, rows: Sequence[Sequence[Piece]], corner: tuple[float, float], folds: bool) -> None:
    (paper, top), (wide, high), across = corner, block.size, max(map(len, rows))
    start = paper / 2 - GUTTER - across * wide if folds else (paper - across * wide) / 2
    y = top + HEADING + RIM
    left = start - RIM
    page.labels.append(Label(block, left, top, paper - MARGIN - left, folds))
    for nth, row in enumerate(rows):
        for column, piece in enumerate(row):
            page.images.append(Image(piece.face, start + column * wide, y + nth * high, wide, high))
            if piece.back:
                page.images.append(Image(piece.back, paper - start - (column + 1) * wide, y + nth * high, wide, high))
    edges = [start + column * wide for column in range(across + 1)]
    edges += [paper - edge for edge in edges] if folds else []
    page.lines.extend(marks(edges, [y + nth * high for nth in range(len(rows) + 1)]))
    if folds:
        page.lines.append(Line(paper / 2, y - RIM, paper / 2, y + high * len(rows) + RIM, "fold"))


def marks(across: Sequence[float], down: Sequence[float]) -> Iterator[Line]:
    """Yield cut marks outside a block, for cuts from edge to edge."""
    left, right, top, foot = min(across), max(across), min(down), max(down)
    for x in across:
        yield Line(x, top - RIM, x, top - OFF)
        yield Line(x, foot + OFF, x, foot + RIM)
    for y in down:
        yield Line(left - RIM, y, left - OFF, y)
        yield Line(right + OFF, y, right + RIM, y)


def windows(size: Size, room: Size) -> Iterator[tuple[tuple[float, float, float, float], int]]:
    """Split a drawing into parts of equal size that each fit into `room`. Yield each part with the number of parts."""
    across, down = (math.ceil(length / most - 1e-9) for length, most in zip(size, room, strict=True))
    wide, high = size[0] / across, size[1] / down
    for row in range(down):
        for column in range(across):
            yield (column * wide, row * high, wide, high), across * down
