"""The Long Way as the deal of the day."""

from __future__ import annotations

from random import Random

from byways.games.long_way import GAME
from byways.games.long_way.daily import score, signs
from byways.games.long_way.state import Position
from byways.record import Record
from byways.referee import play


def rounds_with_a_tile(record: Record) -> set[int]:
    steps = record.play(GAME)
    return {step.before.round for step in steps if isinstance(step.before, Position) and " tile " in str(step.entry)}


def test_each_roll_has_a_sign_and_those_that_laid_a_tile_are_filled() -> None:
    conducted = play(GAME, [GAME.bots["random"](Random(3))], "seed")
    positions = [position for position in conducted.record.positions(GAME) if isinstance(position, Position)]
    made, outcome = signs(positions), positions[-1].outcome
    assert outcome is not None
    assert outcome.scores is not None
    assert made == "".join("1" if number in rounds_with_a_tile(conducted.record) else "0" for number in range(1, positions[-1].round + 1))
    assert 0 < made.count("1") < len(made)
    assert score(positions[-1]) == outcome.scores[0]
    assert score(positions[0]) is None
