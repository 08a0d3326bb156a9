"""The view of a seat, and the worlds it imagines."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from byways.games.the_way import GAME
from byways.games.the_way.state import Position, Variations
from byways.games.the_way.view import View
from tests.games.the_way.positions import next_game, play, position

HELD = ("N N NE NES", "NE NES NS NS")
START = position(hands=HELD)


def seen(start: Position, seat: int | None) -> View:
    view = start.view(seat)
    assert isinstance(view, View)
    return view


def worlds(view: View, count: int = 300) -> list[Position]:
    rng = Random(1)
    found = [view.imagine(rng) for _ in range(count)]
    assert all(world.view(view.seat) == view for world in found)
    return [world for world in found if isinstance(world, Position)]


def test_a_seat_sees_the_table_its_own_hand_and_how_many_cards_the_other_has() -> None:
    view = seen(START, 0)
    assert (view.table, view.hand, view.sizes, view.stock) == (START.table, START.hands[0], (4, 4), 0)
    assert view.unseen == ("NE", "NES", "NESW", "NS", "NS")


def test_a_spectator_sees_no_hand() -> None:
    view = seen(START, None)
    assert (view.hand, view.choices, len(view.unseen)) == ((), (), 9)


def test_only_the_awaited_player_has_choices() -> None:
    assert [len(seen(START, seat).choices) > 0 for seat in (0, 1, None)] == [True, False, False]


def test_only_its_seat_sees_a_tentative_act() -> None:
    begun = play(START, "card NE", "place c3")
    assert [len(seen(begun, seat).act) for seat in (0, 1, None)] == [2, 0, 0]
    assert seen(begun, 1) == seen(START, 1)


def test_at_the_deal_the_others_hand_is_one_of_five() -> None:
    start = position(hands=("N N N N", "NE NES NESW NS"), left="NiEo")
    hands = Counter(world.hands[1] for world in worlds(seen(start, 0), 1000))
    assert len(hands) == 5
    assert all(150 < count < 250 for count in hands.values())


def test_a_card_that_was_played_is_seen_and_no_longer_imagined() -> None:
    played = play(START, "stay", "card NES", "place c3", "lay ESW", "stay")
    assert seen(played, 0).unseen == ("NE", "NESW", "NS", "NS")
    assert {len(world.hands[1]) for world in worlds(seen(played, 0))} == {3}


def test_a_card_that_was_taken_to_a_hand_is_known_to_be_there() -> None:
    taken = play(position(hands=HELD, variations=Variations(replace=True), printed={"c3": "NiSo"}), "card N", "place c3", "lay E", "stay")
    view = seen(taken, 1)
    assert (view.table.known, len(view.unseen)) == ((("NiSo",), ()), 4)
    assert all("NiSo" in world.hands[0] for world in worlds(view))
    assert {world.left for world in worlds(view)} == {("N",), ("NE",), ("NES",), ("NESW",)}


def test_a_dealt_card_is_seen_by_its_receiver_only() -> None:
    won = play(position(tokens=("b1", "a5"), reached=(True, False), hands=HELD), "move a1", "*gather")
    one, other = won.happen("NE"), won.happen("NS")
    assert seen(one, 0) != seen(other, 0)
    assert [seen(one, seat) == seen(other, seat) for seat in (1, None)] == [True, True]
    assert seen(one, 0).stock == 8


def test_while_cards_are_dealt_the_rest_is_imagined() -> None:
    won = play(position(tokens=("b1", "a5"), reached=(True, False), hands=HELD), "move a1", "*gather", "*NE", "*NS", "*N")
    for seat in (0, 1, None):
        for world in worlds(seen(won, seat), 20):
            assert ([len(hand) for hand in world.hands], len(world.stock), world.left) == ([2, 1], 6, ())


def test_w15_the_card_left_out_stays_secret() -> None:
    aside = [position(hands=hands, left=left) for hands, left in ((HELD, "NESW"), (("N N NE NES", "NE NES NESW NS"), "NS"))]
    assert seen(aside[0], 0) == seen(aside[1], 0)
    assert seen(aside[0], None) == seen(aside[1], None)
    over = aside[0].remove(1)
    assert {world.left for world in worlds(seen(over, None))} == {("N",), ("NE",), ("NES",), ("NESW",), ("NS",)}


def test_another_awaited_seat_may_have_begun_already() -> None:
    acts = {len(world.acts[0]) for world in worlds(seen(START, 1), 100)}
    assert acts == {0, 1, 2, 3}


def test_views_read_back_from_json() -> None:
    view = seen(play(START, "card NE", "place c3"), 0)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_the_prompt_says_what_is_expected() -> None:
    prompts = [
        seen(START, 0).prompt,
        seen(START, 1).prompt,
        seen(play(START, "card NE"), 0).prompt,
        seen(play(START, "card NE", "place c3"), 0).prompt,
        seen(play(START, "turn c3 right"), 0).prompt,
    ]
    assert [GAME.say(prompt) for prompt in prompts] == [
        "Alter a card if you like, then move or stay.",
        "It is Ash's turn.",
        "Choose the card to cover.",
        "Choose which way round it lies.",
        "Move or stay.",
    ]


def test_the_prompt_between_two_games() -> None:
    won = play(position(tokens=("b1", "a5"), reached=(True, False)), "move a1")
    assert GAME.say(seen(won, 0).prompt) == "Ash has won game 1 of 3. The next game is about to start."
    drawn = play(position(turns=1, turn=1, seat=1), "stay")
    assert GAME.say(seen(drawn, 0).prompt) == "Game 1 of 3 is a draw. The next game is about to start."
    assert GAME.say(seen(won.happen("gather"), 0).prompt) == "The cards are being dealt for the next game."
    chosen = next_game(won)
    assert GAME.say(seen(chosen, 1).prompt) == "Go first, or choose your piece."
    assert GAME.say(seen(play(chosen, "first"), 0).prompt) == "Choose your piece."
    assert GAME.say(seen(won.remove(0), 1).prompt) == "Ash left, so Rowan wins the game and the set."


def test_the_aim_depends_only_on_the_view() -> None:
    begun = play(START, "turn c3 right")
    assert [GAME.say(seen(begun, seat).aim) for seat in (0, 1)] == [
        "Go to your Midpoint on e5, 8 steps along the open way, then back to your Start on a1. Game 1 of 3.",
        "Go to your Midpoint on e1, 8 steps along the open way, then back to your Start on a5. Game 1 of 3.",
    ]
    assert seen(begun, 1).aim == seen(START, 1).aim
    assert seen(begun.remove(0), 1).aim == ""


def test_a_seat_has_the_token_that_it_plays() -> None:
    assert [[seen(position(circle=circle), None).token(seat) for seat in (0, 1)] for circle in (0, 1, None)] == [[0, 1], [1, 0], [0, 1]]
