"""The abilities of all thirty characters at a sale, and the rules' worked examples."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from byways.games.long_road.rules.common import value_of
from byways.games.long_road.state import UNARMED, Position
from tests.games.long_road.positions import BOX, CACTUS, TEPEE, arms, codes, names, offered, placed, play, road, roads, selling, told

# tepee-3 pays 4 $ for white and 2 $ for black herds


def sold(name: str, caravan: str, *others: tuple[str, int, str], weapons: str = "", lines: tuple[str, ...] = ()) -> Position:
    """Activate seat 0's character before the others and play these lines."""
    line = [placed(name, 0, weapons), *(placed(other, seat, carried) for other, seat, carried in others)]
    position = selling(3, *line, caravan=caravan, money=(10, 10, 10))
    return play(position, *lines)


def earned(name: str, caravan: str, *others: tuple[str, int, str], weapons: str = "", lines: tuple[str, ...] = ()) -> int:
    return sold(name, caravan, *others, weapons=weapons, lines=lines).money[0] - 10


def told_of_sale(name: str, caravan: str, weapons: str = "") -> list[str]:
    return told(selling(3, placed(name, 0, weapons), caravan=caravan))


# Worked examples


EXAMPLE = (
    placed("mountain-man", 3),
    placed("card-sharp", 3, "rifle"),
    placed("officer", 0, "dagger"),
    placed("gunslinger", 2),
    placed("mayor", 0),
)


def example() -> Position:
    return selling(4, *EXAMPLE, caravan="ranch-1 canyon-1 store-1 store-2 saloon-1 relay-1", money=(0, 0, 0, 0))


def order(position: Position, lines: list[str]) -> list[str]:
    """Return the order of activation when every player takes the first choice."""
    activated: list[str] = []
    while position.sale is None or not position.todo or position.todo[0].what != "recruit":
        if position.chance is not None:
            if position.todo[0].what == "activate":
                activated.append(position.chance.what[0])
            position = position.happen(position.chance.what[0])
        else:
            seat = position.awaited[0]
            position = position.choose(seat, position.choices(seat)[0])
    lines.append(" ".join(map(str, position.sale.hats)))
    return activated


def test_example_the_order_of_activation_is_10_6_5_2_2() -> None:
    activated = order(example(), [])
    assert activated == ["card-sharp", "gunslinger", "officer", "mountain-man", "mayor"]


def test_example_the_gunslinger_earns_2_and_8() -> None:
    after_sharp = play(example(), "3: take canyon-1 tepee")
    before = after_sharp.money[2]
    assert after_sharp.awaited == (2,)
    assert before == 2  # one armed character still to come: the officer; the card sharp is done
    assert play(after_sharp, "2: take ranch-1 tepee").money[2] == 2 + 4 + 2 * 2 == 10


def test_example_hats_from_below_are_green_yellow_red_green_red() -> None:
    hats: list[str] = []
    order(example(), hats)
    assert hats == ["3 2 0 3 0"]


# Earn


def test_gunslinger_2_per_armed_character_still_to_come() -> None:
    assert earned("gunslinger", "saloon-1", ("judge", 1, ""), ("scout", 2, "dagger")) == 4 + 2


def test_r20_the_gunslinger_counts_armed_allies_too() -> None:
    assert earned("gunslinger", "saloon-1", ("mayor", 0, "dagger"), ("scout", 2, "dagger")) == 4 + 4


def test_officer_2_per_unarmed_opponent_still_to_come() -> None:
    others = (("mayor", 1, ""), ("widow", 2, ""), ("undertaker", 2, "dagger"), ("doctor", 0, ""))
    assert earned("officer", "saloon-1", *others, weapons="pistol") == 4 + 4


def test_saloon_girl_1_per_opponent_still_to_come() -> None:
    assert earned("saloon-girl", "store-1", ("mayor", 1, ""), ("widow", 2, ""), weapons="rifle") == 6 + 2


def test_bounty_hunter_2_per_opponent_still_to_come_with_5_or_more() -> None:
    others = (("judge", 1, "dagger"), ("widow", 2, ""), ("deputy", 0, "dagger"))
    assert earned("bounty-hunter", "saloon-1", *others, weapons="pistol") == 4 + 2


