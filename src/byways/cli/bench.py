"""The command `byways bench`."""

from __future__ import annotations

from typing import Annotated

import typer

from byways.bench.measures import arena_measures, measures, table_measures
from byways.cli.common import AsJson, out, say_json
from byways.console import print_line
from byways.game import all_games, find_game


def bench(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="only this game, or `arena`, or `table`")] = None,
    db: Annotated[str | None, typer.Option(metavar="URL", help="for `table`: also on this empty PostgreSQL, in turn with a file")] = None,
    processes: Annotated[int, typer.Option(min=1, help="for `table`: so many server processes on that")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure speed, as ratios to yardsticks taken in the same run."""
    if game_name == "table":
        for measured in table_measures(processes, db):
            say_json(measured) if as_json else print_line(out, str(measured))
        return
    found = arena_measures() if game_name == "arena" else measures([find_game(game_name)] if game_name else all_games())
    if as_json:
        say_json(list(found))
        return
    for measure in found:
        rates = f"({each(measure.ours)}, {each(measure.theirs)})"
        print_line(out, f"{measure.name}: {measure.ratio:.2f} x {measure.yardstick}  {rates}")


def each(rate: float) -> str:
    """A rate for people: how many a second, or how long one takes."""
    return f"{rate:,.0f} a second" if rate > 100 else f"{1000 / rate:,.0f} ms each"
