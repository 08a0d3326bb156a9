"""The rule text of The Long Way, sentence by sentence, and the rulings by name."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.games.long_way.sheets import COMPONENTS, DOORS, EVERYWHERE, begin, names, offered, play, ready, segments, sheet, spaces, told

from byways.game import Illegal, Malformed, Options, Outcome, Refused
from byways.games.long_way import GAME
from byways.games.long_way.acts import draft
from byways.games.long_way.rules import FAILURE, GRADES, deal
from byways.games.long_way.state import ALL, BORDERS, Position, Setup, Sheet, members, name_of
from byways.games.long_way.view import View

FULL = sheet("a1W", "g7E", filled=EVERYWHERE)


def ended(position: Position) -> Outcome:
    assert position.outcome is not None
    return position.outcome


def seen(position: Position, seat: int) -> Sheet:
    """Seat 0's sheet as another seat sees it."""
    view = position.view(seat)
    assert isinstance(view, View)
    return view.sheets[0]


# Set-up


def test_text_check_7_everybody_draws_entrance_and_exit_in_private_before_the_first_roll() -> None:
    position = begin(2)
    assert position.awaited == (0, 1)
    position = play(position, "0: entrance a1 west", "0: exit g7 east", "0: done")
    assert seen(position, 1) == Sheet()
    position = play(position, "1: entrance d1 north", "1: exit d7 south", "1: done")
    assert [(sheet.entrance, sheet.exit) for sheet in position.sheets] == [(3, 4 * 48 + 1), (4 * 3, 4 * 45 + 2)]
    assert position.chance is not None


def test_a_door_goes_through_the_exterior_wall_at_any_edge_space() -> None:
    assert len(offered(begin())) == sum(border.bit_count() for border in BORDERS) == 28
    with pytest.raises(Illegal, match="not an outer side"):
        play(begin(), "entrance b2 north")


def test_l5_the_exit_needs_another_outer_side_than_the_entrance() -> None:
    position = play(begin(), "entrance a1 west")
    assert "exit a1 north" in offered(position)
    with pytest.raises(Illegal, match="an outer side of its own"):
        play(position, "exit a1 west")


def test_the_coin_box_is_empty_at_first_and_nobody_without_coins_is_asked_to_reroll() -> None:
    position = play(begin(), *DOORS, "light 1", "dark 5")
    assert position.sheets[0].coins == 0
    assert position.phase == "draw"


def test_a_start_player_is_chosen() -> None:
    assert {deal(COMPONENTS, Options(), 3, Random(seed)).first for seed in range(50)} == {0, 1, 2}
    doors = [f"{seat}: {word}" for seat in range(3) for word in DOORS]
    assert play(begin(3, first=2), *doors).active == 2


def test_a_set_up_for_nobody_is_refused() -> None:
    with pytest.raises(Refused, match="refused: 9 players"):
        GAME.start(Setup(9, 0))
    with pytest.raises(Refused, match="player 2 begins"):
        GAME.start(Setup(2, 2))


# The dice


def test_b_the_light_die_says_the_shape_and_the_dark_die_the_walls() -> None:
    """The first roll of the example: 1 and 5, at the left middle."""
    position = play(begin(), *DOORS, "light 1", "dark 5", "tile a4")
    store = draft(position, 0).sheet
    assert store.occupied == spaces("a4 b4 c4")
    assert store.walls == segments("a4E c4E")


def test_dice_are_rolled_one_at_a_time_and_seen_by_all() -> None:
    position = play(begin(), *DOORS)
    assert position.chance is not None
    assert (position.chance.name, position.chance.seen_by) == ("the light die", None)
    position = play(position, "light 3")
    assert position.chance is not None
    assert position.chance.what == tuple(f"dark {pips}" for pips in range(1, 7))


def test_l19_the_active_player_may_pay_a_coin_for_another_roll_of_one_die_as_often_as_it_can() -> None:
    position = play(ready(sheet(coins=2), sheet(coins=5)), "light 1", "dark 1")
    assert position.awaited == (0,)
    assert offered(position) == ["reroll light", "reroll dark", "keep"]
    position = play(position, "reroll dark", "dark 2", "reroll light")
    assert position.sheets[0].coins == 0
    position = play(position, "light 6")
    assert (position.dice, position.phase, position.awaited) == ((6, 2), "draw", (0, 1))


def test_l19_after_keep_nobody_rerolls() -> None:
    position = play(ready(sheet(coins=2)), "light 1", "dark 1", "keep")
    assert position.phase == "draw"
    with pytest.raises(Illegal, match="now draw the tile, or a cafeteria, or stop"):
        play(position, "reroll light")


def test_a_reroll_is_final() -> None:
    position = play(ready(sheet(coins=2)), "light 1", "dark 1", "reroll light", "light 2")
    with pytest.raises(Illegal, match="nothing to take back"):
        position.undo(0)


