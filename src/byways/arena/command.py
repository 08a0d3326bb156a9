"""What the command `byways arena` does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rich.console import Console

from byways.arena import tournament
from byways.arena.archive import read_archive
from byways.arena.plan import Plan, draw_up
from byways.arena.pool import RulesBroke
from byways.arena.ratings import check_installed
from byways.arena.sequential import SequentialTest
from byways.arena.summary import counted, games_bar, show
from byways.complaint import house
from byways.console import print_line
from byways.speech import Message

__all__ = ["RulesBroke", "draw", "draw_up", "hold"]


def hold(
    plan: Plan,
    games: int,
    sprt: tuple[float, float] | None,
    *,
    workers: int | None,
    ray: str | None,
    out: Path | None,
    records: bool,
    as_json: bool,
    console: Console,
) -> None:
    """Play, then show the results."""
    check_installed()
    test = SequentialTest(plan, *sprt) if sprt else None
    with stopped_by_hand(out), games_bar(Console(stderr=True)) as bar:
        task = bar.add_task(plan.card.title, nodes="")
        archive = tournament.hold(
            plan,
            games,
            workers=workers,
            ray=ray,
            out=out,
            records=records,
            test=test,
            progress=lambda done, total, nodes: bar.update(task, completed=done, total=total, nodes=counted(nodes)),
        )
    if as_json:
        sys.stdout.writelines(msgspec.json.encode(result).decode() + "\n" for result in archive.results)
        return
    show(archive, console)
    if test:
        print_line(console, str(test))


@contextmanager
def stopped_by_hand(out: Path | None) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        print_line(Console(stderr=True), house().say(Message("arena.stopped" if out else "command.stopped")))
        raise


def draw(directory: Path, console: Console) -> None:
    """The page of a tournament, and its tables here."""
    check_installed()
    from byways.arena.report import write_report

    archive = read_archive(directory)
    show(archive, console)
    path = write_report(archive, directory)
    print_line(console, house().say(Message("arena.report", {"file": str(path)})), paths=[str(path)])
