"""The commands `byways check-game` and `byways check-player`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from byways import testing
from byways.cli.common import GameName, fail, out
from byways.console import print_line
from byways.errors import common_speaker
from byways.i18n import Message
from byways.loading import load_game
from byways.wire import check
from byways.wire.process import command_of


def check_game(
    game_name: GameName,
    positions: Annotated[int, typer.Option(min=1, help="number of positions to check")] = 2000,
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Test a game, built-in or your own, against the contract of games."""
    try:
        report = testing.check_game(load_game(game_name), positions=positions, seed=seed)
    except testing.NonConformance as error:
        fail(str(error), 1)
    print_line(out, str(report))


def check_player(
    program: Annotated[str, typer.Argument(metavar="'PROGRAM ARGS'", help="the command that starts your program")],
    game_name: Annotated[str, typer.Option("--game", metavar="GAME", help="a name from `byways games`")],
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Test a program with everything that can happen to it at a table."""
    failed = 0
    for report in check.check_player(command_of(program), load_game(game_name), seed):
        failed += report.verdict == "failed"
        print_line(out, f"{report.verdict}  {report.name}" + (f": {report.fault}" if report.fault else ""))
        out.print(Text("\n".join(f"        {line}" for line in report.lines), style="dim"), soft_wrap=True)
    if failed:
        fail(common_speaker().say(Message("check.failed", {"count": failed})), 1)
