"""Where things lie on paper."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.printing.grid import FOOT, MARGIN, PAPERS, TOP, Image, Pages, windows
from byways.sheets import Board, Piece, Pieces

pieces = st.builds(
    lambda size, count, back: Pieces("cards", size, (Piece("face", "back" if back else "", count),)),
    st.tuples(st.floats(10, 80), st.floats(10, 120)),
    st.integers(1, 15),
    st.booleans(),
)


def overlap(one: Image, other: Image) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return min(across, down) > 1e-6


@given(st.lists(pieces, min_size=1, max_size=3), st.sampled_from(sorted(PAPERS)))
def test_all_pieces_lie_inside_the_margins_and_none_on_another(blocks: list[Pieces], paper: str) -> None:
    pages = Pages(PAPERS[paper])
    for block in blocks:
        pages.lay_pieces(block)
    for page in pages.pages:
        for image in page.images:
            assert image.x >= MARGIN
            assert image.x + image.width <= pages.width - MARGIN
            assert TOP <= image.y <= image.y + image.height <= pages.height - FOOT
        for line in page.lines:
            assert MARGIN - 1e-6 <= line.x <= line.to_x <= pages.width - MARGIN + 1e-6
        assert not any(overlap(*pair) for pair in combinations(page.images, 2))
    laid = sum(image.art == "face" for page in pages.pages for image in page.images)
    assert laid == sum(piece.count for block in blocks for piece in block.pieces)


@given(pieces)
def test_folded_along_the_line_every_back_lies_behind_its_face(block: Pieces) -> None:
    pages = Pages(PAPERS["a4"])
    pages.lay_pieces(block)
    for page in pages.pages:
        faces = sorted((image.x, image.y) for image in page.images if image.art == "face")
        backs = sorted((pages.width - image.x - image.width, image.y) for image in page.images if image.art == "back")
        for face, behind in zip(faces, backs, strict=False):
            assert behind == pytest.approx(face)
        assert len(backs) in (0, len(faces))


def test_a_block_that_fits_on_a_page_is_not_split() -> None:
    pages = Pages(PAPERS["a4"])
    for _ in range(2):
        pages.lay_pieces(Pieces("tiles", (40, 40), (Piece("face", count=16),)))
    assert [len(page.images) for page in pages.pages] == [16, 16]


def test_a_board_larger_than_the_paper_is_spread_over_several_sheets() -> None:
    pages = Pages(PAPERS["a4"])
    pages.lay_board(Board("frame", (230, 230), "art"))
    assert [image.shift for page in pages.pages for image in page.images] == [(0, 0), (115, 0)]
    assert [len(page.lines) for page in pages.pages] == [8, 8]
    pages.lay_board(Board("board", (100, 100), "art"))
    assert pages.pages[-1].lines == []


@given(st.tuples(st.floats(1, 900), st.floats(1, 900)))
def test_the_parts_of_a_board_cover_it(size: tuple[float, float]) -> None:
    parts = [window for window, _ in windows(size, (194, 249))]
    assert sum(wide * high for _, _, wide, high in parts) == pytest.approx(size[0] * size[1])
    assert all(wide <= 194.001 and high <= 249.001 for _, _, wide, high in parts)
