"""The rules of The Long Way, sentence by sentence, and the rulings by name."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from byways.bits import members
from byways.game import Illegal, Malformed, Options, Outcome, Refused
from byways.games.long_way import GAME
from byways.games.long_way.rules import GRADES, deal
from byways.games.long_way.rules.acts import draft_of
from byways.games.long_way.state import ALL, BORDERS, Position, Setup, Sheet, name_of
from byways.games.long_way.view import View
from byways.i18n import Message
from tests.games.long_way.positions import (
    COMPONENTS,
    DOORS,
    EARNED,
    EVERYWHERE,
    begin,
    ended,
    offered,
    play,
    ready,
    segments,
    sheet,
    spaces,
    told,
)

FULL = sheet("a1W", "g7E", filled=EVERYWHERE)


def seen(position: Position, seat: int) -> Sheet:
    """Seat 0's sheet as another seat sees it."""
    view = position.view(seat)
    assert isinstance(view, View)
    return view.sheets[0]


# Set-up


def test_text_check_7_all_players_draw_entrance_and_exit_in_private_before_the_first_roll() -> None:
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
    with pytest.raises(Illegal, match="another outer side for the exit"):
        play(position, "exit a1 west")


def test_the_coin_box_is_empty_at_first_and_a_player_without_coins_is_not_offered_a_reroll() -> None:
    position = play(begin(), *DOORS, "light 1", "dark 5")
    assert position.sheets[0].coins == 0
    assert position.phase == "draw"


def test_a_start_player_is_chosen() -> None:
    assert {deal(COMPONENTS, Options(), 3, Random(seed)).first for seed in range(50)} == {0, 1, 2}
    doors = [f"{seat}: {word}" for seat in range(3) for word in DOORS]
    assert play(begin(3, first=2), *doors).active == 2


def test_a_set_up_without_players_is_refused() -> None:
    with pytest.raises(Refused, match="1 to 8 players, but this set-up has 9 players"):
        GAME.start(Setup(9, 0))
    with pytest.raises(Refused, match="Seat 2 cannot begin"):
        GAME.start(Setup(2, 2))


# The dice


def test_b_the_light_die_says_the_shape_and_the_dark_die_the_walls() -> None:
    """The first roll of the example: 1 and 5, at the left middle."""
    position = play(begin(), *DOORS, "light 1", "dark 5", "tile a4")
    store = draft_of(position, 0).sheet
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


def test_l19_after_keep_there_is_no_reroll() -> None:
    position = play(ready(sheet(coins=2)), "light 1", "dark 1", "keep")
    assert position.phase == "draw"
    with pytest.raises(Illegal, match="You have kept the dice"):
        play(position, "reroll light")


def test_a_reroll_is_final() -> None:
    position = play(ready(sheet(coins=2)), "light 1", "dark 1", "reroll light", "light 2")
    with pytest.raises(Illegal, match="nothing to take back"):
        position.undo(0)


def test_before_the_dice_are_kept_nothing_is_drawn() -> None:
    with pytest.raises(Illegal, match="First reroll a die or keep the dice"):
        play(ready(sheet(coins=1)), "light 1", "dark 1", "tile a1")


# Reveal and turns


def test_a_player_who_stops_draws_no_more_and_the_others_continue() -> None:
    position = play(ready(sheet(), sheet(), dice=(1, 1)), "0: stop", "0: done", "1: cafeteria", "1: fork a1 down", "1: done")
    assert position.sheets[0].stopped
    assert position.outcome is None
    position = play(position, "light 2", "dark 2")
    assert position.awaited == (1,)


def test_until_the_reveal_stopping_can_be_taken_back() -> None:
    position = play(ready(sheet(), sheet(), dice=(1, 1)), "0: stop", "0: done")
    assert position.undo(0).undo(0) == ready(sheet(), sheet(), dice=(1, 1))


def test_l18_sheets_are_open_except_for_the_act_being_drawn() -> None:
    position = play(ready(sheet(), sheet(), dice=(1, 1)), "0: tile a1", "0: display a1 1", "0: done")
    assert seen(position, 1).tiles == ()
    position = play(position, "1: stop", "1: done")
    assert len(seen(position, 1).tiles) == 1


def test_the_dice_go_to_the_left_and_l6_past_players_who_have_stopped() -> None:
    stores = [sheet(), sheet(stopped=True), sheet()]
    position = play(ready(*stores, dice=(1, 1)), "0: cafeteria", "0: fork a1 down", "0: done", "2: cafeteria", "2: fork a1 down", "2: done")
    assert position.active == 2
    position = play(position, "light 1", "dark 1", "0: stop", "0: done", "2: cafeteria", "2: fork c1 down", "2: done")
    assert position.active == 2


def test_g_l20_a_player_who_can_draw_neither_tile_nor_cafeteria_is_stopped() -> None:
    """If the tile does not fit, the player draws a cafeteria while one is left, then has to stop."""
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
    """A full store whose only way runs along the first two rows, with the given number of displays on it."""
    shown = " ".join(f"{at}=1" for at in ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "g2", "f2", "e2", "d2", "c2", "b2", "a2"][:displays])
    walls = " ".join(f"{column}1S" for column in "abcdef") + " " + " ".join(f"{column}2S" for column in "abcdefg")
    return sheet("a1W", "a2W", walls=walls, filled=EVERYWHERE, displays=shown)


