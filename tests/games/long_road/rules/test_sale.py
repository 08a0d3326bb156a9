"""Arrivals, taking characters back, the last round and the final count."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.rules.agenda import run_agenda
from byways.games.long_road.rules.sale import end_tile_scores, final_money, prices_of
from byways.games.long_road.state import UNARMED, Position, Task
from tests.games.long_road.positions import (
    BOX,
    CACTUS,
    ROCK,
    TEPEE,
    arms,
    at_turn,
    cards,
    codes,
    events_of,
    finish,
    five,
    names,
    offered,
    placed,
    play,
    road,
    roads,
    selling,
    table,
    team,
    told,
    who,
)


def due(position: Position) -> str:
    assert position.chance is not None
    return position.chance.name


# The arrival


def test_the_first_arrival_takes_the_first_tile_and_turns_all_characters_up() -> None:
    position = selling(2, placed("mayor", 0), placed("judge", 1), caravan="ranch-1 store-1")
    arrived = position.happen("tepee")
    assert arrived.arrivals == (0,)
    assert all(one.up for one in arrived.roads[TEPEE].line)
    assert due(arrived) == "the next activation"


def test_people_see_a_sale_step_by_step() -> None:
    position = selling(2, placed("mayor", 0), placed("judge", 1), caravan="store-1")
    seen = []
    while position.chance is not None and len(position.chance.what) == 1:
        seen.append(position.chance.name)
        position = position.happen(position.chance.what[0])
    assert seen == ["the arrival", "the next activation", "the next activation"]


def test_r17_the_highest_value_goes_first_and_of_equals_the_nearest_to_the_destination() -> None:
    position = selling(2, placed("mayor", 0), placed("widow", 1), placed("judge", 0), caravan="store-1 ranch-1 saloon-1")
    assert position.happen("tepee").todo[0].item == who("judge")
    next_one = play(position, "0: take ranch-1 tepee")
    assert next_one.todo[0].item == who("mayor")


def test_r19_the_ability_first_then_the_weapons_go_back_then_the_hat_on_the_pile() -> None:
    position = selling(2, placed("drover", 0, "rifle dagger"), placed("mayor", 1), caravan="store-1 ranch-1", reserve=UNARMED)
    asked = play(position)
    assert (asked.reserve, asked.roads[TEPEE].line[0].arms) == (UNARMED, arms("rifle dagger"))
    assert asked.sale is not None
    assert asked.sale.hats == ()
    took = asked.choose(0, asked.choices(0)[0])
    assert took.reserve == arms("rifle dagger")
    assert took.sale is not None
    assert took.sale.hats == (0,)


def test_hats_come_off_from_the_top_and_each_takes_any_character_of_the_sale() -> None:
    position = selling(2, placed("drover", 0), placed("mayor", 1), placed("widow", 1), caravan="")
    choosing = play(position)
    assert choosing.awaited == (1,)
    assert offered(choosing, 1) == {"recruit drover", "recruit mayor", "recruit widow"}
    rest = play(choosing, "1: recruit drover")
    assert offered(rest, 1) == {"recruit mayor", "recruit widow"}
    done = play(rest, "1: recruit widow")
    assert who("drover") in done.teams[1]
    assert who("mayor") in done.teams[0]  # one character is left for the last hat: nothing to choose


def test_untaken_cards_are_discarded_and_the_destination_leaves_the_game() -> None:
    position = selling(2, placed("drover", 0), caravan="ranch-1 store-1")
    done = play(position, "0: take store-1 tepee")
    assert codes(done.discard) == "ranch-1"
    assert due(done) == "a destination"
    laid = done.happen("tepee-5")
    assert laid.roads[TEPEE].destination == BOX.destination_of["tepee-5"]
    assert (laid.roads[TEPEE].coins, laid.roads[TEPEE].daggers) == (4, 2)
    assert BOX.destination_of["tepee-5"] not in laid.ahead


def test_after_a_sale_the_next_seat_takes_its_turn() -> None:
    done = play(selling(3, placed("drover", 2), caravan=""), "chance: tepee-5")
    assert done.awaited == (1,)


def test_r24_without_characters_there_is_no_sale() -> None:
    done = play(selling(2, caravan="ranch-1 store-1"))
    assert codes(done.discard) == "ranch-1 store-1"
    assert (done.arrivals, done.money) == ((0,), (6, 6))
    assert due(done) == "a destination"


def test_r2_for_each_dagger_that_is_missing_1_dollar_is_laid() -> None:
    laid = play(selling(2, caravan="", reserve=(1, 0, 0)), "chance: tepee-5")
    assert (laid.roads[TEPEE].coins, laid.roads[TEPEE].daggers, laid.reserve) == (5, 1, UNARMED)


def test_r3_two_arrivals_in_a_turn_are_resolved_in_the_order_emptied() -> None:
    both = roads(road("tepee-3", coins=1, daggers=0), road("cactus-1", "", placed("mayor", 1), coins=1, daggers=0))
    position = at_turn("ranch-2 relay-2 saloon-1", roads=both)
    ended = play(position, "0: play ranch-2 cactus", "0: play relay-2 tepee")
    assert ended.reached == (CACTUS, TEPEE)
    over = ended.choose(0, ended.choices(0)[0])
    assert [step.road for step in over.todo if step.what == "arrive"] == [CACTUS, TEPEE]


def test_r3_if_the_first_is_the_fourth_the_second_sells_on_the_road_without_a_tile() -> None:
    position = selling(2, caravan="", arrivals=(0, 1, 1))
    second = road("cactus-1", "river-1", placed("drover", 1), coins=0, daggers=0)
    position = replace(position, roads=(position.roads[0], second, position.roads[2]))
    position = replace(position, todo=(Task("arrive", 0, TEPEE), Task("arrive", 0, CACTUS), Task("next", 0)))
    done = play(position, "chance: tepee-5")
    assert done.arrivals == (0, 1, 1, 0)
    assert done.money[1] == 6 + 4  # four herds at 1 $


# The last round


def fourth(seats: int, seat: int, star: int) -> Position:
    """Return the position after a fourth arrival by this seat."""
    position = selling(seats, caravan="", arrivals=(0, 0, 0), star=star)
    return play(replace(position, todo=(Task("arrive", seat, TEPEE), Task("next", seat))), "chance: tepee-5")


def test_after_the_fourth_arrival_a_card_is_turned_up_and_tiles_lie_on_all_roads() -> None:
    position = fourth(3, 0, 0)
    assert position.ending
    assert all(here.on_the_road for here in position.roads)
    assert all(prices_of(BOX, here) == (1, 1) for here in position.roads)
    assert position.roads[TEPEE].destination >= 0


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (0, "The fourth destination is reached: the game ends with this round. Then what is still on the roads is sold at 1 $ a herd."),
        (1, "The fourth destination is reached: this was the last turn. Now what is still on the roads is sold at 1 $ a herd."),
    ],
)
def test_the_last_round_is_announced_when_the_fourth_destination_is_reached(seat: int, sentence: str) -> None:
    arriving = replace(selling(2, caravan="", arrivals=(0, 0, 0), star=0), todo=(Task("arrive", seat, TEPEE), Task("next", seat)))
    lines = told(arriving, "chance: tepee-5")
    assert lines[2] == sentence
    assert "On the Road tiles now lie on all roads: any herd pays 1 $." in lines


def test_no_other_arrival_announces_the_last_round() -> None:
    for arrivals in ((), (0,), (0, 0), (0, 0, 0, 0)):
        assert not any("fourth" in line for line in told(selling(2, caravan="", arrivals=arrivals)))


@pytest.mark.parametrize(("seat", "star", "left"), [(0, 0, [1, 2]), (1, 0, [2]), (0, 1, []), (2, 1, [0])])
def test_r28_one_turn_each_up_to_the_right_neighbour_of_the_star(seat: int, star: int, left: list[int]) -> None:
    position, rng = fourth(3, seat, star), Random(1)
    turns: list[int] = []
    while position.todo and not any(step.what in ("resolve", "count") for step in position.todo):
        if position.chance is not None:
            position = position.happen(position.chance.draw(rng))
            continue
        at = position.awaited[0]
        if position.todo[0].what == "open" and (not turns or turns[-1] != at):
            turns.append(at)
        position = position.choose(at, rng.choice(position.choices(at)))
    assert turns == left


def test_the_game_ends_at_once_if_the_right_neighbour_of_the_star_made_the_fourth_arrival() -> None:
    position = fourth(2, 1, 0)
    assert position.outcome is not None


def test_r38_the_star_never_moves() -> None:
    position = table(3)
    assert finish(position).star == position.star


def test_r27_an_arrival_in_the_last_round_sells_at_1_without_a_tile_and_a_new_card_comes() -> None:
    position = selling(2, placed("drover", 1), caravan="river-1", arrivals=(0, 1, 1, 0), ending=True)
    first, second, third = (replace(here, on_the_road=True) for here in position.roads)
    done = play(replace(position, roads=(first, second, third)), "chance: tepee-5")
    assert (done.money[1], len(done.arrivals)) == (6 + 4, 4)
    assert done.roads[TEPEE].on_the_road
    assert done.roads[TEPEE].coins == 4


def test_r1_where_no_destination_is_left_the_road_stays_open_without_reward_or_arrival() -> None:
    ahead = tuple(number for number in range(15) if BOX.destinations[number][0] != TEPEE)
    position = selling(2, caravan="", arrivals=(0, 1, 1, 0), ending=True, ahead=ahead, star=1)
    first, second, third = (replace(here, on_the_road=True) for here in position.roads)
    position = play(replace(position, roads=(first, second, third), star=0))
    assert (position.roads[TEPEE].destination, position.roads[TEPEE].on_the_road) == (-1, True)
    assert position.awaited == (1,)
    position = replace(position, hands=(position.hands[0], cards("ranch-1 store-1 river-1", 1)))
    played = play(position, "1: play ranch-1 tepee")
    assert (played.money, played.reached) == (position.money, ())
    assert any(choice.startswith("assign") for choice in offered(played, 1))


# The end


def closing(**changes: Any) -> Position:
    """Return a position in which only the end is left."""
    position = replace(table(2), ending=True, star=0, awaited=(), todo=(Task("next", 1),))
    return run_agenda(replace(position, **changes), None)


def test_r25_at_the_end_the_caravans_are_sold_tepee_cactus_rock() -> None:
    assert [(step.what, step.road) for step in closing().todo] == [
        ("resolve", TEPEE),
        ("resolve", CACTUS),
        ("resolve", ROCK),
        ("count", -1),
    ]


def test_r26_at_the_end_a_herd_pays_1_and_effects_work_as_usual() -> None:
    position = closing(roads=roads(road("tepee-3", "river-1", placed("scout", 0))), money=(0, 0))
    assert play(position).money[0] == 4 + 1


def test_at_the_end_characters_are_chosen_back_too() -> None:
    position = closing(roads=roads(road("tepee-3", "", placed("scout", 0), placed("drover", 1))), teams=(team("mayor"), team("judge")))
    done = play(position, "0: recruit drover")
    assert (names(done.teams[0]), names(done.teams[1])) == ("mayor drover", "scout judge")


def counted(**changes: Any) -> Position:
    position = replace(table(2), awaited=(), todo=(Task("count"),), roads=roads(), money=(10, 10), end=0)
    return replace(position, **changes)


def test_example_the_boss_pays_6_for_each_card_of_its_place() -> None:
    taken = (cards("crossroads-1 crossroads-2 ranch-1"), cards("crossroads-1 ranch-1 store-1", 1))
    bosses = BOX.components.bosses.places
    sums = final_money(counted(taken=taken, bosses=(bosses.index("crossroads"), bosses.index("canyon"))))
    assert (sums[0]["boss"], sums[1]["boss"]) == (12, 0)


def test_example_the_second_arrival_tile_is_worth_2() -> None:
    sums = final_money(counted(arrivals=(0, 1, 0, 0)))
    assert (sums[0]["arrivals"], sums[1]["arrivals"]) == (1 + 3 + 4, 2)


def test_r35_all_tied_get_the_end_tile_and_equal_money_shares_the_victory() -> None:
    position = counted(taken=(cards("ranch-1"), cards("ranch-1", 1)), bosses=(0, 2))
    assert [parts["end tile"] for parts in final_money(position)] == [8, 8]
    outcome = run_agenda(position, None).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.title) == ((0, 1), (18.0, 18.0), "")


def test_example_most_caravan_cards_bring_8() -> None:
    taken = (cards("ranch-1 ranch-2"), cards("store-1", 1))
    assert [parts["end tile"] for parts in final_money(counted(taken=taken))] == [8, 0]


def test_most_different_places_bring_8() -> None:
    position = counted(end=1, taken=(cards("ranch-1 ranch-2"), cards("store-1 river-1", 1)))
    assert end_tile_scores(position) == (1, 2)


def test_r34_the_value_tile_counts_printed_numbers_without_weapons_or_plus() -> None:
    teams = (team("cattle-baron mayor"), team("judge prospector"))
    high, low = counted(end=2, teams=teams), counted(end=3, teams=teams)
    assert (end_tile_scores(high), end_tile_scores(low)) == ((4, 4), (-4, -4))
    assert [parts["end tile"] for parts in final_money(replace(low, teams=(team("mayor"), team("judge"))))] == [8, 0]


def test_r36_pistols_and_rifles_of_the_reserve_are_resold_automatically() -> None:
    sums = final_money(counted(arms=(arms("dagger pistol rifle"), arms("pistol pistol"))))
    assert (sums[0]["weapons"], sums[1]["weapons"]) == (1 + 3, 2)


def test_the_breakdown_says_where_the_money_comes_from() -> None:
    taken = (cards("crossroads-1 crossroads-2 ranch-1"), cards("store-1", 1))
    bosses = BOX.components.bosses.places
    boss = (bosses.index("crossroads"), bosses.index("canyon"))
    outcome = run_agenda(counted(taken=taken, bosses=boss, arrivals=(0, 1, 0, 0), arms=(UNARMED, arms("pistol rifle"))), None).outcome
    assert outcome is not None
    assert [(GAME.say(line.label), line.values) for line in outcome.breakdown] == [
        ("Money", (10, 10)),
        ("Boss", (12, 0)),
        ("End tile", (8, 0)),
        ("Arrivals", (8, 2)),
        ("Weapons", (0, 4)),
    ]
    assert outcome.scores == (38.0, 16.0)


def test_the_richest_wins() -> None:
    outcome = run_agenda(counted(money=(10, 11)), None).outcome
    assert outcome is not None
    assert outcome.places == (2, 1)


# Compañeros


def test_r31_in_companeros_a_character_returns_to_its_player_right_after_its_activation() -> None:
    position = selling(2, placed("drover", 0, "rifle"), placed("mayor", 1), caravan="ranch-1 store-1", companeros=True, reserve=UNARMED)
    taken = play(position, "0: take ranch-1 tepee")
    assert who("drover") in taken.teams[0]
    assert who("mayor") in taken.teams[1]
    assert taken.reserve == arms("rifle")
    assert due(taken) == "a destination"


def test_r31_activated_so_far_still_counts() -> None:
    position = selling(2, placed("drover", 0), placed("undertaker", 1), caravan="", companeros=True, money=(0, 0))
    assert play(position).money[1] == 2


def test_r31_the_tile_is_not_the_one_about_values_and_teams_never_change() -> None:
    for seed in range(8):
        setup = GAME.deal(3, Random(seed), LongRoadOptions(companeros=True))
        assert setup.end in (0, 1)  # type: ignore[attr-defined]
    start = table(3, LongRoadOptions(companeros=True))
    assert finish(start, Random(5)).teams == start.origins


@pytest.mark.parametrize("companeros", [False, True])
def test_everyone_always_has_exactly_five_characters(companeros: bool) -> None:
    rng = Random(4)
    position = table(4, LongRoadOptions(companeros=companeros))
    while position.outcome is None:
        assert [five(position, seat) for seat in range(4)] == [5] * 4
        if position.chance is not None:
            position = position.happen(position.chance.draw(rng))
        else:
            seat = position.awaited[0]
            position = position.choose(seat, rng.choice(position.choices(seat)))
    assert [len(held) for held in position.teams] == [5] * 4


# What is seen of it


def test_arrival_and_end_of_a_sale_are_climaxes() -> None:
    found = events_of(selling(2, placed("gunslinger", 0, up=True), caravan="ranch-1"))
    assert [name for name, event in found.items() if event.banner] == ["arrive", "sold"]


def test_hidden_characters_turn_up_where_they_lie() -> None:
    found = events_of(selling(2, placed("drover", 0), placed("mayor", 1, up=True), caravan="ranch-1 store-1"))
    assert found["show"].pieces == ("placed-0-0", f"who-{who('drover')}")


def test_taken_cards_go_to_their_player_and_weapons_to_the_reserve() -> None:
    found = events_of(selling(2, placed("drover", 0, "pistol", up=True), caravan="ranch-1"))
    assert found["sell"].pieces == (f"card-{cards('ranch-1', 3)[0]}", "money-0")
    assert found["return"].pieces == (f"who-{who('drover')}", "reserve-1")
