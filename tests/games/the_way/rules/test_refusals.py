"""Every refusal names the rule that was broken."""

from __future__ import annotations

import pytest

from byways.game import Illegal
from byways.games.the_way.state import CELLS, Position, Variations
from tests.games.the_way.positions import OPEN, SHUT, play, position

PLAIN = position(tokens=("a1", "b3"))
COVERING = play(PLAIN, "card NE")
PLACED = play(COVERING, "place c3")
CHOOSING = position(phase="choose", circle=None, first=None)


@pytest.mark.parametrize(
    ("start", "choice", "reason"),
    [
        (CHOOSING, "stay", "Not yet: first choose to go first, or choose your piece."),
        (play(CHOOSING, "first"), "first", "Not yet: first choose your piece."),
        (
            position(phase="vary", circle=None, first=None),
            "stay",
            "Not yet: first choose the variations for this game.",
        ),
        (PLAIN, "first", "The first turn and the pieces are already settled for this game."),
        (PLAIN, "turn b3 right", "You cannot turn b3: the other player is on it."),
        (PLAIN, "turn a1 right", "Turning a1 changes nothing: it looks the same all round."),
        (PLAIN, "turn c3 left", "Turning c3 to the left and to the right is the same: choose right."),
        (
            position(locked=(CELLS["c3"],)),
            "turn c3 right",
            "You cannot turn c3: it was put there in this game, so it is locked and can only be covered again.",
        ),
        (
            position(variations=Variations(clockwise=True), printed={"c3": "NE"}),
            "turn c3 left",
            "In this game, cards turn to the right only.",
        ),
        (PLAIN, "card NESW", "That card is not in your hand."),
        (PLAIN, "place c3", "First choose a card from your hand to cover with."),
        (COVERING, "stay", "You are covering with a card from your hand: first choose where it goes, or undo."),
        (COVERING, "place a5", "You cannot cover a5: Start and Midpoint cards are never covered."),
        (COVERING, "place b3", "You cannot cover b3: the other player is on it."),
        (PLACED, "lay NS", "You are covering c3 with a corner: first choose which way round it lies, or undo."),
        (play(PLAIN, "turn c3 right"), "card NE", "You have already altered a card in this turn. Now move or stay, or undo."),
        (PLAIN, "move c1", "You cannot move to c1: it is not next to a1, and a move is one step."),
        (position(SHUT, printed={"a1": "S"}), "move b1", "You cannot move to b1: your card, a1, is not open towards it."),
        (position(SHUT), "move b1", "You cannot move to b1: it is not open towards your card, a1."),
        (
            position(OPEN, tokens=("c3", "a5"), printed={"c3": "NiSo"}, variations=Variations(arrows=True)),
            "move c2",
            "You cannot move from c3 to c2: a one-way arrow points the other way.",
        ),
    ],
)
def test_a_refusal_names_the_rule_that_the_choice_breaks(start: Position, choice: str, reason: str) -> None:
    with pytest.raises(Illegal) as caught:
        play(start, choice)
    assert str(caught.value) == reason


def test_a_player_not_at_turn_may_not_choose() -> None:
    with pytest.raises(Illegal, match=r"^It is not Rowan's turn\. Waiting for Ash\.$"):
        PLAIN.choose(1, PLAIN.choices(0)[-1])
