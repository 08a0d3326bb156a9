"""Run a tournament from its first game, or from where it stopped."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from byways.arena.archive import RECORDS, Archive, BotFailure, Result, open_archive
from byways.arena.cluster import Cluster
from byways.arena.plan import DEALS, Plan, draw_up
from byways.arena.pool import WorkerPool
from byways.arena.sequential import SequentialTest, store_test
from byways.bots.roster import make_ready, needs_compiled
from byways.bots.worker import cores
from byways.files import refusing
from byways.game import JsonObject, Refused
from byways.i18n import Message

Engine: TypeAlias = WorkerPool | Cluster
Progress: TypeAlias = Callable[[int, int, int], None]
OnFailure: TypeAlias = Callable[[str, BotFailure], None]

log = logging.getLogger(__name__)


def hold(
    plan: Plan,
    games: int,
    *,
    workers: int | None = None,
    ray: str | None = None,
    out: Path | None = None,
    records: bool = False,
    test: SequentialTest | None = None,
    progress: Progress = lambda done, total, nodes: None,
    on_failure: OnFailure = lambda bot, failure: None,
) -> Archive:
    """Play a tournament's missing games, for this many games per match.

    Worker processes play them or, with `ray`, the nodes of a cluster. With a directory, a killed run loses and repeats nothing. `progress`
    is called with the games done, their total, and the number of nodes; `on_failure` is called when a bot first fails in some way. A test
    stops the tournament once it is decided.
    """
    if records and out is None:
        raise Refused(Message("refuse.no-out"))
    if games > DEALS:
        raise Refused(Message("refuse.deals", {"deals": DEALS}))
    archive = Archive(plan) if out is None else open_archive(out, plan)
    try:
        if out:
            store_test(out, test)
        folder = out / RECORDS if records and out else None
        if folder:
            with refusing(folder):
                folder.mkdir(exist_ok=True)
        run(archive, plan.total(games), partial(engine, workers, ray, folder), test, progress, on_failure)
    finally:
        archive.close()
    return archive


def play_games(
    game_name: str,
    bots: Sequence[str],
    games: int = 100,
    *,
    seed: int = 0,
    options: JsonObject | None = None,
    workers: int | None = None,
    think: float | None = None,
    worlds: int | None = None,
) -> list[JsonObject]:
    """Play games on all cores with one bot per seat, and return one row per seat and game, for pandas, polars or numpy.

    Bots are named as for `byways arena`. Every deal is played from each seat, so the number of games is rounded up to a multiple of the
    seats. A bot's first failure of each kind is logged. The workers import the calling script, which therefore needs `if __name__ ==
    "__main__":`.

    >>> rows = play_games("labyrinth", ["euclid", "random"], games=2, seed=7, workers=1)
    >>> rows[0]
    {'game': 0, 'seed': 7000000, 'seat': 0, 'bot': 'euclid', 'place': 1, 'score': None, 'entries': 15, 'failure': ''}
    >>> [row["bot"] for row in rows]
    ['euclid', 'random', 'random', 'euclid']
    """
    plan = draw_up(game_name, bots, seed=seed, seats=len(bots), options=options, think=think, worlds=worlds)
    make_ready([plan.card] if any(needs_compiled(plan.card, bot) for bot in bots) else [], log.info)
    archive = hold(plan, games, workers=workers, on_failure=log_failure)
    return [row for result in archive.results for row in rows(result)]


def log_failure(bot: str, failure: BotFailure) -> None:
    log.error("%s failed: %s", bot, f"{failure.why}.\n{failure.report}".rstrip())


def rows(result: Result) -> Iterator[JsonObject]:
    failures = {failure.seat: failure.why for failure in result.failures}
    for seat, (bot, place) in enumerate(zip(result.seating, result.places, strict=True)):
        yield {
            "game": result.number,
            "seed": result.seed,
            "seat": seat,
            "bot": bot,
            "place": place,
            "score": result.scores[seat] if result.scores else None,
            "entries": result.entries,
            "failure": failures.get(seat, ""),
        }


def engine(workers: int | None, ray: str | None, records: Path | None, plan: Plan, games: int) -> Engine:
    return Cluster(plan, workers, records, ray) if ray else WorkerPool(plan, min(workers or cores(), games), records)


def run(
    archive: Archive,
    total: int,
    start: Callable[[Plan, int], Engine],
    test: SequentialTest | None,
    progress: Progress,
    on_failure: OnFailure,
) -> None:
    missing = [number for number in range(total) if number not in archive.by_number]
    left, failed = len(missing), set[tuple[str, str]]()
    progress(total - left, total, 0)
    if not missing or (test and test.look(archive.by_number).accepted):
        return
    with start(archive.plan, left) as playing:
        for results in playing.play(missing):
            archive.add(results)
            for bot, failure in ((result.seating[failure.seat], failure) for result in results for failure in result.failures):
                if (bot, failure.why) not in failed:
                    failed.add((bot, failure.why))
                    on_failure(bot, failure)
            left -= len(results)
            progress(total - left, total, playing.nodes)
            if test and test.look(archive.by_number).accepted:
                return
