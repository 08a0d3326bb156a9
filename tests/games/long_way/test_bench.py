"""The reference score, on stores that are easy to score by hand."""

from __future__ import annotations

from functools import partial

import pytest

from byways.games.long_way import bench
from byways.games.long_way.bench import comparisons, full_sheets, plain_score, shortest
from tests.games.long_way.positions import EVERYWHERE, sheet


def test_all_shortest_paths_are_found() -> None:
    assert len(shortest(sheet(), {(0, 0)}, {(2, 2)})) == 6
    assert len(shortest(sheet(walls="a1E"), {(0, 0)}, {(2, 2)})) == 3
    assert shortest(sheet(walls="a1ES"), {(0, 0)}, {(2, 2)}) == []


def test_the_plain_score_of_plain_stores() -> None:
    assert plain_score(sheet("a1W", "g1E")) == -7
    assert plain_score(sheet("a1W", "g1E", walls="a1W")) == 0
    assert plain_score(sheet("a1W", "b2E", filled=EVERYWHERE, displays="a2=6 b1=1")) == 1
    assert plain_score(sheet("a1W", "a1N", filled=EVERYWHERE, cafeterias=["b2 c2"], displays="a2=6 b1=1")) == 2


def test_sheets_to_measure_are_full() -> None:
    sheets = full_sheets(3)
    assert all(store.stopped for store in sheets)
    assert all(store.occupied.bit_count() > 30 for store in sheets)


@pytest.mark.slow
def test_every_comparison_can_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "full_sheets", partial(full_sheets, 3))
    for _, ours, _, theirs in comparisons():
        assert ours() > 0
        assert theirs() > 0
