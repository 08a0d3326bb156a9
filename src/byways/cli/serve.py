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

from byways.cli.common import note, output_language, say
from byways.errors import common_speaker
from byways.files import read_text
from byways.game import Complaint, Game, Refused, all_games, find_game
from byways.i18n import Message
from byways.table import logs
from byways.table.server.serve import ServerOptions
from byways.table.server.serve import serve as serve_tables

PORT = 8000
log = logging.getLogger(__name__)


def serve(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="offer only this game")] = None,
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks any free port")] = PORT,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="the database: sqlite+aiosqlite:///FILE or postgresql+asyncpg://… (default: a file in your data folder)"
        ),
    ] = None,
    components: Annotated[
        list[str] | None, typer.Option(metavar="GAME=FILE", help="your own components for a game; repeat for others")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="address or network of a reverse proxy whose X-Forwarded headers are trusted; repeat for others"
        ),
    ] = None,
    listen_db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="a direct address of the PostgreSQL for notifications, if --db is a pooler such as pgbouncer"),
    ] = None,
    monitor: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="address or network that may read /metrics and /readyz, besides this machine; repeat for others"
        ),
    ] = None,
    log_json: Annotated[bool, typer.Option("--log-json", help="log to stderr as JSON lines")] = False,
    processes: Annotated[
        int, typer.Option(min=1, help="number of server processes sharing the port (more than one requires PostgreSQL)")
    ] = 1,
) -> None:
    """Play in the browser, with bots and friends."""
    with logged() if log_json else nullcontext():
        games = with_own_components([find_game(game_name)] if game_name else all_games(), components or [])
        open_table(games, ServerOptions(host, port, db, listen_db, processes, proxy or [], monitor or []))


@contextmanager
def logged() -> Iterator[None]:
    """Log what would otherwise be printed to the terminal."""
    os.environ[logs.AS_JSON] = "yes"
    logs.set_up()
    try:
        yield
    except Complaint as error:
        log.error("%s", error.in_language(output_language()))
        raise SystemExit(2) from None


def with_own_components(games: list[Game], given: list[str]) -> list[Game]:
    """Return the games, with the components given as GAME=FILE."""
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


def open_table(games: list[Game], serving: ServerOptions, show: bool = False) -> None:
    """Serve until stopped. With `show`, open a browser if stdout is a terminal."""
    is_logged = logs.AS_JSON in os.environ

    def opened(address: str) -> None:
        if is_logged:
            return
        say("serve.open", address=address)
        if show and sys.stdout.isatty():
            webbrowser.open(address)

    def tell(message: Message) -> None:
        (log.info if is_logged else note)(common_speaker(output_language()).say(message))

    serve_tables(games, serving, opened, tell)
