"""Set-up, masked choices, and removed seats."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from byways.game import Refused, Tally
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.rules import OPEN_PACKS, shown
from byways.games.long_road.state import UNARMED, Position, Setup, Task
from byways.i18n import Message
from tests.games.long_road.positions import (
    BOX,
    CACTUS,
    TEPEE,
    arms,
    at_turn,
    cards,
    finish,
    five,
    offered,
    placed,
    play,
    road,
    roads,
    selling,
    table,
    told,
    who,
)


def deal(seats: int, seed: int = 1, **options: bool) -> Setup:
    setup = GAME.deal(seats, Random(seed), LongRoadOptions(**options))
    assert isinstance(setup, Setup)
    return setup


def start(setup: Setup) -> Position:
    position = GAME.start(setup)
    assert isinstance(position, Position)
    return position


# Set-up


@pytest.mark.parametrize(("seats", "weapons"), [(2, (12, 3, 1)), (3, (12, 4, 2)), (4, (12, 5, 3))])
def test_weapons_are_removed_with_fewer_players(seats: int, weapons: tuple[int, ...]) -> None:
    position = start(deal(seats))
    daggers = sum(here.daggers for here in position.roads)
    assert (position.reserve[0] + daggers, *position.reserve[1:]) == weapons


def test_players_start_with_6_dollars_3_cards_of_their_deck_and_5_characters() -> None:
    position = start(deal(4))
    assert position.money == (6, 6, 6, 6)
    assert all(set(hand) < set(BOX.deck(seat)) and len(hand) == 3 for seat, hand in enumerate(position.hands))
    assert [len(deck) for deck in position.decks] == [12] * 4
    assert [len(held) for held in position.teams] == [5] * 4


def test_unused_decks_lie_beside_the_board() -> None:
    assert [len(deck) for deck in start(deal(2)).decks] == [12, 12, 15, 15]


def test_example_a_destination_of_3_coins_and_1_dagger_gets_four_rewards() -> None:
    setup = replace(deal(2), destinations=tuple(BOX.destination_of[f"{name}-1"] for name in ("tepee", "cactus", "rock")))
    assert [(here.coins, here.daggers) for here in start(setup).roads] == [(3, 1)] * 3


def test_the_holder_of_the_star_begins() -> None:
    setup = replace(deal(3), star=2)
    assert start(setup).awaited == (2,)


def test_packs_are_dealt_whole_and_the_others_stay_in_the_box() -> None:
    position = start(deal(3))
    assert all(held in BOX.packs for held in position.teams)
    assert len(set(position.teams)) == 3


def test_bosses_differ() -> None:
    assert len(set(deal(4).bosses)) == 4


def test_r32_open_cards_use_packs_a_d_e_f_or_28_characters_and_lie_open() -> None:
    for seed in range(10):
        assert set(deal(4, seed, open=True).packs) == set(OPEN_PACKS)
        drafted = {character for packet in deal(4, seed, open=True, draft=True).packets for character in packet}
        assert not drafted & {who("reverend"), who("doctor")}
    position = at_turn(options=LongRoadOptions(open=True))
    played = play(position, "0: play ranch-1 tepee", "0: reward coin", "0: assign mayor")
    assert played.roads[TEPEE].line[0].up
    view = played.view(1)
    assert view.teams[0] == (-1,) * 4  # type: ignore[attr-defined]
    assert view.bosses[0] == -1  # type: ignore[attr-defined]


def test_r32_both_variants_combine() -> None:
    position = finish(table(3, LongRoadOptions(open=True, companeros=True)))
    assert position.outcome is not None


def test_the_first_turn_is_reported_with_its_first_final_step() -> None:
    first = "Red has the star and takes the first turn."
    assert told(at_turn(), "0: play ranch-1 tepee")[0] == first
    assert told(at_turn(), "0: change river-1") == []
    changing = told(at_turn(), "0: change river-1", "0: draw", "chance: store-1", "0: play ranch-1 tepee", "0: reward coin", "0: end")
    assert [line for line in changing if line == first] == [first]
    assert changing[0] == first


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"star": 5}, "one of them with the star"),
        ({"hands": ((0, 1, 2), (0, 1, 2))}, "Black's hand needs different cards from Black's own deck"),
        ({"destinations": (0, 1, 2)}, "one destination from each deck"),
        ({"bosses": (1, 1)}, "each seat needs a different boss"),
        ({"companeros": True, "end": 2}, "Compañeros leaves out the end tile about the values of characters"),
        ({"packs": ()}, "either a pack or characters to draft"),
        ({"packs": (2, 2)}, "each seat needs a different pack"),
        ({"packs": (), "packets": ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5))}, "the characters to draft must all be different"),
        ({"packs": (), "packets": ((0, 1), (2, 3))}, "a draft deals 6 characters"),
    ],
)
def test_a_set_up_that_breaks_the_rules_is_refused(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        start(replace(deal(2), **changes))


@given(seed=st.integers(0, 10_000), seats=st.integers(2, 4), draft=st.booleans(), seat=st.integers(0, 1))
@settings(max_examples=40)
def test_redealing_keeps_the_view_of_the_seat(seed: int, seats: int, draft: bool, seat: int) -> None:
    setup = deal(seats, seed, draft=draft)
    other = GAME.redeal(setup, seat, Random(seed + 1))
    assert GAME.start(other).view(seat) == start(setup).view(seat)


def test_redealing_uses_the_components_in_play() -> None:
    """One more character deals with face-down cards, so the open draft has one character less."""
    game = GAME.using(
        GAME.components_text.replace('en = "Farrier"\nvalue = 4\npack = "B"\n', 'en = "Farrier"\nvalue = 4\npack = "B"\nunmasks = true\n')
    )
    setup = game.deal(3, Random(1), LongRoadOptions(draft=True, open=True))
    assert game.components != GAME.components
    seen = game.start(setup).view(0)
    for seed in range(40):
        assert game.start(game.redeal(setup, 0, Random(seed))).view(0) == seen


def test_custom_components_are_played_with() -> None:
    game = GAME.using(GAME.components_text.replace("money = 6\n", "money = 9\n"))
    position = game.start(game.deal(2, Random(1)))
    assert isinstance(position, Position)
    assert (position.money, position.box.own) == ((9, 9), game.components)
    assert position.view(0).imagine(Random(1)).view(0) == position.view(0)


# How a choice reads to others


def test_masked_choices_show_no_more_than_is_seen() -> None:
    position = at_turn("ranch-1 saloon-1 river-1")
    change = next(choice for choice in position.choices(0) if str(choice) == "change river-1")
    assert (shown(position, 0, change, 1), shown(position, 0, change, 0)) == ("change ? red", "change river-1")
    played = play(position, "0: play ranch-1 tepee", "0: reward coin")
    assign = next(choice for choice in played.choices(0) if str(choice) == "assign mayor")
    assert (shown(played, 0, assign, 1), shown(played, 0, assign, 0)) == ("assign ?", "assign mayor")


def test_a_character_that_is_turned_up_at_once_reads_openly() -> None:
    position = at_turn(roads=roads(road("tepee-3", "", placed("reverend", 1))))
    played = play(position, "0: play ranch-1 tepee", "0: reward coin")
    assign = next(choice for choice in played.choices(0) if str(choice) == "assign mayor")
    assert shown(played, 0, assign, 1) == "assign mayor"


# Removed seats


def test_a_removed_seat_takes_its_characters_weapons_and_cards_along_and_has_no_more_turns() -> None:
    line = (placed("mayor", 0, "rifle"), placed("judge", 1, "dagger"))
    position = replace(table(3), roads=roads(road("tepee-3", "ranch-1", *line)), arms=(arms("pistol"), UNARMED, UNARMED), reserve=UNARMED)
    left = position.remove(0)
    assert [one.character for one in left.roads[TEPEE].line] == [who("judge")]
    assert left.roads[TEPEE].cards == cards("ranch-1", 3)
    assert left.reserve == arms("rifle pistol")
    assert (left.hands[0], left.teams[0], left.boxed) == ((), (), position.hands[0])
    assert left.awaited == (1,)


def test_the_star_passes_left_if_its_holder_is_removed() -> None:
    position = replace(table(3), star=0)
    assert position.remove(0).star == 1
    assert position.remove(1).star == 0
    assert replace(table(4), star=0).remove(0).remove(1).star == 2


def test_equal_turns_are_counted_over_the_remaining_seats() -> None:
    position = replace(table(3), star=0, ending=True)
    left = play(position.remove(2), "0: play " + str(position.choices(0)[0]).removeprefix("play "))
    left = play(left, "0: reward coin") if "reward coin" in offered(left) else left
    ended = left.choose(0, next(choice for choice in left.choices(0) if str(choice) == "end"))
    while ended.chance is not None and ended.todo[0].what == "refill":
        ended = ended.happen(ended.chance.what[0])
    assert ended.awaited == (1,)


def test_the_last_seat_left_wins_at_once_and_a_removed_seat_is_placed_last() -> None:
    outcome = table(2).remove(1).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.places, outcome.removed) == ((0,), (1, 2), (1,))
    assert outcome.breakdown == (Tally(Message("tally.money"), (6, 6)),)  # nothing else was counted
    outcome = finish(table(3).remove(0)).outcome
    assert outcome is not None
    assert outcome.places[0] == 3


def test_a_destination_emptied_by_a_removed_seat_still_arrives() -> None:
    emptied = roads(road("tepee-3", "", placed("judge", 1), coins=1, daggers=0))
    played = play(replace(at_turn(seats=3, roads=emptied), star=2), "0: play ranch-1 tepee")
    left = played.remove(0)
    assert [step.what for step in left.todo] == ["arrive", "next"]
    assert play(left).arrivals == (0,)


def test_in_a_sale_the_characters_of_a_removed_seat_leave_before_their_activation() -> None:
    position = selling(3, placed("drover", 0), placed("judge", 1), placed("mayor", 2), caravan="ranch-1 store-1")
    asked = play(position)
    left = asked.remove(0)
    assert left.chance is not None
    assert left.chance.what == ("judge",)
    assert five(left, 2) == five(asked, 2)


def test_while_characters_are_taken_back_the_hats_of_a_removed_seat_go_and_the_others_choose() -> None:
    position = selling(3, placed("drover", 0), placed("judge", 1), placed("mayor", 1), caravan="")
    choosing = play(position, "1: recruit drover")
    left = choosing.remove(0)
    assert offered(left, 1) == {"recruit judge", "recruit mayor"}
    done = play(left, "1: recruit judge")
    assert done.out >> who("mayor") & 1


def test_tentative_arming_stays_with_its_character_when_a_seat_is_removed() -> None:
    both = roads(None, road("cactus-1", "", placed("judge", 1), placed("mayor", 0)))
    position = replace(at_turn("canyon-2 ranch-1 saloon-1", seats=3), roads=both, arms=(arms("dagger"), UNARMED, UNARMED))
    armed = play(position, "0: play canyon-2 tepee", "0: arm dagger cactus 2")
    left = armed.remove(1)
    assert [str(step) for step in left.acts[0]] == ["arm dagger cactus 1"]
    ended = play(left, "0: end")
    assert ended.roads[CACTUS].line[0].arms == arms("dagger")


def test_in_a_draft_the_packet_of_a_removed_seat_leaves() -> None:
    position = table(3, LongRoadOptions(draft=True))
    picked = position.choose(0, position.choices(0)[0])
    left = picked.remove(2).choose(1, position.choices(1)[0])
    assert [step.what for step in left.todo] == ["pass", "draft", "turn"]
    assert [packet.holder for packet in left.happen("left").packets] == [1, 0, -1]
    done = finish(left, Random(2))
    assert done.outcome is not None


def test_the_deck_of_a_removed_seat_counts_as_unused() -> None:
    position = replace(table(4), decks=((), (), (), cards("ranch-1 ranch-2", 3)), hands=((), (), (), ()))
    left = replace(position.remove(3), awaited=(), todo=(Task("refill", 0), Task("next", 0)))
    assert left.chance is not None
    assert set(left.chance.what) == {"ranch-1", "ranch-2"}
