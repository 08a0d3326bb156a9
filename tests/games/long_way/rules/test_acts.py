"""What is drawn in an act: tile, display and bonus, or a cafeteria."""

from __future__ import annotations

import pytest

from byways.game import Illegal
from byways.games.long_way.rules.acts import draft_of
from tests.games.long_way.positions import EARNED, EVERYWHERE, earned, ended, names, offered, play, ready, segments, sheet, spaces

# Tile, cafeteria or stop


def test_text_check_1_tile_cafeteria_and_stop_are_free_choices_on_every_roll() -> None:
    choices = offered(ready(sheet(), dice=(1, 5)))
    assert {"tile a4", "cafeteria", "stop"} <= set(choices)


def test_the_tile_is_not_turned() -> None:
    choices = offered(ready(sheet(), dice=(1, 1)))
    assert len([choice for choice in choices if choice.startswith("tile")]) == 5 * 7
    assert "tile a7" in choices
    assert "tile f1" not in choices


def test_l11_no_tile_over_the_edge() -> None:
    with pytest.raises(Illegal, match="sticks out of the store"):
        play(ready(sheet(), dice=(1, 1)), "tile f1")
    with pytest.raises(Illegal, match="sticks out of the store"):
        play(ready(sheet(), dice=(6, 1)), "tile a1")  # its first space is the upper right one


def test_a_tile_goes_on_empty_spaces_only() -> None:
    with pytest.raises(Illegal, match="would lie on c1, which is not empty"):
        play(ready(sheet(filled="c1 d1"), dice=(1, 1)), "tile b1")


def test_a_space_with_a_wall_segment_is_not_empty() -> None:
    assert "tile a1" not in offered(ready(sheet(walls="b1S"), dice=(1, 1)))


def test_tile_spaces_without_walls_are_not_empty_either() -> None:
    position = play(ready(sheet(), dice=(1, 3)), "tile a1")
    assert draft_of(position, 0).sheet.occupied & spaces("b1")


def test_text_check_1_a_display_must_be_drawn_with_every_tile_of_either_die() -> None:
    position = play(ready(sheet(), dice=(1, 5)), "tile a4")
    assert offered(position) == [f"display {at} {kind}" for at in ("a4", "b4", "c4") for kind in (1, 5)]


def test_text_check_1_doubles_leave_one_kind() -> None:
    position = play(ready(sheet(), dice=(2, 2)), "tile a1")
    assert offered(position) == ["display a1 2", "display a2 2", "display a3 2"]


def test_c_a_cafeteria_may_be_drawn_although_the_tile_would_fit() -> None:
    position = play(ready(sheet(), dice=(1, 5)), "cafeteria", "fork f1 across", "done")
    assert names(position.sheets[0].cafeteria) == "f1 g1"
    assert position.sheets[0].walls == segments("")
    assert position.sheets[0].displays == (0,) * 6


def test_l3_a_cafeteria_lies_or_stands() -> None:
    position = play(ready(sheet(), dice=(1, 5)), "cafeteria")
    assert {"fork a1 across", "fork a1 down"} <= set(offered(position))
    assert len(offered(position)) == 84
    assert names(draft_of(play(position, "fork a1 down"), 0).sheet.cafeteria) == "a1 a2"


# The bonus


def test_a_display_beside_a_matching_one_earns_a_bonus() -> None:
    position = play(ready(sheet(displays="d4=5"), dice=(1, 5)), "tile a4", "display c4 1")
    assert offered(position) == ["done"]
    position = play(ready(sheet(displays="d3=5"), dice=(1, 5)), "tile b4", "display d4 5")
    assert "coins" in offered(position)


def test_text_check_4_the_new_tiles_own_walls_separate() -> None:
    """Tile 1 and 5 has a wall on the east side of its last space."""
    assert offered(play(ready(sheet(displays="d4=5"), dice=(1, 5)), "tile a4", "display c4 5")) == ["done"]
    assert offered(play(ready(sheet(displays="d4=3"), dice=(1, 3)), "tile a4", "display c4 3")) != ["done"]


def test_a_wall_of_the_neighbour_separates_and_a_doorway_does_not() -> None:
    for doorways, bonus in (("", False), ("d4W", True)):
        store = sheet(displays="d4=3", walls="d4W", doorways=doorways)
        assert (offered(play(ready(store, dice=(1, 3)), "tile a4", "display c4 3")) != ["done"]) is bonus


def test_d_a_display_beside_a_cafeteria_earns_a_bonus_and_two_coins_can_be_taken() -> None:
    position = play(ready(sheet(cafeterias=["f1 g1"]), dice=(1, 3)), "tile c1", "display e1 3", "coins", "done")
    assert position.sheets[0].coins == 2


def test_only_what_was_placed_before_counts_for_a_bonus() -> None:
    assert offered(play(ready(sheet(), dice=(1, 3)), "tile c1", "display e1 3")) == ["done"]


def test_diagonal_spaces_are_not_adjacent_and_rows_do_not_wrap() -> None:
    assert offered(play(ready(sheet(displays="f2=3"), dice=(1, 3)), "tile c1", "display e1 3")) == ["done"]
    assert offered(play(ready(sheet(displays="a2=3"), dice=(1, 3)), "tile e1", "display g1 3")) == ["done"]


