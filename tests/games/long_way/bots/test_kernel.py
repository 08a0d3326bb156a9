"""The compiled kernel agrees with the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from byways.games.long_way.bots import kernel
from byways.games.long_way.bots.search import ALL_FORKS, StoreSearch, has_open_doors, store_of, tiles_of, weights_array
from byways.games.long_way.bots.search import WEIGHTS as FITTED
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.acts import APPLY, OFFERS, apply_act, bonus_earned
from byways.games.long_way.rules.shoppers import Floor, find_route, score
from byways.games.long_way.state import SPACES, Doorway, Draft, Sheet, Stop, Tile, read_dice
from byways.games.long_way.view import View
from tests.games.long_way.positions import COMPONENTS, EVERYWHERE, all_walls, ready, sheet, sheets, spaces

CHART = tuple(shape.layouts for shape in COMPONENTS.chart.shapes)
TILES, WEIGHTS = tiles_of(CHART), weights_array(FITTED)
whole = st.integers(0, (1 << SPACES) - 1)


def after(store: Sheet, light: int, dark: int) -> tuple[list[list[Any]], Any]:
    """The acts generated for a sheet, as steps, each with its store."""
    view = ready(store, dice=(light, dark)).view(0)
    assume(view.outcome is None and has_open_doors(store))
    assert isinstance(view, View)
    outlook = StoreSearch(view, kernel)
    found = outlook.contenders((), most=kernel.MOST_ACTS)
    return [outlook.steps(act) for act in found], outlook.stores[found]


@given(sheets(), whole)
def test_the_spaces_around(store: Sheet, some: int) -> None:
    floor = Floor(store)
    assert kernel.around(some, floor.east, floor.south) == floor.around(some)


@given(sheets())
def test_the_quick_way_is_a_shortest_way_and_never_scores_more_than_the_exact_one(store: Sheet) -> None:
    found, best = store_of(store, kernel), find_route(store, Floor(store))
    assert (found[kernel.PASSED] == 0) == (best is None)
    if best is not None:
        assert kernel.score(found) <= best.score
        if len(store.cafeterias) < 2:  # of two equally near cafeterias either may come first
            assert found[kernel.STEPS] == sum(len(leg) - 1 for leg in best.legs)
        assert not found[kernel.OVER_EAST] & ~found[kernel.OPEN_EAST]
        assert not found[kernel.OVER_SOUTH] & ~found[kernel.OPEN_SOUTH]


@given(sheets())
def test_with_one_leg_the_quick_way_is_the_best(store: Sheet) -> None:
    single = Sheet(store.entrance, store.exit, store.walls, store.doorways, store.occupied, store.displays)
    found = store_of(single, kernel)
    assert kernel.score(found) == score(single)


def test_two_cafeterias_equally_near_are_visited_in_the_better_order() -> None:
    store = sheet("d1N", "d7S", filled=EVERYWHERE, cafeterias=["a1 b1", "f1 g1"], displays="f2=1")
    assert kernel.score(store_of(store, kernel)) == score(store)


@settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
@given(sheets(), st.integers(1, 6), st.integers(1, 6))
def test_every_tile_display_and_cafeteria_that_leaves_a_way_is_an_act(store: Sheet, light: int, dark: int) -> None:
    found, _ = after(store, light, dark)
    roll, made = read_dice(CHART, (light, dark)), Draft(store, "option")
    plain = {
        (choice, display) for choice in OFFERS["option"](made, roll) if isinstance(choice, Tile) for display in displays(made, choice, roll)
    }
    assert {(steps[0], steps[1]) for steps in found if isinstance(steps[0], Tile)} <= plain
    bare = {(steps[0], steps[1]) for steps in found if isinstance(steps[0], Tile) and len(steps) == 2}
    assert bare == {
        (tile, display) for tile, display in plain if not bonus_earned(placed(made, tile, roll), display.space, display.kind - 1)
    }


def displays(made: Draft, tile: Tile, roll: Any) -> list[Any]:
    """The displays on a tile that leave a way."""
    drawn = APPLY[Tile](made, tile, roll)
    covered = any(drawn.sheet.shut[door & 3] >> (door >> 2) & 1 for door in (drawn.sheet.entrance, drawn.sheet.exit))
    return [] if covered or find_route(drawn.sheet, Floor(drawn.sheet)) is None else [*OFFERS["display"](drawn, roll)]


def placed(made: Draft, tile: Tile, roll: Any) -> Sheet:
    return APPLY[Tile](made, tile, roll).sheet


@settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
@given(sheets(), st.integers(1, 6), st.integers(1, 6))
def test_the_store_after_an_act_is_that_of_the_rules(store: Sheet, light: int, dark: int) -> None:
    found, stores = after(store, light, dark)
    for steps, new in zip(found[:40], stores, strict=False):
        made = apply_act(store, steps, False, read_dice(CHART, (light, dark)))
        assert made.stage == "ready"
        if not isinstance(steps[0], Stop):
            assert new.tolist() == store_of(made.sheet, kernel).tolist()
            assert not any(isinstance(step, Doorway) for step in steps)


def played(store: Sheet, rolls: list[tuple[int, int]]) -> int:
    dice = np.array([(light - 1, dark - 1) for light, dark in rolls], np.int64)
    return int(kernel.play_out(store_of(store, kernel), dice, 1, 0, TILES, ALL_FORKS, WEIGHTS))


GAP = EVERYWHERE.replace("c1 d1 e1", "")
WALLS = " ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N"


def test_a_playout_stops_rather_than_cut_the_only_way_and_pays_for_a_reroll_if_it_can() -> None:
    cafeterias = ["a6 b6", "a7 b7"]
    poor = sheet("a1W", "g1E", filled=GAP, walls=WALLS, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=cafeterias)
    rich = sheet("a1W", "g1E", filled=GAP, walls=WALLS, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=cafeterias, coins=1)
    assert played(poor, [(1, 5), (1, 2)]) == score(poor) == 1
    assert played(rich, [(1, 5), (1, 2)]) == 5


def test_only_the_seat_with_the_dice_can_pay() -> None:
    store = sheet("a1W", "g1E", filled=GAP, walls=WALLS, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=["a6 b6", "a7 b7"], coins=1)
    dice = np.array([(0, 4), (0, 1)], np.int64)
    assert [kernel.play_out(store_of(store, kernel), dice, 2, until, TILES, ALL_FORKS, WEIGHTS) for until in (0, 1)] == [5, 1]


def test_a_bonus_is_a_wall_that_makes_a_detour() -> None:
    store = store_of(sheet("a1W", "b1N", walls=all_walls("a1-b1", "a1-a2-b2-b1"), displays="a2=1 b2=2", filled="a1 b1"), kernel)
    kernel.take_bonus(store, WEIGHTS, store.copy())
    assert kernel.score(store) == 2
    assert store[kernel.PASSED] == spaces("a1 a2 b1 b2")


def test_a_wall_on_an_empty_space_of_the_way_fills_it() -> None:
    store, new = store_of(sheet("a1W", "b1N"), kernel), np.zeros(kernel.ITEMS, np.int64)
    assert kernel.score(store) == -2
    assert kernel.place_wall(store, 4 * 0 + kernel.NORTH, new)
    assert kernel.score(new) == -1
    assert not kernel.place_wall(store, 4 * SIZE + kernel.SOUTH, new)
