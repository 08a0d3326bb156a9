"""What adapters have in common."""

from __future__ import annotations

import pytest

from byways.adapters import encoder_of, usual_seats
from byways.game import Refused, find_game
from tests import toy


def test_a_game_without_an_encoding_is_refused() -> None:
    with pytest.raises(Refused, match="has no encoding for learning programs"):
        encoder_of(toy.GAME, toy.GAME.options(), 2)


def test_two_play_if_the_game_allows_it() -> None:
    assert [usual_seats(find_game(name)) for name in ("labyrinth", "long_way", "the_way")] == [2, 2, 2]
