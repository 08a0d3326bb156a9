"""The table as one seat sees it, its own unfinished turn included."""

from __future__ import annotations

from byways.games.the_way import GAME
from byways.games.the_way.cards import EAST
from byways.games.the_way.drawing.scene import Scene, heading, in_force
from byways.games.the_way.state import CELLS, MIDPOINTS, STARTS, Position, Variations
from byways.games.the_way.view import view
from tests.games.the_way.positions import OPEN, SHUT, play, position

START = position()


def scene(where: Position, seat: int | None = 0) -> Scene:
    return Scene(view(where, seat))


def test_nothing_is_pending_before_the_first_step() -> None:
    shown = scene(START)
    assert (shown.pending, shown.ghost, shown.taken, shown.laid) == (None, "", None, None)
    assert shown.cards == START.table.cards


def test_a_card_that_is_taken_up_has_no_ghost_before_it_has_a_place() -> None:
    shown = scene(play(START, "card NE"))
    assert (shown.taken, shown.ghost, shown.pending) == (1, "", None)


def test_a_card_with_a_place_is_a_ghost_until_it_is_turned() -> None:
    placed = play(START, "card NE", "place b2")
    assert (scene(placed).ghost, scene(placed).pending, scene(placed).laid) == ("NE", CELLS["b2"], None)
    assert scene(placed).cards == START.table.cards


def test_of_equal_cards_the_last_is_taken() -> None:
    twins = position(hands=("N NE NE NS", "N NE NES NS"))
    assert scene(play(twins, "card NE")).taken == 2


def test_the_other_seat_does_not_see_an_unfinished_turn() -> None:
    shown = scene(play(START, "card NE", "place b2"), 1)
    assert (shown.pending, shown.taken) == (None, None)


def test_pieces_belong_to_seats_once_that_is_settled() -> None:
    shown, unsettled = scene(START, 1), scene(position(circle=None), 1)
    assert (shown.own, shown.player(0), shown.player(1)) == (1, 0, 1)
    assert (unsettled.own, unsettled.player(0)) == (None, None)
    assert [GAME.say(shown.named(piece)) for piece in (0, 1)] == ["Ash", "You"]


def test_all_cards_of_an_open_board_are_joined_and_within_reach() -> None:
    shown = scene(position(OPEN))
    assert len(shown.joined()) == 2 * 5 * 4
    assert shown.reach() == list(range(25))


def test_on_a_shut_board_a_token_reaches_less() -> None:
    assert len(scene(position(SHUT)).reach()) < 25


def test_a_spectator_has_no_token_to_reach_anything_with() -> None:
    assert scene(position(OPEN), None).reach() == []


def test_another_card_can_be_imagined_at_a_place() -> None:
    shown = scene(position(OPEN))
    other = shown.imagined(CELLS["b2"], "N")
    assert shown.cards != other.cards
    assert (CELLS["b2"], EAST, CELLS["b2"] + 1) in shown.joined()
    assert (CELLS["b2"], EAST, CELLS["b2"] + 1) not in other.joined()


def test_the_goal_is_the_midpoint_and_then_the_start() -> None:
    assert scene(START).goal(0) == MIDPOINTS[0]
    assert scene(position(reached=(True, False))).goal(0) == STARTS[0]


def test_the_heading_says_which_game_and_which_turn_it_is() -> None:
    assert heading(view(START, 0)).name == "heading.set-turn"
    assert heading(view(position(single=True), 0)).name == "heading.single-turn"


def test_only_variations_that_are_played_are_in_force() -> None:
    assert in_force(view(START, 0)) == ()
    assert in_force(view(position(variations=Variations(arrows=True)), 0)) == ("arrows",)
