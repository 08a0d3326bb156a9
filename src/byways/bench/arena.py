"""Measure the arena's overhead: its games against the same games without it, and two workers against one."""

from __future__ import annotations

from collections.abc import Iterator

from byways.arena.cluster import LOCAL, Cluster
from byways.arena.plan import Plan, draw_up
from byways.arena.pool import WorkerPool
from byways.game import stream
from byways.referee import play
from byways.yardstick import Comparison, Work

GAMES = 200
LONG_GAMES = 12  # about a second each


def comparisons(game: str, bot: str, other: str) -> Iterator[Comparison]:
    plan = draw_up(game, [bot, other])
    with WorkerPool(plan, 1) as one, WorkerPool(plan, 2) as two:
        yield Comparison(f"arena: {game} games of {bot} and {other}, one worker", played_by(one), "games without the arena", bare(plan))
        yield Comparison("arena: the same, two workers", played_by(two), "games with one worker", played_by(one))


def on_ray(plan: Plan, address: str = LOCAL) -> Iterator[Comparison]:
    """Compare Ray with worker processes on games of about a second."""
    with Cluster(plan, 2, None, address) as there, WorkerPool(plan, 2) as here:
        ours, theirs = played_by(there, LONG_GAMES), played_by(here, LONG_GAMES)
        yield Comparison("arena: long games on Ray, two workers", ours, "games with two workers", theirs)


def played_by(engine: WorkerPool | Cluster, games: int | None = None) -> Work:
    return lambda: sum(len(results) for results in engine.play(range(games or GAMES)))


def bare(plan: Plan) -> Work:
    """Play the same games in this process."""

    def work() -> int:
        for number in range(GAMES):
            fixture = plan.fixture(number)
            players = [plan.bot(name)(stream(fixture.seed, f"seat {seat}")) for seat, name in enumerate(fixture.seating)]
            play(plan.card, players, fixture.seed, plan.read_options, names=fixture.seating)
        return GAMES

    return work
