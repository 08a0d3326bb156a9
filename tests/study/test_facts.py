"""Games are divided into moments; tests/games/test_studies.py counts whole games."""

from __future__ import annotations

from byways.study.facts import MOMENTS, moments


def test_a_game_is_divided_into_moments() -> None:
    parts = moments(range(100))
    assert len(parts) == MOMENTS
    assert [value for part in parts for value in part] == [*range(100)]


def test_a_short_game_repeats_its_moments() -> None:
    assert [part[-1] for part in moments([7, 8])] == [7] * 10 + [8] * 10


def test_an_empty_game_has_no_moments() -> None:
    assert moments([]) == []
