"""The command `byways serve`."""

from __future__ import annotations

import logging
import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from byways.cli.common import note, out, tongue
from byways.cli.files import read_text
from byways.console import print_line
from byways.errors import house
from byways.game import Complaint, Game, Refused, all_games, find_game
from byways.i18n import Message
from byways.table import logs
from byways.table.server.serve import Serving
from byways.table.server.serve import serve as serve_tables

PORT = 8000
log = logging.getLogger(__name__)


def serve(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="only this game")] = None,
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks any free port")] = PORT,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="sqlite+aiosqlite:///FILE or postgresql+asyncpg://… (default: a file in your data folder)"),
    ] = None,
    components: Annotated[
        list[str] | None, typer.Option(metavar="GAME=FILE", help="your own components instead of the built-in ones, for any of the games")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="a reverse proxy, or a network of them, to be believed about whom it brings (default: none)"),
    ] = None,
    listen_db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="the same PostgreSQL past a pooler such as pgbouncer, for hearing of other servers"),
    ] = None,
    monitor: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="who may read /metrics and /readyz besides this machine: an address or a network"),
    ] = None,
    log_json: Annotated[bool, typer.Option("--log-json", help="write what happens to stderr, as lines of JSON")] = False,
    processes: Annotated[int, typer.Option(min=1, help="so many processes at one port; more than one need PostgreSQL")] = 1,
) -> None:
    """Play in the browser, with bots and friends."""
    with logged() if log_json else nullcontext():
        games = with_own_components([find_game(game_name)] if game_name else all_games(), components or [])
        open_table(games, Serving(host, port, db, listen_db, processes, proxy or [], monitor or []))


@contextmanager
def logged() -> Iterator[None]:
    """What would be said in the terminal is a line of the log."""
    os.environ[logs.AS_JSON] = "yes"
    logs.set_up()
    try:
        yield
    except Complaint as error:
        log.error("%s", error.said(tongue()))
        raise SystemExit(2) from None


def with_own_components(games: list[Game], given: list[str]) -> list[Game]:
    """The same games, with the components from FILE for each GAME=FILE."""
    chosen = {game.name: game for game in games}
    for text in given:
        name, _, file = map(str.strip, text.partition("="))
        if not file:
            raise Refused(Message("refuse.not-own", {"text": text}))
        if name not in chosen:
            raise Refused(Message("refuse.own-game", {"game": name, "file": file, "games": tuple(chosen)}))
        if chosen[name].own is not None:
            raise Refused(Message("refuse.own-twice", {"title": chosen[name].title}))
        read = read_text(Path(file))
        try:
            chosen[name] = chosen[name].using(read, Path(file).name)
        except Refused as error:
            raise Refused(Message("refuse.in-file", {"file": file, "why": error.meaning}), error.by) from None
    return list(chosen.values())


def open_table(games: list[Game], serving: Serving, show: bool = False) -> None:
    """Serve until stopped; opens a browser if there is one and somebody is at the screen."""
    is_logged = logs.AS_JSON in os.environ

    def opened(address: str) -> None:
        if is_logged:
            return
        print_line(out, house(tongue()).say(Message("serve.open", {"address": address})))
        if show and sys.stdout.isatty():
            webbrowser.open(address)

    def tell(message: Message) -> None:
        (log.info if is_logged else note)(house(tongue()).say(message))

    serve_tables(games, serving, opened, tell)
