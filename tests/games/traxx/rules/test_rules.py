"""The rules of Traxx, sentence by sentence, and the rulings on what they leave open."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byways.game import Event, Illegal, Refused
from byways.games.traxx import GAME, rules
from byways.games.traxx.state import BIT, FIELDS, NEIGHBOURS, Draw, Position, Setup, Sheet
from tests.games.traxx.positions import BOARD, DECK, ROWS, TEST_GAME, begin, dot, draw, entered, lay, line, offered, score, sentences, turn

SNAKE = [field for nth, row in enumerate("abcdefghi") for field in sorted((f for f in FIELDS if f[0] == row), reverse=nth % 2 == 1)]
SHUT = "a1 b1 b2 a2 a3 a4 b5 b6 a5"
HIGH = entered(n3=3, n6=6, n8=8, n9=9, n2=1, n5=3, n7=4, n10=5)


# Getting started


def test_each_player_receives_a_randomly_dealt_board() -> None:
    dealt = {rules.deal(TEST_GAME.components, TEST_GAME.options(), 3, Random(seed)).starts for seed in range(200)}
    assert len(dealt) == 4 * 3 * 2
    assert all(set(starts) <= set(BOARD.starts) and len(set(starts)) == 3 for starts in dealt)


def test_alone_one_of_the_four_boards_is_dealt_too() -> None:
    assert {rules.deal(TEST_GAME.components, TEST_GAME.options(), 1, Random(seed)).starts for seed in range(50)} == {
        (field,) for field in BOARD.starts
    }


def test_the_boards_differ_in_the_start_only() -> None:
    position = begin("e4", "d5", "e6", "f5")
    assert [sheet.line for sheet in position.sheets] == [("e4",), ("d5",), ("e6",), ("f5",)]
    assert score(position) == -60


@pytest.mark.parametrize(
    ("starts", "reason"),
    [
        ((), "deals 0 boards"),
        (("e4", "e4"), "the same board"),
        (("e5",), "No board of Traxx starts at 'e5'. The starts are d5, e4, e6, and f5."),
        (("e4", "d5", "e6", "f5", "a1"), "deals 5 boards"),
    ],
)
def test_an_impossible_set_up_is_refused(starts: tuple[str, ...], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        TEST_GAME.start(Setup(starts))


# How to play


def test_someone_turns_over_the_uppermost_card() -> None:
    position = begin("e4", "d5")
    assert position.awaited == ()
    assert position.chance is not None
    assert position.chance.what == DECK
    told: list[Event] = []
    turned = position.happen("BGYA", told)
    assert turned.turned == ("BGYA",)
    assert "BGYA" not in turned.deck
    assert turned.awaited == (0, 1)
    assert sentences(told) == ["Card 1 shows blue, green, yellow, and silver."]


def test_the_example_of_linus_can_be_drawn() -> None:
    position = turn(begin("e4"), "BGYA", "e4 e3 d2 e2 f2")
    assert line(position) == "e4 e3 d2 e2 f2"
    assert [BOARD.colour[field] for field in ["e4", "e3", "d2", "e2", "f2"]] == ["Y", "B", "G", "A", "Y"]
    assert BOARD.number["f4"] == 3
    assert "f4" in NEIGHBOURS["e4"]
    assert BOARD.number["g3"] == 6
    assert "g3" in NEIGHBOURS["f2"]


def test_in_the_next_round_linus_can_continue_from_either_end() -> None:
    position = turn(begin("e4"), "BGYA", "e4 e3 d2 e2 f2").happen("BGAWW")
    assert offered(position) == {
        *("draw d3 from e4", "draw e5 from e4", "draw f5 from e4", "draw f4 from e4"),
        *("draw f3 from f2", "draw g3 from f2"),
        "done",
    }


def test_colours_may_be_used_in_any_order() -> None:
    position = begin("e4").happen("BGYA")
    assert line(draw(position, "e4 d3 c3 c2 d2")) == "e4 d3 c3 c2 d2"
    assert line(draw(position, "e4 e3 d2 d3 c3")) == "e4 e3 d2 d3 c3"


def test_even_just_one_colour_or_none_at_all_may_be_used() -> None:
    after = turn(begin("e4", "d5"), "BGYA", "e4 e3", "")
    assert [sheet.line for sheet in after.sheets] == [("e4", "e3"), ("d5",)]


def test_a_pass_is_announced() -> None:
    told: list[Event] = []
    draw(lay("e4", "d5"), "e4 e3 d2", "", tell=told)
    assert sentences(told) == ["Otter draws through e3 and d2.", "Fox passes."]


def test_t3_passing_is_always_allowed() -> None:
    position = begin("e4")
    for card in DECK:
        position = position.happen(card)
        assert "done" in offered(position)
        position = draw(position, "")
    assert position.outcome is not None
    assert score(position) == -60


def test_t3_a_line_that_cannot_be_extended_can_only_pass() -> None:
    assert offered(lay("a1 b1", card="GARR")) == {"done"}


def test_t13_each_shown_field_pays_for_one_field_and_the_start_is_free() -> None:
    position = dot(lay("e4"), 0, "e4 e3 d2 e2 f2")
    assert offered(position) == {"done"}


def test_t13_a_colour_shown_once_is_used_up() -> None:
    position = dot(lay("e5", card="YARW"), 0, "e5 d4 d5")
    with pytest.raises(Illegal, match="e6 is red, but the card shows only 1 red field, and you have used it"):
        position.choose(0, Draw("e6", "d5"))


def test_t13_a_colour_shown_twice_pays_for_two_fields() -> None:
    position = dot(lay("e5", card="GYARR"), 0, "e5 d4 d5 e6")
    assert offered(position) == {"draw e7 from e6", "draw f6 from e6", "done"}
    with pytest.raises(Illegal, match="g5 is red, but the card shows only 2 red fields, and you have used them"):
        dot(position, 0, "e6 f6 f5 g5")


def test_t13_custom_cards_may_show_a_colour_more_than_twice() -> None:
    red = ROWS.replace("B   A   G8  W   A", "R   R   R8  R   A")
    position = dot(lay("i9", card="BRRR", rows=red), 0, "i9 i8 i7 i6")
    with pytest.raises(Illegal, match="i5 is red, but the card shows only 3 red fields, and you have used them"):
        dot(position, 0, "i6 i5")


def test_t13_nothing_is_carried_over() -> None:
    position = turn(begin("e4"), "BGYA", "e4 e3").happen("YARW")
    assert not {"draw d2 from e3", "draw e5 from e4"} & offered(position)


# The path


def test_t5_running_alongside_is_legal() -> None:
    position = draw(lay("e4 e3 d2"), "d2 d3 c3")
    assert line(position) == "e4 e3 d2 d3 c3"
    assert "e4" in NEIGHBOURS["d3"]


def test_a_field_that_touches_both_ends_can_be_reached_from_either() -> None:
    position = lay("e4 e3 d2", card="BGYA")
    assert {"draw d3 from e4", "draw d3 from d2"} <= offered(position)
    assert line(draw(position, "e4 d3")) == "d3 e4 e3 d2"
    assert line(draw(position, "d2 d3")) == "e4 e3 d2 d3"


def test_with_a_path_of_one_field_each_neighbour_has_one_name() -> None:
    assert offered(lay("e4", card="BGYAR")) == {f"draw {field} from e4" for field in NEIGHBOURS["e4"]} | {"done"}


# All players draw at once


def test_nothing_is_inked_before_everyone_has_extended_the_path() -> None:
    position = dot(lay("e4", "d5"), 0, "e4 e3 d2").choose(0, rules.parse("done"))
    assert position.awaited == (1,)
    assert line(position) == "e4"
    assert line(position.choose(1, rules.parse("done"))) == "e4 e3 d2"


def test_t12_retracting_is_free_until_all_are_done() -> None:
    before = lay("e4", "d5")
    position = dot(before, 0, "e4 e3 d2").choose(0, rules.parse("done"))
    assert position.undo(0).undo(0).undo(0) == before


def test_t12_earlier_rounds_are_ink() -> None:
    with pytest.raises(Illegal, match="nothing to take back"):
        draw(lay("e4"), "e4 e3").undo(0)


def test_t11_a_line_shut_in_at_both_ends_is_not_asked() -> None:
    position = lay(SHUT, "d5", deck=("BGYR", "BGYW"))
    assert position.awaited == (1,)
    revealed = position.choose(1, rules.parse("done"))
    assert line(revealed) == SHUT
    assert revealed.happen("BGYR").awaited == (1,)


def test_t11_the_game_still_turns_all_cards_when_all_are_shut_in() -> None:
    position = lay(SHUT, deck=("BGYR", "BGYW"))
    assert position.awaited == ()
    assert position.outcome is None
    assert position.happen("BGYR").happen("BGYW").outcome is not None


def test_t11_a_line_with_one_open_end_is_asked() -> None:
    assert lay("a1 b1 b2 a2").awaited == (0,)


# Reaching number fields and recording points


def test_the_first_player_to_reach_a_number_records_the_total() -> None:
    told: list[Event] = []
    position = turn(begin("e4", "d5"), "BGYA", "e4 f4", "", tell=told)
    assert position.sheets[0].points == entered(n3=3)
    assert sentences(told)[1:] == ["Otter draws through f4.", "Otter reaches the 3 for 3 points.", "Fox passes."]


def test_a_number_can_be_reached_in_the_first_round() -> None:
    assert draw(lay("d5", card="BGAR"), "d5 c4").sheets[0].points == entered(n4=4)


def test_several_players_who_reach_a_number_in_the_same_round_all_get_the_full_total() -> None:
    position = draw(lay("d5", "d4"), "d5 c4", "d4 c4")
    assert [sheet.points for sheet in position.sheets] == [entered(n4=4)] * 2


def test_a_player_who_comes_in_a_later_round_gets_half_rounded_up() -> None:
    position = turn(draw(lay("b3", "b2", card="BARW"), "b3 a3", ""), "BGYR", "", "b2 b3 a3")
    assert [sheet.points for sheet in position.sheets] == [entered(n7=7), entered(n7=4)]


@pytest.mark.parametrize(("number", "half"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)])
def test_half_of_every_number(number: int, half: int) -> None:
    position = lay("a1", "a1", points=(entered(), entered(**{f"n{number}": number})))
    assert rules.worth(position.sheets, position.sheets[0], number) == half


def test_t9_half_is_half_after_several_players() -> None:
    there = entered(n4=4), entered(n4=2), entered()
    position = draw(lay("a1", "a1", "d5", points=there), "", "", "d5 c4")
    assert position.sheets[2].points == entered(n4=2)


def test_two_numbers_in_one_round_are_both_recorded() -> None:
    position = draw(lay("d5", "a1", card="BGAR", points=(entered(), entered(n4=4))), "d5 c4 b3 a3", "")
    assert position.sheets[0].points == entered(n4=2, n7=7)


def test_going_over_a_number_does_not_end_the_move() -> None:
    assert "draw b3 from c4" in offered(dot(lay("d5", card="BGAR"), 0, "d5 c4"))


def test_t2_three_numbers_in_one_round_all_score() -> None:
    rows = ROWS.replace("G4  W", "G   W").replace("A3", "A").replace("B2", "B").replace("Y*  B   R*", "Y*  B2  R*")
    rows = rows.replace("R   A*", "R3  A*").replace("B   Y   G ", "B   Y4  G ")
    position = draw(lay("e4", "e6", rows=rows, card="BYRR"), "e4 e5 d4 c3", "")
    assert position.sheets[0].points == entered(n2=2, n3=3, n4=4)


# End of the game and the final score


def last(*lines: str, points: tuple[tuple[int, ...], ...]) -> Position:
    """The last card is up, and all players pass."""
    return draw(lay(*lines, deck=(), points=points), *("" for _ in lines))


def test_the_game_is_over_once_all_15_cards_are_turned_over_and_completed() -> None:
    position = begin("e4", "d5")
    for number, card in enumerate(DECK):
        assert position.outcome is None, number
        position = turn(position, card, "", "")
    assert position.outcome is not None
    assert GAME.say(position.outcome.reason) == "All 15 cards have been played."


def test_the_score_of_linus() -> None:
    assert sum(HIGH) == 39
    linus = Sheet(tuple(SNAKE[:51]), HIGH)
    assert linus.empty == 10
    assert linus.score == 29


def test_the_player_with_the_highest_total_wins() -> None:
    position = last(" ".join(SNAKE[:51]), "d5", points=(HIGH, entered()))
    assert position.outcome is not None
    assert position.outcome.places == (1, 2)
    assert position.outcome.scores == (29.0, -60.0)


def test_the_breakdown_is_numbers_in_full_numbers_at_half_and_empty_fields() -> None:
    position = last(" ".join(SNAKE[:51]), "d5", points=(entered(n2=2, n3=2, n10=10), entered(n9=5)))
    assert position.outcome is not None
    assert [(GAME.say(line.label), line.values) for line in position.outcome.breakdown] == [
        ("Numbers in full", (12, 0)),
        ("Numbers at half", (2, 5)),
        ("Empty fields", (-10, -60)),
    ]
    assert (position.outcome.scores, position.outcome.grades) == ((4.0, -55.0), ())


def test_t1_a_tie_is_a_shared_victory() -> None:
    position = last("e4 e3", "d5 c4", "e6", points=(entered(n3=3), entered(n3=3), entered()))
    assert position.outcome is not None
    assert position.outcome.places == (1, 1, 3)
    assert position.outcome.winners == (0, 1)


def test_t8_an_unreached_number_is_an_empty_field_too() -> None:
    but_the_four = tuple(field for field in SNAKE if BOARD.number.get(field) != 4)
    assert Sheet(but_the_four).empty == 1


def test_t10_a_total_can_be_negative() -> None:
    position = last("e4", points=(entered(n3=3),))
    assert position.outcome is not None
    assert position.outcome.scores == (-57.0,)
    assert "Otter has −57 points." in GAME.say(position.outcome.reason)


# 1-player game


def test_the_solo_example_of_tim() -> None:
    position = turn(begin("d5"), "BGAR", "d5 c4 b3 a3")
    position = turn(position, "BGAWW", "d5 d6 e7 f8 g9")
    position = turn(position, "GYARR", "g9 f9 e9 d8 c7")
    assert position.sheets[0].points == entered(n4=4, n7=7, n5=3, n9=9)


def test_t6_solo_numbers_of_one_round_count_in_the_order_of_the_line() -> None:
    up, down = draw(lay("d5", card="BGAR"), "d5 c4 b3 a3"), draw(lay("a4", card="BGAR"), "a4 a3 b3 c4")
    assert up.sheets[0].points == entered(n4=4, n7=7)
    assert down.sheets[0].points == entered(n4=2, n7=7)


def test_t7_a_number_taken_for_half_still_counts_as_higher() -> None:
    position = draw(lay("e4", points=(entered(n4=2),)), "e4 f4")
    assert position.sheets[0].points == entered(n3=2, n4=2)


def test_solo_empty_fields_count_as_always() -> None:
    assert score(draw(lay("d5", card="BGAR"), "d5 c4")) == 4 - 59


@pytest.mark.parametrize(("points", "title"), [(54, "A great line"), (41, "A great line"), (40, "")])
def test_a_solo_result_above_40_is_great(points: int, title: str) -> None:
    full = tuple(range(2, 11))
    position = lay(" ".join(SNAKE[: 61 - (54 - points)]), deck=(), points=(full,))
    position = draw(position, "") if position.awaited else position
    assert position.outcome is not None
    assert position.outcome.scores == (float(points),)
    assert GAME.say(position.outcome.title) == title
    assert [(GAME.say(grade.title), grade.least) for grade in position.outcome.grades] == [("A great line", 41)]
    assert GAME.say(position.outcome.reason).endswith(f"Otter has {points} points. Anything above 40 is great.")


# Removed seats


def test_a_removed_seat_draws_no_more_and_its_sheet_stays() -> None:
    position = draw(lay("e4", "d5", deck=("BGYR", "BGYW")), "e4 e3 d2", "").remove(0)
    assert line(position) == "e4 e3 d2"
    assert position.happen("BGYR").awaited == (1,)


def test_tentative_steps_of_a_removed_seat_are_dropped_and_the_others_continue() -> None:
    position = dot(lay("d5", "d4"), 0, "d5 c4").remove(0)
    assert position.awaited == (1,)
    revealed = dot(position, 1, "d4 c4").choose(1, rules.parse("done"))
    assert line(revealed, 0) == "d5"
    assert revealed.sheets[1].points == entered(n4=4)


def test_removing_the_last_awaited_seat_reveals_the_round() -> None:
    position = dot(lay("e4", "d5"), 0, "e4 e3").choose(0, rules.parse("done")).remove(1)
    assert line(position) == "e4 e3"
    assert position.awaited == ()


def test_numbers_that_a_removed_seat_reached_count_as_reached() -> None:
    position = draw(lay("d5", "d4"), "d5 c4", "").remove(0).happen("BGYR")
    revealed = dot(position, 1, "d4 c4").choose(1, rules.parse("done"))
    assert revealed.sheets[1].points == entered(n4=2)


def test_a_removed_seat_is_placed_last() -> None:
    position = lay(" ".join(SNAKE[:51]), "d5", "e6", deck=(), points=(HIGH, entered(), entered(n2=2))).remove(0)
    for seat in (1, 2):
        position = position.choose(seat, rules.parse("done"))
    assert position.outcome is not None
    assert position.outcome.places == (3, 2, 1)
    assert position.outcome.scores == (29.0, -60.0, -58.0)
    assert position.outcome.removed == (0,)


def test_one_seat_left_of_several_plays_on_by_the_rules_for_several() -> None:
    position = lay("d5", "e4", card="BGAR", points=(entered(n9=9), entered())).remove(1)
    assert position.outcome is None
    assert dot(position, 0, "d5 c4").choose(0, rules.parse("done")).sheets[0].points == entered(n4=4, n9=9)


def test_the_game_is_over_when_all_seats_are_removed() -> None:
    position = lay("d5").remove(0)
    assert position.outcome is not None
    assert GAME.say(position.outcome.reason).startswith("Nobody is left.")


# Properties


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_sheets_keep_the_rules_in_random_games(seed: int, seats: int) -> None:
    rng = Random(seed)
    position: Position = GAME.start(GAME.deal(seats, rng))  # type: ignore[assignment]
    while position.outcome is None:
        if position.chance is not None:
            before, position = position, position.happen(position.chance.draw(rng))
            continue
        seat = rng.choice(position.awaited)
        position = position.choose(seat, rng.choice(position.choices(seat)))
        if not position.awaited:
            keeps_the_rules(before, position)
    assert all(sheet.score == sum(sheet.points) - 61 + len(sheet.line) for sheet in position.sheets)


def keeps_the_rules(before: Position, after: Position) -> None:
    """Check that the line has no gaps or repetitions and grew at one end by the card's colours."""
    for old, new in zip(before.sheets, after.sheets, strict=True):
        assert len(set(new.line)) == len(new.line) == bin(new.used).count("1")
        assert all(to in NEIGHBOURS[field] for field, to in zip(new.line, new.line[1:], strict=False))
        size = len(old.line)
        assert old.line in (new.line[:size], new.line[-size:])
        card = after.turned[-1]
        added = [after.board.colour[field] for field in new.line if not old.used & BIT[field]]
        assert all(added.count(colour) <= card.count(colour) for colour in added)
        reached = {number for field, number in after.board.number.items() if field in new.line}
        assert {number for number, points in enumerate(new.points, 2) if points} == reached
