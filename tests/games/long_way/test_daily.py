"""The Long Way as the deal of the day."""

from __future__ import annotations

from random import Random

from byways.games.long_way import GAME
from byways.games.long_way.daily import laid, score, signs
from byways.games.long_way.state import Position
from byways.referee import play


def test_each_roll_has_a_sign_and_those_that_laid_a_tile_are_filled() -> None:
    conducted = play(GAME, [GAME.bots["random"](Random(3))], "seed")
    positions = [position for position in conducted.record.positions(GAME) if isinstance(position, Position)]
    made, outcome = signs(positions), positions[-1].outcome
    assert outcome is not None
    assert outcome.scores is not None
    assert len(made) == positions[-1].round
    assert made.count("1") == laid(positions[-1])
    assert score(positions[-1]) == outcome.scores[0]
    assert score(positions[0]) is None