def test_before_the_dice_are_kept_nothing_is_drawn() -> None:
    with pytest.raises(Illegal, match="reroll a die or to keep"):
        play(ready(sheet(coins=1)), "light 1", "dark 1", "tile a1")


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
    assert draft(position, 0).sheet.occupied & spaces("b1")


def test_text_check_1_a_display_must_be_drawn_with_every_tile_of_either_die() -> None:
    position = play(ready(sheet(), dice=(1, 5)), "tile a4")
    assert offered(position) == [f"display {at} {kind}" for at in ("a4", "b4", "c4") for kind in (1, 5)]


def test_text_check_1_doubles_leave_one_kind() -> None:
    position = play(ready(sheet(), dice=(2, 2)), "tile a1")
    assert offered(position) == ["display a1 2", "display a2 2", "display a3 2"]


def test_a_display_of_another_kind_or_off_the_tile_is_refused() -> None:
    position = play(ready(sheet(), dice=(1, 5)), "tile a4")
    with pytest.raises(Illegal, match=r"show 1 and 5, so a sofa \(3\)"):
        play(position, "display a4 3")
    with pytest.raises(Illegal, match="d4 is not on the tile just drawn"):
        play(position, "display d4 5")


def test_c_a_cafeteria_may_be_drawn_although_the_tile_would_fit() -> None:
    position = play(ready(sheet(), dice=(1, 5)), "cafeteria", "fork f1 across", "done")
    assert names(position.sheets[0].cafeteria) == "f1 g1"
    assert position.sheets[0].walls == segments("")
    assert position.sheets[0].displays == (0,) * 6


def test_l3_a_cafeteria_lies_or_stands() -> None:
    position = play(ready(sheet(), dice=(1, 5)), "cafeteria")
    assert {"fork a1 across", "fork a1 down"} <= set(offered(position))
    assert len(offered(position)) == 84
    assert names(draft(play(position, "fork a1 down"), 0).sheet.cafeteria) == "a1 a2"


def test_a_cafeteria_lies_on_empty_spaces_of_the_store() -> None:
    position = play(ready(sheet(filled="b1"), dice=(1, 5)), "cafeteria")
    with pytest.raises(Illegal, match="sticks out"):
        play(position, "fork g1 across")
    with pytest.raises(Illegal, match="sticks out"):
        play(position, "fork a7 down")
    with pytest.raises(Illegal, match="would lie on b1"):
        play(position, "fork a1 across")


def test_a_third_cafeteria_is_refused() -> None:
    position = ready(sheet(cafeterias=["a1 b1", "c1 d1"]), dice=(1, 5))
    assert "cafeteria" not in offered(position)
    with pytest.raises(Illegal, match="third cafeteria"):
        play(position, "cafeteria")


def test_who_stops_draws_no_more_and_the_others_continue() -> None:
    position = play(ready(sheet(), sheet(), dice=(1, 1)), "0: stop", "0: done", "1: cafeteria", "1: fork a1 down", "1: done")
    assert position.sheets[0].stopped
    assert position.outcome is None
    position = play(position, "light 2", "dark 2")
    assert position.awaited == (1,)


def test_until_the_reveal_stopping_can_be_taken_back() -> None:
    position = play(ready(sheet(), sheet(), dice=(1, 1)), "0: stop", "0: done")
    assert position.undo(0).undo(0) == ready(sheet(), sheet(), dice=(1, 1))


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


EARNED = ("tile a7", "display c7 1")


def earned(store: Sheet) -> Position:
    """After a display that earned a bonus at the bottom left."""
    position = play(ready(store, dice=(1, 3)), *EARNED)
    assert "coins" in offered(position)
    return position


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
    with pytest.raises(Illegal, match="e2 has a wall on that side already"):
        play(position, "wall e2", "side north")
    with pytest.raises(Illegal, match="e3 has a wall on every side"):
        play(earned(sheet(displays="c6=1", walls="e3NESW")), "wall e3")


def test_l4_a_wall_may_be_drawn_on_a_cafeteria_later() -> None:
    position = play(earned(sheet(cafeterias=["c6 d6"])), "wall c6", "side east", "done")
    assert position.sheets[0].walls[1] & spaces("c6")


def test_text_check_2_bonus_b_opens_both_walls_of_a_double_one() -> None:
    """L14: what is between the two neighbours, all of it."""
    position = play(earned(sheet(displays="c6=1", walls="d2E e2W")), "doorway d2 east", "done")
    assert position.sheets[0].doorways == segments("d2E e2W")


