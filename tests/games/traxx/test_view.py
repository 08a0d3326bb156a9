"""What a seat of Traxx knows, and what it imagines."""

from random import Random

import msgspec

from byways.games.traxx import GAME, rules
from byways.games.traxx.state import DONE, Draw, Position
from byways.games.traxx.view import View, view
from tests.games.traxx.boards import DECK, begin, dot, lay, turn


def test_the_cards_to_come_are_known_but_not_their_order() -> None:
    one = turn(turn(begin("e4", "d5"), "BGYA", "", ""), "BGYR", "", "")
    assert view(one, 0).deck == tuple(card for card in DECK if card not in ("BGYA", "BGYR"))
    assert view(one, 0).turned == ("BGYA", "BGYR")


def test_tentative_steps_are_shown_to_oneself_only() -> None:
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


def test_imagined_worlds_look_the_same_and_fill_in_what_others_may_have_drawn() -> None:
    position = dot(lay("e4", "d5", "e6"), 1, "d5 d6 e7").choose(1, DONE)
    worlds = [view(position, 0).imagine(Random(seed)) for seed in range(300)]
    assert all(world.view(0) == position.view(0) for world in worlds)
    assert all(world.acts[1][-1] is DONE for world in worlds)
    assert all(DONE not in world.acts[2] for world in worlds)
    assert any(world.acts[1] == position.acts[1] for world in worlds)
    assert {len(world.acts[2]) for world in worlds} == {0, 1, 2, 3, 4}


def test_nobody_else_is_imagined_to_draw_when_shut_in_or_gone() -> None:
    position = lay("e4", "a1 b1 b2 a2 a3 a4 b5 b6 a5", "e6").remove(2)
    assert all(view(position, 0).imagine(Random(seed)).acts == ((), (), ()) for seed in range(20))


def test_prompts() -> None:
    position = lay("e4", "d5")
    drawn = position.choose(0, Draw("e3", "e4"))
    assert prompt(position) == "Extend your line, or pass. The card shows blue, green, yellow, and grey."
    assert prompt(drawn) == "Draw on, or finish. Colours left: green, yellow, and grey."
    assert prompt(dot(position, 0, "e4 e3 d2 e2 f2")) == "You have used every colour. Finish this round."
    assert prompt(drawn.choose(0, rules.parse("done"))) == "Waiting for Fox."
    assert prompt(begin("e4")) == "Waiting for the next card."


def prompt(position: Position) -> str:
    return GAME.say(view(position, 0).prompt)
