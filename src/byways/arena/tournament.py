"""A tournament from its first game to its last, or from where it was stopped."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from byways.arena.archive import RECORDS, Archive, open_archive
from byways.arena.cluster import Cluster
from byways.arena.plan import DEALS, Plan
from byways.arena.pool import WorkerPool, cores
from byways.arena.sequential import SequentialTest
from byways.game import Refused
from byways.i18n import Message

Engine: TypeAlias = WorkerPool | Cluster
Progress: TypeAlias = Callable[[int, int, int], None]


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
) -> Archive:
    """Play the games not yet played of so many per match. With a directory, a killed run loses nothing and repeats nothing.

    They are played in worker processes here, or with `ray` on the nodes of a cluster. `progress` is told how many games are done, of how
    many, and on how many nodes; a test stops the tournament when it reaches a decision.
    """
    if records and out is None:
        raise Refused(Message("refuse.no-out"))
    if games > DEALS:
        raise Refused(Message("refuse.deals", {"deals": DEALS}))
    archive = Archive(plan) if out is None else open_archive(out, plan)
    try:
        folder = records_folder(out) if records and out else None
        run(archive, plan.total(games), partial(engine, workers, ray, folder), test, progress)
    finally:
        archive.close()
    return archive


def records_folder(out: Path) -> Path:
    folder = out / RECORDS
    folder.mkdir(exist_ok=True)
    return folder


def engine(workers: int | None, ray: str | None, records: Path | None, plan: Plan, games: int) -> Engine:
    """What plays so many games of a plan."""
    return Cluster(plan, workers, records, ray) if ray else WorkerPool(plan, min(workers or cores(), games), records)


def run(archive: Archive, total: int, start: Callable[[Plan, int], Engine], test: SequentialTest | None, progress: Progress) -> None:
    missing = [number for number in range(total) if number not in archive.by_number]
    left = len(missing)
    progress(total - left, total, 0)
    if not missing or (test and test.look(archive.by_number).accepted):
        return
    with start(archive.plan, left) as playing:
        for results in playing.play(missing):
            archive.add(results)
            left -= len(results)
            progress(total - left, total, playing.nodes)
            if test and test.look(archive.by_number).accepted:
                return
