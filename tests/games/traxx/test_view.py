"""The views of Traxx, and positions imagined from them."""

from random import Random

import msgspec

from byways.games.traxx import GAME, rules
from byways.games.traxx.state import DONE, FIELDS, Draw, Position
from byways.games.traxx.view import View, view
from tests.games.traxx.positions import DECK, begin, dot, draw, entered, lay, turn


def test_the_cards_to_come_are_known_but_not_their_order() -> None:
    one = turn(turn(begin("e4", "d5"), "BGYA", "", ""), "BGYR", "", "")
    assert view(one, 0).deck == tuple(card for card in DECK if card not in ("BGYA", "BGYR"))
    assert view(one, 0).turned == ("BGYA", "BGYR")


def test_only_their_own_seat_sees_tentative_steps() -> None:
    before = lay("e4", "d5")
    position = dot(before, 0, "e4 e3 d2")
    assert view(position, 0).drawn == ("e3", "d2")
    assert view(position, 1) == view(before, 1)
    assert view(position, None) == view(before, None)


def test_other_sheets_are_as_of_the_last_reveal() -> None:
    position = dot(lay("e4", "d5"), 0, "e4 e3 d2").choose(0, DONE)
    assert view(position, 1).sheets[0].line == ("e4",)
    assert view(position.choose(1, DONE), 1).sheets[0].line == ("e4", "e3", "d2")


def test_a_seat_sees_which_colours_of_the_card_are_left() -> None:
    position = dot(lay("e5", card="GYARR"), 0, "e5 d4 d5")
    assert view(position, 0).left == "GYR"


def test_a_view_reads_back_from_its_json() -> None:
    seen = view(dot(lay("e4", "d5"), 0, "e4 e3"), 0)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen


def test_imagined_positions_give_the_same_view_with_random_dots_of_other_seats() -> None:
    position = dot(lay("e4", "d5", "e6"), 1, "d5 d6 e7").choose(1, DONE)
    worlds = [view(position, 0).imagine(Random(seed)) for seed in range(300)]
    assert all(world.view(0) == position.view(0) for world in worlds)
    assert all(world.acts[1][-1] is DONE for world in worlds)
    assert all(DONE not in world.acts[2] for world in worlds)
    assert any(world.acts[1] == position.acts[1] for world in worlds)
    assert {len(world.acts[2]) for world in worlds} == {0, 1, 2, 3, 4}


def test_shut_in_and_removed_seats_are_not_imagined_to_draw() -> None:
    position = lay("e4", "a1 b1 b2 a2 a3 a4 b5 b6 a5", "e6").remove(2)
    assert all(view(position, 0).imagine(Random(seed)).acts == ((), (), ()) for seed in range(20))


def test_prompts() -> None:
    position = lay("e4", "d5")
    drawn = position.choose(0, Draw("e3", "e4"))
    assert prompt(position) == "Extend your line, or pass. The card shows blue, green, yellow, and silver."
    assert prompt(drawn) == "Draw on, or finish. Colours left: green, yellow, and silver."
    assert prompt(dot(position, 0, "e4 e3 d2 e2 f2")) == "You have used every colour. Finish this round."
    assert prompt(drawn.choose(0, rules.parse("done"))) == "Waiting for Fox."
    assert prompt(begin("e4")) == "Waiting for the next card."


def prompt(position: Position) -> str:
    return GAME.say(view(position, 0).prompt)


def test_the_prompt_of_a_stuck_line_speaks_of_the_fields_beside_its_ends() -> None:
    stuck = "No free field beside either end of your line has a colour of this card, so you can only pass."
    assert prompt(lay("a1", card="BGAA")) == stuck
    line = "a1 b1 c1 d1"  # c2 beside its middle is blue, but no field beside an end is
    assert prompt(lay(line, card="BBBB")) == stuck


def test_the_prompt_of_an_act_that_cannot_continue() -> None:
    blocked = dot(lay("e4", card="BWWW"), 0, "e4 e5")
    assert prompt(blocked) == "No colour that is left leads on from here. Finish this round, or undo a step."


# The aim


def aim(position: Position, seat: int | None = 0) -> str:
    return GAME.say(view(position, seat).aim)


def test_the_aim_lists_the_numbers_within_reach_and_their_points() -> None:
    position = lay("c6", "d5", card="GARW", points=(entered(), entered(n9=9)))
    assert aim(position) == "Within reach of this card: the 4, the 7, and the 9 for 5. Score so far: −60."
    assert GAME.say(position.view(0).aim, "it") == "Alla portata di questa carta: il 4, il 7 e il 9 per 5. Punteggio finora: −60."


