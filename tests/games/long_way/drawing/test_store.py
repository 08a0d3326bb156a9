"""One store as a picture: walls as lines, doorways as gaps."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from byways.games.long_way.drawing.store import draw_tile, lay_floor, lay_walls, lay_way, outline, outside, wall_line
from byways.games.long_way.rules.shoppers import Floor, walk
from byways.games.long_way.state import TileMask
from tests.games.long_way.positions import EVERYWHERE, sheet


def test_a_wall_lies_inside_its_own_space_so_that_double_walls_are_two_lines() -> None:
    assert wall_line(0, 1, 5, False) == "M59 0V64"
    assert wall_line(1, 3, 5, False) == "M69 0V64"


def test_a_doorway_is_a_gap_in_the_middle() -> None:
    assert wall_line(0, 1, 5, True, gap=20) == "M59 0V22M59 42V64"
    assert wall_line(0, 2, 5, True, gap=20) == "M0 59H22M42 59H64"


def test_the_exterior_wall_is_open_at_the_two_doors_only() -> None:
    assert outside(sheet("a1W", "g7S")).count("M") == 28 + 2


def test_empty_spaces_look_other_than_occupied_ones() -> None:
    parent = Element("g")
    lay_floor(parent, sheet(filled="a1 b1"))
    (void,) = (path.get("d", "") for path in parent.iter("path") if path.get("class") == "void")
    assert void.count("Z") == 47


def test_tile_spaces_without_walls_have_a_dot() -> None:
    parent = Element("g")
    lay_walls(parent, sheet(filled="a1 b1", walls="a1N", displays="c3=1"))
    assert len(list(parent.iter("circle"))) == 1
    tile = Element("g")
    draw_tile(tile, TileMask("00N 01. 02S"), "slab")
    assert len(list(tile.iter("circle"))) == 1
    assert sum(path.get("class") == "wall" for path in tile.iter("path")) == 2


def test_the_outline_of_a_tile_has_a_square_for_each_space() -> None:
    assert outline(TileMask("00N 01. 02S")).count("M") == 3


def test_the_way_is_drawn_leg_by_leg_and_tied_ways_are_dotted() -> None:
    store = sheet("a1W", "b2E", filled=EVERYWHERE, displays="a2=1")
    way = walk(store)
    assert way is not None
    parent = Element("g")
    lay_way(parent, way, Floor(store))
    tied, leg = parent.iter("path")
    assert (tied.get("class"), leg.get("class")) == ("tied", "path")
    assert tied.get("d") == "M32 32L96 32M96 32L96 96"
    assert leg.get("d") == "M32 32L32 96L96 96"
