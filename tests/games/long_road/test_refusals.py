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
        ((), "play ranch-2 cactus", "You have no card 'ranch-2' in hand."),
        ((), "play ranch-1 rock", "'ranch-1' does not show the symbol of the rock road."),
        (("0: change ranch-1",), "play saloon-1 cactus", "The cards you are changing come first: draw, or take the change back."),
        ((), "draw", "You can change up to three cards of your hand, and no more than can be drawn."),
        ((), "end", "'end' comes at another moment; now it is time to play a caravan card."),
        (PLAYED, "play ranch-1 tepee", "One more card can be played only by the bonus of a place, before you buy and arm."),
        (PLAYED, "assign doctor", "You do not have 'doctor' in hand."),
        ((*PLAYED, "0: assign mayor"), "assign sheriff", "A character is played right after the first caravan card, one a turn."),
        ((*PLAYED, "0: buy dagger"), "buy dagger", "One weapon may be bought in a turn, before arming."),
        (PLAYED, "bargain dagger", "Weapons at half price are the bonus of a place."),
        (PLAYED, "arm rifle tepee 1", "You have no rifle to give, or that place holds no character of yours."),
        (PLAYED, "recruit mayor", "'recruit mayor' comes at another moment; now it is time to finish the turn."),
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
    refused(replace(position, reserve=BARE), "buy rifle", "The reserve has no rifle left.")
    refused(replace(at_turn(), money=(1, 6)), "change ranch-1", "Changing cards costs 2 $.")


def test_a_hat_on_the_road_is_named() -> None:
    position = at_turn("canyon-2 ranch-1 saloon-1", roads=roads(road("tepee-3", "", placed("judge", 0))))
    refused(play(position, *PLAYED), "assign mayor", "You have a hat on this road already.")


def test_what_else_is_not_possible_is_answered_with_what_is() -> None:
    position = play(at_turn("canyon-2 ranch-1 saloon-1"), *PLAYED)
    with pytest.raises(Illegal, match=r"'rob 1' is not possible here\. Possible: end"):
        play(position, "0: rob 1")
