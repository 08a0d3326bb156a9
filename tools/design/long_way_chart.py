"""Check a chart of tiles of The Long Way and play it: does the solo scale of the rule text fit?

    python tools/design/long_way_chart.py [CHART.toml] [--games 100] [--seed 0] [--player greedy]

Print the composition of the chart and the solo scores of bots: means with 95 % intervals, and how often each grade is reached.
A game of `planner` takes about eight seconds, one of `greedy` about two, one of `random` almost none.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, stdev

from byways.game import Complaint, Game, stream
from byways.games.long_way import GAME
from byways.games.long_way.components import SIDES, Chart, outer_walls, read_layout
from byways.referee import play

GRADES = (6, 9, 12)


def portrait(chart: Chart) -> Iterator[str]:
    """Yield the composition of a chart."""
    tiles = [read_layout(text) for shape in chart.shapes for text in shape.layouts]
    walls = [sum(map(len, tile.values())) for tile in tiles]
    sides = Counter(side for tile in tiles for sides in tile.values() for side in sides)
    yield f"spaces a tile: {fmean(map(len, tiles)):.2f} (3.75 or less lets 12 points be reached)"
    yield f"walls a tile: {fmean(walls):.2f}, from {min(walls)} to {max(walls)}; by side {', '.join(f'{s} {sides[s]}' for s in SIDES)}"
    dots, outer = sum(not all(tile.values()) for tile in tiles), sum(outer_walls(tile) > 0 for tile in tiles)
    yield f"tiles with a dot: {dots}, with a wall on an outer side: {outer}"


def scores(game: Game, player: str, games: int, seed: int) -> list[float]:
    """Return the scores of solo games."""
    found = []
    for number in range(seed, seed + games):
        outcome = play(game, [game.bots[player](stream(number, "seat 0"))], number).outcome
        assert outcome is not None
        assert outcome.scores is not None
        found.append(outcome.scores[0])
    return found


def summary(points: Sequence[float]) -> str:
    mean, error = fmean(points), stdev(points) / len(points) ** 0.5
    reached = ", ".join(f"{share(points, least):.0%} at least {least}" for least in GRADES)
    return f"{len(points)} games: mean {mean:.2f} ± {1.96 * error:.2f}, from {min(points):.0f} to {max(points):.0f}; {reached}"


def share(points: Sequence[float], least: float) -> float:
    return fmean(point >= least for point in points)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("chart", nargs="?", type=Path, help="components of your own")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the others count on from it")
    parser.add_argument("--player", default="greedy")
    given = parser.parse_args(arguments)
    game = GAME
    try:
        game = game.using(given.chart.read_text("utf-8")) if given.chart else game
    except Complaint as complaint:
        print(complaint)
        return 2
    for line in portrait(game.components.chart):
        print(line)
    if given.games > 1:
        points = scores(game, given.player, given.games, given.seed)
        print(f"{given.player}, seeds {given.seed} to {given.seed + given.games - 1}: {summary(points)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
