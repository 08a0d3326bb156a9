"""An illegal choice is refused with the rule it breaks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.game import Illegal
from byways.games.long_road.state import UNARMED, Position
from tests.games.long_road.positions import at_turn, placed, play, road, roads, selling

PLAYED = ("0: play canyon-2 tepee",)
SALOON = ("0: play saloon-1 cactus", "0: reward coin")


@pytest.mark.parametrize(
    ("before", "choice", "reason"),
    [
        ((), "play ranch-2 cactus", "You do not have Ranch (2 white, 1 black) in your hand."),
        ((), "play ranch-1 rock", "Ranch (1 white, 2 black) does not show the symbol of the rock road."),
        (("0: change ranch-1",), "play saloon-1 cactus", "You are changing cards: draw first, or take the change back."),
        ((), "draw", "You can change up to 3 cards from your hand, and no more than can be drawn."),
        ((), "end", "Not now: first play a caravan card."),
        (PLAYED, "play ranch-1 tepee", "You can play another card only with a place's bonus, before you buy or arm."),
        (PLAYED, "assign doctor", "You do not have the Doctor in your hand."),
        ((*PLAYED, "0: assign mayor"), "assign sheriff", "You can play one character per turn, right after your first caravan card."),
        ((*PLAYED, "0: buy dagger"), "buy dagger", "You can buy one weapon per turn, before you arm anyone."),
        (PLAYED, "bargain dagger", "Only the bonus of a card lets you do that: General Store."),
        (PLAYED, "arm rifle tepee 1", "You can arm only your own characters."),
        ((*PLAYED, "0: assign mayor"), "arm rifle tepee 1", "You have no weapon to give. Buy one, or take one as a reward."),
        ((*PLAYED, "0: assign mayor", "0: buy dagger"), "arm rifle tepee 1", "You have no rifle to give."),
        (PLAYED, "rob 1", "Only the bonus of a card lets you do that: Stagecoach."),
        ((*PLAYED, "0: find dagger"), "find dagger", "A bonus is used once, before you buy or arm."),
        (PLAYED, "find rifle", "This place gives another weapon."),
        (PLAYED, "change ranch-1", "You can change cards once per turn, before you play a card."),
        (PLAYED, "reward coin", "You take a reward right after you play a card with a signpost."),
        (PLAYED, "take ranch-1 tepee", "That is for a sale, when a character of yours is activated."),
        ((), "pick mayor", "Characters are kept in a draft, before the first turn."),
        (("0: play ranch-1 tepee",), "end", "Not now: first take your reward, a coin or a dagger."),
        (
            SALOON,
            "saloon mayor",
            "You have no hat here yet, so this is your character of the turn. The bonus lets you play another one after it.",
        ),
        ((*SALOON, "0: assign mayor"), "saloon mayor", "You do not have the Mayor in your hand."),
        (
            PLAYED,
            "recruit mayor",
            "You take a character into your hand at the end of a sale, when your hat comes off the pile.",
        ),
    ],
)
def test_the_rule_is_named(before: tuple[str, ...], choice: str, reason: str) -> None:
    refused(play(at_turn("canyon-2 ranch-1 saloon-1"), *before), choice, reason)


def refused(position: Position, choice: str, reason: str) -> None:
    with pytest.raises(Illegal) as caught:
        play(position, f"0: {choice}")
    assert str(caught.value) == reason


def test_money_and_reserve_are_named() -> None:
    position = play(at_turn("canyon-2 ranch-1 saloon-1"), *PLAYED)
    refused(replace(position, money=(3, 6)), "buy rifle", "A rifle costs 6 $, and you have 3 $.")
    refused(replace(position, reserve=UNARMED), "buy rifle", "There is no rifle left in the reserve.")
    refused(replace(at_turn(), money=(1, 6)), "change ranch-1", "Changing cards costs 2 $, and you have 1 $.")


def test_a_hat_on_the_road_is_named() -> None:
    position = at_turn("canyon-2 ranch-1 saloon-1", roads=roads(road("tepee-3", "", placed("judge", 0))))
    refused(play(position, *PLAYED), "assign mayor", "You already have a hat on this road.")


@pytest.mark.parametrize(
    ("codes", "played", "choice", "reason"),
    [
        ("stagecoach-1", "stagecoach-1 cactus", "rob 0", "Red is not an opponent with money."),
        ("relay-2", "relay-2 tepee", "move tepee 1 rock", "You can move one of your own characters on the table, to another road."),
        ("river-1", "river-1 tepee", "ford ranch-1 tepee", "The card must come from another caravan than the one you just played on."),
        ("crossroads-1", "crossroads-1 rock", "under river-1", "You do not have River (2 white, 2 black) in your hand."),
    ],
)
def test_a_bonus_has_its_rule(codes: str, played: str, choice: str, reason: str) -> None:
    position = play(at_turn(codes), f"0: play {played}")
    refused(play(position, "0: reward coin") if position.todo[0].what == "reward" else position, choice, reason)


def test_a_bargain_has_its_price_and_its_reserve() -> None:
    position = play(at_turn("store-1"), "0: play store-1 tepee", "0: reward dagger")
    refused(replace(position, money=(2, 6)), "bargain rifle", "A rifle costs 3 $, and you have 2 $.")
    refused(replace(position, reserve=UNARMED), "bargain rifle", "There is no rifle left in the reserve.")


@pytest.mark.parametrize(
    ("line", "choice", "reason"),
    [
        ("gunslinger", "take river-1 rock", "Only cards of the tepee caravan are sold now."),
        ("gunslinger", "take river-1 tepee", "River (2 white, 2 black) does not lie on the tepee road."),
        ("drunkard", "done", "The Drunkard has to take a card."),
        ("gunslinger", "keep ranch-1", "First take the Gunslinger's cards; then keep one of them."),
        ("sheriff", "seize rifle mayor", "You can take a weapon only from an opponent's character still to come that has it."),
        ("sheriff", "take ranch-1 tepee", "The Sheriff's ability asks for something else now."),
        ("adventuress", "call mayor", "You can call only your own characters, from other roads."),
        ("gunslinger", "end", "Not now: your character uses its ability first."),
    ],
)
def test_a_sale_has_its_rules(line: str, choice: str, reason: str) -> None:
    rival = placed("judge", 1, "dagger pistol", up=True)
    position = selling(2, placed(line, 0, "rifle rifle", up=True), rival, caravan="ranch-1 store-1")
    there = replace(position, roads=(position.roads[0], road("cactus-1", "", placed("widow", 0)), position.roads[2]))
    refused(play(there), choice, reason)


def test_a_card_beyond_the_drunkards_limit_is_refused() -> None:
    position = play(selling(2, placed("drunkard", 0, up=True), caravan="ranch-1 store-1 canyon-2"), "0: take ranch-1 tepee")
    refused(position, "take canyon-2 tepee", "The Drunkard takes no more than 4 herds in all.")


def test_a_refusal_names_the_places_that_a_character_takes() -> None:
    position = play(selling(2, placed("mountain-man", 0, up=True), caravan="ranch-1 store-1 canyon-1 canyon-2"), "0: take ranch-1 tepee")
    refused(position, "take store-1 tepee", "With this part of the ability the Mountain Man takes only: Canyon and River.")


def test_the_prospector_takes_no_fourth_card() -> None:
    caravan = "ranch-1 store-1 canyon-2 relay-2"
    position = play(
        selling(2, placed("prospector", 0, up=True), caravan=caravan), *(f"0: take {card} tepee" for card in caravan.split()[:3])
    )
    refused(position, "take relay-2 tepee", "The Prospector has enough cards: choose which one to keep.")


def test_characters_that_are_not_there_cannot_be_taken_back() -> None:
    line = (placed("judge", 0, up=True), placed("mayor", 1, up=True))
    position = play(selling(2, *line, caravan="ranch-1 store-1"), "0: take ranch-1 tepee")
    assert position.todo[0].what == "recruit"
    seat = position.awaited[0]
    with pytest.raises(Illegal, match="The Widow is not among the characters of this sale"):
        play(position, f"{seat}: recruit widow")
