"""The command `byways connect`."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from byways.cli.common import fail, out
from byways.console import print_line
from byways.game import Refused
from byways.i18n import Message
from byways.wire.connect import play_at
from byways.wire.guest import BotGuest, Guest, ProgramGuest
from byways.wire.messages import Removed
from byways.wire.process import Process
from byways.wire.program import is_program, program_command


def connect(
    url: Annotated[str, typer.Argument(metavar="URL", help="the address on the table's page: ws://HOST/program/TABLE/KEY")],
    bot: Annotated[str | None, typer.Option(metavar="NAME", help="one of the game's bots")] = None,
    player: Annotated[str | None, typer.Option(metavar="'exec:PROGRAM ARGS'", help="a program that plays over stdio")] = None,
) -> None:
    """Seat a bot or a program at a table on another server."""
    if (bot is None) == (player is None) or (player is not None and not is_program(player)):
        raise Refused(Message("refuse.who-plays"))
    guest: Guest = BotGuest(bot) if bot is not None else ProgramGuest(Process(program_command(player or "")))
    try:
        last = play_at(url, guest, partial(print_line, out))
    finally:
        guest.close()
    if isinstance(last, Removed):
        fail(last.sentence, 1)
    print_line(out, last.sentence)
