"""An illegal choice is refused with the rule it breaks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.game import Illegal
from byways.games.long_road.state import BARE, Position
from tests.games.long_road.tables import at_turn, placed, play, road, roads

PLAYED = ("0: play canyon-2 tepee",)


@pytest.mark.parametrize(
    ("before", "choice", "reason"),
    [
        ((), "play ranch-2 cactus", "You do not have 'ranch-2' in your hand."),
        ((), "play ranch-1 rock", "'ranch-1' does not show the symbol of the rock road."),
        (("0: change ranch-1",), "play saloon-1 cactus", "You are changing cards: draw first, or take the change back."),
        ((), "draw", "You can change up to 3 cards from your hand, and no more than can be drawn."),
        ((), "end", "'end' is not possible now: you have to play a caravan card."),
        (PLAYED, "play ranch-1 tepee", "You can play another card only with a place's bonus, before you buy or arm."),
        (PLAYED, "assign doctor", "You do not have 'doctor' in your hand."),
        ((*PLAYED, "0: assign mayor"), "assign sheriff", "You can play one character per turn, right after your first caravan card."),
        ((*PLAYED, "0: buy dagger"), "buy dagger", "You can buy one weapon per turn, before you arm anyone."),
        (PLAYED, "bargain dagger", "You can buy at half price only with a place's bonus."),
        (PLAYED, "arm rifle tepee 1", "You have no rifle to give, or no character in that place."),
        (PLAYED, "recruit mayor", "'recruit mayor' is not possible now: you have to finish your turn."),
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
    refused(replace(position, money=(3, 6)), "buy rifle", "A rifle costs 6 $, and you have 3 $.")
    refused(replace(position, reserve=BARE), "buy rifle", "There is no rifle left in the reserve.")
    refused(replace(at_turn(), money=(1, 6)), "change ranch-1", "Changing cards costs 2 $, and you have 1 $.")


def test_a_hat_on_the_road_is_named() -> None:
    position = at_turn("canyon-2 ranch-1 saloon-1", roads=roads(road("tepee-3", "", placed("judge", 0))))
    refused(play(position, *PLAYED), "assign mayor", "You already have a hat on this road.")


def test_what_else_is_not_possible_is_answered_with_what_is() -> None:
    position = play(at_turn("canyon-2 ranch-1 saloon-1"), *PLAYED)
    with pytest.raises(Illegal, match=r"'rob 1' is not possible here\. Possible: end"):
        play(position, "0: rob 1")
