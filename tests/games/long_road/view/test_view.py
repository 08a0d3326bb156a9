"""What a seat knows and remembers, and the worlds it imagines."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from byways.bits import members
from byways.game import put
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.state import Position
from byways.games.long_road.view import View, seatings
from byways.i18n import Message
from tests.games.long_road.positions import (
    BOX,
    TEPEE,
    at_turn,
    cards,
    holding,
    pass_time,
    placed,
    play,
    road,
    roads,
    selling,
    table,
    team,
    who,
)


def seen(position: Position, seat: int | None) -> View:
    view = position.view(seat)
    assert isinstance(view, View)
    return view


def worlds(position: Position, seat: int | None, count: int = 40) -> list[Position]:
    view, rng = seen(position, seat), Random(7)
    found = [view.imagine(rng) for _ in range(count)]
    assert all(world.view(seat) == view for world in found)
    return [world for world in found if isinstance(world, Position)]


def test_r29_money_and_taken_cards_are_public_hands_bosses_and_tails_secret() -> None:
    position = replace(table(3), taken=(cards("ranch-1"), (), ()), tails=((), cards("ranch-1 store-1", 1), (), ()))
    view = seen(position, 0)
    assert (view.money, view.taken) == (position.money, position.taken)
    assert view.hands == (position.hands[0], (-2, -2, -2), (-3, -3, -3))
    assert view.tails[1] == (-2, -2)
    assert view.bosses == (position.bosses[0], -1, -1)
    assert view.teams[1] == (-1,) * 5
    assert view.decks == (12, 12, 12, 15)


def test_a_spectator_sees_no_hand_at_all() -> None:
    view = seen(table(2), None)
    assert (view.hands, view.teams, view.bosses) == (((-1,) * 3, (-2,) * 3), ((-1,) * 5,) * 2, (-1, -1))


def test_backs_tell_the_deck_a_card_is_from() -> None:
    position = holding(holding(table(2), 0, "ranch-1"), 1, "ranch-1")
    unused = tuple(card for card in BOX.deck(3) if card != cards("ranch-2", 3)[0])
    position = replace(
        position, hands=put(position.hands, 1, (*cards("ranch-1", 1), *cards("ranch-2", 3))), decks=put(position.decks, 3, unused)
    )
    assert seen(position, 0).hands[1] == (-4, -2)
    assert all(BOX.kinds <= world.hands[1][0] < 2 * BOX.kinds for world in worlds(position, 0))


def test_at_the_end_bosses_and_characters_are_open() -> None:
    position = table(2).remove(1)
    assert seen(position, 1).bosses == position.bosses
    assert seen(position, 1).teams == position.teams


# What is remembered


def taken_back() -> Position:
    """Return a position in which seat 1 has just taken the Drover, and its Sheriff is face down on the rock road."""
    position = selling(2, placed("drover", 0), placed("mayor", 1), caravan="")
    teams = (team("bounty-hunter trader mountain-man undertaker"), team("gunslinger stockman prospector"))
    laid = (position.roads[0], position.roads[1], road("rock-1", "", placed("sheriff", 1)))
    return play(replace(position, roads=laid, teams=teams, origins=(BOX.packs[4], BOX.packs[3])), "1: recruit drover")


def test_a_character_seen_taken_back_is_known_to_be_in_that_hand() -> None:
    position = taken_back()
    assert position.known[1] >> who("drover") & 1
    assert all(who("drover") in world.teams[1] for world in worlds(position, 0))


def test_x3_a_character_taken_back_later_is_ruled_out_for_earlier_face_down_cards() -> None:
    position = taken_back()
    assert not position.roads[2].line[0].could >> who("drover") & 1


def test_x3_a_character_played_later_may_be_the_one_taken_back() -> None:
    position = pass_time(taken_back().happen("tepee-5"))
    position = holding(position, 1, "ranch-1 river-1 saloon-1")
    position = play(position, "1: play ranch-1 tepee", "1: reward coin", "1: assign drover")
    lying = Counter(BOX.keys[world.roads[TEPEE].line[0].character] for world in worlds(position, 0, 200))
    assert 0 < lying["drover"] < 200


def test_if_nothing_is_turned_up_there_was_no_reverend() -> None:
    position = at_turn(roads=roads(road("tepee-3", "", placed("judge", 1))))
    played = play(position, "0: play ranch-1 tepee", "0: reward coin", "0: assign mayor")
    assert not played.roads[TEPEE].line[0].could >> who("reverend") & 1
    assert played.roads[TEPEE].line[1].could >> who("reverend") & 1


def test_one_character_of_a_pack_tells_the_others() -> None:
    position = table(2)
    other = position.teams[1]
    lying = replace(placed(BOX.keys[other[0]], 1, up=True), could=0)
    position = replace(
        position, roads=roads(road("tepee-3", "", lying)), teams=(position.teams[0], other[1:]), seen=1 << other[0], awaited=(0,)
    )
    assert seen(position, 0).origins[1] == other[:1]
    assert all(world.teams[1] == other[1:] for world in worlds(position, 0))


def test_unseen_packs_come_up_equally_often() -> None:
    position = table(2)
    counts = Counter(world.teams[1] for world in worlds(position, 0, 500))
    assert len(counts) == 5
    assert max(counts.values()) < 2 * min(counts.values())


def test_an_act_of_another_that_is_not_seen_is_imagined() -> None:
    acts = {bool(world.acts[0]) for world in worlds(at_turn(), 1)}
    assert acts == {False, True}


# The draft


def drafted(seats: int, rounds: int, seed: int) -> Position:
    position, rng = table(seats, LongRoadOptions(draft=True)), Random(seed)
    for _ in range(rounds):
        for seat in position.awaited:
            position = position.choose(seat, rng.choice(position.choices(seat)))
        position = position.happen("left")
    return position


def test_with_two_players_most_of_a_draft_is_known() -> None:
    position = drafted(2, 5, 3)
    for world in worlds(position, 0, 100):
        assert len(set(world.teams[1]) & set(position.teams[1])) >= 3


def test_a_packet_shows_what_a_seat_has_held() -> None:
    position = drafted(3, 2, 4)
    view = seen(position, 0)
    held = [packet for packet in view.packets if packet.contents]
    assert sorted(len(cards) for packet in held for _, cards in packet.contents) == [4, 5, 6]
    assert all(who_picked == 0 or picked == -1 for packet in view.packets for who_picked, picked in packet.picks)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_x3_imagined_drafts_agree_with_characters_seen_since(seats: int) -> None:
    position = drafted(seats, 5, 5)
    shown = position.teams[1][2]
    lying = replace(placed(BOX.keys[shown], 1, up=True), could=0)
    left = tuple(one for one in position.teams[1] if one != shown)
    teams = (position.teams[0], left, *position.teams[2:])
    position = replace(position, roads=roads(road("tepee-3", "", lying)), teams=teams, seen=1 << shown)
    for world in worlds(position, 0):
        assert shown in world.origins[1]
        assert len(set().union(*map(set, world.teams))) == 5 * seats - 1


# Any position


@given(seed=st.integers(0, 10_000), steps=st.integers(0, 250))
@settings(max_examples=30)
def test_imagined_worlds_look_alike_and_have_every_card_once(seed: int, steps: int) -> None:
    rng = Random(seed)
    options = LongRoadOptions(draft=rng.random() < 0.5, open=rng.random() < 0.3, companeros=rng.random() < 0.3)
    position = table(rng.randint(2, 4), options)
    for _ in range(steps):
        if position.outcome is not None:
            break
        if position.chance is not None:
            position = position.happen(position.chance.draw(rng))
        else:
            seat = rng.choice(position.awaited)
            position = position.choose(seat, rng.choice(position.choices(seat)))
    for viewer in (None, 0, 1):
        (world,) = worlds(position, viewer, 1)
        piles = (*world.hands, *world.decks, *world.tails, *world.taken, world.discard, world.boxed, *(here.cards for here in world.roads))
        assert sorted(card for pile in piles for card in pile) == list(range(4 * BOX.kinds))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_r6_worlds_look_alike_where_cards_come_from_the_discard(seats: int) -> None:
    rng, position = Random(seats), table(seats)
    pools, rest = set[int](), tuple(sorted(card for deck in position.decks for card in deck))
    position = replace(position, decks=((), (), (), ()), discard=rest)
    while position.outcome is None:
        for viewer in (None, 0, 1):
            worlds(position, viewer, 1)
        if position.chance is not None:
            position = position.happen(position.chance.draw(rng))
        else:
            seat = position.awaited[0]
            position = position.choose(seat, rng.choice(position.choices(seat)))
        pools.add(len(position.pool))
    assert len(pools) > 5


def test_all_ways_to_lie_face_down_are_counted() -> None:
    mayor, judge, scout = members(sum(1 << one for one in team("mayor judge scout")))
    both = 1 << mayor | 1 << judge
    ways, most = seatings((both, both | 1 << scout), both | 1 << scout, 1 << scout)
    assert sorted(ways) == sorted([(mayor, judge), (mayor, scout), (judge, mayor), (judge, scout)])
    assert most == 6


def test_the_prompt_says_what_is_expected() -> None:
    position = at_turn()
    assert GAME.say(seen(position, 0).prompt) == "Play a caravan card, or change cards first."
    assert GAME.say(seen(position, 1).prompt) == "Waiting for Red."
    assert GAME.say(seen(play(position, "0: play ranch-1 tepee"), 0).prompt) == "Take a coin or a dagger."
    assert GAME.say(seen(table(2, LongRoadOptions(draft=True)), 0).prompt) == "Keep one character and pass the others on."


VICTIMS = (placed("prospector", 1, "dagger"), placed("drunkard", 1, "dagger"))
ABILITIES = {
    "gunslinger": ("Take a card for your Gunslinger.",),
    "sheriff": ("Take an opponent's weapon with your Sheriff.",),
    "outlaw": ("Choose whom your Outlaw takes money from.", "0: take ranch-1 tepee"),
}


@pytest.mark.parametrize("name", ABILITIES)
def test_the_prompt_says_what_an_ability_asks_for(name: str) -> None:
    prompt, *lines = ABILITIES[name]
    position = selling(3, placed(name, 0), *VICTIMS, placed("scout", 2), caravan="ranch-1 store-1", money=(5, 5, 5))
    assert GAME.say(seen(play(position, *lines), 0).prompt) == prompt


def test_a_view_without_choices_still_has_a_prompt() -> None:
    view = seen(play(selling(2, placed("gunslinger", 0), caravan="ranch-1 store-1")), 0)
    assert GAME.say(structs.replace(view, choices=()).prompt) == "Use the Gunslinger's ability."


def test_the_prompt_says_when_taking_may_or_must_stop() -> None:
    position = play(selling(2, placed("drunkard", 0), caravan="ranch-2 store-1 saloon-1"), "0: take store-1 tepee")
    assert GAME.say(seen(position, 0).prompt) == "Take another card for your Drunkard, or stop."
    full = play(selling(2, placed("drunkard", 0), caravan="ranch-2 saloon-1 store-1"), "0: take ranch-2 tepee", "0: take saloon-1 tepee")
    assert GAME.say(seen(full, 0).prompt) == "No other card fits: your Drunkard takes no more."


# The goal of the moment


def aim(position: Position, seat: int | None = 0) -> str:
    return GAME.say(seen(position, seat).aim)


def test_the_aim_counts_arrivals_rewards_and_money() -> None:
    here = replace(at_turn(roads=roads(road("tepee-3", coins=1, daggers=0))), bosses=(1, 2), taken=(cards("ranch-1 store-1"), ()))
    assert aim(here) == "Be the richest at the end: last round in 4 arrivals. Next sale: tepee, in 1 reward. You have 12 $ (with boss)."
    assert aim(here, 1).endswith("You have 6 $.")
    assert aim(replace(here, arrivals=(1, 0), reached=(2,)), 1) == (
        "Be the richest at the end: last round in 2 arrivals. Sale after this turn: rock. You have 6 $."
    )
    assert aim(replace(here, ending=True), 1) == "Be the richest at the end: this is the last round. Any herd pays 1 $ now. You have 6 $."


def test_an_aim_takes_two_lines_of_a_phone() -> None:
    here = replace(at_turn(), bosses=(1, 2), taken=(cards("ranch-1 ranch-2"), ()), money=(26, 6), arrivals=(0,))
    line = (placed("judge", 0, up=True), placed("mayor", 0, up=True), placed("widow", 1, up=True))
    selling_now = play(selling(2, *line, caravan="ranch-1 store-1 canyon-2"))
    assert max(map(len, (aim(here), aim(replace(here, reached=(1,))), aim(selling_now), aim(here, None)))) <= 114


def test_a_spectators_aim_names_the_leaders_without_bosses() -> None:
    position = replace(table(3), money=(4, 9, 9), arrivals=(1, 1))
    assert aim(position, None) == "The richest at the end wins: last round in 2 arrivals. In front: Black and Yellow, with 9 $."


def test_at_a_sale_the_aim_counts_the_characters_to_come_without_the_acting_one() -> None:
    line = (placed("judge", 0, up=True), placed("mayor", 0, up=True), placed("widow", 1, up=True))
    judge_acts = play(selling(2, *line, caravan="ranch-1 store-1 canyon-2"))
    assert aim(judge_acts).startswith("Take what pays most or suits your boss. 1 more of your characters is to come.")
    assert aim(judge_acts, 1).startswith("1 of your characters is still to come.")
    mayor_acts = play(judge_acts, "0: take ranch-1 tepee")
    assert aim(mayor_acts).startswith("Take what pays most or suits your boss: this is your last character here.")
    all_done = play(mayor_acts, "0: take store-1 tepee")
    assert aim(all_done).startswith("None of your characters is still to come in this sale.")


def test_in_a_draft_the_aim_counts_the_characters_kept() -> None:
    position = table(2, LongRoadOptions(draft=True))
    assert (aim(position), aim(position, None)) == (
        "Put together a team of 5: 0 kept so far.",
        "Each player puts together a team of 5 characters.",
    )
    assert aim(position.choose(0, position.choices(0)[0])) == "Put together a team of 5: 1 kept so far."


@pytest.mark.parametrize("options", [LongRoadOptions(), LongRoadOptions(draft=True, companeros=True)])
def test_every_moment_has_an_aim_until_the_end(options: LongRoadOptions) -> None:
    rng, position = Random(3), table(3, options)
    while position.outcome is None:
        assert all(aim(position, seat) for seat in (None, 0, 1, 2))
        if position.chance is not None:
            position = position.happen(position.chance.draw(rng))
        else:
            seat = position.awaited[0]
            position = position.choose(seat, rng.choice(position.choices(seat)))
    assert [seen(position, seat).aim for seat in (None, 0)] == ["", ""]


@pytest.mark.parametrize(
    ("lines", "prompt"),
    [
        ((), "prompt.open"),
        (("0: change ranch-1",), "prompt.change"),
        (("0: change ranch-1", "0: draw", "chance: store-1"), "prompt.play"),
        (("0: play ranch-1 tepee",), "prompt.reward"),
        (("0: play ranch-1 tepee", "0: reward coin"), "prompt.after"),
        (("0: play ranch-1 tepee", "0: reward coin", "0: assign mayor"), "prompt.bonus"),
        (("0: play ranch-1 tepee", "0: reward coin", "0: play saloon-1 cactus", "0: reward coin"), "prompt.bonus"),
        (("0: play ranch-1 tepee", "0: reward coin", "0: buy dagger"), "prompt.market"),
    ],
)
def test_the_prompt_names_what_is_possible_in_a_turn(lines: tuple[str, ...], prompt: str) -> None:
    assert play(at_turn("ranch-1 saloon-1 river-1"), *lines).view(0).prompt == Message(prompt)
