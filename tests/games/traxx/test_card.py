"""The card of the game, and what its page says of this game alone."""

from __future__ import annotations

import pytest

from byways.game import Refused, stream
from byways.games.traxx import GAME
from tests.pages import section


def test_the_card_says_what_a_lobby_shows() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("traxx", "Traxx", (1, 4), 1)
    assert "Steffen Benndorf and Reinhard Staupe" in GAME.credit


@pytest.mark.parametrize("seats", [0, 5])
def test_it_is_for_one_to_four(seats: int) -> None:
    with pytest.raises(Refused, match="Traxx is for 1 to 4 players"):
        GAME.deal(seats, stream(0, "set-up"))


def test_it_has_no_options() -> None:
    with pytest.raises(Refused, match="Traxx has no option 'size'; it has none"):
        GAME.read_options({"size": 7})


def test_the_page_says_what_is_reconstructed() -> None:
    assert "reconstruction: the layout was never published as text" in section(GAME, "Components")