def test_undertaker_1_per_character_activated_himself_included() -> None:
    position = selling(3, placed("undertaker", 0), placed("drover", 1), placed("judge", 2), caravan="store-1 store-1 store-1")
    assert play(position).money[0] - position.money[0] == 6 + 3


def test_mayor_1_per_card_still_there_4_at_most() -> None:
    assert earned("mayor", "store-1 store-1 store-1") == 6 + 2
    assert earned("mayor", "store-1 store-1 saloon-1 saloon-2 relay-1 relay-2", lines=("0: take store-1 tepee",)) == 6 + 4


def test_camp_cook_1_per_herd_on_one_card_still_there() -> None:
    assert earned("camp-cook", "store-1 river-1 saloon-1", lines=("0: take store-1 tepee",)) == 6 + 4
    assert earned("camp-cook", "store-1") == 6


def test_trader_3_per_general_store_before_taking() -> None:
    assert earned("trader", "store-1 store-2", lines=("0: take store-1 tepee",)) == 6 + 6


def test_judge_3_if_first() -> None:
    assert earned("judge", "store-1", weapons="rifle") == 6 + 3
    late = selling(3, placed("judge", 0), placed("drover", 1), caravan="store-1 store-1")
    assert play(late).money[0] - late.money[0] == 6


def test_widow_3_if_nobody_still_to_come_is_armed() -> None:
    assert earned("widow", "store-1", ("undertaker", 1, "")) == 6 + 3
    assert earned("widow", "store-1", ("undertaker", 1, "dagger"), weapons="pistol") == 6


def test_card_sharp_every_herd_at_the_better_price_and_1() -> None:
    assert earned("card-sharp", "ranch-1") == 12 + 1


def test_scout_1() -> None:
    assert earned("scout", "ranch-1") == 8 + 1


# Prices


def test_cattle_baron_black_herds_pay_1_more() -> None:
    assert earned("cattle-baron", "ranch-1") == 4 + 3 * 2


def test_banker_white_herds_pay_2_more() -> None:
    assert earned("banker", "ranch-1") == 6 + 2 * 2


def test_stockman_3_for_both_colours() -> None:
    assert earned("stockman", "ranch-1") == 8 + 3
    assert earned("stockman", "relay-1") == 8


@pytest.mark.parametrize("name", ["drover", "reverend", "doctor", "farrier", "deputy", "gunsmith", "sheriff", "adventuress"])
def test_most_take_one_card_and_sell_it(name: str) -> None:
    assert earned(name, "ranch-1") == 8


# More than one card


def test_mountain_man_also_takes_a_canyon_or_river_if_one_is_left() -> None:
    assert earned("mountain-man", "store-1 river-1", lines=("0: take store-1 tepee",)) == 6 + 12
    assert earned("mountain-man", "river-1 store-1", lines=("0: take river-1 tepee",)) == 12


def test_stage_driver_also_takes_a_stagecoach_if_one_is_left() -> None:
    assert earned("stage-driver", "store-1 stagecoach-2", lines=("0: take store-1 tepee",)) == 6 + 8


def test_r16_the_drunkard_takes_any_set_with_at_most_four_herds() -> None:
    four = ("saloon-1", "saloon-2", "stagecoach-1", "crossroads-2")
    lines = tuple(f"0: take {card} tepee" for card in four)
    position = sold("drunkard", f"{' '.join(four)} river-1", lines=lines)
    assert offered(position) == {"done"}
    done = play(position, "0: done")
    assert done.money[0] - 10 == 4 + 2 + 2 + 2
    assert codes(done.taken[0]).split() == ["saloon-1", "saloon-2", "stagecoach-1", "crossroads-2"]


def test_r16_the_drunkard_may_stop_and_takes_at_least_one() -> None:
    first = sold("drunkard", "store-1 store-2 ranch-1")
    assert "done" not in offered(first)
    more = play(first, "0: take store-1 tepee")
    assert offered(more) == {"done", "take store-2 tepee"}
    assert more.undo(0) == first
    assert play(more, "0: done").money[0] - 10 == 6


def test_r16_where_no_card_fits_the_drunkard_takes_none() -> None:
    assert earned("drunkard", "") == 0


