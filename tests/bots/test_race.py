"""Races in which all contenders share the luck of a heat."""

from __future__ import annotations

from itertools import count
from math import inf, sqrt
from random import Random

import pytest

from byways.bots import Thought
from byways.bots.race import Finish, Heat, estimates, race, run

LONG = Thought(inf, inf)


def noisy(strengths: list[float], rng: Random, runs: list[int]) -> Heat:
    luck = rng.gauss(0, 5)

    def play(contender: int) -> float:
        runs[contender] += 1
        return strengths[contender] + luck + rng.gauss(0, 1)

    return play


def test_the_best_wins_and_each_field_gets_an_equal_share_of_the_heats() -> None:
    rng, runs = Random(1), [0, 0, 0, 0, 0]
    assert race(5, lambda: noisy([1.0, 2.0, 3.0, -20.0, -10.0], rng, runs), LONG, 60) == 2
    assert runs == [40, 60, 60, 20, 20]


def test_equal_contenders_stay_in_order() -> None:
    assert race(4, lambda: lambda contender: 1.0, LONG, 50) == 0


def test_without_time_the_first_wins() -> None:
    assert race(3, lambda: float, Thought(0.0, 1.0), 100) == 0
    assert race(3, lambda: float, LONG, 0) == 0


def test_a_single_contender_needs_no_race() -> None:
    runs = [0]
    assert race(1, lambda: noisy([1.0], Random(1), runs), LONG, 100) == 0
    assert runs == [1]


def test_an_unfinished_heat_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(Thought, "is_over", property(lambda thought: next(ticks) >= 5))
    monkeypatch.setattr(Thought, "share", 0.0)
    assert race(3, lambda: [1.0, 2.0, 1.5].__getitem__, LONG, 100) == 1
    assert race(3, lambda: [1.0, 2.0, 1.5].__getitem__, LONG, 100) == 0


def test_the_field_is_halved_as_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks, runs = count(1), [0, 0, 0, 0]
    monkeypatch.setattr(Thought, "share", property(lambda thought: next(ticks) / 10))
    assert race(4, lambda: noisy([1.0, 90.0, 60.0, -20.0], Random(1), runs), LONG, 10_000) == 1
    assert runs == [5, 10, 10, 5]


# Estimates


def test_kept_contenders_run_in_every_heat() -> None:
    finish = run(4, lambda: [3.0, 2.0, 1.0, 0.0].__getitem__, LONG, 8, {3})
    assert (finish.best, [len(scores) for scores in finish.scores]) == (0, [8, 8, 4, 8])


def test_a_dropped_contender_is_compared_in_the_heats_it_ran_with_the_best() -> None:
    best, behind, ahead = estimates(Finish(0, [[4.0, 6.0, 11.0, 11.0], [3.0, 3.0], [9.0, 9.0]]), 0.0)
    assert (best.score, behind.score) == (8.0, 6.0)
    assert ahead.score == best.score  # it dropped out behind others, so its high mean was luck
    assert best.doubt == pytest.approx(sqrt(9.5 / 4))
    assert behind.doubt == pytest.approx(sqrt((2.0 + 9.5) / 2 / 2))


def test_after_a_single_heat_the_doubt_is_the_expected_one() -> None:
    assert [estimate.doubt for estimate in estimates(Finish(0, [[1.0], [1.0]]), 4.0)] == [2.0, 2.0]
