"""Puzzles of the day."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from byways.game import find_game
from byways.puzzles.collection import StoredPuzzle, shipped
from byways.puzzles.daily import puzzle_of_the_day
from tests import toy

GAMES = ["labyrinth", "long_road", "long_way", "the_way", "traxx"]


def of_days(key: str, game: str, first: date, days: int) -> list[StoredPuzzle]:
    found = [puzzle_of_the_day(key, find_game(game), first + timedelta(nth)) for nth in range(days)]
    return [one for one in found if one is not None]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_has_every_puzzle_once_and_the_weekend_has_the_hardest(game: str) -> None:
    count = len(shipped(find_game(game)))
    first = date.fromordinal(count * (date(2026, 11, 18).toordinal() // count))
    found = of_days("key", game, first, count)
    assert {one.puzzle.number for one in found} == {one.puzzle.number for one in shipped(find_game(game))}
    by_weekday = [[one.puzzle.grade for nth, one in enumerate(found) if (first + timedelta(nth)).weekday() == day] for day in range(7)]
    assert all(max(before) <= min(after) for before, after in pairwise(by_weekday))


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_comes_again_about_one_round_later(game: str) -> None:
    count = len(shipped(find_game(game)))
    numbers = [one.puzzle.number for one in of_days("key", game, date(2026, 11, 18), 4 * count)]
    days = [[day for day, other in enumerate(numbers) if other == number] for number in {*numbers}]
    assert all(abs(later - sooner - count) < 21 for found in days for sooner, later in pairwise(found))


def test_the_key_decides() -> None:
    day = date(2026, 11, 18)
    assert of_days("one", "traxx", day, 20) == of_days("one", "traxx", day, 20)
    assert of_days("one", "traxx", day, 20) != of_days("two", "traxx", day, 20)


def test_a_game_without_puzzles_has_no_puzzle_of_the_day() -> None:
    assert puzzle_of_the_day("key", toy.GAME, date(2026, 11, 18)) is None
