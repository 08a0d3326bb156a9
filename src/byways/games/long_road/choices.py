"""What a seat may choose, each with its notation and its sentence."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from msgspec.structs import astuple

from byways import game
from byways.game import Malformed
from byways.games.long_road.components import WeaponName
from byways.notation import Notation

RoadName: TypeAlias = Literal["tepee", "cactus", "rock"]
ROADS: tuple[RoadName, ...] = ("tepee", "cactus", "rock")
WEAPONS: tuple[WeaponName, ...] = ("dagger", "pistol", "rifle")


class Said(game.Choice, frozen=True):
    """Its sentence is one of a table, with its parts put in."""

    @property
    def sentence(self) -> str:
        words = (f"{{{part}}}" if isinstance(part, str) else part for part in astuple(self))
        return SENTENCES[type(self).__name__].format(*words)


class Pick(Said, frozen=True):
    """Draft: keep this character and pass the others on."""

    character: str


class Change(Said, frozen=True):
    """Before the turn: lay a card aside, to be put under the deck."""

    card: str


class Draw(Said, frozen=True):
    """Pay for the change and draw as many cards."""


class Play(Said, frozen=True):
    card: str
    road: RoadName


class Reward(Said, frozen=True):
    kind: Literal["coin", "dagger"]


class Assign(Said, frozen=True):
    """Play a character where this turn's card went."""

    character: str


class Saloon(Said, frozen=True):
    """Play one more character, by the place's bonus."""

    character: str


class Move(Said, frozen=True):
    """Move the character at a place of a line, counted from the destination."""

    road: RoadName
    place: int
    to: RoadName


class Bargain(Said, frozen=True):
    weapon: WeaponName


class Rob(Said, frozen=True):
    seat: int


class Find(Said, frozen=True):
    weapon: WeaponName


class Under(Said, frozen=True):
    card: str


class Ford(Said, frozen=True):
    """Bring a card of another caravan here."""

    card: str
    road: RoadName


class Buy(Said, frozen=True):
    weapon: WeaponName


class Arm(Said, frozen=True):
    weapon: WeaponName
    road: RoadName
    place: int


class End(Said, frozen=True):
    """The turn is over."""


class Take(Said, frozen=True):
    """At a sale: take a card of a caravan."""

    card: str
    road: RoadName


class Keep(Said, frozen=True):
    """At a sale: the one card that is kept."""

    card: str


class Done(Said, frozen=True):
    """At a sale: take no more cards."""


class Seize(Said, frozen=True):
    weapon: WeaponName
    character: str


class Call(Said, frozen=True):
    character: str


class Decline(Said, frozen=True):
    """Call nobody."""


class Recruit(Said, frozen=True):
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

SENTENCES = {
    "Pick": "Keep the {} and pass the others on",
    "Change": "Change {}",
    "Draw": "Pay and draw as many cards",
    "Play": "Play {} on the {} road",
    "Reward": "Take a {} as reward",
    "Assign": "Play the {} here",
    "Saloon": "Play the {} here as well",
    "Move": "Move your character {1} of the {0} road to the {2} road",
    "Bargain": "Buy a {} at half price",
    "Rob": "Take money from {{{}}}",
    "Find": "Take a {} from the reserve",
    "Under": "Put {} under your deck",
    "Ford": "Bring {} here from the {} road",
    "Buy": "Buy a {}",
    "Arm": "Give a {0} to your character {2} of the {1} road",
    "End": "End the turn",
    "Take": "Take {} of the {} caravan",
    "Keep": "Keep {}",
    "Done": "Take no more",
    "Seize": "Take the {} of the {}",
    "Call": "Call the {}",
    "Decline": "Call nobody",
    "Recruit": "Take the {} into your hand",
}

NAME = "[a-z][a-z-]*"
NOTATION = Notation[AnyChoice](get_args(AnyChoice), card=f"{NAME}-[1-9][0-9]?", character=NAME, place="[1-9][0-9]?", seat="[0-3]")


def parse(text: str) -> AnyChoice:
    choice = NOTATION.read(text)
    if choice is None:
        raise Malformed(
            f"'{text[:40]}' is no choice of The Long Road. A choice begins with {', '.join(NOTATION.kinds)}, and is written such as "
            "'play ranch-1 tepee', 'assign gunslinger', 'arm rifle rock 2' or 'end'."
        )
    return choice
