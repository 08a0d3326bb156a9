"""The command `byways replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from byways.acts import acts_in, entries_until
from byways.cli.common import AsJson, Language, opened_record, out, say_json
from byways.cli.files import write_bytes
from byways.cli.terminal import tell_acts
from byways.console import print_line
from byways.drawing import png as to_png
from byways.game import Refused
from byways.i18n import Message, Value
from byways.phrases import repetition
from byways.referee import Referee


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a record")],
    at: Annotated[int | None, typer.Option(help="after this many entries (default: all)")] = None,
    act: Annotated[int | None, typer.Option(help="after this many acts")] = None,
    acts: Annotated[bool, typer.Option("--acts", help="list the acts instead")] = False,
    seat: Annotated[int | None, typer.Option(help="as this seat saw it (default: a spectator)")] = None,
    text: Annotated[bool, typer.Option("--text", help="the board as text (default)")] = False,
    svg: Annotated[Path | None, typer.Option(help="write the board to this SVG file")] = None,
    png: Annotated[Path | None, typer.Option(help="write the board to this PNG file")] = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Show a position of a record, or list its acts."""
    record, game, steps, language = opened_record(file)
    referee = Referee(game, record.until(0), lambda due, number: None)
    seats = len(referee.acts)
    if seat is not None and not 0 <= seat < seats:
        raise Refused(Message("refuse.no-seat", {"seat": seat, "last": seats - 1}))
    if acts:
        tell_acts(game, [one for _, one in acts_in(referee.position, steps, seat)], out, language)
        return
    if act is not None:
        at = entries_until(act, acts_in(referee.position, steps, seat))
    shown = len(record.until(at).entries)
    referee.commit(steps[:shown])
    view = referee.position.view(seat)
    if svg:
        write_bytes(svg, game.draw(view, language=language).encode())
    if png:
        write_bytes(png, to_png(game.draw(view, language=language)))
    if as_json:
        say_json(view)
    if text or not (svg or png or as_json):
        title: dict[str, Value] = {"title": game.title, "players": record.players, "shown": shown, "entries": len(record.entries)}
        print_line(out, game.say(Message("replay.title", title), language))
        print_line(out, game.text(view, language))
        print_line(out, " ".join([game.say(view.prompt, language), repetition(game, referee.repeated, language)]).rstrip(), "bold")
