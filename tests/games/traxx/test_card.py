"""The card of the game, and the parts of its page that are special to Traxx."""

from __future__ import annotations

import pytest

from byways.game import Refused, stream
from byways.games.traxx import GAME
from byways.teaching.guide import how_to_play, in_short
from tests.pages import section


def test_the_card_has_the_lobby_texts() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("traxx", "Traxx", (1, 4), 1)
    assert "Steffen Benndorf and Reinhard Staupe" in GAME.credit


@pytest.mark.parametrize("seats", [0, 5])
def test_it_is_for_one_to_four(seats: int) -> None:
    with pytest.raises(Refused, match="Traxx is for 1 to 4 players"):
        GAME.deal(seats, stream(0, "set-up"))


def test_it_has_no_options() -> None:
    with pytest.raises(Refused, match="Traxx has no options, so 'size' cannot be set"):
        GAME.read_options({"size": 7})


@pytest.mark.parametrize(
    ("language", "solo", "several"),
    [
        ("en", "a higher one before", "In a round after another player"),
        ("de", "keine höhere", "In einer Runde nach jemand anderem"),
        ("es", "uno mayor", "En una ronda posterior a otro jugador"),
        ("fr", "un plus grand avant", "Dans une manche après quelqu’un d’autre"),
        ("it", "uno più alto", "in un giro successivo"),
    ],
)
def test_the_short_how_to_play_of_a_solo_game_has_its_own_rule_and_target(language: str, solo: str, several: str) -> None:
    alone, together = (in_short(GAME, language, seats) or "" for seats in (1, 2))
    assert (solo in alone, "40" in alone, several in alone) == (True, True, False)
    assert (solo in together, several in together) == (False, True)
    assert alone.count("sign-half") == together.count("sign-half") == 1


@pytest.mark.parametrize(
    ("language", "printed"),
    [("en", "The printed rules call silver grey"), ("de", "heißt Silber Grau"), ("it", "chiamano l’argento grigio")],
)
def test_how_to_play_says_that_silver_is_grey_in_the_printed_rules(language: str, printed: str) -> None:
    assert printed in (how_to_play(GAME, language) or "")


def test_the_page_says_what_is_reconstructed() -> None:
    assert "reconstruction: the layout was never published as text" in section(GAME, "Components")
