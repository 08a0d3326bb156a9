"""Measuring: ratios of medians, honestly counted."""

import sys
from itertools import count

import pytest
from tests import toy

from byways import bench
from byways.bench import Measure, compare, random_play, rate


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by half a second whenever it is read."""
    ticks = count(0.0, 0.5)
    monkeypatch.setattr("byways.bench.time.perf_counter", lambda: next(ticks))


@pytest.mark.usefixtures("clock")
def test_a_rate_is_what_was_done_in_a_second() -> None:
    assert rate(lambda: 5) == 10


@pytest.mark.usefixtures("clock")
def test_a_comparison_is_the_ratio_of_the_medians() -> None:
    done = iter([0, 3, 3, 90, 3, 1])
    assert compare("ours", lambda: next(done), "theirs", lambda: 2) == Measure("ours", 6, "theirs", 4, 1.5)


def test_random_play_counts_every_choice_and_does_the_same_each_time() -> None:
    work = random_play(toy.GAME)
    assert work() == work() > 100


def test_the_yardstick_plays_chess() -> None:
    assert bench.chess_play()() > 1000


def test_without_the_yardstick_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(ValueError, match="python-chess, which is not installed"):
        bench.chess_play()
