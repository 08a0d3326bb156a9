"""The reference score, on stores that are easy to score by hand."""

from __future__ import annotations

from tests.games.long_way.plain import plain_score, shortest
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
