"""Rules of thumb win at least half of their games against the easy player, on fixed deals."""

from __future__ import annotations

import pytest

from byways.game import find_game, stream
from byways.referee import play
from tests.beginners import BEGINNERS

DEALS = {"labyrinth": 12, "traxx": 6, "long_way": 3, "the_way": 3, "long_road": 6}  # each is played from both seats


@pytest.mark.parametrize("name", BEGINNERS)
@pytest.mark.slow
def test_a_beginner_beats_the_easy_player_in_half_of_the_games_or_more(name: str) -> None:
    game, points = find_game(name), 0.0
    options = game.read_options({"single": "true"} if name == "the_way" else {})
    for seed in range(DEALS[name]):
        for seat in (0, 1):
            players = [game.bots["easy"](stream(seed, "easy")), BEGINNERS[name](stream(seed, "beginner"))]
            outcome = play(game, players if seat else players[::-1], seed, options).outcome
            assert outcome is not None
            assert not outcome.removed
            mine, other = outcome.places[seat], outcome.places[1 - seat]
            points += (1 + (mine < other) - (mine > other)) / 2
    assert points >= DEALS[name]
