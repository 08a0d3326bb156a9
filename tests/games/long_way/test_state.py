"""Sheets, tiles and choices as values."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from byways.bits import members
from byways.games.long_way import GAME
from byways.games.long_way.state import ALL, BORDERS, Menu, Sheet, Tile, TileMask, beside, name_of, space_of
from tests.games.long_way.positions import COMPONENTS, names, sheet, sheets, spaces


def test_spaces_are_named_by_column_and_row() -> None:
    assert [name_of(space) for space in (0, 6, 7, 48)] == ["a1", "g1", "a2", "g7"]
    assert [space_of(name_of(space)) for space in range(49)] == list(range(49))


def test_beside_ends_at_the_exterior_wall() -> None:
    assert [beside(space_of("a1"), direction) for direction in range(4)] == [None, 1, 7, None]
    assert [beside(space_of("g7"), direction) for direction in range(4)] == [41, None, None, 47]
    assert sum(border.bit_count() for border in BORDERS) == 28


@given(st.integers(0, ALL))
def test_a_menu_has_a_choice_for_every_space_in_reading_order(some: int) -> None:
    assert [choice.space for choice in Menu(Tile)(some)] == members(some)


@given(st.integers(0, ALL), st.sampled_from([text for shape in COMPONENTS.chart.shapes for text in shape.layouts]))
def test_a_tile_goes_wherever_all_its_spaces_are_empty(empty: int, layout: str) -> None:
    mask = TileMask(layout)
    for space in range(49):
        row, column = divmod(space, 7)
        spots = [(row + down, column + right) for down, right in mask.spots]
        fits = all(0 <= down < 7 and 0 <= right < 7 and empty >> (7 * down + right) & 1 for down, right in spots)
        assert bool(mask.places(empty) >> space & 1) is fits


def test_a_segment_belongs_to_the_side_of_a_space() -> None:
    store = sheet(walls="c4E d4W", doorways="c4E")
    assert store.blocked == (spaces("c4"), 0)
    assert sheet(walls="c4E", doorways="c4E").blocked == (0, 0)
    assert names(store.occupied) == "c4 d4"


@given(sheets())
def test_sheets_read_back_from_json_and_stay_small_enough_for_any_reader(store: Sheet) -> None:
    assert msgspec.json.decode(msgspec.json.encode(store), type=Sheet) == store
    assert all(bits < 1 << 53 for bits in (*store.walls, *store.doorways, store.occupied, *store.displays))


def test_choices_have_named_parts_in_json() -> None:
    assert msgspec.to_builtins(GAME.parse("doorway c4 east")) == {"choice": "doorway", "space": 23, "side": "east"}
    assert msgspec.to_builtins(GAME.parse("display c4 5")) == {"choice": "display", "space": 23, "kind": 5}
    assert GAME.say(GAME.parse("display c4 5").sentence) == "Display a desk set (5) at c4"
