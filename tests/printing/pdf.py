"""Read a PDF back, in millimetres from the upper left corner."""

from __future__ import annotations

from typing import NamedTuple

import pypdfium2
from pypdfium2 import raw

MM = 72 / 25.4


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


def texts(pdf: pypdfium2.PdfDocument) -> list[str]:
    """The text of every page, in one line."""
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]


def boxes(page: pypdfium2.PdfPage, kind: int = raw.FPDF_PAGEOBJ_PATH) -> list[Box]:
    """The bounds of all paths or texts of a page, strokes included."""
    bounds = (found.get_bounds() for found in page.get_objects(filter=[kind]))
    return [Box(x / MM, (page.get_height() - top) / MM, (right - x) / MM, (top - y) / MM) for x, y, right, top in bounds]


def fonts(page: pypdfium2.PdfPage) -> set[tuple[str, bool]]:
    """The names of the fonts on a page, and whether they are embedded."""
    found = (text.get_font() for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]))
    return {(font.get_base_name().rpartition("+")[2], bool(font.is_embedded)) for font in found}
