"""The Long Way's benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import inf
from random import Random

from byways.game import stream
from byways.games.long_way import GAME
from byways.games.long_way.bots.playouts import Playouts
from byways.games.long_way.bots.search import ALL_FORKS, KERNEL, WEIGHTS, rolls, store_of, tiles_of, weights_array
from byways.games.long_way.rules import deal, start
from byways.games.long_way.rules.shoppers import score
from byways.games.long_way.state import Sheet
from byways.yardstick import Comparison, Work, chess_play

DOORS = Sheet(entrance=4 * 2, exit=4 * 5)  # in the north wall, three spaces apart
COMPILED, PLAIN = 50, 5  # stores built in a round


@cache
def full_sheets(games: int = 40) -> tuple[Sheet, ...]:
    """Return the final sheets of random games in which players draw for as long as they can."""
    return tuple(sheet for seed in range(games) for sheet in played(stream(seed, "sheets")))


def played(rng: Random) -> tuple[Sheet, ...]:
    position = start(GAME.components, deal(GAME.components, GAME.options(), 2, rng))
    while position.outcome is None:
        if due := position.chance:
            position = position.happen(due.draw(rng))
            continue
        choices = position.choices(position.awaited[0])
        drawing = [choice for choice in choices if str(choice) != "stop"]
        position = position.choose(position.awaited[0], rng.choice(drawing or choices))
    return position.sheets


def scoring(count: Callable[[Sheet], int]) -> Work:
    def work() -> int:
        for sheet in full_sheets():
            count(sheet)
        return len(full_sheets())

    return work


def compiled_playouts() -> Work:
    """Play out empty stores with the compiled kernel."""
    kernel, chart = KERNEL.ready(inf), GAME.components.chart
    assert kernel is not None
    store, tiles, rng = store_of(DOORS, kernel), tiles_of(tuple(shape.layouts for shape in chart.shapes)), Random(1)

    def work() -> int:
        for _ in range(COMPILED):
            kernel.play_out(store, rolls(rng), 1, 0, tiles, ALL_FORKS, weights_array(WEIGHTS))
        return COMPILED

    return work


def plain_playouts() -> Work:
    """Play out empty stores with the planner's plain Python."""
    chart, rng = GAME.components.chart, Random(1)
    playouts = Playouts(tuple(shape.layouts for shape in chart.shapes), DOORS, rng)

    def work() -> int:
        for _ in range(PLAIN):
            playouts.play_out(DOORS, [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(30)])
        return PLAIN

    return work


def comparisons() -> Iterator[Comparison]:
    yield Comparison("scores of full sheets", scoring(score), "python-chess moves", chess_play())
    yield Comparison("stores built to the end, compiled", compiled_playouts(), "in a simpler version in plain Python", plain_playouts())
