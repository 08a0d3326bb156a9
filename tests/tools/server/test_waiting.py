"""The tool that measures how long people wait for bots."""

from __future__ import annotations

from tools.server.waiting import Waited, line

from byways.game import find_game


def test_a_row_has_the_median_and_the_90th_percentile() -> None:
    waited = Waited(waits=[float(seconds) for seconds in range(10, 0, -1)], answers=[0.25, 0.5], lost=1)
    assert line(find_game("traxx"), 4, waited) == "| Traxx | 4 | 10 | 5.50 s | 10.00 | 0.50 | 1 |"
