"""The command `byways print`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from byways.cli.common import GameName, Language, output_language, pairs, say
from byways.files import check_writable, read_text, write_bytes
from byways.loading import load_game
from byways.printing.book import check_order, print_game
from byways.printing.grid import PaperName
from byways.printing.ink import Ink
from byways.printing.typesetting import check_installed


def print_sheets(
    game_name: GameName,
    paper: Annotated[PaperName, typer.Option(help="the size of the paper")] = "a4",
    ink: Annotated[Ink, typer.Option(help="outline saves ink")] = "colour",
    players: Annotated[int | None, typer.Option(help="how many will play (default: as many as can)")] = None,
    option: Annotated[list[str] | None, typer.Option(help="an option of the game, as name=value")] = None,
    components: Annotated[Path | None, typer.Option(help="your own components instead of the built-in ones")] = None,
    file: Annotated[Path | None, typer.Option("--out", help="the PDF to write (default: GAME.pdf)")] = None,
    language: Language = None,
) -> None:
    """Write the sheets of a game to a PDF, to play it on paper."""
    check_installed()
    game = load_game(game_name)
    if components:
        game = game.using(read_text(components), components.name)
    order = check_order(game, players, output_language(game), pairs(option or []))
    file = file or Path(f"{game.name}.pdf")
    check_writable(file)
    write_bytes(file, print_game(game, order, paper, ink))
    if file.is_file():  # not /dev/stdout
        say("print.written", file=str(file))
