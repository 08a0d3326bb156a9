"""Helpers of encodings."""

from __future__ import annotations

import pytest

from byways.encoding import bits, rewards
from byways.event import Outcome


def test_bit_sets_become_rows() -> None:
    assert bits([0b101, 0b1000000010], 10).tolist() == [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("places", "expected"),
    [((1, 2), [1, -1]), ((1, 1), [0, 0]), ((3, 1, 2), [-1, 1, 0]), ((1, 1, 3), [0.5, 0.5, -1])],
)
def test_the_reward_counts_seats_beaten(places: tuple[int, ...], expected: list[float]) -> None:
    assert rewards(Outcome(places, "over"), len(places)) == expected


def test_a_seat_alone_gets_its_score() -> None:
    assert rewards(Outcome((1,), "over", scores=(47,)), 1) == [0.47]


def test_a_game_in_progress_pays_nothing() -> None:
    assert rewards(None, 2) == [0, 0]