def test_dots_count_for_the_aim() -> None:
    position = dot(lay("c6", "d5", card="GARW", points=(entered(), entered(n9=9))), 0, "c6 c7")
    assert aim(position) == "The nearest number is the 4, 2 fields away, for 4. Score with these dots: −54."


def test_a_number_that_this_card_cannot_reach_is_an_aim_too() -> None:
    assert aim(lay("d8", "e4", card="BGYR", deck=DECK[:2])) == "The nearest number is the 9, 1 field away, for 9. Score so far: −60."
    assert aim(begin("e4", "d5")).startswith("The nearest number is the 3, 1 field away, for 3.")


def test_a_solo_game_begins_with_its_rule_and_its_target() -> None:
    said = "A number pays in full only if you reached no higher one before. Above 40 points is great."
    assert aim(begin("e4")) == said
    assert aim(dot(lay("e4"), 0, "e4 e3")) == said
    assert said not in aim(lay("e4 e3"))
    assert said not in aim(begin("e4", "d5"))


def test_alone_a_number_below_a_reached_one_pays_half() -> None:
    position = dot(lay("a5 a4", card="BGAR"), 0, "a4 a3")
    assert aim(position) == "Within reach of this card: the 4 for 2. Score with these dots: −51."


def test_a_seat_that_is_done_still_has_an_aim() -> None:
    position = dot(lay("e4", "d5", deck=DECK[:2]), 0, "e4 e3").choose(0, DONE)
    assert aim(position) == "The nearest number is the 3, 1 field away, for 3. Score with these dots: −59."


def test_the_aim_reveals_nothing_of_other_seats_dots() -> None:
    before = lay("e4", "d5", card="BGAR")
    after = dot(before, 1, "d5 c4 b3 a3").choose(1, DONE)
    assert [aim(after, seat) for seat in (0, None)] == [aim(before, seat) for seat in (0, None)]


def test_without_a_number_left_the_aim_is_to_cover_fields() -> None:
    rows = [sorted((field for field in FIELDS if field[0] == row), reverse=row in "bdfh") for row in "abcdefghi"]
    line = [field for row in rows for field in row if field != "i9"]
    said = "No number is left for you to reach, but every field you cover saves a point. Score so far: −1."
    assert aim(lay(" ".join(line), "e4")) == said


NEARLY_SHUT = "a1 b1 b2 a2 a3 a4 b5 b6"


def test_the_aim_of_a_stuck_line_says_that_no_card_can_help() -> None:
    position = lay(f"{NEARLY_SHUT} a5", "e4")
    assert aim(position) == "No card can help you any more; the others play on. Score so far: −52."
    assert aim(lay(f"{NEARLY_SHUT} a5", deck=("BGYR", "BGYW"))) == "No card can help you any more. Score so far: −52."


def test_dots_that_shut_a_line_in_can_still_be_taken_back() -> None:
    position = dot(lay(NEARLY_SHUT, "e4"), 0, "b6 a5")
    assert aim(position) == "Your line cannot go on. Score with these dots: −52."


def test_a_line_is_stuck_if_the_colours_beside_its_ends_are_not_to_come() -> None:
    open_end = view(lay(NEARLY_SHUT, "e4", card="BBGW", deck=("BGRW",)), None)  # red, silver and yellow fields are free beside it
    assert [open_end.is_stuck(seat) for seat in (0, 1)] == [False, False]
    assert view(lay(NEARLY_SHUT, "e4", card="BBGW", deck=("BGWW",)), None).is_stuck(0)


def test_the_aim_of_spectators_and_removed_seats_names_the_leader() -> None:
    position = lay("e4 e3 d2", "d5 c4", "e6", points=(entered(), entered(n4=4), entered()))
    assert aim(position, None) == "Fox leads with a score of −55."
    assert aim(position.remove(1), 1) == "Otter leads with a score of −58."
    assert aim(lay("e4", "d5"), None) == "Otter and Fox lead with a score of −60."
    assert aim(lay("e4"), None) == "Otter's score so far: −60."


def test_at_the_end_there_is_no_aim() -> None:
    over = draw(lay("e4", "d5", deck=()), "", "")
    assert [view(over, seat).aim for seat in (None, 0, 1)] == ["", "", ""]


def test_a_number_that_no_card_to_come_pays_for_is_no_aim() -> None:
    assert "9" not in aim(lay("d8", card="BGYR", deck=("BGYR",)))
    assert aim(lay("i9", "e4", card="BBBB", deck=())) == "Score so far: −60."


def test_after_the_last_act_the_aim_is_only_the_score() -> None:
    assert aim(lay("e4", "d5", deck=()).choose(0, DONE)) == "Score so far: −60."
