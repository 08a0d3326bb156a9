"""A tournament from its first game to its last, or from where it was stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from byways.arena.archive import RECORDS, Archive, open_archive
from byways.arena.plan import DEALS, Plan
from byways.arena.pool import WorkerPool, cores
from byways.arena.sequential import SequentialTest
from byways.game import Refused
from byways.speech import Message


def hold(
    plan: Plan,
    games: int,
    *,
    workers: int | None = None,
    out: Path | None = None,
    records: bool = False,
    test: SequentialTest | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Archive:
    """Play the games not yet played of so many per match. With a directory, a killed run loses nothing and repeats nothing.

    `progress` is told how many games are done of how many; a test stops the tournament when it reaches a decision.
    """
    if records and out is None:
        raise Refused(Message("refuse.no-out"))
    if games > DEALS:
        raise Refused(Message("refuse.deals", {"deals": DEALS}))
    archive = Archive(plan) if out is None else open_archive(out, plan)
    try:
        folder = records_folder(out) if records and out else None
        run(archive, plan.total(games), workers or cores(), folder, test, progress)
    finally:
        archive.close()
    return archive


def records_folder(out: Path) -> Path:
    folder = out / RECORDS
    folder.mkdir(exist_ok=True)
    return folder


def run(
    archive: Archive, total: int, workers: int, records: Path | None, test: SequentialTest | None, progress: Callable[[int, int], None]
) -> None:
    missing = [number for number in range(total) if number not in archive.by_number]
    left = len(missing)
    progress(total - left, total)
    if not missing or (test and test.look(archive.by_number).accepted):
        return
    with WorkerPool(archive.plan, min(workers, left), records) as pool:
        for results in pool.play(missing):
            archive.add(results)
            left -= len(results)
            progress(total - left, total)
            if test and test.look(archive.by_number).accepted:
                return