def test_r8_the_prospector_sells_three_for_1_less_keeps_one_and_the_rest_is_discarded() -> None:
    lines = ("0: take ranch-1 tepee", "0: take store-1 tepee", "0: take river-1 tepee")
    chosen = sold("prospector", "ranch-1 store-1 river-1 saloon-1", lines=lines)
    assert offered(chosen) == {"keep ranch-1", "keep store-1", "keep river-1"}
    kept = play(chosen, "0: keep river-1")
    assert kept.money[0] - 10 == (3 + 2) + (3 + 1) + (6 + 2)
    assert codes(kept.taken[0]) == "river-1"
    assert set(codes(kept.discard).split()) == {"ranch-1", "store-1", "saloon-1"}


def test_r8_all_are_told_which_card_the_prospector_keeps() -> None:
    chosen = sold("prospector", "ranch-1 store-1")
    assert told(chosen, "0: keep store-1")[:2] == [
        "Red takes Ranch and General Store and earns 9 $.",
        "Red keeps General Store and discards the rest.",
    ]


def test_keeping_a_card_is_reported_only_for_characters_that_discard_others() -> None:
    assert not any("keeps" in line for name in ("prospector", "drover") for line in told_of_sale(name, "ranch-1"))


def test_the_prospector_takes_what_is_left_where_there_are_fewer_than_three() -> None:
    chosen = sold("prospector", "ranch-1 store-1")
    assert offered(chosen) == {"keep ranch-1", "keep store-1"}
    assert play(chosen, "0: keep store-1").money[0] - 10 == 5 + 4
    assert earned("prospector", "ranch-1") == 5


def test_the_prospectors_price_is_never_under_1() -> None:
    position = selling(2, placed("prospector", 0), caravan="river-1", destination="rock-2", money=(0, 0))  # 1 $ white, 4 $ black
    assert play(position).money[0] == 2 * 1 + 2 * 3


def test_the_rustler_takes_two_sells_the_better_and_keeps_both() -> None:
    done = sold("rustler", "ranch-1 store-1 saloon-1", lines=("0: take ranch-1 tepee", "0: take store-1 tepee"))
    assert done.money[0] - 10 == 8
    assert codes(done.taken[0]) == "ranch-1 store-1"


def test_the_telegrapher_takes_from_any_caravan_at_this_destinations_prices() -> None:
    position = selling(2, placed("telegrapher", 0), caravan="saloon-1", money=(0, 0))
    position = replace(position, roads=(position.roads[0], road("cactus-1", "river-1"), position.roads[2]))
    asked = play(position)
    assert offered(asked) == {"take saloon-1 tepee", "take river-1 cactus"}
    took = play(asked, "0: take river-1 cactus")
    assert took.money[0] == 12
    assert took.roads[CACTUS].cards == ()


def test_r15_taking_is_compulsory_and_the_player_chooses() -> None:
    asked = sold("drover", "ranch-1 store-1")
    assert offered(asked) == {"take ranch-1 tepee", "take store-1 tepee"}


def test_r15_with_no_card_left_a_character_goes_away_empty_handed_and_other_effects_still_apply() -> None:
    position = selling(3, placed("drover", 1), placed("scout", 0), placed("gunsmith", 0), caravan="ranch-1", money=(0, 0, 0))
    done = play(position)
    assert done.money[0] == 1
    assert done.taken[0] == ()
    assert done.arms[0] == arms("pistol")


# Weapons, money, reinforcements


def test_the_gunsmith_takes_a_pistol_and_the_deputy_a_dagger() -> None:
    assert sold("gunsmith", "store-1").arms[0] == arms("pistol")
    assert sold("deputy", "store-1").arms[0] == arms("dagger")


def test_r23_gunsmith_and_deputy_take_nothing_if_the_reserve_lacks_the_weapon() -> None:
    position = selling(2, placed("gunsmith", 0), placed("deputy", 0), caravan="store-1 store-1", reserve=UNARMED)
    done = play(position)
    assert done.arms[0] == UNARMED


def test_weapons_given_back_by_one_can_be_taken_by_the_next() -> None:
    position = selling(2, placed("drover", 1, "pistol"), placed("gunsmith", 0), caravan="store-1 store-1", reserve=UNARMED)
    assert play(position).arms[0] == arms("pistol")


