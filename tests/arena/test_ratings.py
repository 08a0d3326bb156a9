"""Ratings by place."""

import pytest

from byways.arena.archive import Result
from byways.arena.ratings import check_installed, ratings
from byways.game import Refused


def games(seating: tuple[str, ...], places: tuple[int, ...], count: int) -> list[Result]:
    return [Result(number, number, seating, places, None, 1) for number in range(count)]


def test_every_bot_begins_with_the_same_rating() -> None:
    found = ratings(["a", "b"], [])
    assert found["a"] == found["b"]
    assert (found["a"].worth, round(found["a"].error, 2)) == (25.0, 8.33)


def test_ratings_follow_places_in_games_of_three() -> None:
    found = ratings(["a", "b", "c"], games(("c", "a", "b"), (2, 3, 1), 20))
    assert found["b"].worth > found["c"].worth > found["a"].worth
    assert all(rating.error < 8.3 for rating in found.values())


def test_ties_keep_ratings_equal() -> None:
    found = ratings(["a", "b"], games(("a", "b"), (1, 1), 10))
    assert found["a"].worth == pytest.approx(found["b"].worth)


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    check_installed()
    monkeypatch.setattr("byways.arena.ratings.find_spec", lambda name: None)
    with pytest.raises(Refused, match=r"The arena needs openskill and matplotlib: pip install 'byways\[arena\]'\."):
        check_installed()
