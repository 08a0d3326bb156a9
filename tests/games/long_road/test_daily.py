"""The Long Road as the deal of the week."""

from __future__ import annotations

from random import Random

from byways.games.long_road import GAME
from byways.games.long_road.daily import score, signs
from byways.games.long_road.state import Position
from byways.referee import play


def test_the_score_is_the_lead_and_each_sale_has_a_sign() -> None:
    conducted = play(GAME, [GAME.bots["random"](Random(seat)) for seat in range(2)], "seed")
    positions = [position for position in conducted.record.positions(GAME) if isinstance(position, Position)]
    outcome = positions[-1].outcome
    assert outcome is not None
    assert outcome.scores is not None
    assert score(positions[-1]) == outcome.scores[0] - outcome.scores[1]
    assert 1 <= len(made := signs(positions)) <= 12
    assert set(made) <= {"0", "1"}


def test_there_is_no_score_after_giving_up() -> None:
    conducted = play(GAME, [GAME.bots["random"](Random(seat)) for seat in range(2)], "seed")
    position = conducted.record.position(GAME, 10)
    assert isinstance(position, Position)
    assert score(position) is None
    left = position.remove(0)
    assert isinstance(left, Position)
    assert score(left) is None
