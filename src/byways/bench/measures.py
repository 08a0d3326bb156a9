"""Measure speed as ratios: our work and a yardstick alternate in one run, and their medians are compared."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from byways.adapters import usual_seats
from byways.bots import RandomPlayer
from byways.game import Game, Refused, all_games, stream
from byways.i18n import Message
from byways.room import find_room
from byways.yardstick import Comparison, Work, chess_play

if TYPE_CHECKING:
    from byways.bench.page_sizes import Sizes
    from byways.bench.table_load import LoadResult

ROUNDS = 5
GAMES = 20
SEATS = 4
MOST_CHOICES = 600


class Measure(msgspec.Struct, frozen=True):
    """A comparison: our rate and the yardstick's per second, and their ratio."""

    name: str
    ours: float
    yardstick: str
    theirs: float
    ratio: float


def measure(comparison: Comparison) -> Measure:
    name, ours, yardstick, theirs = comparison
    ours(), theirs()  # the first run fills caches on both sides
    rates = [(rate(ours), rate(theirs)) for _ in range(ROUNDS)]
    mine, other = median(r[0] for r in rates), median(r[1] for r in rates)
    return Measure(name, mine, yardstick, other, mine / other)


def rate(work: Work) -> float:
    begun = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - begun)


def measures(games: list[Game]) -> Iterator[Measure]:
    """Yield every measure of start-up and games."""
    yield start_up()
    for game in games:
        yield measure(Comparison(f"{game.name}: random play, choices", random_play(game), "python-chess moves", chess_play()))
        if bench := find_room(game.room).bench:
            for name, ours, yardstick, theirs in bench.comparisons():
                yield measure(Comparison(f"{game.name}: {name}", ours, yardstick, theirs))


def arena_measures() -> Iterator[Measure]:
    """Yield the overhead of tournaments."""
    from byways.arena.plan import draw_up
    from byways.bench.arena import comparisons, on_ray

    yield from map(measure, comparisons("labyrinth", "euclid", "riemann"))
    if find_spec("ray"):
        yield from map(measure, on_ray(draw_up("traxx", ["hard", "medium"], think=0.1)))


def adapter_measures(games: list[Game]) -> Iterator[Measure]:
    """Yield the speed of the PettingZoo environments."""
    from byways.bench.adapters import comparisons

    yield from map(measure, comparisons(games, {game.name: random_play(game, usual_seats(game)) for game in games}))


def table_measures(processes: int = 1, database: str | None = None) -> Iterator[Sizes | LoadResult]:
    """Yield page sizes, then the table under load: one process on a file and, given a database, several on that database."""
    from byways.table.server.serve import check_database

    if not hasattr(os, "fork"):  # Windows lacks the module `resource`
        raise Refused(Message("refuse.bench-here"))
    check_database(database, processes)
    from byways.bench.page_sizes import sizes
    from byways.bench.table_load import Servers, loads

    yield from map(sizes, all_games())
    yield from loads("labyrinth", 3, Servers(), *([Servers(processes, database)] if database else []))  # a turn has three choices


def random_play(game: Game, seats: int | None = None) -> Work:
    """Play random games through the public contract: views, choices, chance."""
    seats = seats or max(game.seats[0], min(game.seats[1], SEATS))
    starts = [game.start(game.deal(seats, stream(seed, "set-up"))) for seed in range(GAMES)]

    def work() -> int:
        player, chance, made = RandomPlayer(Random(1)), Random(2), 0
        for position in starts:
            for _ in range(MOST_CHOICES):
                while due := position.chance:
                    position = position.happen(due.draw(chance))
                if position.outcome:
                    break
                seat = position.awaited[0]
                position = position.choose(seat, player.choose(position.view(seat), 0.0))
                made += 1
        return made

    return work


def start_up() -> Measure:
    """Compare printing the list of games with a Python process that does nothing."""
    ours = [sys.executable, "-m", "byways", "games"]
    nothing = [sys.executable, "-c", "pass"]
    return measure(Comparison("start-up: printing the list of games", runs(ours), "python doing nothing", runs(nothing)))


def runs(command: list[str]) -> Work:
    def work() -> int:
        subprocess.run(command, check=True, capture_output=True)
        return 1

    return work
