"""Heats with the same luck for all."""

from __future__ import annotations

from itertools import count
from math import inf
from random import Random

import pytest

from byways.bots import Thought
from byways.bots.race import CHECKED, Heat, is_behind, race

LONG = Thought(inf, inf)


def noisy(strengths: list[float], rng: Random, runs: list[int]) -> Heat:
    luck = rng.gauss(0, 5)

    def play(contender: int) -> float:
        runs[contender] += 1
        return strengths[contender] + luck + rng.gauss(0, 1)

    return play


def test_the_best_wins_and_who_is_clearly_behind_is_run_no_more() -> None:
    rng, runs = Random(1), [0, 0, 0, 0]
    assert race(4, lambda: noisy([1.0, 2.0, 2.5, -20.0], rng, runs), LONG, 200) == 2
    assert runs[3] == CHECKED
    assert runs[2] == max(runs)


def test_the_same_luck_for_all_does_not_count() -> None:
    assert is_behind([1.0, 11.0, 101.0], [2.0, 12.1, 102.0])
    assert not is_behind([1.0, 11.0, 101.0], [2.0, 2.0, 112.0])


def test_those_that_do_the_same_are_all_kept_and_the_first_wins() -> None:
    runs = [0, 0]
    assert race(2, lambda: noisy_none(runs), LONG, 50) == 0
    assert runs == [50, 50]


def noisy_none(runs: list[int]) -> Heat:
    def play(contender: int) -> float:
        runs[contender] += 1
        return 1.0

    return play


def test_without_time_it_is_the_first() -> None:
    assert race(3, lambda: float, Thought(0.0, 1.0), 100) == 0


def test_a_heat_that_is_not_run_to_its_end_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(Thought, "is_over", property(lambda thought: next(ticks) >= 5))
    assert race(3, lambda: [1.0, 2.0, 1.5].__getitem__, LONG, 100) == 1
    assert race(3, lambda: [1.0, 2.0, 1.5].__getitem__, LONG, 100) == 0
