"""The command `byways arena`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from byways.arena import tournament
from byways.arena.archive import Archive, BotFailure, read_archive
from byways.arena.plan import Plan, draw_up
from byways.arena.pool import RulesBroke
from byways.arena.ratings import check_installed
from byways.arena.sequential import SequentialTest, read_test
from byways.arena.summary import counted, games_bar, show
from byways.bots.roster import make_ready, needs_compiled
from byways.cli.common import Worlds, fail, note, out, output_language, pairs, say
from byways.console import print_line
from byways.errors import common_speaker
from byways.files import read_text
from byways.game import Refused
from byways.i18n import Message


def arena(
    game_name: Annotated[str | None, typer.Argument(metavar="GAME", help="a name from `byways games`, or module:attribute")] = None,
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="BOT...", help="bots of the game, module:attribute, or 'exec:PROGRAM ARGS'")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="games per match, rounded up: every deal is played from each seat")] = 100,
    seed: Annotated[int, typer.Option(help="the same seed gives the same deals")] = 0,
    seats: Annotated[int | None, typer.Option(min=1, help="seats per game (default: 2, or the minimum of the game)")] = None,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="the first bot against all others (default: all against all)")] = False,
    option: Annotated[list[str] | None, typer.Option(help="an option of the game, as name=value")] = None,
    components: Annotated[Path | None, typer.Option(help="your own components instead of the built-in ones")] = None,
    limit: Annotated[float, typer.Option(min=0.01, help="seconds per answer; a bot that takes longer loses the game")] = 10.0,
    think: Annotated[float | None, typer.Option(min=0.01, help="processor seconds per answer (default: the bot's own choice)")] = None,
    worlds: Worlds = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="ELO0 ELO1", help="sequential test: stop as soon as it accepts one of the two Elo differences"),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="worker processes; with --ray on each node (default: one per core)")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="play on this Ray cluster; `local` starts Ray on this machine")] = None,
    out_dir: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="store results in this directory, and resume from it")
    ] = None,
    records: Annotated[bool, typer.Option("--records", help="also store the record of every game")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON line per game instead of tables")] = False,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="write DIR/report.html for the tournament stored in DIR")] = None,
) -> None:
    """Play a tournament between bots on all cores, or report on one with --report."""
    if report:
        write_report(report)
        return
    if not game_name or not bots:
        raise Refused(Message("refuse.what-arena"))
    plan = draw_up(
        game_name,
        bots,
        seed=seed,
        seats=seats,
        options=pairs(option or []),
        components=read_text(components) if components else None,
        gauntlet=gauntlet,
        limit=limit,
        think=think,
        worlds=worlds,
    )
    make_ready([plan.card] if any(needs_compiled(plan.card, bot) for bot in bots) else [], note, output_language())
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
    """Play the tournament, then show the results."""
    check_installed()
    test = SequentialTest(plan, *sprt) if sprt else None
    with interruptible(directory), games_bar(Console(stderr=True, highlight=False)) as bar:
        task = bar.add_task(plan.card.title, nodes="")

        def show_failure(bot: str, failure: BotFailure) -> None:
            report = f"\n{indent(failure.report, '  ')}" if failure.report else ""
            bar.console.print(Text(f"{bot} failed: {failure.why}.{report}"), soft_wrap=True)

        archive = tournament.hold(
            plan,
            games,
            workers=workers,
            ray=ray,
            out=directory,
            records=records,
            test=test,
            progress=lambda done, total, nodes: bar.update(task, completed=done, total=total, nodes=counted(nodes)),
            on_failure=show_failure,
        )
    if as_json:
        sys.stdout.writelines(msgspec.json.encode(result).decode() + "\n" for result in archive.results)
        return
    show_results(archive, test)


def show_results(archive: Archive, test: SequentialTest | None) -> Archive:
    """Print the tables and the verdict of the test, and return the games that count."""
    archive = test.counted(archive) if test else archive
    show(archive, out)
    if test:
        print_line(out, str(test))
    return archive


@contextmanager
def interruptible(directory: Path | None) -> Iterator[None]:
    """On Ctrl-C, say whether the tournament can be resumed."""
    try:
        yield
    except KeyboardInterrupt:
        print_line(Console(stderr=True), common_speaker().say(Message("arena.stopped" if directory else "command.stopped")))
        raise


def write_report(directory: Path) -> None:
    """Print the tables of a stored tournament, and write its HTML report."""
    check_installed()
    from byways.arena import report  # needs matplotlib

    stored = read_archive(directory)
    test = read_test(directory, stored.plan)
    archive = show_results(stored, test)
    say("arena.report", file=str(report.write_report(archive, directory, str(test) if test else "")))
