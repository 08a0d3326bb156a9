"""The command `byways replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from byways.acts import acts_in, entries_until
from byways.cli.common import AsJson, Language, RecordGame, check_seat, open_record, out, say, say_json
from byways.cli.terminal import print_acts
from byways.console import print_line
from byways.drawing import png as to_png
from byways.files import write_bytes
from byways.i18n import Message, Value
from byways.phrases import repetition
from byways.printing.diagram import print_position, printable_names
from byways.referee import Referee


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a record of a game")],
    at: Annotated[int | None, typer.Option(help="show the position after this many entries (default: all)")] = None,
    act: Annotated[int | None, typer.Option(help="show the position after this many acts")] = None,
    acts: Annotated[bool, typer.Option("--acts", help="list the acts instead of showing a position")] = False,
    seat: Annotated[int | None, typer.Option(help="show it as this seat saw it (default: a spectator)")] = None,
    text: Annotated[bool, typer.Option("--text", help="print the board as text (default)")] = False,
    svg: Annotated[Path | None, typer.Option(help="write the board to this SVG file")] = None,
    png: Annotated[Path | None, typer.Option(help="write the board to this PNG file")] = None,
    pdf: Annotated[Path | None, typer.Option(help="write the board to this PDF file, with the scores if the game is over")] = None,
    game_name: RecordGame = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Show a position of a record, or list its acts."""
    record, game, steps, language = open_record(file, game_name)
    referee = Referee(game, record.until(0), lambda *_: None)
    check_seat(seat, len(referee.acts))
    if acts:
        print_acts(game, [one for _, one in acts_in(referee.position, steps, seat)], out, language)
        return
    if act is not None:
        at = entries_until(act, acts_in(referee.position, steps, seat))
    shown = len(record.until(at).entries)
    referee.apply(steps[:shown])
    view = referee.position.view(seat)
    if svg:
        write_picture(svg, game.draw(view, language=language).encode(), as_json)
    if png:
        write_picture(png, to_png(game.draw(view, language=language)), as_json)
    title: dict[str, Value] = {"title": game.title, "players": record.players, "shown": shown, "entries": len(record.entries)}
    heading = game.say(Message("replay.title", title), language)
    if pdf:
        names = printable_names(game, record.players, language)
        above = game.say(Message("replay.title", {**title, "players": names}), language)
        write_picture(pdf, print_position(game, view, names, above, language), as_json)
    if as_json:
        say_json(view)
    if text or not (svg or png or pdf or as_json):
        print_line(out, heading)
        print_line(out, game.text(view, language))
        print_line(out, " ".join([game.say(view.prompt, language), repetition(game, referee.repeated, language)]).rstrip(), "bold")


def write_picture(file: Path, data: bytes, is_quiet: bool) -> None:
    write_bytes(file, data)
    if file.is_file() and not is_quiet:  # not /dev/stdout, and not with JSON
        say("replay.written", file=str(file))
