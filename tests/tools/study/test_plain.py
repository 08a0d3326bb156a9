"""The comparisons with plain searches."""

from __future__ import annotations

import pytest

from byways.bench.measures import Measure
from byways.yardstick import Comparison
from tools.study import plain


def test_each_comparison_is_a_line_with_its_ratio(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    one = Comparison("Tuck: a choice", lambda: 1, "by trying everything", lambda: 1)
    monkeypatch.setattr(plain, "comparisons", lambda: [one])
    monkeypatch.setattr(plain, "measure", lambda comparison: Measure(comparison.name, 24_000.0, comparison.yardstick, 1000.0, 24.0))
    plain.main()
    assert capsys.readouterr().out == "Tuck: a choice: 24.0 x by trying everything  (24,000 a second, 1,000 a second)\n"
