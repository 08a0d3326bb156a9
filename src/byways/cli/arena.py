"""The command `byways arena`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from byways.arena import command
from byways.cli.files import read_text
from byways.cli.main import Worlds, fail, note, out, pairs, tongue
from byways.game import Refused
from byways.roster import make_ready, needs_compiled
from byways.speech import Message

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
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
        command.draw(report, out)
        return
    if not game_name or not bots:
        raise Refused(Message("refuse.what-arena"))
    own = read_text(components) if components else None
    chosen = pairs(option or [])
    plan = command.draw_up(
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
        command.hold(plan, games, sprt, workers=workers, ray=ray, out=out_dir, records=records, as_json=as_json, console=out)
    except command.RulesBroke as error:
        fail(str(error), 1)
