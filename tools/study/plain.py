"""Measure what the packed and pruned searches of Labyrinth and The Long Way gain over plain ones.

    python -m tools.study.plain

The plain versions are the oracles of the tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from byways.bench.measures import measure
from byways.games.labyrinth.bench import decisions, solutions
from byways.games.labyrinth.bots.players import Strategist
from byways.games.long_way.bench import scoring
from byways.games.long_way.rules.shoppers import score
from byways.yardstick import Comparison
from tests.games.labyrinth.plain import plain_euclid, plain_solve
from tests.games.long_way.plain import plain_score


def comparisons() -> Iterator[Comparison]:
    euclid, plain = decisions(Strategist("euclid").turn), decisions(plain_euclid)
    yield Comparison("Labyrinth: a whole euclid decision", euclid, "by plain breadth-first search", plain)
    exhaustive = solutions(7, 2, 2, plain_solve)
    yield Comparison("Labyrinth: the fewest turns, two on 7 by 7", solutions(7, 2, 20), "by exhaustive search", exhaustive)
    yield Comparison("The Long Way: scores of full sheets", scoring(score), "by trying every tied way", scoring(plain_score))


def main() -> None:
    for one in map(measure, comparisons()):
        print(f"{one.name}: {one.ratio:.1f} x {one.yardstick}  ({one.ours:,.0f} a second, {one.theirs:,.0f} a second)")


if __name__ == "__main__":
    main()
