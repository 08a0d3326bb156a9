"""Heats with the same luck for all."""

from __future__ import annotations

from itertools import count
from math import inf
from random import Random

import pytest

from byways.bots import Thought
from byways.bots.race import Heat, race

LONG = Thought(inf, inf)


def noisy(strengths: list[float], rng: Random, runs: list[int]) -> Heat:
    luck = rng.gauss(0, 5)

    def play(contender: int) -> float:
        runs[contender] += 1
        return strengths[contender] + luck + rng.gauss(0, 1)

    return play


def test_the_best_wins_and_the_heats_are_shared_evenly_by_smaller_and_smaller_fields() -> None:
    rng, runs = Random(1), [0, 0, 0, 0, 0]
    assert race(5, lambda: noisy([1.0, 2.0, 3.0, -20.0, -10.0], rng, runs), LONG, 60) == 2
    assert runs == [40, 60, 60, 20, 20]


def test_those_that_do_the_same_stay_in_their_order() -> None:
    assert race(4, lambda: lambda contender: 1.0, LONG, 50) == 0


def test_without_time_it_is_the_first() -> None:
    assert race(3, lambda: float, Thought(0.0, 1.0), 100) == 0
    assert race(3, lambda: float, LONG, 0) == 0


def test_a_single_one_needs_no_race() -> None:
    runs = [0]
    assert race(1, lambda: noisy([1.0], Random(1), runs), LONG, 100) == 0
    assert runs == [1]


def test_a_heat_that_is_not_run_to_its_end_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(Thought, "is_over", property(lambda thought: next(ticks) >= 5))
    monkeypatch.setattr(Thought, "share", 0.0)
    assert race(3, lambda: [1.0, 2.0, 1.5].__getitem__, LONG, 100) == 1
    assert race(3, lambda: [1.0, 2.0, 1.5].__getitem__, LONG, 100) == 0


def test_when_time_passes_the_field_is_halved(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks, runs = count(1), [0, 0, 0, 0]
    monkeypatch.setattr(Thought, "share", property(lambda thought: next(ticks) / 10))
    assert race(4, lambda: noisy([1.0, 90.0, 60.0, -20.0], Random(1), runs), LONG, 10_000) == 1
    assert runs == [5, 10, 10, 5]