def test_r9_the_sheriff_takes_one_weapon_of_an_opponent_still_to_come() -> None:
    asked = sold("sheriff", "store-1 saloon-1", ("judge", 1, "dagger pistol"), ("mayor", 0, "dagger"), weapons="rifle")
    assert offered(asked) == {"seize dagger judge", "seize pistol judge"}
    taken = play(asked, "0: seize pistol judge")
    assert taken.arms[0] == arms("pistol")
    assert taken.roads[TEPEE].line[1].arms == arms("dagger")


def test_r9_the_order_is_worked_out_again() -> None:
    line = (placed("sheriff", 0, "rifle"), placed("mayor", 1, "pistol"), placed("drover", 2))
    position = selling(3, *line, caravan="store-1 saloon-1 ranch-1")
    asked = play(position, "0: take store-1 tepee")
    assert asked.awaited == (2,)  # the mayor had 7 and came before the drover, and has 2 now


def test_the_outlaw_takes_2_from_an_opponent_with_a_character_still_to_come() -> None:
    done = sold("outlaw", "store-1", ("mayor", 1, ""))
    assert (done.money[0], done.money[1]) == (10 + 6 + 2, 10 - 2)
    asked = sold("outlaw", "store-1", ("mayor", 1, ""), ("widow", 2, ""))
    assert offered(asked) == {"rob 1", "rob 2"}
    assert play(sold("outlaw", "store-1", ("drover", 1, ""))).money[0] == 10


def test_the_farriers_weapons_return_to_his_players_reserve() -> None:
    done = sold("farrier", "store-1", weapons="pistol dagger")
    assert done.arms[0] == arms("pistol dagger")


def test_the_weapons_that_the_farrier_recovers_are_public() -> None:
    assert "Red gets the Farrier's weapons back: dagger × 2 and pistol." in told_of_sale("farrier", "store-1", "dagger pistol dagger")
    assert not any("weapons" in line for line in told_of_sale("farrier", "store-1"))


def test_r21_the_adventuress_may_call_a_character_of_her_player_with_its_weapons_to_the_end_of_the_line() -> None:
    position = selling(2, placed("adventuress", 0), placed("mayor", 1), caravan="store-1 store-1 store-1")
    elsewhere = roads(position.roads[0], road("cactus-1", "", placed("judge", 0, "rifle"), placed("scout", 1)), road("rock-1"))
    asked = play(replace(position, roads=elsewhere))
    assert offered(asked) == {"decline", "call judge"}
    called = asked.choose(0, next(choice for choice in asked.choices(0) if str(choice) == "call judge"))
    line = called.roads[TEPEE].line
    assert names(tuple(one.character for one in line)) == "adventuress mayor judge"
    assert (line[2].arms, line[2].up) == (arms("rifle"), True)
    assert called.chance is not None
    assert called.chance.what == ("judge",)  # 12 beats 2: it is activated next
    assert play(asked, "0: decline").roads[CACTUS].line[0].character == BOX.character_of["judge"]


# Values with a plus


@pytest.mark.parametrize(
    ("name", "place", "base", "step"), [("cattle-baron", "ranch", 2, 3), ("scout", "canyon", 3, 2), ("saloon-girl", "saloon", 1, 3)]
)
def test_r18_the_plus_counts_each_card_of_the_place_still_there(name: str, place: str, base: int, step: int) -> None:
    for count, caravan in enumerate(("store-1", f"{place}-1 store-1", f"{place}-1 {place}-2")):
        position = selling(2, placed(name, 0, "dagger"), caravan=caravan)
        assert value_of(position, position.roads[TEPEE].line[0], TEPEE) == base + 2 + step * count


def test_r18_a_plus_falls_when_the_card_is_taken_before() -> None:
    line = (placed("drover", 1), placed("cattle-baron", 0), placed("judge", 2))
    position = selling(3, *line, caravan="ranch-1 store-1 saloon-1")
    took_ranch, took_store = play(position, "1: take ranch-1 tepee"), play(position, "1: take store-1 tepee")
    assert (took_ranch.awaited, took_store.awaited) == ((2,), (0,))  # 2 against 4, or 5 against 4


def test_every_character_has_been_looked_at() -> None:
    """A new character needs a new test."""
    text = Path(__file__).read_text("utf-8")
    assert [key for key in BOX.keys if key not in text and key.replace("-", "_") not in text] == []
