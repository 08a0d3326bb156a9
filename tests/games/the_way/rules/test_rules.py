"""Order of play, sentence by sentence, with its rulings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byways.game import Event, Illegal, Malformed, Outcome, stream
from byways.games.the_way import GAME, TheWayOptions
from byways.games.the_way.rules import standing
from byways.games.the_way.state import CELLS, EVERY, PLACES, Position
from byways.i18n import Message
from byways.phrases import decided
from tests.games.the_way.positions import DECK, OPEN, PLAIN_DECK, ROUND, SHUT, nine, on_top, play, position, texts

TO_MIDPOINT = ("b1", "c1", "d1", "e1", "e2", "e3", "e4", "e5")
BACK = ("e4", "e3", "e2", "e1", "d1", "c1", "b1", "a1")


def face(position: Position, place: str) -> str:
    return position.table.cards[CELLS[place]]


def walk(start: Position, places: tuple[str, ...]) -> Position:
    """Circle walks while Square stays."""
    for place in places:
        start = play(start, f"move {place}")
        if start.awaited:
            start = play(start, "stay")
    return start


# 1a: rotating


def test_any_one_card_is_turned_by_a_quarter_either_way() -> None:
    start = position("┼└───  │││││ │││││ │││││ ┼───┼")
    assert face(play(start, "turn b1 right", "stay"), "b1") == "ES"
    assert face(play(start, "turn b1 left", "stay"), "b1") == "NW"


def test_only_one_card_is_altered_in_a_turn() -> None:
    turned = play(position(), "turn b2 right")
    assert texts(turned) == ["move b1", "move a2", "stay"]
    with pytest.raises(Illegal, match=r"^You have already altered a card in this turn\. Now move or stay, or undo\.$"):
        play(turned, "turn b3 right")


def test_a_turn_that_leaves_the_face_as_it_was_is_no_choice() -> None:
    start = position("┼┼─└┼ ├╵│││ │││││ │││││ ┼───┼")
    assert texts(start, "turn b1") == []  # a cross
    assert texts(start, "turn c1") == ["turn c1 right"]  # a straight looks the same either way
    for place in ("d1", "a2", "b2"):  # corner, tee, dead end
        assert texts(start, f"turn {place}") == [f"turn {place} right", f"turn {place} left"]


def test_arrows_make_the_two_turns_of_a_straight_different_even_while_they_do_not_count() -> None:
    assert texts(position(printed={"c1": "EoWi"}, various=True), "turn c1") == ["turn c1 right", "turn c1 left"]


# 1b: covering


def test_a_card_is_covered_with_one_from_the_hand_in_any_orientation() -> None:
    placed = play(position(), "card NE", "place c3")
    assert texts(placed) == ["lay NE", "lay ES", "lay SW", "lay NW"]
    laid = play(placed, "lay SW", "stay")
    assert (face(laid, "c3"), laid.table.piles[CELLS["c3"]], laid.hands[0]) == ("SW", ("NS",), ("N", "NES", "NS"))


def test_the_orientations_of_a_card_are_merged_by_their_faces() -> None:
    start = position(hands=("N NES NESW NS", "N NE NES NS"))
    offered = {card: len(texts(play(start, f"card {card}", "place c3"))) for card in start.hands[0]}
    assert offered == {"N": 4, "NES": 4, "NESW": 1, "NS": 2}


def test_equal_cards_of_a_hand_are_one_choice() -> None:
    assert texts(position(hands=("NE NE NE NS", "N NE NES NS")), "card") == ["card NE", "card NS"]


def test_the_new_card_lies_directly_on_top_of_the_old_one() -> None:
    twice = play(position(), "card NE", "place c3", "lay SW", "stay", "card N", "place c3", "lay W", "stay")
    assert (face(twice, "c3"), twice.table.piles[CELLS["c3"]]) == ("W", ("NS", "NE"))


def test_hands_are_not_filled_up_again() -> None:
    start = position()
    for card, place in (("N", "b2"), ("NE", "b3"), ("NES", "b4"), ("NS", "c2")):
        start = play(start, f"card {card}", f"place {place}", f"lay {card}", "stay", "stay")
    assert start.hands[0] == ()
    assert texts(start, "card") == []


def test_a_player_need_not_rotate_nor_cover() -> None:
    moved = play(position(), "move b1")
    assert (moved.table.cards, moved.table.tokens[0], moved.awaited) == (position().table.cards, CELLS["b1"], (1,))


# Exceptions


def test_a_card_that_the_other_player_is_on_is_neither_rotated_nor_covered() -> None:
    start = position(tokens=("a1", "b3"))
    assert texts(start, "turn b3") == []
    assert "place b3" not in texts(play(start, "card NE"))


def test_a_covered_card_is_locked_against_rotation() -> None:
    covered = play(position(), "card NE", "place c3", "lay SW", "stay")
    assert covered.table.locked == (CELLS["c3"],)
    assert texts(covered, "turn c3") == []
    assert texts(play(covered, "stay"), "turn c3") == []


def test_a_locked_card_may_be_covered_again() -> None:
    covered = play(position(), "card NE", "place c3", "lay SW", "stay")
    assert "place c3" in texts(play(covered, "card NE"))


def test_w1_start_and_midpoint_are_never_covered() -> None:
    places = texts(play(position(tokens=("c3", "c1")), "card NE"))
    assert len(places) == 20
    assert not {"place a1", "place e1", "place a5", "place e5"} & set(places)


def test_w1_start_and_midpoint_may_be_turned_where_that_changes_them() -> None:
    assert texts(position(), "turn e5") == []  # ours are crosses
    start = position("╵───┼ │││││ │││││ │││││ ┼───├")
    assert texts(start, "turn a1") + texts(start, "turn e5") == ["turn a1 right", "turn a1 left", "turn e5 right", "turn e5 left"]


def test_w12_players_may_turn_and_cover_the_card_they_are_on() -> None:
    start = position(tokens=("b3", "a5"))
    assert texts(start, "turn b3") == ["turn b3 right"]
    covered = play(start, "card NES", "place b3", "lay ESW", "move b4")
    assert (face(covered, "b3"), covered.table.tokens[0]) == ("ESW", CELLS["b4"])


def test_w12_a_card_with_both_players_cannot_be_altered() -> None:
    for seat in (0, 1):
        start = position(tokens=("b3", "b3"), seat=seat)
        assert texts(start, "turn b3") == []
        assert "place b3" not in texts(play(start, "card NE"))


def test_w16_covering_with_the_identical_face_is_a_move_of_its_own() -> None:
    covered = play(position(), "card NS", "place c3", "lay NS", "stay")
    assert face(covered, "c3") == "NS"
    assert (covered.table.locked, covered.table.piles[CELLS["c3"]]) == ((CELLS["c3"],), ("NS",))


# 2: moving


@pytest.mark.parametrize(
    ("left", "right", "connected"), [("─", "─", True), ("─", "│", False), ("│", "─", False), ("│", "│", False), ("└", "┘", True)]
)
def test_w2_two_cards_are_connected_when_both_reach_the_common_side(left: str, right: str, connected: bool) -> None:
    start = position(f"┼───┼ ││││┼ ┼{left}{right}│┼ ││││┼ ┼───┼", tokens=("b3", "a5"))
    assert ("move c3" in texts(start)) == connected


def test_a_move_is_one_step_to_an_adjacent_card() -> None:
    assert texts(position(OPEN, tokens=("c3", "a5")), "move") == ["move c2", "move d3", "move c4", "move b3"]
    assert texts(position(OPEN), "move") == ["move b1", "move a2"]  # not off the board


def test_altering_comes_before_moving() -> None:
    shut = position(SHUT)
    assert texts(shut, "move") == []
    assert texts(play(shut, "turn b1 right")) == ["move b1", "stay"]
    assert play(shut, "turn b1 right", "move b1").table.tokens[0] == CELLS["b1"]


def test_a_card_that_was_just_laid_may_be_moved_to() -> None:
    assert texts(play(position(SHUT), "card NS", "place b1", "lay EW")) == ["move b1", "stay"]


def test_w13_tokens_may_share_a_card_and_cross_the_others_corners() -> None:
    together = play(position(OPEN, tokens=("a4", "a5")), "move a5")
    assert together.table.tokens == (CELLS["a5"], CELLS["a5"])
    far = play(position(OPEN, tokens=("d1", "a5")), "move e1")
    assert (far.table.tokens[0], far.table.reached) == (CELLS["e1"], (False, False))


# 3: the end of a turn


@pytest.mark.parametrize("last", ["move b1", "stay"])
def test_moving_or_staying_passes_the_turn_on(last: str) -> None:
    moved = play(position(), last)
    assert (moved.awaited, moved.acts) == ((1,), ((), ()))
    assert play(moved, "stay").awaited == (0,)


def test_a_full_pass_is_legal() -> None:
    passed = play(position(), "stay")
    assert passed.table == play(position(), "stay").table
    assert (passed.table.tokens, passed.table.cards) == (position().table.tokens, position().table.cards)


def test_until_the_move_everything_can_be_taken_back() -> None:
    start = position()
    laid = play(start, "card NE", "place c3", "lay SW")
    assert laid.table is start.table
    assert laid.undo(0).undo(0).undo(0) == start
    with pytest.raises(Illegal):
        play(laid, "stay").undo(0)


# 4: the end of the game


def test_the_first_back_on_start_after_the_midpoint_wins() -> None:
    won = walk(position(single=True), TO_MIDPOINT + BACK)
    assert won.outcome is not None
    assert (won.outcome.winners, won.outcome.reason, won.table.turn) == ((0,), Message("outcome.home", {"winner": 0}), 31)
    assert how_far(won.outcome) == ["there and back", "on the way there"]


def how_far(outcome: Outcome) -> list[str]:
    return [GAME.say(value) for value in outcome.breakdown[0].values if isinstance(value, Message)]


@pytest.mark.parametrize(
    ("place", "reached", "steps"), [("e1", False, 8), ("d1", False, 9), ("e1", True, 8), ("b5", True, 1), ("a5", False, 16)]
)
def test_who_loses_a_single_game_reads_how_many_steps_were_left(place: str, reached: bool, steps: int) -> None:
    outcome = play(position(ROUND, tokens=("b1", place), reached=(True, reached), single=True), "move a1").outcome
    assert outcome is not None
    assert " ".join(map(GAME.say, decided(outcome, 1))) == f"What decided it: Steps from home, 0 to your {steps}."


def test_no_player_wins_before_the_sixteenth_turn() -> None:
    assert walk(position(single=True), TO_MIDPOINT + BACK[:-1]).outcome is None


def test_to_come_back_without_the_midpoint_wins_nothing() -> None:
    back = walk(position(single=True), ("b1", "a1"))
    assert (back.outcome, back.table.reached) == (None, (False, False))


def test_the_midpoint_is_reached_for_good() -> None:
    away = walk(position(single=True), (*TO_MIDPOINT, "e4", "e5", "e4"))
    assert away.table.reached == (True, False)


def test_the_others_midpoint_does_not_count() -> None:
    assert walk(position(single=True), TO_MIDPOINT[:4]).table.reached == (False, False)


def test_w6_a_game_is_drawn_when_each_player_has_had_all_turns() -> None:
    start = position(single=True, turns=3)
    almost = play(start, *["stay"] * 5)
    assert almost.outcome is None
    drawn = play(almost, "stay").outcome
    assert drawn is not None
    assert (drawn.places, drawn.title, drawn.reason) == ((1, 1), Message("title.draw"), Message("outcome.draw", {"turns": 3}))


def test_w6_the_last_turn_can_still_win() -> None:
    won = play(position(single=True, turns=3, turn=5, tokens=("b1", "a4"), reached=(True, True), seat=1), "move a5")
    assert won.outcome is not None
    assert won.outcome.winners == (1,)
    assert how_far(won.outcome) == ["on the way back", "there and back"]


def test_w6_a_repetition_is_found_in_the_record_and_not_kept_in_the_position() -> None:
    start = position()
    there = play(start, "turn b2 right", "stay", "turn b3 right", "stay")
    again = play(there, "turn b2 right", "stay", "turn b3 right", "stay")
    assert again != start
    assert standing(again) == standing(start)
    assert standing(there) != standing(start)
    assert standing(play(again, "stay")) != standing(start)  # another player is at turn


# Events


def test_a_turn_is_reported_when_it_is_final() -> None:
    told: list[Event] = []
    laid = play(position(), "card NE", "place c3", "lay SW", tell=told)
    assert told == []
    play(laid, "move b1", tell=told)
    assert [GAME.say(event.wording) for event in told] == ["Ash covers c3 with a corner.", "Ash moves to b1."]


def test_events_tell_of_turning_staying_and_reaching_the_midpoint() -> None:
    told: list[Event] = []
    play(position(tokens=("e4", "a5")), "turn b2 right", "move e5", "stay", tell=told)
    assert [GAME.say(event.wording) for event in told] == [
        "Ash turns b2 to the right.",
        "Ash moves to e5.",
        "Ash reaches the Midpoint and heads back to Start.",
        "Rowan stays on a5.",
    ]


# A seat that goes


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_who_leaves_loses_the_game(seat: int) -> None:
    gone = play(position(single=True), "card NE", "place c3").remove(seat)
    assert gone.outcome is not None
    assert (gone.outcome.winners, gone.outcome.removed, gone.acts, gone.awaited) == ((1 - seat,), (seat,), ((), ()), ())


def test_a_player_who_leaves_loses_the_set() -> None:
    told: list[Event] = []
    gone = position(results=(0, 0)).remove(0, told).outcome
    assert gone is not None
    assert (gone.places, gone.title, gone.scores) == ((2, 1), Message("title.win"), (2.0, 0.0))
    assert GAME.say(told[0].wording) == "Ash leaves and loses the game and the set."


# Notation


def test_every_choice_reads_back() -> None:
    assert [GAME.parse(str(choice)) for choice in EVERY] == list(EVERY)


@pytest.mark.parametrize("text", ["", "turn b3", "turn b3 around", "turn f1 left", "move b6", "card EN", "lay NN", "vary", "First"])
def test_a_text_that_is_no_choice_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match=r"is not a choice in The Way. Write turn b3 right, card NE"):
        GAME.parse(text)


# Invariants


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), arrows=st.booleans(), replace=st.booleans(), clockwise=st.booleans())
def test_nine_cards_are_always_off_the_board(seed: int, arrows: bool, replace: bool, clockwise: bool) -> None:
    """Every cover plays one card and buries one, so the next deal always comes out even."""
    rng = stream(seed, "play")
    options = TheWayOptions(arrows=arrows, replace=replace, clockwise=clockwise, turns=4)
    now = GAME.start(GAME.deal(2, rng, options))
    assert isinstance(now, Position)
    while now.outcome is None:
        now = now.happen(now.chance.draw(rng)) if now.chance else now.choose(now.awaited[0], rng.choice(now.choices(now.awaited[0])))
        assert nine(now).total() == 9
        assert sorted((nine(now) + on_top(now)).elements()) == list(DECK if arrows else PLAIN_DECK)
        assert not set(now.table.locked) & {CELLS[place] for place in ("a1", "a5", "e1", "e5")}


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6))
def test_no_list_of_choices_is_long(seed: int) -> None:
    rng = stream(seed, "play")
    now = GAME.start(GAME.deal(2, rng, TheWayOptions(single=True, turns=10)))
    while now.outcome is None:
        choices = now.choices(now.awaited[0])
        assert 1 <= len(choices) <= 2 * len(PLACES) + 4 + 4 + 1
        now = now.choose(now.awaited[0], rng.choice(choices))


def test_the_board_round_has_the_expected_turns() -> None:
    assert len(texts(position(ROUND), "turn")) == 21
