"""An illegal choice is refused with the rule that it breaks."""

from __future__ import annotations

import pytest

from byways.game import Illegal
from byways.games.the_way.state import CELLS, Position, Variations
from tests.games.the_way.boards import OPEN, SHUT, play, position

PLAIN = position(tokens=("a1", "b3"))
COVERING = play(PLAIN, "card NE")
PLACED = play(COVERING, "place c3")
CHOOSING = position(phase="choose", circle=None, first=None)


@pytest.mark.parametrize(
    ("start", "choice", "reason"),
    [
        (CHOOSING, "stay", "'stay' is not possible yet: first choose to go first or choose your piece."),
        (play(CHOOSING, "first"), "first", "'first' is not possible yet: first choose your piece."),
        (
            position(phase="vary", circle=None, first=None),
            "stay",
            "'stay' is not possible yet: first name the variations of this game.",
        ),
        (PLAIN, "first", "'first' is not possible now: who plays what is settled for this game."),
        (PLAIN, "turn b3 right", "The other player is on b3, so that card may not be turned."),
        (PLAIN, "turn a1 right", "Turning the card on a1 changes nothing."),
        (PLAIN, "turn c3 left", "The card on c3 looks the same turned to the right: choose that."),
        (
            position(locked=(CELLS["c3"],)),
            "turn c3 right",
            "The card on c3 is locked: it was put there in this game and may only be covered again.",
        ),
        (
            position(variations=Variations(clockwise=True), printed={"c3": "NE"}),
            "turn c3 left",
            "In this game cards turn to the right only.",
        ),
        (PLAIN, "card NESW", "'card NESW' is not possible: it is not in your hand."),
        (PLAIN, "place c3", "'place c3' is not possible before a card of your hand is chosen to cover with."),
        (COVERING, "stay", "'stay' is not possible: first choose the place to cover."),
        (COVERING, "place a5", "The card on a5 is a Start or Midpoint, which is never covered."),
        (COVERING, "place b3", "The other player is on b3, so that card may not be covered."),
        (PLACED, "lay NS", "'lay NS' is not possible: first lay the corner on c3, in one of its own orientations."),
        (play(PLAIN, "turn c3 right"), "card NE", "'card NE' is not possible: one card a turn is altered, then you move or stay."),
        (PLAIN, "move c1", "c1 is not beside a1: a move is one step."),
        (position(SHUT), "move b1", "The cards on a1 and b1 are not connected."),
        (
            position(OPEN, tokens=("c3", "a5"), printed={"c3": "NiSo"}, variations=Variations(arrows=True)),
            "move c2",
            "A one-way arrow forbids to move from c3 to c2.",
        ),
    ],
)
def test_an_illegal_choice_is_told_the_rule_that_it_breaks(start: Position, choice: str, reason: str) -> None:
    with pytest.raises(Illegal) as caught:
        play(start, choice)
    assert str(caught.value) == reason


def test_who_is_not_at_turn_may_not_choose() -> None:
    with pytest.raises(Illegal, match=r"^Seat 1 is not awaited now; awaited: seat 0\.$"):
        PLAIN.choose(1, PLAIN.choices(0)[-1])
