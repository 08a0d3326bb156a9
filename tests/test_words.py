"""What is said of any game."""

from __future__ import annotations

import pytest

from byways.game import Outcome, find_game
from byways.words import reconstructed_parts, reconstruction, repetition, result
from tests import toy
from tests.messages import check_house_catalogue, plain_complaints


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((1, 2), "{0} came home."), "Ann came home. Ann wins."),
        (Outcome((1, 1, 3), "All passed.", "Victory"), "Victory. All passed. Ann and Bob win."),
        (Outcome((1, 1), "All passed."), "All passed. It is a tie."),
        (Outcome((1,), "All is drawn.", "Very good"), "Very good. All is drawn."),
        (Outcome((1, 1), "Nobody is left.", removed=(0, 1)), "Nobody is left. Nobody wins."),
    ],
)
def test_the_outcome_in_words(outcome: Outcome, words: str) -> None:
    assert result(toy.GAME, outcome) == words


def test_a_repetition_in_words() -> None:
    assert [repetition(toy.GAME, times) for times in (0, 1, 2)] == [
        "",
        "The game has stood like this once before.",
        "The game has stood like this 2 times before.",
    ]


def test_the_catalogue_of_the_house_has_what_its_source_says_and_no_more() -> None:
    check_house_catalogue()


def test_the_house_complains_by_messages() -> None:
    assert [*plain_complaints("byways", ("games", "table", "testing"))] == []


def test_what_was_made_for_byways_is_named() -> None:
    assert "board" in reconstructed_parts(find_game("traxx"))
    assert reconstruction(find_game("traxx")).startswith("Made for Byways, not printed: ")
    assert reconstruction(toy.GAME) == ""
