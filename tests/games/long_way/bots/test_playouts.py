"""Playing a sheet on with a quick hand."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from byways.bits import members
from byways.games.long_way.bots.playouts import FORKS, Future, Sketch, furnish, leg, spots
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.shoppers import Floor, score, survey
from byways.games.long_way.state import NOT_LAST_COLUMN, NOT_LAST_ROW, Sheet
from tests.games.long_way.positions import COMPONENTS, EVERYWHERE, all_walls, sheet, sheets, spaces

CHART = tuple(shape.layouts for shape in COMPONENTS.chart.shapes)
ROLLS = [(light, dark) for light in range(1, 7) for dark in range(1, 7)]
GAP = EVERYWHERE.replace("c1 d1 e1", "")
HALLS = ["a6 b6", "a7 b7"]


def future(store: Sheet) -> Future:
    return Future(CHART, store, Random(1))


@given(sheets())
def test_its_way_is_one_of_those_that_the_shoppers_choose_from(store: Sheet) -> None:
    made, best = Sketch(store), survey(store, Floor(store))
    assert (made.way is None) == (best is None)
    if made.way and best:
        assert made.points(made.way) <= best.score
        assert not made.way.east & ~made.east
        assert not made.way.south & ~made.south


@given(sheets())
def test_without_cafeterias_its_way_is_as_long_as_the_shoppers_one(store: Sheet) -> None:
    floor, start, out = Floor(store), 1 << (store.entrance >> 2), 1 << (store.exit >> 2)
    found, layers = leg(start, out, floor.east, floor.south, floor.displays, floor.empty), floor.leg(start, out)
    assert (found and found.steps + 1) == (layers and len(layers))
    if found:
        assert found.passed.bit_count() == found.steps + 1
        assert found.east.bit_count() + found.south.bit_count() == found.steps


@given(sheets(), st.integers(0, NOT_LAST_COLUMN), st.integers(0, NOT_LAST_ROW))
def test_walls_that_do_not_cross_the_way_leave_it_as_long_as_it_was(store: Sheet, east: int, south: int) -> None:
    made = Sketch(store)
    if not made.way or len(made.halls) > 1:  # of two equally near cafeterias, walls may decide which comes first
        return
    left, below = made.east & ~(east & ~made.way.east), made.south & ~(south & ~made.way.south)
    if any(parted(hall, left, below) for hall in made.halls):  # then there must be an open path besides (L4)
        return
    again = made.route(left, below, made.halls, made.shown)
    assert again
    assert again.steps == made.way.steps


def parted(hall: int, east: int, south: int) -> bool:
    """Whether a wall parts the halves of a cafeteria."""
    return not hall & (hall >> 1 & east | hall >> SIZE & south)


def test_tiles_go_where_they_fit_and_cover_no_door() -> None:
    store = sheet("d1N", "e1N", filled=EVERYWHERE.replace("c1 d1 e1 f1 g1", ""))
    assert spots("00N 01N 02N", store) == []
    assert [spot.spaces for spot in spots("00S 01S 02S", store)] == [spaces("c1 d1 e1"), spaces("d1 e1 f1"), spaces("e1 f1 g1")]
    assert [spot.spaces for spot in spots("00W 01. 02W", store)] == [spaces("c1 d1 e1"), spaces("d1 e1 f1"), spaces("e1 f1 g1")]


def test_a_spot_shuts_borders_and_has_spaces_around() -> None:
    [spot] = spots("00W 01. 02S", sheet(filled=GAP))
    assert members(spot.east) == members(spaces("b1"))
    assert members(spot.south) == members(spaces("e1"))
    assert spot.around & ~spot.spaces == spaces("b1 f1 c2 d2 e2")


def test_there_are_42_places_for_a_cafeteria_each_way() -> None:
    assert len(set(FORKS)) == 84
    assert all(fork.bit_count() == 2 for fork in FORKS)


def test_a_sheet_that_has_stopped_scores_what_it_scores() -> None:
    store = sheet(filled=EVERYWHERE, displays="a1=1 c1=2 g1=3", stopped=True)
    assert future(store).play_on(store, ROLLS) == score(store) == 3


def test_a_store_without_a_way_is_given_up() -> None:
    store = sheet(walls=all_walls())
    assert future(store).play_on(store, ROLLS) == 0
    covered = sheet("a1W", "g1E", walls="a1W")
    assert future(covered).play_on(covered, ROLLS) == 0


def test_a_turn_draws_a_tile_or_a_cafeteria() -> None:
    store = sheet("d1N", "e1N")
    for roll in ROLLS:
        made = Sketch(store)
        assert future(store).turn(made, *roll)
        assert 49 - made.empty.bit_count() == (2 if made.halls else 3)
        assert made.shown.bit_count() == (0 if made.halls else 1)


def test_the_display_goes_on_the_way_and_its_tile_fills_the_gap() -> None:
    store = sheet("a1W", "g1E", filled=GAP, walls=" ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N", cafeterias=[])
    full = sheet("a1W", "g1E", filled=GAP, walls=" ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N", displays="a1=1")
    assert score(store) == -3
    assert future(store).play_on(store, [(1, 2)]) == 1
    assert future(full).play_on(full, [(1, 2)]) == 2


def test_it_stops_rather_than_shut_itself_in_and_pays_for_another_roll_if_it_can() -> None:
    walls = " ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N"
    poor = sheet("a1W", "g1E", filled=GAP, walls=walls, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=HALLS)
    rich = sheet("a1W", "g1E", filled=GAP, walls=walls, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=HALLS, coins=1)
    rolls = [(1, 5), (1, 2)]
    assert future(poor).play_on(poor, rolls) == score(poor) == 1
    assert future(rich).play_on(rich, rolls) == 5


def test_a_display_goes_where_it_earns_a_bonus() -> None:
    made = Sketch(sheet(filled="c1 d1 e1", walls="d1S", displays="d2=5 e2=4"))
    assert furnish(made, spaces("c1 d1 e1"), 3, 4) == (spaces("e1"), 3, True)
    assert furnish(made, spaces("c1 d1"), 3, 4) == (spaces("c1"), 3, False)
    assert furnish(Sketch(sheet(cafeterias=["c2 d2"])), spaces("d1"), 0, 5) == (spaces("d1"), 0, True)


def test_a_bonus_is_a_wall_that_makes_a_detour_or_coins() -> None:
    store = sheet("a1W", "b1N", walls=all_walls("a1-b1", "a1-a2-b2-b1"), displays="a2=1 b2=2", filled="a1 b1")
    made = Sketch(store)
    assert made.way
    future(store).reward(made, made.way, made.pace())
    assert made.points(made.way) == 2
    assert made.coins == 0
    future(store).reward(made, made.way, made.pace())
    assert made.coins == 2


def test_a_wall_between_two_empty_spaces_lies_on_one_of_them() -> None:
    store = sheet("a1W", "b1N", walls=all_walls("a1-b1", "a1-a2-b2-b1"), displays="a2=1 b2=2")
    made = Sketch(Sheet(store.entrance, store.exit, store.walls, displays=store.displays, occupied=spaces("a2 b2")))
    assert made.way
    future(store).reward(made, made.way, made.pace())
    assert made.empty & spaces("a1 b1") == spaces("b1")


def test_the_same_stream_and_dice_give_the_same_score() -> None:
    store = sheet("d1N", "e1N")
    assert future(store).play_on(store, ROLLS) == future(store).play_on(store, ROLLS)
