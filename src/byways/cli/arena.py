"""The command `byways arena`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from byways.arena import tournament
from byways.arena.archive import read_archive
from byways.arena.plan import Plan, draw_up
from byways.arena.pool import RulesBroke
from byways.arena.ratings import check_installed
from byways.arena.sequential import SequentialTest
from byways.arena.summary import counted, games_bar, show
from byways.bots.roster import make_ready, needs_compiled
from byways.cli.common import Worlds, fail, note, out, pairs, tongue
from byways.cli.files import read_text
from byways.console import print_line
from byways.errors import house
from byways.game import Refused
from byways.i18n import Message


def arena(
    game_name: Annotated[str | None, typer.Argument(metavar="GAME", help="one of `byways games`, or module:attribute")] = None,
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="BOT...", help="bots of the game, module:attribute, or 'exec:PROGRAM ARGS'")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="games per match, rounded up: every deal is played from each seat")] = 100,
    seed: Annotated[int, typer.Option(help="the same seed gives the same deals")] = 0,
    seats: Annotated[int | None, typer.Option(min=1, help="seats per game (default: 2, or the fewest the game allows if more)")] = None,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="the first bot against all others (default: all against all)")] = False,
    option: Annotated[list[str] | None, typer.Option(help="an option of the game, as name=value")] = None,
    components: Annotated[Path | None, typer.Option(help="your own components instead of the built-in ones")] = None,
    limit: Annotated[float, typer.Option(min=0.01, help="seconds a bot may think; beyond that it loses the game")] = 10.0,
    think: Annotated[float | None, typer.Option(min=0.01, help="processor seconds per answer (default: the bot's own choice)")] = None,
    worlds: Worlds = None,
    sprt: Annotated[tuple[float, float] | None, typer.Option(metavar="ELO0 ELO1", help="stop when the test accepts one of them")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="worker processes, of each node with --ray (default: one per core)")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="play on a Ray cluster, or `local`: Ray on this machine")] = None,
    out_dir: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="keep the results here, and resume from them")] = None,
    records: Annotated[bool, typer.Option("--records", help="also keep the record of every game")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the games as JSON lines instead of tables")] = False,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="draw the tournament kept in DIR to DIR/report.html")] = None,
) -> None:
    """Play a tournament between bots on all cores, or draw one with --report."""
    if report:
        draw(report)
        return
    if not game_name or not bots:
        raise Refused(Message("refuse.what-arena"))
    own = read_text(components) if components else None
    chosen = pairs(option or [])
    plan = draw_up(
        game_name,
        bots,
        seed=seed,
        seats=seats,
        options=chosen,
        components=own,
        gauntlet=gauntlet,
        limit=limit,
        think=think,
        worlds=worlds,
    )
    make_ready([plan.card] if any(needs_compiled(plan.card, bot) for bot in bots) else [], note, tongue())
    try:
        hold(plan, games, sprt, workers=workers, ray=ray, directory=out_dir, records=records, as_json=as_json)
    except RulesBroke as error:
        fail(str(error), 1)


def hold(
    plan: Plan,
    games: int,
    sprt: tuple[float, float] | None,
    *,
    workers: int | None,
    ray: str | None,
    directory: Path | None,
    records: bool,
    as_json: bool,
) -> None:
    """Play, then show the results."""
    check_installed()
    test = SequentialTest(plan, *sprt) if sprt else None
    with stopped_by_hand(directory), games_bar(Console(stderr=True)) as bar:
        task = bar.add_task(plan.card.title, nodes="")
        archive = tournament.hold(
            plan,
            games,
            workers=workers,
            ray=ray,
            out=directory,
            records=records,
            test=test,
            progress=lambda done, total, nodes: bar.update(task, completed=done, total=total, nodes=counted(nodes)),
        )
    if as_json:
        sys.stdout.writelines(msgspec.json.encode(result).decode() + "\n" for result in archive.results)
        return
    show(archive, out)
    if test:
        print_line(out, str(test))


@contextmanager
def stopped_by_hand(directory: Path | None) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        print_line(Console(stderr=True), house().say(Message("arena.stopped" if directory else "command.stopped")))
        raise


def draw(directory: Path) -> None:
    """The page of a tournament, and its tables here."""
    check_installed()
    from byways.arena.report import write_report  # which needs matplotlib

    archive = read_archive(directory)
    show(archive, out)
    path = write_report(archive, directory)
    print_line(out, house().say(Message("arena.report", {"file": str(path)})), paths=[str(path)])
