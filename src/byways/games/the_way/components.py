"""The deck, and the four cards of the corners."""

from __future__ import annotations

from collections import Counter

from byways import game
from byways.games.the_way.faces import CARD

SIZE = 30  # 25 laid, 4 of them taken back for the corners, four for each hand and one left over


def check_face(face: str) -> None:
    if face not in CARD:
        raise ValueError(
            f"'{face}' is not a card: write its open sides out of N E S W in this order, with i (in) or o (out) if one has an arrow"
        )


class Cards(game.Part, frozen=True):
    """How many there are of each card, by one of its faces."""

    deck: dict[str, int]

    def __post_init__(self) -> None:
        for face, count in self.deck.items():
            check_face(face)
            if count < 1:
                raise ValueError(f"there is at least one '{face}', or it is not listed")
        twice = [card for card, often in Counter(CARD[face] for face in self.deck).items() if often > 1]
        if twice:
            raise ValueError(f"'{twice[0]}' is listed twice: turned, two of these are the same card")
        if len(self.all) != SIZE:
            raise ValueError(f"there are {SIZE} cards, not {len(self.all)}")

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
