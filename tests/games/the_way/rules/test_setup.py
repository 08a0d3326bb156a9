"""Set-up, sentence by sentence, with its rulings, and refused set-ups."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from byways.game import Refused
from byways.games.the_way import GAME, TheWayOptions
from byways.games.the_way.cards import CARD, FACES, has_arrows
from byways.games.the_way.state import MIDPOINTS, PLACES, STARTS, Position, Setup, Variations
from byways.record import read
from tests.games.the_way.positions import DECK, PLAIN_DECK, on_top, play, texts


def dealt(seed: int = 0, **options: Any) -> Setup:
    setup = GAME.deal(2, Random(seed), TheWayOptions(**options))
    assert isinstance(setup, Setup)
    return setup


def start(setup: Setup) -> Position:
    position = GAME.start(setup)
    assert isinstance(position, Position)
    return position


def test_the_cards_lie_in_five_rows_of_five() -> None:
    assert len(dealt().cards) == 25


def test_the_corners_are_start_and_midpoint_cards_and_the_rest_is_from_the_deck() -> None:
    top = on_top(start(dealt()))
    assert top.total() == 21
    assert top <= Counter(PLAIN_DECK)


def test_each_player_gets_four_cards_and_one_is_left_over() -> None:
    setup = dealt()
    assert [len(hand) for hand in setup.hands] == [4, 4]
    assert sorted([*on_top(start(setup)).elements(), *setup.hands[0], *setup.hands[1], setup.left]) == list(PLAIN_DECK)


@pytest.mark.parametrize("options", [{"arrows": True}, {"various": True}])
def test_cards_have_arrows_where_these_count_or_could_come_to_count(options: dict[str, bool]) -> None:
    setup = dealt(**options)
    assert sorted([*on_top(start(setup)).elements(), *setup.hands[0], *setup.hands[1], setup.left]) == list(DECK)


@pytest.mark.parametrize("options", [{}, {"single": True}, {"clockwise": True, "replace": True}])
def test_cards_have_no_arrows_where_these_can_never_count_so_that_what_looks_the_same_is_the_same(options: dict[str, bool]) -> None:
    setup = dealt(**options)
    assert not any(map(has_arrows, (*setup.cards, *setup.hands[0], *setup.hands[1], setup.left)))


def test_a_set_up_of_version_1_keeps_its_arrows() -> None:
    record = read((Path(__file__).parents[3] / "records" / "the_way-1.json").read_bytes())
    position = record.start(record.load_game())
    assert isinstance(position, Position)
    assert not position.table.variations.arrows
    assert not position.table.various
    assert any(map(has_arrows, position.table.cards))


def test_the_tokens_are_on_their_start_cards() -> None:
    assert start(dealt()).table.tokens == STARTS


def test_w10_circle_crosses_from_the_top_left_and_square_from_the_bottom_left() -> None:
    assert [PLACES[cell] for cell in STARTS] == ["a1", "a5"]
    assert [PLACES[cell] for cell in MIDPOINTS] == ["e5", "e1"]


def test_w7_cards_lie_in_all_orientations_alike() -> None:
    laid = Counter(face for seed in range(400) for face in dealt(seed).cards)
    corners = [laid[face] for face in FACES["NE"]]
    assert sum(corners) > 1500
    assert sum((count - sum(corners) / 4) ** 2 / (sum(corners) / 4) for count in corners) < 17  # chi-square with 3 degrees: 1 in 1,000


def test_w7_a_card_in_hand_has_no_orientation() -> None:
    assert all(CARD[card] == card for seed in range(20) for hand in dealt(seed).hands for card in hand)


def test_first_choice_is_by_lot_in_the_first_game() -> None:
    choosers = Counter(dealt(seed).chooser for seed in range(200))
    assert min(choosers[0], choosers[1]) > 70
    for seed in range(4):
        first = start(dealt(seed))
        assert (first.awaited, texts(first)) == ((dealt(seed).chooser,), ["first", "piece circle", "piece square"])


def test_pieces_may_be_chosen_without_going_first() -> None:
    setup = replace(dealt(), chooser=0)
    assert play(start(setup), "piece square").table.circle == 1
    assert play(start(setup), "piece square").awaited == (1,)


def test_options_go_into_the_set_up() -> None:
    setup = dealt(single=True, turns=9, arrows=True, replace=True)
    assert (setup.single, setup.turns, setup.variations) == (True, 9, Variations(True, False, True))


def test_a_seat_cannot_tell_deals_apart_that_give_it_the_same_hand() -> None:
    setup = dealt()
    others = {GAME.redeal(setup, 0, Random(seed)) for seed in range(60)}
    assert all(isinstance(other, Setup) and other.hands[0] == setup.hands[0] for other in others)
    assert len(others) > 1
    assert {start(other).view(0) for other in others if isinstance(other, Setup)} == {start(setup).view(0)}


def test_various_variations_leave_no_variation_to_the_options() -> None:
    with pytest.raises(Refused, match=r"^With 'various', players choose the variations for each game"):
        dealt(various=True, arrows=True)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"cards": ("NE",) * 24}, "the board has 25 cards, listed row by row, each written by its open sides"),
        ({"cards": ("EN",) * 25}, "the board has 25 cards, listed row by row, each written by its open sides"),
        ({"cards": ("NE",) * 25}, "the corners must be the Start and Midpoint cards"),
        ({"hands": (("N",), ("N",))}, "each player must have 4 cards, in alphabetical order"),
        ({"left": "ESW"}, "the board, the hands and the card left over must make up the whole deck"),
        ({"chooser": 2}, "first choice goes to seat 0 or seat 1, not to seat 2"),
        ({"turns": 0}, "each player has at least 1 turn in a game, not 0"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as caught:
        start(replace(dealt(), **change))
    assert str(caught.value) == f"This set-up of The Way is not valid: {reason}."
