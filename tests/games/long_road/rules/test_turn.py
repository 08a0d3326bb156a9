"""The steps of a turn in their order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.game import Illegal
from byways.games.long_road import LongRoadOptions
from byways.games.long_road.rules.agenda import run_agenda
from byways.games.long_road.state import UNARMED, Position, Task
from byways.games.long_road.view import View
from tests.games.long_road.positions import (
    BOX,
    CACTUS,
    ROCK,
    TEPEE,
    arms,
    at_turn,
    cards,
    codes,
    names,
    offered,
    pass_time,
    placed,
    play,
    road,
    roads,
    table,
    told,
    who,
)


def line(position: Position, number: int) -> list[tuple[int, int, bool]]:
    return [(one.character, one.seat, one.up) for one in position.roads[number].line]


# 1 Change cards


def test_changing_costs_2_and_puts_cards_under_the_deck_in_the_order_chosen() -> None:
    position = at_turn("ranch-1 saloon-1 river-1")
    changed = play(position, "0: change river-1", "0: change ranch-1", "0: draw")
    assert changed.money[0] == 4
    assert codes(changed.tails[0]) == "river-1 ranch-1"
    assert codes(changed.hands[0]) == "saloon-1"
    assert changed.chance is not None
    assert changed.chance.seen_by == (0,)


def test_after_a_change_as_many_cards_are_drawn_and_a_card_must_be_played() -> None:
    position = replace(at_turn("ranch-1 saloon-1 river-1"), decks=(cards("store-1 canyon-1"), *table().decks[1:]))
    changed = play(position, "0: change river-1", "0: change ranch-1", "0: draw", "chance: canyon-1")
    assert codes(changed.hands[0]) == "saloon-1 store-1 canyon-1"
    assert {choice.split()[0] for choice in offered(changed)} == {"play"}


def test_a_change_is_tentative_until_the_draw() -> None:
    position = at_turn()
    begun = play(position, "0: change river-1")
    assert replace(begun, acts=position.acts) == position
    assert begun.undo(0) == position
    assert begun.view(1) == position.view(1)


def test_one_to_three_cards_are_changed() -> None:
    begun = play(at_turn("ranch-1 saloon-1 river-1"), "0: change river-1", "0: change ranch-1", "0: change saloon-1")
    assert offered(begun) == {"draw"}


def test_changing_needs_2_dollars() -> None:
    assert not any(choice.startswith("change") for choice in offered(replace(at_turn(), money=(1, 6))))


def test_x1_the_tail_is_drawn_last_in_its_order_and_only_its_player_knows_it() -> None:
    position = replace(at_turn("ranch-1 saloon-1 river-1"), decks=(cards("store-1 store-2"), *table().decks[1:]))
    changed = play(position, "0: change river-1", "0: change ranch-1", "0: draw", "chance: store-2")
    assert changed.decks[0] == ()
    assert changed.view(0).tails[0] == cards("river-1 ranch-1")  # type: ignore[attr-defined]
    assert changed.view(1).tails[0] == (-1, -1)  # type: ignore[attr-defined]
    refilled = play(changed, "0: play saloon-1 cactus", "0: reward coin", "0: end")
    assert "river-1" in codes(refilled.hands[0])
    assert codes(refilled.tails[0]) == "ranch-1"


def test_r7_no_more_cards_are_changed_than_can_be_drawn() -> None:
    none: tuple[tuple[int, ...], ...] = ((), (), (), ())
    position = replace(at_turn("ranch-1 saloon-1 river-1"), decks=none, discard=cards("store-1"))
    begun = play(position, "0: change ranch-1")
    assert offered(begun) == {"draw"}
    assert not any(choice.startswith("change") for choice in offered(replace(position, discard=())))


# 2 Play a card, and its reward


def test_a_card_fits_the_road_with_its_symbol_and_cards_without_one_fit_everywhere() -> None:
    plays = {choice for choice in offered(at_turn("ranch-1 saloon-2 river-1")) if choice.startswith("play")}
    assert plays == {"play ranch-1 tepee", "play saloon-2 rock", *(f"play river-1 {name}" for name in ("tepee", "cactus", "rock"))}


def test_playing_a_card_is_compulsory() -> None:
    assert "end" not in offered(at_turn())


def test_a_signpost_lets_you_take_a_coin_or_a_dagger() -> None:
    played = play(at_turn("ranch-1 saloon-1 river-1"), "0: play ranch-1 tepee")
    assert offered(played) == {"reward coin", "reward dagger"}
    coin, dagger = play(played, "0: reward coin"), play(played, "0: reward dagger")
    assert (coin.money[0], coin.arms[0]) == (7, UNARMED)
    assert (dagger.money[0], dagger.arms[0]) == (6, arms("dagger"))


def test_r37_a_reward_coin_is_1_dollar() -> None:
    position = at_turn()
    assert play(position, "0: play ranch-1 tepee", "0: reward coin").money[0] == position.money[0] + 1


def test_with_one_kind_of_reward_gone_the_other_is_taken() -> None:
    position = at_turn(roads=roads(road("tepee-3", coins=0, daggers=2)))
    played = play(position, "0: play ranch-1 tepee")
    assert played.arms[0] == arms("dagger")
    assert played.roads[TEPEE].daggers == 1


def test_canyon_and_river_bring_no_reward() -> None:
    position = at_turn("canyon-2 river-1 saloon-1")
    for card in ("canyon-2", "river-1"):
        played = play(position, f"0: play {card} tepee")
        assert "end" in offered(played)
        assert (played.roads[TEPEE].coins, played.roads[TEPEE].daggers) == (position.roads[TEPEE].coins, position.roads[TEPEE].daggers)


def test_r4_a_signpost_on_an_emptied_destination_is_legal_and_brings_nothing() -> None:
    position = at_turn("ranch-1 store-1 saloon-1", roads=roads(road("tepee-3", coins=1, daggers=0)))
    played = play(position, "0: play ranch-1 tepee", "0: play store-1 tepee")
    assert played.money[0] == 7
    assert played.reached == (TEPEE,)
    assert len(played.roads[TEPEE].cards) == 2


# 3 Play a character


def test_a_character_is_played_face_down_where_the_card_went() -> None:
    played = play(at_turn(), "0: play ranch-1 tepee", "0: reward coin", "0: assign mayor")
    assert line(played, TEPEE) == [(who("mayor"), 0, False)]
    assert who("mayor") not in played.teams[0]
    assert played.view(1).roads[TEPEE].line[0].character == -1  # type: ignore[attr-defined]
    assert played.view(0).roads[TEPEE].line[0].character == who("mayor")  # type: ignore[attr-defined]


def test_a_character_comes_to_the_left_end_of_the_line() -> None:
    position = at_turn(roads=roads(road("tepee-3", "", placed("judge", 1))))
    played = play(position, "0: play ranch-1 tepee", "0: reward coin", "0: assign mayor")
    assert [one[0] for one in line(played, TEPEE)] == [who("judge"), who("mayor")]


def test_no_character_can_be_played_beside_a_hat_of_the_same_seat() -> None:
    position = at_turn(roads=roads(road("tepee-3", "", placed("judge", 0))))
    played = play(position, "0: play ranch-1 tepee", "0: reward coin")
    assert not any(choice.startswith("assign") for choice in offered(played))
    with pytest.raises(Illegal, match="You already have a hat on this road"):
        play(played, "0: assign mayor")


def test_one_character_a_turn_and_not_after_buying() -> None:
    played = play(at_turn(), "0: play ranch-1 tepee", "0: reward coin", "0: assign mayor")
    assert not any(choice.startswith("assign") for choice in offered(played))
    bought = play(at_turn(), "0: play ranch-1 tepee", "0: reward coin", "0: buy dagger")
    assert offered(bought) == {"end"}


def test_r22_the_doctor_may_be_played_beside_an_ally_and_lies_face_up() -> None:
    ally = roads(road("tepee-3", "", placed("judge", 0)))
    position = at_turn(team_0="doctor mayor", roads=ally)
    played = play(position, "0: play ranch-1 tepee", "0: reward coin")
    assert {choice for choice in offered(played) if choice.startswith("assign")} == {"assign doctor"}
    placed_ = play(played, "0: assign doctor")
    assert line(placed_, TEPEE)[1] == (who("doctor"), 0, True)
    assert not any(choice.startswith("assign") for choice in offered(placed_))


def test_r22_the_doctor_lies_face_down_without_an_ally() -> None:
    played = play(at_turn(team_0="doctor mayor"), "0: play ranch-1 tepee", "0: reward coin", "0: assign doctor")
    assert line(played, TEPEE) == [(who("doctor"), 0, False)]


def test_r10_the_reverend_is_played_face_down_and_turned_up_with_the_character_he_unmasks() -> None:
    position = at_turn(roads=roads(road("tepee-3", "", placed("reverend", 1))))
    played = play(position, "0: play ranch-1 tepee", "0: reward coin", "0: assign mayor")
    assert line(played, TEPEE) == [(who("reverend"), 1, True), (who("mayor"), 0, True)]


def test_r10_only_the_immediate_left_neighbour_is_turned_up() -> None:
    position = at_turn(roads=roads(road("tepee-3", "", placed("reverend", 1), placed("judge", 1, up=True))))
    played = play(position, "0: play ranch-1 tepee", "0: reward coin", "0: assign mayor")
    assert line(played, TEPEE) == [(who("reverend"), 1, False), (who("judge"), 1, True), (who("mayor"), 0, False)]


def test_r10_a_character_that_was_there_before_him_is_not_turned_up() -> None:
    position = at_turn(team_0="reverend mayor", roads=roads(road("tepee-3", "", placed("judge", 1))))
    played = play(position, "0: play ranch-1 tepee", "0: reward coin", "0: assign reverend")
    assert line(played, TEPEE) == [(who("judge"), 1, False), (who("reverend"), 0, False)]


def test_r40_with_no_character_in_hand_neither_step_3_nor_saloon_is_offered() -> None:
    position = at_turn(team_0="")
    for card in ("ranch-1 tepee", "saloon-1 cactus"):
        played = play(position, f"0: play {card}", "0: reward coin")
        assert not {choice for choice in offered(played) if choice.split()[0] in ("assign", "saloon")}


# 4 The place's bonus


def test_the_bonus_comes_after_the_character() -> None:
    moved = play(at_turn("relay-2 ranch-1 river-1", roads=roads(None, road("cactus-1", "", placed("judge", 0)))), "0: play relay-2 tepee")
    used = play(moved, "0: reward coin", "0: move cactus 1 rock")
    assert not any(choice.startswith("assign") for choice in offered(used))


def test_r14_a_ranch_lets_you_play_one_more_card_anywhere_with_reward_and_bonus() -> None:
    played = play(at_turn("ranch-1 stagecoach-2 saloon-1"), "0: play ranch-1 tepee", "0: reward coin", "0: play stagecoach-2 rock")
    assert offered(played) == {"reward coin", "reward dagger"}
    assert "rob 1" in offered(play(played, "0: reward coin"))


def test_r14_ranch_follows_on_ranch_while_cards_are_in_hand() -> None:
    played = play(
        at_turn("ranch-1 ranch-2 saloon-1"), "0: play ranch-1 tepee", "0: reward coin", "0: play ranch-2 cactus", "0: reward coin"
    )
    assert "play saloon-1 cactus" in offered(played)
    last = play(played, "0: play saloon-1 cactus", "0: reward dagger")
    assert last.hands[0] == ()
    assert any(choice.startswith("saloon") for choice in offered(last))


def test_a_card_by_a_ranch_lets_no_further_character_be_played_but_by_a_saloon() -> None:
    played = play(at_turn("ranch-1 store-1 saloon-1"), "0: play ranch-1 tepee", "0: reward coin", "0: play store-1 tepee", "0: reward coin")
    assert not any(choice.startswith("assign") for choice in offered(played))


def test_r13_a_saloon_lets_one_more_character_be_played_beside_the_ally_face_down() -> None:
    position = at_turn("saloon-1 ranch-1 river-1", team_0="doctor mayor judge")
    played = play(position, "0: play saloon-1 cactus", "0: reward coin", "0: assign mayor", "0: saloon doctor")
    assert line(played, CACTUS) == [(who("mayor"), 0, False), (who("doctor"), 0, False)]
    assert not any(choice.startswith("saloon") for choice in offered(played))


def test_r13_a_saloon_works_where_an_ally_lay_before() -> None:
    position = at_turn("saloon-1 ranch-1 river-1", roads=roads(None, road("cactus-1", "", placed("judge", 0))))
    played = play(position, "0: play saloon-1 cactus", "0: reward coin", "0: saloon mayor")
    assert [one[0] for one in line(played, CACTUS)] == [who("judge"), who("mayor")]


def test_r12_a_relay_station_moves_a_character_of_the_seat_with_its_weapons_to_the_left_end_of_another_road() -> None:
    there = road("cactus-1", "", placed("judge", 0, "rifle"), placed("scout", 1))
    position = at_turn("relay-2 ranch-1 river-1", roads=roads(None, there, road("rock-1", "", placed("mayor", 0))))
    played = play(position, "0: play relay-2 tepee", "0: reward coin")
    assert {choice for choice in offered(played) if choice.startswith("move cactus")} == {"move cactus 1 tepee", "move cactus 1 rock"}
    moved = play(played, "0: move cactus 1 rock")
    assert [one[0] for one in line(moved, ROCK)] == [who("mayor"), who("judge")]
    assert moved.roads[ROCK].line[1].arms == arms("rifle")
    assert [one[0] for one in line(moved, CACTUS)] == [who("scout")]


def test_r11_a_reverend_who_moves_turns_up_his_new_neighbour_and_the_old_one_stays_face_up() -> None:
    there = road("cactus-1", "", placed("reverend", 0, up=True), placed("scout", 1, up=True))
    position = at_turn("relay-2 ranch-1 river-1", roads=roads(None, there, road("rock-1", "", placed("mayor", 1), placed("judge", 1))))
    moved = play(position, "0: play relay-2 tepee", "0: reward coin", "0: move cactus 1 rock")
    assert line(moved, ROCK) == [(who("mayor"), 1, False), (who("judge"), 1, True), (who("reverend"), 0, True)]
    assert line(moved, CACTUS) == [(who("scout"), 1, True)]


def test_r11_a_face_down_reverend_who_moves_is_turned_up_with_his_neighbour() -> None:
    position = at_turn(
        "relay-2 ranch-1 river-1",
        roads=roads(None, road("cactus-1", "", placed("reverend", 0)), road("rock-1", "", placed("judge", 1))),
    )
    moved = play(position, "0: play relay-2 tepee", "0: reward coin", "0: move cactus 1 rock")
    assert line(moved, ROCK) == [(who("judge"), 1, True), (who("reverend"), 0, True)]


def test_a_character_moved_beside_the_reverend_is_turned_up() -> None:
    position = at_turn(
        "relay-2 ranch-1 river-1",
        roads=roads(None, road("cactus-1", "", placed("judge", 0)), road("rock-1", "", placed("reverend", 1))),
    )
    moved = play(position, "0: play relay-2 tepee", "0: reward coin", "0: move cactus 1 rock")
    assert line(moved, ROCK) == [(who("reverend"), 1, True), (who("judge"), 0, True)]


def test_a_general_store_sells_at_half_price_and_the_normal_purchase_stays() -> None:
    position = replace(at_turn("store-1 ranch-1 river-1"), money=(9, 6))
    played = play(position, "0: play store-1 tepee", "0: reward dagger", "0: bargain rifle")
    assert (played.money[0], played.arms[0]) == (6, arms("dagger rifle"))
    assert {"buy dagger", "buy pistol"} <= offered(played)
    assert not any(choice.startswith("bargain") for choice in offered(played))


def test_a_stagecoach_takes_2_dollars_from_an_opponent() -> None:
    played = play(at_turn("stagecoach-2 ranch-1 river-1"), "0: play stagecoach-2 rock", "0: reward coin", "0: rob 1")
    assert played.money == (9, 4)


def test_r30_robbing_takes_no_more_than_the_victim_has() -> None:
    played = play(replace(at_turn("stagecoach-2 ranch-1 river-1"), money=(6, 1)), "0: play stagecoach-2 rock", "0: reward coin", "0: rob 1")
    assert played.money == (8, 0)


def test_a_canyon_gives_a_dagger_of_the_reserve() -> None:
    position = at_turn("canyon-2 ranch-1 river-1")
    played = play(position, "0: play canyon-2 tepee", "0: find dagger")
    assert played.arms[0] == arms("dagger")
    assert played.reserve[0] == position.reserve[0] - 1


def test_crossroads_put_any_cards_under_the_deck_and_the_refill_replaces_them() -> None:
    position = replace(at_turn("crossroads-1 ranch-1 river-1"), decks=(cards("store-1 store-2 canyon-1 canyon-2"), *table().decks[1:]))
    played = play(position, "0: play crossroads-1 rock", "0: reward coin", "0: under river-1", "0: under ranch-1")
    assert played.hands[0] == ()
    assert codes(played.tails[0]) == "river-1 ranch-1"
    refilled = play(played, "0: end", "chance: store-1", "chance: store-2", "chance: canyon-1")
    assert codes(refilled.hands[0]) == "store-1 store-2 canyon-1"


def test_a_river_brings_a_card_of_another_caravan_without_reward_or_bonus() -> None:
    position = at_turn("river-1 ranch-1 saloon-1", roads=roads(None, road("cactus-1", "ranch-2 saloon-1")))
    played = play(position, "0: play river-1 tepee", "0: ford ranch-2 cactus")
    assert codes(played.roads[TEPEE].cards) == "river-1 ranch-2"
    assert codes(played.roads[CACTUS].cards) == "saloon-1"
    assert played.money[0] == 6
    assert not any(choice.startswith(("play", "reward")) for choice in offered(played))


def test_r39_a_bonus_that_cannot_work_is_not_offered() -> None:
    empty = replace(at_turn("relay-2 stagecoach-2 canyon-2"), reserve=UNARMED, money=(6, 0))
    for lines in (
        ("0: play relay-2 tepee", "0: reward coin"),
        ("0: play stagecoach-2 rock", "0: reward coin"),
        ("0: play canyon-2 tepee",),
    ):
        assert {choice.split()[0] for choice in offered(play(empty, *lines))} == {"end", "assign"}


# 5, 6 Buy and arm


def after_card(**changes: object) -> Position:
    return replace(play(at_turn("canyon-2 ranch-1 saloon-1"), "0: play canyon-2 tepee"), **changes)


@pytest.mark.parametrize(("weapon", "price"), [("dagger", 2), ("pistol", 4), ("rifle", 6)])
def test_one_weapon_may_be_bought_at_its_price(weapon: str, price: int) -> None:
    bought = play(after_card(), f"0: buy {weapon}")
    assert not any(choice.startswith("buy") for choice in offered(bought))
    ended = play(bought, "0: end")
    assert (ended.money[0], ended.arms[0]) == (6 - price, arms(weapon))


def test_a_weapon_must_be_there_and_be_paid() -> None:
    assert {choice for choice in offered(after_card(money=(3, 6))) if choice.startswith("buy")} == {"buy dagger"}
    assert not {choice for choice in offered(after_card(reserve=UNARMED)) if choice.startswith("buy")}


def test_a_seat_may_give_any_number_of_weapons_to_its_characters_on_the_table() -> None:
    both = roads(road("tepee-3", "", placed("judge", 0)), road("cactus-1", "", placed("scout", 1), placed("mayor", 0)))
    position = after_card(roads=both, arms=(arms("dagger dagger pistol"), UNARMED))
    armed = play(position, "0: buy rifle", "0: arm rifle cactus 2", "0: arm dagger cactus 2", "0: arm dagger tepee 1", "0: end")
    assert armed.roads[CACTUS].line[1].arms == arms("dagger rifle")
    assert armed.roads[TEPEE].line[0].arms == arms("dagger")
    assert armed.arms[0] == arms("pistol")


def test_buying_and_arming_are_tentative_until_the_end_of_the_turn() -> None:
    position = after_card(roads=roads(road("tepee-3", "", placed("judge", 0))))
    armed = play(position, "0: buy rifle", "0: arm rifle tepee 1")
    assert armed.view(1) == position.view(1)
    assert armed.undo(0).undo(0) == position
    assert offered(armed) == {"end"}


# 7 Refill


def test_the_hand_is_refilled_to_three_and_the_next_seat_is_awaited() -> None:
    ended = play(after_card(decks=(cards("store-1"), *table().decks[1:])), "0: end")
    assert codes(ended.hands[0]) == "ranch-1 saloon-1 store-1"
    assert ended.awaited == (1,)


def test_a_player_who_empties_a_destination_finishes_the_turn_first() -> None:
    last = roads(road("tepee-3", "", placed("judge", 0), coins=1, daggers=0))
    position = at_turn("store-1 ranch-1 saloon-1", roads=last)
    played = play(position, "0: play store-1 tepee", "0: bargain dagger", "0: arm dagger tepee 1")
    assert played.arrivals == ()
    ended = played.choose(0, next(choice for choice in played.choices(0) if str(choice) == "end"))
    assert [step.what for step in ended.todo] == ["refill", "arrive", "next"]


def test_r5_with_two_or_three_an_empty_deck_is_followed_by_the_unused_deck_with_most_cards() -> None:
    decks = ((), table().decks[1], cards("store-1", 2), cards("canyon-1 canyon-2", 3))
    ended = play(after_card(decks=decks), "0: end")
    assert ended.chance is not None
    assert set(ended.chance.what) == {"canyon-1", "canyon-2"}
    assert cards("canyon-1", 3)[0] in ended.happen("canyon-1").hands[0]


def test_r5_drawing_from_an_unused_deck_is_reported_with_its_colour() -> None:
    position = after_card(decks=((), table().decks[1], (), cards("canyon-1", 3)))
    assert told(position, "0: end", to=0)[-2] == "Your deck is used up. You draw Canyon from the Green deck, which is not in play."
    assert told(position, "0: end", to=1)[-2] == "Red's deck is used up. Red draws a card from the Green deck, which is not in play."


def test_r5_changed_cards_go_under_the_deck_drawn_from_where_only_their_player_knows_them() -> None:
    decks = (cards("store-1"), table().decks[1], (), cards("canyon-1", 3))
    changed = play(replace(at_turn("ranch-1 saloon-1 river-1"), decks=decks), "0: change river-1", "0: change ranch-1", "0: draw")
    assert codes(changed.hands[0]) == "saloon-1 store-1 canyon-1"
    assert (codes(changed.tails[0]), codes(changed.tails[3])) == ("", "river-1 ranch-1")
    assert [changed.view(seat).tails[3] for seat in (0, 1, None)] == [cards("river-1 ranch-1"), (-1, -1), (-1, -1)]  # type: ignore[attr-defined]
    ended = play(changed, "0: play saloon-1 cactus", "0: reward coin", "0: end")
    assert "river-1" in codes(ended.hands[0])
    assert ended.view(0).tails[3] == cards("ranch-1")  # type: ignore[attr-defined]


def test_r6_with_nothing_else_left_cards_come_from_the_shuffled_discard() -> None:
    none: tuple[tuple[int, ...], ...] = ((), (), (), ())
    discard = (*cards("canyon-1", 1), *cards("canyon-1 store-1", 2))
    position = replace(table(4), decks=none, discard=tuple(sorted(discard)), hands=none)
    position = replace(position, awaited=(), todo=(Task("refill", 0), Task("next", 0)))
    assert position.chance is not None
    assert dict(zip(position.chance.what, position.chance.weights, strict=True)) == {"canyon-1": 2, "store-1": 1}
    assert position.chance.seen_by == (0,)
    drawn = position.happen("canyon-1")
    assert (drawn.hands[0], drawn.discard) == (cards("canyon-1", 1), tuple(sorted(cards("canyon-1 store-1", 2))))
    seen = drawn.view(3)
    assert isinstance(seen, View)
    assert (seen.hands[0], seen.discard, seen.pool) == ((-6,), (-7, -7), tuple(sorted(discard)))
    assert drawn.view(0).hands[0] == cards("canyon-1", 1)  # type: ignore[attr-defined]


def test_r6_others_see_that_a_card_came_from_the_discard_not_which_until_it_is_played() -> None:
    discard = cards("ranch-2 store-1", 1)
    position = replace(at_turn("ranch-1 saloon-1 river-1"), discard=discard, pool=(cards("saloon-1")[0], *discard))
    changed = play(position, "0: change saloon-1", "0: change river-1", "0: draw")
    assert changed.view(1).tails[0] == (-5, -1)  # type: ignore[attr-defined]
    change = next(choice for choice in position.choices(0) if str(choice) == "change saloon-1")
    assert position.shown(0, change, 1) == "change ? red of the discard"
    played = play(position, "0: play saloon-1 cactus", "0: reward coin")
    assert (played.pool, played.view(1).discard) == ((), discard)  # type: ignore[attr-defined]


def test_r6_a_player_without_cards_skips_steps_2_to_4() -> None:
    none: tuple[tuple[int, ...], ...] = ((), (), (), ())
    position = replace(table(2), decks=none, hands=((), cards("ranch-1 ranch-2 river-1", 1)), awaited=())
    turn = run_agenda(replace(position, todo=(Task("refill", 1), Task("next", 1))), None)
    assert turn.awaited == (0,)
    assert offered(turn) == {"end", "buy dagger", "buy pistol", "buy rifle"}
    assert play(turn, "0: end").awaited == (1,)


def test_r6_when_no_player_has_or_can_draw_a_card_the_game_ends() -> None:
    none: tuple[tuple[int, ...], ...] = ((), (), (), ())
    position = replace(table(2), decks=none, hands=((), ()), awaited=(), todo=(Task("next", 0),))
    ending = run_agenda(position, None)
    assert [step.what for step in ending.todo] == ["resolve", "resolve", "resolve", "count"]
    assert pass_time(ending).outcome is not None


# Events


def test_open_cards_are_reported_to_all() -> None:
    position = at_turn(options=LongRoadOptions(open=True))
    lines = ("0: play ranch-1 tepee", "0: reward coin", "0: assign mayor")
    assert told(position, *lines, to=1)[-1] == "Red plays the Mayor on the tepee road."
    assert names((play(position, *lines).view(1).roads[TEPEE].line[0].character,)) == "mayor"  # type: ignore[attr-defined]


def test_cards_of_equal_kind_are_one_choice() -> None:
    position = at_turn()
    twice = replace(position, hands=((cards("ranch-1")[0], cards("ranch-1", 2)[0]), position.hands[1]))
    assert [str(choice) for choice in twice.choices(0) if str(choice).startswith("play")] == ["play ranch-1 tepee"]
    assert play(twice, "0: play ranch-1 tepee").hands[0] == cards("ranch-1", 2)


def test_every_place_has_a_different_bonus() -> None:
    assert len({place.bonus.do for place in BOX.places}) == 8
