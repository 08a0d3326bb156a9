"""The built-in deck, and the checks of custom ones."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from byways.game import Refused
from byways.games.the_way import GAME
from byways.games.the_way.cards import EXITS, RIGHT, has_arrows, shape
from byways.games.the_way.state import Setup
from tests.games.the_way.positions import DECK

COMPONENTS = GAME.components


def own(deck: str, corner: str = "NESW") -> str:
    whence = 'provenance = "reconstruction"\nsource = "mine"'
    names = ("circle_start", "circle_midpoint", "square_start", "square_midpoint")
    corners = "\n".join(f'{name} = "{corner}"' for name in names)
    return f"[cards]\n{whence}\n[cards.deck]\n{deck}\n[corners]\n{whence}\n{corners}\n"


def test_every_part_says_where_it_comes_from() -> None:
    assert (COMPONENTS.cards.provenance, COMPONENTS.corners.provenance) == ("reconstruction", "reconstruction")


def test_there_are_thirty_ordinary_cards() -> None:
    assert len(DECK) == 30
    names = Counter(shape(card).removesuffix("-arrow") for card in DECK)
    assert names == {"cross": 2, "tee": 4, "corner": 12, "straight": 8, "dead-end": 4}


def test_some_but_not_all_cards_have_arrows() -> None:
    assert sum(map(has_arrows, DECK)) == 8


def test_some_neighbours_connect_and_some_do_not() -> None:
    assert all(EXITS[card] for card in DECK)
    assert any(EXITS[card] != 15 for card in DECK)


def test_turning_most_cards_changes_them() -> None:
    assert sum(RIGHT[card] != card for card in DECK) == 28


def test_the_corners_are_crosses() -> None:
    assert {COMPONENTS.corners.circle_start, COMPONENTS.corners.square_midpoint} == {"NESW"}


def test_other_components_are_played_with() -> None:
    mine = GAME.using(own('"EW" = 29\n"S" = 1', "SW"))
    setup = mine.deal(2, Random(0))
    assert isinstance(setup, Setup)
    assert {card for hand in setup.hands for card in hand} <= {"NS", "N"}
    assert {setup.cards[cell] for cell in (0, 4, 20, 24)} <= {"NE", "ES", "SW", "NW"}
    assert mine.start(setup).awaited == (setup.chooser,)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (own('"NE" = 29'), 1, "there must be 30 cards, not 29"),
        (own('"NE" = 29\n"SW" = 1'), 1, "'NE' is listed twice: turned, two of these are the same card"),
        (
            own('"NE" = 30\n"SE" = 0'),
            1,
            "'SE' is not a card: write its open sides out of N E S W in this order, with i (in) or o (out) if one has an arrow",
        ),
        (own('"NE" = 30\n"N" = 0'), 1, "there must be at least one 'N', or it must not be listed"),
        (
            own('"NE" = 30', ""),
            6,
            "'' is not a card: write its open sides out of N E S W in this order, with i (in) or o (out) if one has an arrow",
        ),
        (own('"NE" = "many"'), 4, "Expected `int`, got `str`"),
    ],
)
def test_impossible_components_are_refused_with_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.using(text)
    assert str(caught.value) == f"The components are wrong in line {line}: {reason}."


def test_components_of_a_record_are_checked_as_well() -> None:
    data = msgspec.to_builtins(COMPONENTS)
    assert GAME.with_components(data).digest == GAME.digest
    with pytest.raises(Refused, match=r"^These are not components of The Way: there must be 30 cards, not 1"):
        GAME.with_components({**data, "cards": {**data["cards"], "deck": {"N": 1}}})
