"""The command `byways bench`."""

from __future__ import annotations

from typing import Annotated

import typer

from byways.bench.measures import adapter_measures, arena_measures, measures, table_measures
from byways.cli.common import AsJson, out, say_json
from byways.console import print_line
from byways.game import all_games
from byways.loading import load_game


def bench(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="only this game, or `adapters`, `arena` or `table`")] = None,
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="for `table`: alternate between a SQLite file and this empty PostgreSQL")
    ] = None,
    processes: Annotated[int, typer.Option(min=1, help="for `table`: number of server processes on PostgreSQL")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure speed, as ratios to yardsticks in the same run."""
    if game_name == "table":
        for measured in table_measures(processes, db):
            say_json(measured) if as_json else print_line(out, str(measured))
        return
    if game_name == "adapters":
        found = adapter_measures(all_games())
    else:
        found = arena_measures() if game_name == "arena" else measures([load_game(game_name)] if game_name else all_games())
    if as_json:
        say_json(list(found))
        return
    for measure in found:
        rates = f"({format_rate(measure.ours)}, {format_rate(measure.theirs)})"
        print_line(out, f"{measure.name}: {measure.ratio:.2f} x {measure.yardstick}  {rates}")


def format_rate(rate: float) -> str:
    """Format a rate: how many per second, or how long one takes."""
    return f"{rate:,.0f} a second" if rate > 100 else f"{1000 / rate:,.0f} ms each"
