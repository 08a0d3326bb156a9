"""Speed as ratios of medians."""

from itertools import count

import pytest

from byways.bench.measures import Measure, measure, random_play, rate
from byways.yardstick import Comparison
from tests import toy


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that advances half a second each time it is read."""
    ticks = count(0.0, 0.5)
    monkeypatch.setattr("byways.bench.measures.time.perf_counter", lambda: next(ticks))


@pytest.mark.usefixtures("clock")
def test_a_rate_is_work_per_second() -> None:
    assert rate(lambda: 5) == 10


@pytest.mark.usefixtures("clock")
def test_a_comparison_is_the_ratio_of_the_medians() -> None:
    done = iter([0, 3, 3, 90, 3, 1])
    comparison = Comparison("ours", lambda: next(done), "theirs", lambda: 2)
    assert measure(comparison) == Measure("ours", 6, "theirs", 4, 1.5)


def test_random_play_counts_choices_and_is_reproducible() -> None:
    work = random_play(toy.GAME)
    assert work() == work() > 100
