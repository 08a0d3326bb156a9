"""The command `byways study`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from byways.arena.pool import RulesBroke
from byways.bots.roster import make_ready, needs_compiled
from byways.cli.arena import interruptible
from byways.cli.common import AsJson, GameName, fail, note, output_language, pairs, say, say_json
from byways.files import check_writable, read_text, write_bytes
from byways.study.design import BOTS, GAMES, Variant, make_design
from byways.study.page import page
from byways.study.running import carry_out


def study(
    game_name: GameName,
    bots: Annotated[str, typer.Option(help="strengths from weakest to strongest, as NAME or NAME:WORLDS, separated by commas")] = ",".join(
        BOTS
    ),
    games: Annotated[int, typer.Option(min=4, help="games between the strongest bots; other parts grow with it")] = GAMES,
    seats: Annotated[int | None, typer.Option(min=2, help="seats per game (default: 2, or the minimum of the game)")] = None,
    seed: Annotated[int, typer.Option(help="the same seed gives the same games")] = 0,
    option: Annotated[list[str] | None, typer.Option(help="an option of the game, as name=value")] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE|FILE", help="a variant beside it: another option, or your own components"),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="worker processes; with --ray on each node (default: one per core)")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="play on this Ray cluster; `local` starts Ray on this machine")] = None,
    out_file: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="the page (default: study-GAME.html)")] = None,
    as_json: AsJson = False,
) -> None:
    """Study a game by games between bots: length, fairness, tension, luck and skill.

    A stopped study resumes where it left off.
    """
    design = make_design(game_name, bots.split(","), seats, games, seed, variants(option or [], against or []))
    target = out_file or Path(f"study-{design.card.name}.html")
    list(design.parts())  # raises `Refused` for games that cannot be played, before anything is written
    for file in (target, target.with_suffix(".json")):
        check_writable(file)
    folder = target.with_suffix(".study")
    make_ready([design.card] if any(needs_compiled(design.card, one.bot) for one in design.strengths) else [], note, output_language())
    try:
        with interruptible(folder), progress_bar() as bar:
            tasks = {part.name: bar.add_task(part.name, total=None) for part in design.parts()}
            tasks["decisions"] = bar.add_task("decisions", total=None)
            found = carry_out(design, folder, workers, ray, lambda name, done, total: bar.update(tasks[name], completed=done, total=total))
    except RulesBroke as error:
        fail(str(error), 1)
    write_bytes(target.with_suffix(".json"), msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    write_bytes(target, page(found).encode())
    if as_json:
        say_json(found)
    else:
        say("study.written", file=str(target), data=str(target.with_suffix(".json")), folder=str(folder))


def variants(option: list[str], against: list[str]) -> list[Variant]:
    """Return the game with the given options, followed by the variants to compare it with."""
    usual = pairs(option)
    found = [Variant(", ".join(option) or "as it is", dict(usual))]
    for text in against:
        if text.endswith(".toml"):
            found.append(Variant(text, dict(usual), read_text(Path(text))))
        else:
            found.append(Variant(text, {**usual, **pairs([text])}))
    return found


def progress_bar() -> Progress:
    columns = (TextColumn("{task.description:>10}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True, highlight=False))