def test_l12_one_bonus_must_be_taken() -> None:
    assert "done" not in offered(earned(sheet(displays="c6=1")))


def test_l15_several_matches_earn_one_bonus() -> None:
    position = play(earned(sheet(displays="c6=1 d7=1", cafeterias=["d5 d6"])), "coins")
    assert offered(position) == ["done"]


def test_f_bonus_a_draws_one_wall_segment_and_the_space_is_empty_no_more() -> None:
    position = play(earned(sheet(displays="c6=1")), "wall e2", "side south", "done")
    assert position.sheets[0].walls[2] & spaces("e2")
    assert position.sheets[0].occupied & spaces("e2")


def test_l13_a_wall_goes_on_any_side_without_a_segment_outer_sides_and_doorways_considered() -> None:
    position = earned(sheet(displays="c6=1", walls="e2N g1E", doorways="e2N"))
    assert offered(play(position, "wall e2")) == ["side east", "side south", "side west"]
    assert "side north" in offered(play(position, "wall g1"))
    with pytest.raises(Illegal, match="e2 already has a wall on that side"):
        play(position, "wall e2", "side north")
    with pytest.raises(Illegal, match="e3 already has a wall on every side"):
        play(earned(sheet(displays="c6=1", walls="e3NESW")), "wall e3")


def test_l4_a_wall_may_be_drawn_on_a_cafeteria_later() -> None:
    position = play(earned(sheet(cafeterias=["c6 d6"])), "wall c6", "side east", "done")
    assert position.sheets[0].walls[1] & spaces("c6")


def test_text_check_2_bonus_b_opens_both_walls_of_a_double_one() -> None:
    """L14: the doorway goes through everything between the two neighbours."""
    position = play(earned(sheet(displays="c6=1", walls="d2E e2W")), "doorway d2 east", "done")
    assert position.sheets[0].doorways == segments("d2E e2W")


def test_l14_a_half_cut_double_wall_is_reconnected_by_cutting_the_other_half() -> None:
    """Example E: the wall just to the left of the doorway was drawn later."""
    position = play(earned(sheet(displays="c6=1", walls="d2E e2W", doorways="e2W")), "doorway d2 east", "done")
    assert position.sheets[0].doorways == segments("d2E e2W")


def test_e_a_doorway_in_a_single_wall() -> None:
    position = play(earned(sheet(displays="c6=1", walls="e2W")), "doorway d2 east", "done")
    assert position.sheets[0].doorways == segments("e2W")


def test_l8_a_doorway_to_the_outside_only_at_entrance_and_exit() -> None:
    position = earned(sheet("a1W", "g1E", displays="c6=1", walls="g1E g2E a1W"))
    assert {"doorway g1 east", "doorway a1 west"} <= set(offered(position))
    with pytest.raises(Illegal, match="only at the entrance or the exit"):
        play(position, "doorway g2 east")
    with pytest.raises(Illegal, match="No wall blocks"):
        play(earned(sheet("a1W", "g1E", displays="c6=1")), "doorway g1 east")


def test_text_check_3_h_i_the_exit_can_be_covered_and_unblocked_again() -> None:
    position = play(ready(sheet("a1W", "g1E"), dice=(1, 5)), "tile e1", "display e1 1", "done")
    store = position.sheets[0]
    assert store.covered(store.exit)
    position = play(position, "light 2", "dark 1", "cafeteria", "fork f2 down", "done", "light 1", "dark 3")
    position = play(position, "tile e4", "display f4 1", "doorway g1 east", "done")
    assert not position.sheets[0].covered(store.exit)


def test_text_check_3_elsewhere_an_outer_segment_only_ends_emptiness() -> None:
    position = play(earned(sheet("a1W", "g1E", displays="c6=1")), "wall g4", "side east", "done")
    assert position.sheets[0].occupied & spaces("g4")
    assert position.sheets[0].blocked == sheet(displays="c6=1", walls="a7N c7S").blocked


def test_l22_where_nothing_is_shut_no_doorway_is_offered_and_where_all_is_walled_no_wall() -> None:
    open_floor = offered(play(ready(sheet(displays="c6=1"), dice=(1, 2)), *EARNED))  # three south walls, all outer
    assert not [choice for choice in open_floor if choice.startswith("doorway")]
    position = play(ready(sheet(displays="c6=1", walls=" ".join(f"{at}NESW" for at in EVERYWHERE.split()[:35])), dice=(1, 2)), *EARNED)
    assert {choice.split()[1][1] for choice in offered(position) if choice.startswith("wall")} == {"6", "7"}


def test_l7_coins_have_no_cap_and_no_points() -> None:
    position = play(earned(sheet(displays="c6=1", coins=40)), "coins", "done")
    assert position.sheets[0].coins == 42
    assert ended(play(ready(sheet("a1W", "a1N", filled="a1", coins=40), dice=(1, 1)), "stop", "done")).scores == (0.0,)
