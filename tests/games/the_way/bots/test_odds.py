"""The probability of winning: by lead, by turn limit, and by the games of the set."""

from __future__ import annotations

import pytest

from byways.games.the_way.bots.odds import chance, of_set
from tests.games.the_way.positions import OPEN, position


def test_a_player_who_is_further_ahead_wins_more_often() -> None:
    table = position(OPEN, single=True).table
    chances = [chance(table, 0, ahead) for ahead in (-1e5, -20, 0, 20, 1e5)]
    assert chances == sorted(chances)
    assert chances == pytest.approx([1 - other for other in reversed(chances)], abs=1e-6)
    assert (chances[0], chances[2], chances[4]) == pytest.approx((0, 0.5, 1), abs=1e-6)


def test_close_to_the_limit_of_turns_a_player_far_from_home_can_only_draw() -> None:
    far = position(OPEN, single=True, turns=20, turn=36).table
    assert 0.5 < chance(far, 0, 100) < 0.6
    home = position(OPEN, single=True, turns=20, turn=30, tokens=("b1", "a5"), reached=(True, False)).table
    assert chance(home, 0, 100) > 0.8


def test_the_games_of_a_set_count() -> None:
    first, second, third = (position(OPEN, results=results).table for results in ((), (0,), (0, 1)))
    assert [chance(table, 0, 1e5) for table in (first, second, third)] == pytest.approx([0.75, 1, 1])
    assert [chance(table, 0, -1e5) for table in (first, second, third)] == pytest.approx([0.25, 0.5, 0])
    assert chance(position(OPEN, results=(1, 1)).table, 0, 1e5) == pytest.approx(0)
    assert (of_set(1, 0), of_set(0, 0), of_set(-1, 0), of_set(0, 2)) == (1, 0.5, 0, 0.5)
