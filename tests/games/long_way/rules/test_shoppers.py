"""The shoppers' way and the score; the oracle enumerates everything."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from byways.games.long_way.rules.shoppers import Floor, score, walk
from byways.games.long_way.state import ALL, Sheet, name_of
from tests.games.long_way.plain import TooMany, plain_score
from tests.games.long_way.positions import EVERYWHERE, ROWS, all_walls, sheet, sheets, spaces


def way(store: Sheet) -> list[str]:
    found = walk(store)
    assert found is not None
    return [" ".join(map(name_of, leg)) for leg in found.legs]


def corridor(*paths: str, **words: object) -> Sheet:
    """A full store with walls everywhere except along these paths."""
    return sheet(walls=all_walls(*paths), filled=EVERYWHERE, **words)  # type: ignore[arg-type]


def test_without_cafeterias_the_way_leads_from_entrance_to_exit() -> None:
    assert way(sheet("a1W", "g1E")) == ["a1 b1 c1 d1 e1 f1 g1"]


def test_a_display_on_the_way_scores_a_point_and_an_empty_space_costs_one() -> None:
    store = sheet("a1W", "g1E", walls="a1S b1S c1S d1S e1S f1S", displays="b1=3 d1=5")
    assert store.occupied & spaces("g1") == 0
    assert score(store) == 2 - 1


def test_displays_beside_the_way_score_nothing() -> None:
    assert score(sheet("a1W", "a1N", filled=EVERYWHERE, displays="b1=1 a2=2")) == 0


def test_l16_the_spaces_at_entrance_and_exit_are_on_the_way() -> None:
    assert score(sheet("a1W", "g1E", filled=ROWS[0], displays="a1=1 g1=2")) == 2
    assert score(sheet("a1W", "g1E", filled="b1 c1 d1 e1 f1")) == -2


def test_l5_entrance_and_exit_of_one_corner_space_are_a_way_of_one_space() -> None:
    store = sheet("a1W", "a1N", displays="a1=4")
    assert way(store) == ["a1"]
    assert score(store) == 1


def test_the_nearest_cafeteria_by_steps_comes_first_even_if_the_other_would_score_more() -> None:
    store = corridor("a1-g1", "a1-a3", cafeterias=["a3 a4", "d1 e1"], displays="b1=1 c1=1 f1=2")
    assert way(store) == ["a1 a2 a3", "a3 a2 a1 b1 c1 d1", "e1 f1 g1"]


EXAMPLE = sheet(
    "g1N",
    "g4E",
    walls=all_walls("g1-a1-a7-d7-g7-g1"),
    filled=EVERYWHERE.replace("a7", "").replace("g7", ""),
    cafeterias=["a1 a2", "d7 e7"],
    displays="f1=1 d1=2 a4=3 c7=4 f7=5 g5=6",
)


def test_j_the_cafeteria_6_steps_away_comes_before_the_one_8_steps_away() -> None:
    assert way(EXAMPLE)[0] == "g1 f1 e1 d1 c1 b1 a1"


def test_k_then_to_the_other_cafeteria_crossing_an_empty_space() -> None:
    assert way(EXAMPLE)[1] == "a2 a3 a4 a5 a6 a7 b7 c7 d7"


def test_l_and_then_to_the_exit_crossing_another_one() -> None:
    assert way(EXAMPLE)[2] == "e7 f7 g7 g6 g5 g4"
    found = walk(EXAMPLE)
    assert found is not None
    assert (found.displays, found.empties, found.score) == (6, 2, 4)


def test_a_leg_continues_from_either_space_of_the_cafeteria() -> None:
    assert way(corridor("a1-g1", cafeterias=["c1 d1"])) == ["a1 b1 c1", "d1 e1 f1 g1"]


def test_l17_the_last_leg_starts_from_either_space_of_the_last_cafeteria() -> None:
    assert way(corridor("a1-g1", cafeterias=["e1 f1", "b1 c1"])) == ["a1 b1", "c1 d1 e1", "f1 g1"]


def test_l1_a_space_passed_on_two_legs_counts_once() -> None:
    there_and_back = corridor("a1-g1", "d1-d4", cafeterias=["d3 d4"], displays="d2=1")
    assert way(there_and_back) == ["a1 b1 c1 d1 d2 d3", "d3 d2 d1 e1 f1 g1"]
    assert score(there_and_back) == 1
    assert score(sheet("a1W", "a1N", walls="b1W b2W", cafeterias=["a3 a4"])) == -2


def test_l2_a_cafeteria_that_cannot_be_reached_is_skipped() -> None:
    assert way(corridor("a1-g1", cafeterias=["a3 a4"])) == ["a1 b1 c1 d1 e1 f1 g1"]
    assert way(corridor("a1-g1", cafeterias=["a3 a4", "d1 d2"])) == ["a1 b1 c1 d1", "d1 e1 f1 g1"]


def test_l2_a_cafeteria_with_no_way_on_to_the_exit_is_skipped() -> None:
    """The only path to the second cafeteria leads through the far half of the first, and ends there."""
    sealed = corridor("a1-g1", "d2-d6", cafeterias=["d1 d2", "d5 d6"], displays="b1=1 d3=2 f1=3")
    assert way(sealed) == ["a1 b1 c1 d1", "d1 e1 f1 g1"]
    assert score(sealed) == 2


def test_l2_and_l4_two_cafeterias_with_walls_between_their_halves_lead_through_a_sealed_part_and_back() -> None:
    through = corridor("a1-g1", "b2-f2", cafeterias=["b1 b2", "f1 f2"], displays="c2=1 d2=2 d1=3")
    assert way(through) == ["a1 b1", "b2 c2 d2 e2 f2", "f1 g1"]


def test_l21_no_way_scores_0_even_where_a_way_would_have_been_negative() -> None:
    assert score(sheet("a1W", "g7E", walls="a1ES")) == 0
    assert walk(sheet("a1W", "g7E", walls="a1ES")) is None
    assert score(sheet("a1W", "g7E", walls="a1E")) == -12


def test_l4_a_wall_between_the_halves_of_a_cafeteria_does_not_matter() -> None:
    halves = corridor("a1-c1-c2-g2-g1-d1", cafeterias=["c1 d1"], displays="b1=1 f1=2 e2=3")
    assert way(halves) == ["a1 b1 c1", "d1 e1 f1 g1"]
    assert score(halves) == 2


def test_l4_but_a_cafeteria_is_no_way_through_a_barrier() -> None:
    barred = corridor("a1-c1", "d1-g1", cafeterias=["c1 d1"], displays="b1=1 f1=2")
    assert walk(barred) is None
    assert score(barred) == 0


def test_l10_only_the_steps_compare_so_the_first_space_costs_none() -> None:
    found = walk(corridor("a1-g1", cafeterias=["a1 a2"]))
    assert found is not None
    assert [len(leg) - 1 for leg in found.legs] == [0, 6]


def test_h_a_wall_over_the_exit_or_the_entrance_shuts_it_and_i_a_doorway_opens_it() -> None:
    assert score(sheet("a1W", "g1E", filled=EVERYWHERE, walls="g1E", displays="c1=1")) == 0
    assert score(sheet("a1W", "g1E", filled=EVERYWHERE, walls="a1W", displays="c1=1")) == 0
    assert score(sheet("a1W", "g1E", filled=EVERYWHERE, walls="g1E", doorways="g1E", displays="c1=1")) == 1
    assert score(sheet("a1W", "g1E", filled=EVERYWHERE, walls="d1N a3W", displays="c1=1")) == 1


def test_where_two_spaces_each_have_a_wall_one_doorway_is_not_enough() -> None:
    one = sheet("a1W", "g1E", walls=all_walls("a1-g1") + " c1E d1W", doorways="c1E", filled=EVERYWHERE)
    both = sheet("a1W", "g1E", walls=all_walls("a1-g1") + " c1E d1W", doorways="c1E d1W", filled=EVERYWHERE, displays="d1=1")
    assert walk(one) is None
    assert score(both) == 1


def test_of_tied_paths_the_one_with_most_points_is_taken() -> None:
    store = sheet("a1W", "b2E", filled=EVERYWHERE, displays="a2=6")
    assert way(store) == ["a1 a2 b2"]
    assert score(store) == 1


def test_text_check_6_of_two_cafeterias_equally_near_either_may_come_first() -> None:
    """If the left one comes first, the way back from the right one runs along the bottom; otherwise it does not."""
    store = corridor("d1-a1-a7-g7-g1-d1", entrance="d1N", exit="a5W", cafeterias=["a3 a4", "g3 g4"], displays="d7=1 e7=2")
    assert score(store) == 2
    assert way(store)[-1] == "g4 g5 g6 g7 f7 e7 d7 c7 b7 a7 a6 a5"


def test_ties_are_settled_over_all_legs_together() -> None:
    """Both ways round tie for leg 1, but only the lower one lets leg 2 add the upper display."""
    store = sheet("a1W", "a1N", walls="c1S a3N", filled=EVERYWHERE, cafeterias=["b2 c2"], displays="a2=1 b1=2")
    assert score(store) == 2


def test_an_empty_space_that_two_legs_share_is_paid_once() -> None:
    store = sheet("a1W", "a1N", cafeterias=["g6 g7"])
    assert score(store) == -11


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(sheets())
def test_the_score_is_that_of_the_plain_search(store: Sheet) -> None:
    try:
        plain = plain_score(store)
    except TooMany:
        assume(False)
    assert score(store) == plain


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(sheets())
def test_the_way_that_is_shown_has_the_score_and_can_be_walked(store: Sheet) -> None:
    found, floor = walk(store), Floor(store)
    if found is None:
        assert score(store) == 0
        return
    assert found.score == score(store)
    passed = {space for leg in found.legs for space in leg}
    assert floor.count(sum(1 << space for space in passed)) == found.score
    for leg in found.legs:
        assert all(floor.around(1 << here) >> there & 1 for here, there in pairwise(leg))
    assert (found.legs[0][0], found.legs[-1][-1]) == (store.entrance >> 2, store.exit >> 2)


@given(st.integers(0, ALL), st.integers(0, ALL))
def test_stores_of_nothing_but_open_floor_are_scored_exactly(shown: int, filled: int) -> None:
    """All paths tie on open floor, so bulges are as wide as possible."""
    store = Sheet(3, 4 * 6 + 1, occupied=filled | shown, displays=(shown, 0, 0, 0, 0, 0))
    assert score(store) == plain_score(store)


def test_an_empty_store_has_more_ties_than_any_other_and_is_scored() -> None:
    """To the cafeteria and back over the same eleven spaces; by d1 to d4, to b7, back to d1 and on to g1, thirteen."""
    assert score(sheet("a1W", "a1N", cafeterias=["g6 g7"])) == -11
    assert score(sheet("a1W", "g1E", cafeterias=["d4 e4", "a7 b7"])) == -13


def test_the_bound_never_cuts_off_the_best() -> None:
    """Two legs over the same open floor with displays on either side."""
    store = sheet("a1W", "a1N", filled=EVERYWHERE, cafeterias=["e4 e5"], displays="b1=1 c2=1 a2=2 b3=2 d4=3 e3=3 c4=4")
    assert score(store) == plain_score(store)
