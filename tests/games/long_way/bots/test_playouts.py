"""Playouts in plain Python."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from byways.bits import members
from byways.games.long_way.bots.playouts import FORKS, Playouts, Store, choose_display, leg, placements
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.shoppers import Floor, find_route, score
from byways.games.long_way.state import NOT_LAST_COLUMN, NOT_LAST_ROW, Sheet
from tests.games.long_way.positions import COMPONENTS, EVERYWHERE, all_walls, sheet, sheets, spaces

CHART = tuple(shape.layouts for shape in COMPONENTS.chart.shapes)
ROLLS = [(light, dark) for light in range(1, 7) for dark in range(1, 7)]
GAP = EVERYWHERE.replace("c1 d1 e1", "")
CAFETERIAS = ["a6 b6", "a7 b7"]


def playouts(store: Sheet) -> Playouts:
    return Playouts(CHART, store, Random(1))


@given(sheets())
def test_the_quick_way_is_a_shortest_way_and_never_scores_more_than_the_exact_one(store: Sheet) -> None:
    made, best = Store(store), find_route(store, Floor(store))
    assert (made.way is None) == (best is None)
    if made.way and best:
        assert made.points(made.way) <= best.score
        assert not made.way.east & ~made.east
        assert not made.way.south & ~made.south


@given(sheets())
def test_without_cafeterias_the_quick_way_is_as_long_as_the_exact_one(store: Sheet) -> None:
    floor, start, out = Floor(store), 1 << (store.entrance >> 2), 1 << (store.exit >> 2)
    found, layers = leg(start, out, floor.east, floor.south, floor.displays, floor.empty), floor.leg(start, out)
    assert (found and found.steps + 1) == (layers and len(layers))
    if found:
        assert found.passed.bit_count() == found.steps + 1
        assert found.east.bit_count() + found.south.bit_count() == found.steps


@given(sheets(), st.integers(0, NOT_LAST_COLUMN), st.integers(0, NOT_LAST_ROW))
def test_walls_that_do_not_cross_the_way_leave_it_as_long_as_it_was(store: Sheet, east: int, south: int) -> None:
    made = Store(store)
    if not made.way or len(made.cafeterias) > 1:  # of two equally near cafeterias, walls may decide which comes first
        return
    left, below = made.east & ~(east & ~made.way.east), made.south & ~(south & ~made.way.south)
    if any(parted(cafeteria, left, below) for cafeteria in made.cafeterias):  # then another open path is needed (L4)
        return
    again = made.route(left, below, made.cafeterias, made.shown)
    assert again
    assert again.steps == made.way.steps


def parted(cafeteria: int, east: int, south: int) -> bool:
    """Whether a wall splits a cafeteria."""
    return not cafeteria & (cafeteria >> 1 & east | cafeteria >> SIZE & south)


def test_tiles_go_where_they_fit_and_cover_no_door() -> None:
    store = sheet("d1N", "e1N", filled=EVERYWHERE.replace("c1 d1 e1 f1 g1", ""))
    assert placements("00N 01N 02N", store) == []
    assert [spot.spaces for spot in placements("00S 01S 02S", store)] == [spaces("c1 d1 e1"), spaces("d1 e1 f1"), spaces("e1 f1 g1")]
    assert [spot.spaces for spot in placements("00W 01. 02W", store)] == [spaces("c1 d1 e1"), spaces("d1 e1 f1"), spaces("e1 f1 g1")]


def test_a_placement_shuts_borders_and_has_spaces_around() -> None:
    [spot] = placements("00W 01. 02S", sheet(filled=GAP))
    assert members(spot.east) == members(spaces("b1"))
    assert members(spot.south) == members(spaces("e1"))
    assert spot.around & ~spot.spaces == spaces("b1 f1 c2 d2 e2")


def test_there_are_42_places_for_a_cafeteria_each_way() -> None:
    assert len(set(FORKS)) == 84
    assert all(fork.bit_count() == 2 for fork in FORKS)


def test_a_stopped_sheet_is_scored_as_it_is() -> None:
    store = sheet(filled=EVERYWHERE, displays="a1=1 c1=2 g1=3", stopped=True)
    assert playouts(store).play_out(store, ROLLS) == score(store) == 3


def test_a_store_without_a_way_scores_0() -> None:
    store = sheet(walls=all_walls())
    assert playouts(store).play_out(store, ROLLS) == 0
    covered = sheet("a1W", "g1E", walls="a1W")
    assert playouts(covered).play_out(covered, ROLLS) == 0


def test_a_turn_draws_a_tile_or_a_cafeteria() -> None:
    store = sheet("d1N", "e1N")
    for roll in ROLLS:
        made = Store(store)
        assert playouts(store).turn(made, *roll)
        assert 49 - made.empty.bit_count() == (2 if made.cafeterias else 3)
        assert made.shown.bit_count() == (0 if made.cafeterias else 1)


def test_the_display_goes_on_the_way_and_its_tile_fills_the_gap() -> None:
    store = sheet("a1W", "g1E", filled=GAP, walls=" ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N", cafeterias=[])
    full = sheet("a1W", "g1E", filled=GAP, walls=" ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N", displays="a1=1")
    assert score(store) == -3
    assert playouts(store).play_out(store, [(1, 2)]) == 1
    assert playouts(full).play_out(full, [(1, 2)]) == 2


def test_a_playout_stops_rather_than_cut_the_only_way_and_pays_for_a_reroll_if_it_can() -> None:
    walls = " ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N"
    poor = sheet("a1W", "g1E", filled=GAP, walls=walls, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=CAFETERIAS)
    rich = sheet("a1W", "g1E", filled=GAP, walls=walls, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=CAFETERIAS, coins=1)
    rolls = [(1, 5), (1, 2)]
    assert playouts(poor).play_out(poor, rolls) == score(poor) == 1
    assert playouts(rich).play_out(rich, rolls) == 5


def test_a_display_goes_where_it_earns_a_bonus() -> None:
    made = Store(sheet(filled="c1 d1 e1", walls="d1S", displays="d2=5 e2=4"))
    assert choose_display(made, spaces("c1 d1 e1"), 3, 4) == (spaces("e1"), 3, True)
    assert choose_display(made, spaces("c1 d1"), 3, 4) == (spaces("c1"), 3, False)
    assert choose_display(Store(sheet(cafeterias=["c2 d2"])), spaces("d1"), 0, 5) == (spaces("d1"), 0, True)


def test_a_bonus_is_a_wall_that_makes_a_detour_or_coins() -> None:
    store = sheet("a1W", "b1N", walls=all_walls("a1-b1", "a1-a2-b2-b1"), displays="a2=1 b2=2", filled="a1 b1")
    made = Store(store)
    assert made.way
    playouts(store).take_bonus(made, made.way, made.weights())
    assert made.points(made.way) == 2
    assert made.coins == 0
    playouts(store).take_bonus(made, made.way, made.weights())
    assert made.coins == 2


def test_a_wall_between_two_empty_spaces_lies_on_one_of_them() -> None:
    store = sheet("a1W", "b1N", walls=all_walls("a1-b1", "a1-a2-b2-b1"), displays="a2=1 b2=2")
    made = Store(Sheet(store.entrance, store.exit, store.walls, displays=store.displays, occupied=spaces("a2 b2")))
    assert made.way
    playouts(store).take_bonus(made, made.way, made.weights())
    assert made.empty & spaces("a1 b1") == spaces("b1")


def test_the_same_stream_and_dice_give_the_same_score() -> None:
    store = sheet("d1N", "e1N")
    assert playouts(store).play_out(store, ROLLS) == playouts(store).play_out(store, ROLLS)
