"""Serve tables on a port, from one process or several. Most modules are loaded on demand, so this one is quick to import."""

from __future__ import annotations

import errno
import gc
import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from byways import __version__
from byways.bots.roster import plain
from byways.game import Game
from byways.i18n import Message
from byways.table import logs
from byways.table.errors import Declined
from byways.table.server.inherited import READY, Inherited, inherited

if TYPE_CHECKING:
    from byways.table.http.limits import Limits

GC_THRESHOLDS = (20_000, 5, 5)  # a full collection, which takes in a few hundred tables, runs once in 500,000 new objects

log = logging.getLogger(__name__)


def listen(host: str, port: int) -> socket.socket:
    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio does not set this here, and responses would wait 40 ms
        return listener
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Declined("wrong.port-taken", port=port, host=host) from None
        raise Declined("wrong.port", port=port, host=host, problem=error.strerror or str(error)) from None


class ServerOptions(msgspec.Struct, frozen=True):
    """Where and how to serve tables.

    `listen_db` is a direct database address for LISTEN, needed if `database` goes through a connection pooler. `proxies` may report
    clients' addresses. With `any_port`, another port is used if this one is taken.
    """

    host: str = "127.0.0.1"
    port: int = 0
    database: str | None = None
    listen_db: str | None = None
    processes: int = 1
    proxies: Sequence[str] = ()
    monitors: Sequence[str] = ()
    any_port: bool = False


def serve(games: Sequence[Game], options: ServerOptions, opened: Callable[[str], object], tell: Callable[[Message], object]) -> None:
    """Serve until stopped. `opened` gets the address; `tell` gets other messages for the terminal."""

    def tell_address() -> None:
        log.info("Byways %s is open at %s.", __version__, address)
        opened(address)

    if one := inherited():
        serve_here(games, options, one.listener, lambda: one.pipe.send(READY), tell, one)
        return
    if slower := plain(games):
        tell(slower)
    check_database(options.database, options.processes, options.listen_db)
    listener = listen_as(options)
    address = f"http://{f'[{options.host}]' if ':' in options.host else options.host}:{listener.getsockname()[1]}"
    if options.processes == 1:
        serve_here(games, options, listener, tell_address, tell)
    else:
        serve_by_several(options.processes, listener, tell_address)


def serve_by_several(processes: int, listener: socket.socket, opened: Callable[[], object]) -> None:
    from byways.table.server.supervisor import supervise

    if status := supervise(processes, listener, opened):
        raise SystemExit(status)


def listen_as(options: ServerOptions) -> socket.socket:
    try:
        return listen(options.host, options.port)
    except Declined:
        if not options.any_port:
            raise
    return listen(options.host, 0)


def check_database(database: str | None, processes: int, listen_db: str | None = None) -> None:
    """Decline options that require PostgreSQL if the database is another: several processes, and an address that bypasses a pooler."""
    if processes > 1 and not hasattr(os, "fork"):  # Windows cannot pass an open socket to a child process
        raise Declined("wrong.processes-here")
    is_postgresql = [(one or "").startswith("postgresql") for one in (database, listen_db)]
    if processes > 1 and not is_postgresql[0]:
        raise Declined("wrong.processes")
    if listen_db and not all(is_postgresql):
        raise Declined("wrong.listen-db")


def serve_here(
    games: Sequence[Game],
    options: ServerOptions,
    listener: socket.socket,
    opened: Callable[[], object],
    tell: Callable[[Message], object],
    one: Inherited | None = None,
) -> None:
    """Serve from this process until it is stopped, or until the pipe to its supervisor breaks."""
    from byways.table.metrics import ErrorCounter
    from byways.table.play.tables import Tables
    from byways.table.server.process import Server
    from byways.table.store.database import data_file
    from byways.table.store.store import Store, file_url
    from byways.table.workers.pool import Workers

    tune_gc()
    logs.set_up(ErrorCounter(logging.ERROR))
    tables = Tables(games, Store(options.database or file_url(data_file()), options.listen_db), Workers(), report=tell)
    shared = (one.pipe, limits_of(one)) if one else ()
    with suppress(KeyboardInterrupt), listener:
        Server(tables, opened, None, options.proxies, options.monitors, *shared).run([listener])


def limits_of(one: Inherited) -> Limits:
    """The limits that this process shares with the others."""
    from byways.table.http.shared_limits import shared_limits

    return shared_limits(one.memory, one.share)


def tune_gc() -> None:
    """Freeze loaded objects and collect garbage rarely: tables live long, and rescanning them would stall requests."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