def test_l14_a_half_cut_double_wall_is_reconnected_by_cutting_the_other_half() -> None:
    """Example E: the wall just to the left of the doorway was drawn later."""
    position = play(earned(sheet(displays="c6=1", walls="d2E e2W", doorways="e2W")), "doorway d2 east", "done")
    assert position.sheets[0].doorways == segments("d2E e2W")


def test_e_a_doorway_in_a_single_wall() -> None:
    position = play(earned(sheet(displays="c6=1", walls="e2W")), "doorway d2 east", "done")
    assert position.sheets[0].doorways == segments("e2W")


def test_a_doorway_in_nothing_or_that_reconnects_nothing_is_refused() -> None:
    position = earned(sheet(displays="c6=1", walls="e2W", doorways="e2W"))
    for word in ("doorway d2 east", "doorway e2 west", "doorway a1 south"):
        with pytest.raises(Illegal, match="reconnects nothing"):
            play(position, word)


def test_l8_a_doorway_to_the_outside_only_at_entrance_and_exit() -> None:
    position = earned(sheet("a1W", "g1E", displays="c6=1", walls="g1E g2E a1W"))
    assert {"doorway g1 east", "doorway a1 west"} <= set(offered(position))
    with pytest.raises(Illegal, match="only at the entrance and the exit"):
        play(position, "doorway g2 east")
    with pytest.raises(Illegal, match="Nothing shuts"):
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


# Reveal and turns


def test_l18_sheets_are_open_but_for_the_act_being_drawn() -> None:
    position = play(ready(sheet(), sheet(), dice=(1, 1)), "0: tile a1", "0: display a1 1", "0: done")
    assert seen(position, 1).tiles == ()
    position = play(position, "1: stop", "1: done")
    assert len(seen(position, 1).tiles) == 1


def test_the_dice_go_to_the_left_and_l6_past_who_has_stopped() -> None:
    stores = [sheet(), sheet(stopped=True), sheet()]
    position = play(ready(*stores, dice=(1, 1)), "0: cafeteria", "0: fork a1 down", "0: done", "2: cafeteria", "2: fork a1 down", "2: done")
    assert position.active == 2
    position = play(position, "light 1", "dark 1", "0: stop", "0: done", "2: cafeteria", "2: fork c1 down", "2: done")
    assert position.active == 2


def test_g_l20_who_can_draw_neither_tile_nor_cafeteria_stops_alone() -> None:
    """The tile does not fit: a cafeteria while one is left, then the end."""
    tight = sheet("a1W", "g7E", filled=EVERYWHERE.replace("a1", "").replace("b1", ""))
    position = ready(tight, sheet(), dice=(2, 1))
    assert offered(position, 0) == ["cafeteria", "stop"]
    spent = sheet("a1W", "g7E", cafeterias=["c1 d1", "e1 f1"], filled=EVERYWHERE.replace("a1", "").replace("b1", ""))
    position = ready(spent, sheet(), dice=(2, 1))
    assert position.awaited == (1,)
    assert position.sheets[0].stopped


def test_text_check_5_no_two_neighbouring_spaces_left_for_a_cafeteria_is_a_stop_too() -> None:
    lonely = sheet("a1W", "g7E", filled=EVERYWHERE.replace("a1", "").replace("c1", ""))
    assert ready(lonely, sheet(), dice=(2, 1)).sheets[0].stopped
    assert ready(lonely, dice=(2, 1)).outcome is not None


def test_l20_with_coins_the_active_seat_is_asked_before_it_has_to_stop() -> None:
    lonely = sheet("a1W", "g7E", filled=EVERYWHERE.replace("a1", ""), coins=1)
    position = play(ready(lonely), "light 2", "dark 1")
    assert position.phase == "coins"
    assert play(position, "keep").outcome is not None


def test_l20_the_game_ends_when_all_have_stopped() -> None:
    position = play(ready(FULL, FULL), "light 1", "dark 1")
    assert ended(position).scores == (0.0, 0.0)


# The end


def final(*stores: Sheet) -> Outcome:
    position = ready(*stores, dice=(1, 1))
    for seat in position.awaited:
        position = play(position, f"{seat}: stop", f"{seat}: done")
    return ended(position)


def row(displays: int) -> Sheet:
    """A full store whose only way is along the first two rows, with so many displays on it."""
    shown = " ".join(f"{at}=1" for at in ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "g2", "f2", "e2", "d2", "c2", "b2", "a2"][:displays])
    walls = " ".join(f"{column}1S" for column in "abcdef") + " " + " ".join(f"{column}2S" for column in "abcdefg")
    return sheet("a1W", "a2W", walls=walls, filled=EVERYWHERE, displays=shown)


def test_l9_the_highest_total_wins_and_ties_share() -> None:
    outcome = final(row(3), row(5), row(5), row(1))
    assert outcome.places == (3, 1, 1, 4)
    assert outcome.scores == (3.0, 5.0, 5.0, 1.0)
    assert outcome.title == ""


