"""Checks of the board and the cards."""

from collections import Counter
from itertools import combinations

import pytest

from byways.game import Refused
from byways.games.traxx import GAME
from byways.games.traxx.components import COLOURS, in_order
from tests.games.traxx.positions import CARDS, ROWS, components


def test_fifteen_cards_show_four_different_colours_and_six_of_them_show_one_twice() -> None:
    cards = GAME.components.cards
    assert len(cards) == 15
    assert sorted(map(len, cards)) == [4] * 9 + [5] * 6
    assert {"".join(sorted(set(card))) for card in cards} == {"".join(sorted(four)) for four in combinations(COLOURS, 4)}


def test_every_colour_is_on_eleven_of_the_66_fields_of_the_cards() -> None:
    assert Counter("".join(GAME.components.cards)) == dict.fromkeys(COLOURS, 11)


def test_the_card_of_the_rule_text_is_there() -> None:
    assert GAME.components.known_card.cards == ("BGYA",)
    assert GAME.components.known_card.provenance == "printed"


def test_the_board_says_that_it_is_a_reconstruction() -> None:
    assert GAME.components.board.provenance == "reconstruction"


def test_the_colours_of_a_card_are_sorted() -> None:
    assert in_order("RYAGR") == "GYARR"
    assert GAME.using(components(cards=CARDS.replace("GYARR", "RYAGR"))).components.cards[9] == "GYARR"


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (ROWS.replace("R7", "R"), "every number from 2 to 10 must stand on exactly one field"),
        (ROWS.replace("R7", "R8"), "every number from 2 to 10 must stand on exactly one field"),
        (ROWS.replace("R7", "P7"), "'P7' is not a field"),
        (ROWS.replace("R7", ""), "the rows must have 5, 6, 7, 8, 9, 8, 7, 6, 5 fields"),
        (ROWS.replace("R*", "R"), "there must be 4 starts, not 3"),
    ],
)
def test_an_impossible_board_is_refused_with_line_and_reason(rows: str, reason: str) -> None:
    with pytest.raises(Refused, match=f"wrong in line 1: {reason}"):
        GAME.using(components(rows))


def test_t4_a_start_on_a_number_is_refused() -> None:
    with pytest.raises(Refused, match="a start cannot have a number"):
        GAME.using(components(ROWS.replace("R7", "R7*").replace("A*", "A")))


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (CARDS.replace(" BGYR", ""), "there must be 15 cards, not 14"),
        (CARDS.replace("BGYR", "BGY"), "'BGY' is not a card"),
        (CARDS.replace("BGYR", "BGYP"), "'BGYP' is not a card: a card shows 4 or 5 of the colours B, G, Y, A, R, W"),
    ],
)
def test_impossible_cards_are_refused(cards: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        GAME.using(components(cards=cards))
