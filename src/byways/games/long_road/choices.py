"""A seat's choices and their notation."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from byways.game import Choice, Malformed
from byways.games.long_road import GAME
from byways.games.long_road.components import WeaponName
from byways.i18n import Message
from byways.notation import Notation

RoadName: TypeAlias = Literal["tepee", "cactus", "rock"]
ROADS: tuple[RoadName, ...] = ("tepee", "cactus", "rock")
WEAPONS: tuple[WeaponName, ...] = ("dagger", "pistol", "rifle")


class Pick(Choice, frozen=True):
    """Draft: keep this character and pass the others on."""

    character: str


class Change(Choice, frozen=True):
    """Step 1: lay a card aside. `draw` then puts it under the deck."""

    card: str


class Draw(Choice, frozen=True):
    """Pay for the change and draw as many cards as were laid aside."""


class Play(Choice, frozen=True):
    card: str
    road: RoadName


class Reward(Choice, frozen=True):
    kind: Literal["coin", "dagger"]


class Assign(Choice, frozen=True):
    """Play a character where this turn's card went."""

    character: str


class Saloon(Choice, frozen=True):
    """Play another character, by the place's bonus."""

    character: str


class Move(Choice, frozen=True):
    """Move a character. `place` is its position in the line; 1 is nearest to the destination."""

    road: RoadName
    place: int
    to: RoadName


class Bargain(Choice, frozen=True):
    weapon: WeaponName


class Rob(Choice, frozen=True):
    seat: int


class Find(Choice, frozen=True):
    weapon: WeaponName


class Under(Choice, frozen=True):
    card: str


class Ford(Choice, frozen=True):
    """Bring a card here from another caravan."""

    card: str
    road: RoadName


class Buy(Choice, frozen=True):
    weapon: WeaponName


class Arm(Choice, frozen=True):
    weapon: WeaponName
    road: RoadName
    place: int


class End(Choice, frozen=True):
    """End the turn."""

    is_end = True


class Take(Choice, frozen=True):
    """At a sale: take a card from a caravan."""

    card: str
    road: RoadName


class Keep(Choice, frozen=True):
    """At a sale: choose the one card that a character keeps."""

    card: str


class Done(Choice, frozen=True):
    """At a sale: take no more cards."""

    is_end = True


class Seize(Choice, frozen=True):
    weapon: WeaponName
    character: str


class Call(Choice, frozen=True):
    character: str


class Decline(Choice, frozen=True):
    """Call no character."""


class Recruit(Choice, frozen=True):
    """After a sale: take a character into the hand."""

    character: str


AnyChoice: TypeAlias = (
    Pick
    | Change
    | Draw
    | Play
    | Reward
    | Assign
    | Saloon
    | Move
    | Bargain
    | Rob
    | Find
    | Under
    | Ford
    | Buy
    | Arm
    | End
    | Take
    | Keep
    | Done
    | Seize
    | Call
    | Decline
    | Recruit
)

NAME = "[a-z][a-z-]*"
NOTATION = Notation[AnyChoice](get_args(AnyChoice), card=f"{NAME}-[1-9][0-9]?", character=NAME, place="[1-9][0-9]?", seat="[0-3]")


def parse(text: str) -> AnyChoice:
    choice = NOTATION.read(text)
    if choice is None:
        raise Malformed(Message("refuse.notation", {"text": text[:40], "kinds": tuple(NOTATION.kinds)}), GAME.room)
    return choice
