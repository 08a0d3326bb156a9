"""The deck and the four corner cards, read from a file and checked."""

from __future__ import annotations

from collections import Counter

from byways import game
from byways.components import Flaw
from byways.games.the_way.cards import CARD

SIZE = 30  # 25 are laid, and 4 of them taken back for the corners; then four for each hand, and one left over


def check_face(face: str) -> None:
    if face not in CARD:
        raise Flaw("flaw.face", face=face)


class Cards(game.Part, frozen=True):
    """The number of each card in the deck, by any of its faces."""

    deck: dict[str, int]

    def __post_init__(self) -> None:
        for face, count in self.deck.items():
            check_face(face)
            if count < 1:
                raise Flaw("flaw.count", face=face)
        twice = [card for card, often in Counter(CARD[face] for face in self.deck).items() if often > 1]
        if twice:
            raise Flaw("flaw.twice", card=twice[0])
        if len(self.all) != SIZE:
            raise Flaw("flaw.cards", size=SIZE, cards=len(self.all))

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(sorted(CARD[face] for face, count in self.deck.items() for _ in range(count)))


class Corners(game.Part, frozen=True):
    """The faces of Start and Midpoint."""

    circle_start: str
    circle_midpoint: str
    square_start: str
    square_midpoint: str

    def __post_init__(self) -> None:
        for face in (self.circle_start, self.circle_midpoint, self.square_start, self.square_midpoint):
            check_face(face)


class Components(game.Components, frozen=True):
    cards: Cards
    corners: Corners
