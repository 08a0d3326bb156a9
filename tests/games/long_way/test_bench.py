"""The benchmarks of The Long Way."""

from __future__ import annotations

from functools import partial

import pytest

from byways.games.long_way import bench
from byways.games.long_way.bench import comparisons, full_sheets


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
