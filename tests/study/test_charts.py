"""Charts are well-formed and escape what they are given."""

from __future__ import annotations

from xml.etree import ElementTree

from byways.arena.statistics import Share
from byways.study import charts
from byways.study.findings import Luck, Rung


def test_charts_are_well_formed() -> None:
    share = Share(0.5, 0.4, 0.6)
    drawn = [
        charts.histogram([3, 4, 9], 3, 5),
        charts.histogram([3], 3, 3),
        charts.curve([1, 2, 3], 3, 1),
        charts.curve([], 1),
        charts.shares([0.1, 0.9]),
        charts.intervals([("<seat>", share, True)], 0.5),
        charts.ladder([Rung("a & b", "c", 4, share, 0.5)]),
        charts.deals([Luck("x", 2, 8, (0.2, 0.8), 0.6, 0.5, 0, Share(0, 0, 0.66), 0, 1, 0.9, 0.3, 0.2)]),
    ]
    for one in drawn:
        ElementTree.fromstring(one)
    assert "&lt;seat&gt;" in drawn[5]