@pytest.mark.parametrize(("points", "title"), [(0, FAILURE), (5, FAILURE), (6, GRADES[2][1]), (8, GRADES[2][1]), (9, GRADES[1][1])])
def test_solo_is_judged_by_four_grades(points: int, title: str) -> None:
    assert final(row(points)).title == title


def test_solo_twelve_is_the_highest_grade() -> None:
    assert {final(row(points)).title for points in (12, 13, 14)} == {GRADES[0][1]}
    assert len({FAILURE, *(name for _, name in GRADES)}) == 4


# A seat that goes


def test_a_seat_that_goes_draws_no_more_and_is_scored_behind_everybody_who_stayed() -> None:
    nearly = replace(row(5), occupied=row(5).occupied & ~spaces("a6 b6 c6"))
    position = play(ready(nearly, sheet("a1W", "g1E"), dice=(1, 1)), "1: stop", "1: done").remove(0)
    outcome = ended(position)
    assert outcome.scores is not None
    assert outcome.scores[0] == 5.0 > outcome.scores[1]
    assert (outcome.places, outcome.removed, outcome.winners) == ((2, 1), (0,), (1,))


def test_the_tentative_steps_of_a_seat_that_goes_are_dropped() -> None:
    position = play(ready(sheet(), sheet(), dice=(1, 1)), "0: tile a1", "0: display a1 1", "0: done").remove(0)
    assert position.sheets[0].tiles == ()
    assert position.awaited == (1,)


def test_one_seat_that_is_left_plays_on() -> None:
    position = ready(sheet(), sheet(), dice=(1, 1)).remove(0)
    position = play(position, "1: tile a1", "1: display a1 1", "1: done")
    assert (position.outcome, position.active, position.phase) == (None, 1, "roll")


def test_if_the_active_seat_goes_the_others_draw_what_lies() -> None:
    position = play(ready(sheet(coins=1), sheet()), "light 1", "dark 1")
    assert position.remove(0).awaited == (1,)
    position = play(ready(sheet(coins=1), sheet()), "light 1").remove(0)
    assert play(position, "dark 1").awaited == (1,)


def test_a_seat_that_goes_before_its_doors_are_drawn_scores_0() -> None:
    position = begin(2).remove(1)
    position = play(position, *DOORS, "light 1", "dark 1", "stop", "done")
    assert ended(position).scores == (-13.0, 0.0)
    assert ended(position).places == (1, 2)


def test_when_everybody_has_gone_the_game_is_over() -> None:
    outcome = ended(begin(2).remove(1).remove(0))
    assert outcome.winners == ()
    assert outcome.reason == "Nobody is left."


# Notation and events


@pytest.mark.parametrize(
    "text", ["tile h1", "tile a8", "display a1 7", "fork a1 up", "entrance a1", "walls a1", "reroll both", "Done", "tile a1 "]
)
def test_what_is_no_choice_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="is no choice of The Long Way"):
        GAME.parse(text)


@given(st.integers(0, 48), st.sampled_from(["north", "east", "south", "west"]))
def test_a_border_has_one_name_whichever_space_is_given(space: int, side: str) -> None:
    doorway = GAME.parse(f"doorway {name_of(space)} {side}")
    assert GAME.parse(str(doorway)) == doorway


def test_a_step_out_of_order_is_refused_with_what_comes_now() -> None:
    with pytest.raises(Illegal, match="now say 'done', or take the last step back"):
        play(begin(), "entrance a1 west", "exit g7 east", "stop")
    with pytest.raises(Illegal, match="now take a bonus"):
        play(earned(sheet(displays="c6=1")), "done")


def test_a_cafeteria_needs_two_neighbouring_empty_spaces() -> None:
    """With a chart of one's own a tile may be smaller than a cafeteria."""
    small = replace(ready(sheet(filled=EVERYWHERE.replace("a4", ""))), chart=(("00N",) * 6,) * 6)
    with pytest.raises(Illegal, match="No two neighbouring spaces are empty"):
        play(small, "light 1", "dark 1", "cafeteria")


def test_what_was_drawn_is_told_at_the_reveal() -> None:
    assert told(ready(sheet(displays="c6=1"), dice=(1, 3)), *EARNED, "wall e2", "side south", "done")[0] == (
        "Red draws the tile at a7 with a seat at c7, a wall at e2, side south."
    )
    assert told(ready(sheet(), dice=(1, 3)), "cafeteria", "fork a1 down", "done")[0] == "Red draws a cafeteria at a1 and a2."
    assert told(begin(), *DOORS) == ["Red has its entrance a1 west and its exit g7 east.", "Red has the dice."]


def test_every_space_is_on_the_sheet() -> None:
    assert members(ALL) == list(range(49))