def test_l9_the_highest_total_wins_and_ties_share() -> None:
    outcome = final(row(3), row(5), row(5), row(1))
    assert outcome.places == (3, 1, 1, 4)
    assert outcome.scores == (3.0, 5.0, 5.0, 1.0)
    assert outcome.title == ""


def test_the_breakdown_is_displays_and_empty_spaces_on_the_way() -> None:
    outcome = final(row(3), sheet("a1W", "g7E", walls="a1E"), sheet("a1W", "g7E", walls="a1ES"))
    assert outcome.scores == (3.0, -12.0, 0.0)
    assert [GAME.say(line.label) for line in outcome.breakdown] == ["Displays on the way", "Empty spaces on the way"]
    assert [line.values for line in outcome.breakdown] == [(3, 0, 0), (0, -12, 0)]
    assert outcome.grades == ()


@pytest.mark.parametrize(("points", "grade"), [(0, 3), (5, 3), (6, 2), (8, 2), (9, 1)])
def test_solo_is_judged_by_four_grades(points: int, grade: int) -> None:
    outcome = final(row(points))
    assert (outcome.title, outcome.grades) == (GRADES[grade].title, GRADES)


def test_solo_twelve_is_the_highest_grade() -> None:
    assert {final(row(points)).title for points in (12, 13, 14)} == {GRADES[0].title}
    assert len({grade.title for grade in GRADES}) == 4


# A seat that goes


def test_a_removed_seat_draws_no_more_and_ranks_behind_all_that_stayed() -> None:
    nearly = replace(row(5), occupied=row(5).occupied & ~spaces("a6 b6 c6"))
    position = play(ready(nearly, sheet("a1W", "g1E"), dice=(1, 1)), "1: stop", "1: done").remove(0)
    outcome = ended(position)
    assert outcome.scores is not None
    assert outcome.scores[0] == 5.0 > outcome.scores[1]
    assert (outcome.places, outcome.removed, outcome.winners) == ((2, 1), (0,), (1,))


def test_the_tentative_steps_of_a_removed_seat_are_dropped() -> None:
    position = play(ready(sheet(), sheet(), dice=(1, 1)), "0: tile a1", "0: display a1 1", "0: done").remove(0)
    assert position.sheets[0].tiles == ()
    assert position.awaited == (1,)


def test_the_last_seat_plays_on() -> None:
    position = ready(sheet(), sheet(), dice=(1, 1)).remove(0)
    position = play(position, "1: tile a1", "1: display a1 1", "1: done")
    assert (position.outcome, position.active, position.phase) == (None, 1, "roll")


def test_if_the_active_seat_is_removed_the_others_draw_its_roll() -> None:
    position = play(ready(sheet(coins=1), sheet()), "light 1", "dark 1")
    assert position.remove(0).awaited == (1,)
    position = play(ready(sheet(coins=1), sheet()), "light 1").remove(0)
    assert play(position, "dark 1").awaited == (1,)


def test_a_seat_removed_before_its_doors_are_drawn_scores_0() -> None:
    position = begin(2).remove(1)
    position = play(position, *DOORS, "light 1", "dark 1", "stop", "done")
    assert ended(position).scores == (-13.0, 0.0)
    assert ended(position).places == (1, 2)


def test_when_all_seats_are_removed_the_game_is_over() -> None:
    outcome = ended(begin(2).remove(1).remove(0))
    assert outcome.winners == ()
    assert outcome.reason == Message("outcome.nobody")


# Notation and events


@pytest.mark.parametrize(
    "text", ["tile h1", "tile a8", "display a1 7", "fork a1 up", "entrance a1", "walls a1", "reroll both", "Done", "tile a1 "]
)
def test_a_text_that_is_no_choice_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="is not a choice in The Long Way"):
        GAME.parse(text)


@given(st.integers(0, 48), st.sampled_from(["north", "east", "south", "west"]))
def test_a_border_has_one_name_whichever_space_is_given(space: int, side: str) -> None:
    doorway = GAME.parse(f"doorway {name_of(space)} {side}")
    assert GAME.parse(str(doorway)) == doorway


def test_the_reveal_says_what_each_seat_has_drawn() -> None:
    assert told(ready(sheet(displays="c6=1"), dice=(1, 3)), *EARNED, "wall e2", "side south", "done")[:2] == [
        "Red draws the tile at a7 and displays a seat at c7.",
        "Red earns a bonus: a wall on the south side of e2.",
    ]
    assert told(ready(sheet(displays="c6=1"), dice=(1, 3)), *EARNED, "coins", "done")[1] == "Red earns a bonus: two coins."
    assert told(ready(sheet(displays="c6=1", walls="e2W"), dice=(1, 3)), *EARNED, "doorway d2 east", "done")[1] == (
        "Red earns a bonus: a doorway on the east side of d2."
    )
    assert told(ready(sheet(), dice=(1, 3)), "stop", "done")[0] == "Red stops playing."
    assert told(ready(sheet(), dice=(1, 3)), "cafeteria", "fork a1 down", "done")[0] == "Red draws a cafeteria at a1 and a2."
    assert told(begin(), *DOORS) == ["Red puts the entrance at a1 (west) and the exit at g7 (east).", "It is Red's turn to roll."]


def test_every_space_is_on_the_sheet() -> None:
    assert members(ALL) == list(range(49))
