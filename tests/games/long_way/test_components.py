"""The built-in chart of tiles, and the checks of custom ones."""

from __future__ import annotations

import msgspec
import pytest

from byways.game import Refused
from byways.games.long_way import GAME
from byways.games.long_way.components import SIDES, Layout, connected, outer_walls, read_layout
from tests.games.long_way.positions import COMPONENTS

LAYOUTS = [[read_layout(text) for text in shape.layouts] for shape in COMPONENTS.chart.shapes]
TILES = [layout for shape in LAYOUTS for layout in shape]


def turned(layout: Layout) -> Layout:
    """A quarter turn clockwise, back in its box."""
    moved = {(column, -row): "".join(SIDES[(SIDES.index(side) + 1) % 4] for side in sides) for (row, column), sides in layout.items()}
    return boxed(moved)


def mirrored(layout: Layout) -> Layout:
    return boxed({(row, -column): sides.translate(str.maketrans("EW", "WE")) for (row, column), sides in layout.items()})


def boxed(layout: Layout) -> Layout:
    top, left = min(row for row, _ in layout), min(column for _, column in layout)
    return {(row - top, column - left): "".join(sorted(sides)) for (row, column), sides in layout.items()}


def test_the_chart_is_a_reconstruction_and_says_so() -> None:
    assert COMPONENTS.chart.provenance == "reconstruction"
    assert "reconstruction" in GAME.credit


def test_there_are_36_different_tiles_of_the_six_trominoes_as_they_lie() -> None:
    assert len({tuple(sorted(layout.items())) for layout in TILES}) == 36
    assert len({frozenset(shape[0]) for shape in LAYOUTS}) == 6
    assert all(len(layout) == 3 and connected(set(layout)) for layout in TILES)


def test_every_tile_has_two_to_four_walls_and_one_on_an_outer_side() -> None:
    assert {sum(map(len, layout.values())) for layout in TILES} == {2, 3, 4}
    assert all(map(outer_walls, TILES))


def test_28_tiles_have_a_space_with_a_dot() -> None:
    assert sum(not all(layout.values()) for layout in TILES) == 28


def test_no_side_of_the_store_is_favoured() -> None:
    known = [boxed(layout) for layout in TILES]
    assert all(turned(layout) in known and mirrored(layout) in known for layout in TILES)
    assert {side: sum(side in sides for layout in TILES for sides in layout.values()) for side in SIDES} == dict.fromkeys(SIDES, 21)


SHAPES = GAME.components_text.split("[[chart.shapes]]")


def own(shape: str, nth: int = 1) -> str:
    """The built-in file with one shape changed."""
    changed = [*SHAPES[:nth], shape, *SHAPES[nth + 1 :]]
    return "[[chart.shapes]]".join(changed)


def shape(*layouts: str) -> str:
    return f'\nname = "mine"\nlayouts = {list(layouts)}\n\n'.replace("'", '"')


BAR = ("00N 01N 02N", "00S 01S 02S", "00N 01. 02S", "00S 01. 02N", "00E 01. 02E")


@pytest.mark.parametrize(
    ("layouts", "reason"),
    [
        ((*BAR, "00. 01. 02."), "tile 6 has no wall; every tile must have one"),
        ((*BAR, "00N 01. 11."), "tile 6 has different spaces from tile 1; only the light die decides the shape"),
        ((*BAR, "00N 01N 02N"), "tile 6 has the same walls as tile 1"),
        ((*BAR, "00N 01N 02X"), "'02X' is not a space of a tile; write its row, its column, and its walls, such as 10SW, or 10. for none"),
        (
            (*BAR, "00NN 01N 02."),
            "'00NN' is not a space of a tile; write its row, its column, and its walls, such as 10SW, or 10. for none",
        ),
        ((*BAR, "00N 00S 02."), "the layout '00N 00S 02.' has the space 00 twice"),
        (tuple(f"00{side} 02." for side in ("N", "E", "S", "W", "NE", "NS")), "the spaces of the tile are not connected"),
        (
            tuple(f"11{side} 12." for side in ("N", "E", "S", "W", "NE", "NS")),
            "the tile must have a space in row 0 and one in column 0",
        ),
    ],
)
def test_impossible_tiles_are_refused_with_line_and_reason(layouts: tuple[str, ...], reason: str) -> None:
    text = own(shape(*layouts))
    line = 1 + text[: text.index("[[chart.shapes]]")].count("\n")
    with pytest.raises(Refused) as caught:
        GAME.using(text)
    assert str(caught.value) == f"The components are wrong in line {line}: {reason}."


def test_a_chart_needs_shapes_that_differ_dots_and_outer_walls() -> None:
    head = SHAPES[0]
    bars, full, inner = shape(*BAR, "00W 01. 02W"), shape(*(f"00{side}" for side in ("N", "E", "S", "W", "NE", "NS"))), ""
    with pytest.raises(Refused, match="all six shapes are the same"):
        GAME.using("[[chart.shapes]]".join([head, *[bars] * 6]))
    walled = shape(*(f"00{side} 01N" for side in ("N", "E", "S", "W", "NE", "NS")))
    with pytest.raises(Refused, match="no tile has a space without walls"):
        GAME.using("[[chart.shapes]]".join([head, *[full] * 5, walled]))
    inner = shape("00E 01. 02.", "00. 01W 02.", "00. 01E 02.", "00. 01. 02W", "00E 01E 02.", "00E 01. 02W")
    standing = shape("00S 10. 20.", "00. 10N 20.", "00. 10S 20.", "00. 10. 20N", "00S 10S 20.", "00S 10. 20N")
    with pytest.raises(Refused, match="no tile has a wall on an outer side"):
        GAME.using("[[chart.shapes]]".join([head, *[inner] * 5, standing]))


def test_a_custom_chart_is_played_with_and_stays_in_the_record() -> None:
    dominoes = shape(*(f"00{side} 01." for side in ("N", "E", "S", "W", "NE", "NS")))
    mine = GAME.using(own(dominoes))
    assert mine.digest != GAME.digest
    assert GAME.with_components(msgspec.to_builtins(mine.components)).digest == mine.digest
