"""Serve tables: open a port, in this process or in several, until stopped. Light to import: the rest is loaded on demand."""

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

COLLECTED = (20_000, 5, 5)  # Python's thresholds of garbage collection: all of a few hundred tables once in 500,000 new objects

log = logging.getLogger(__name__)


def listen(host: str, port: int) -> socket.socket:
    try:
        door = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # which asyncio forgets here: answers would wait 40 ms
        return door
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Declined("wrong.port-taken", port=port, host=host) from None
        raise Declined("wrong.port", port=port, host=host, problem=error.strerror or str(error)) from None


class Serving(msgspec.Struct, frozen=True):
    """How tables are served: at which door, on which database, and by how many processes.

    `listen_db` is the way to it by which servers hear of each other, where somebody pools the connections of `database`.
    `proxies` may say who somebody is whom they bring. `elsewhere`: at any port if another program has this one.
    """

    host: str = "127.0.0.1"
    port: int = 0
    database: str | None = None
    listen_db: str | None = None
    processes: int = 1
    proxies: Sequence[str] = ()
    monitors: Sequence[str] = ()
    elsewhere: bool = False


def serve(games: Sequence[Game], how: Serving, opened: Callable[[str], object], tell: Callable[[Message], object]) -> None:
    """Serve until stopped. `opened` gets the address; `tell` gets what else people at the terminal want to know."""

    def tell_address() -> None:
        log.info("Byways %s is open at %s.", __version__, address)
        opened(address)

    if one := inherited():
        serve_here(games, how, one.door, lambda: one.line.send(READY), tell, one)
        return
    if slower := plain(games):
        tell(slower)
    check_database(how.database, how.processes, how.listen_db)
    door = door_of(how)
    address = f"http://{f'[{how.host}]' if ':' in how.host else how.host}:{door.getsockname()[1]}"
    if how.processes == 1:
        serve_here(games, how, door, tell_address, tell)
    else:
        serve_by_several(how.processes, door, tell_address)


def serve_by_several(processes: int, door: socket.socket, opened: Callable[[], object]) -> None:
    from byways.table.server.supervisor import serve_by

    if status := serve_by(processes, door, opened):
        raise SystemExit(status)


def door_of(how: Serving) -> socket.socket:
    try:
        return listen(how.host, how.port)
    except Declined:
        if not how.elsewhere:
            raise
    return listen(how.host, 0)


def check_database(database: str | None, processes: int, listen_db: str | None = None) -> None:
    """Several processes, and a line past a pooler, are for PostgreSQL."""
    if processes > 1 and not hasattr(os, "fork"):  # Windows hands no open socket on to another process
        raise Declined("wrong.processes-here")
    is_postgresql = [(one or "").startswith("postgresql") for one in (database, listen_db)]
    if processes > 1 and not is_postgresql[0]:
        raise Declined("wrong.processes")
    if listen_db and not all(is_postgresql):
        raise Declined("wrong.listen-db")


def serve_here(
    games: Sequence[Game],
    how: Serving,
    door: socket.socket,
    opened: Callable[[], object],
    tell: Callable[[Message], object],
    one: Inherited | None = None,
) -> None:
    """In this process, until it is stopped; as `one` of several also until its line is cut."""
    gc.disable()  # nothing that is loaded here goes again
    from byways.table.metrics import ErrorCounter
    from byways.table.play.tables import Tables
    from byways.table.server.process import Server
    from byways.table.store.database import data_file
    from byways.table.store.store import Store, file_url
    from byways.table.workers.pool import Workers

    collect_seldom()
    logs.set_up(ErrorCounter(logging.ERROR))
    tables = Tables(games, Store(how.database or file_url(data_file()), how.listen_db), Workers(), tell=tell)
    shared = (one.line, limits_of(one)) if one else ()
    with suppress(KeyboardInterrupt), door:
        Server(tables, opened, None, how.proxies, how.monitors, *shared).run([door])


def limits_of(one: Inherited) -> Limits:
    """Those that this process keeps together with the others."""
    from byways.table.http.shared_limits import shared_limits

    return shared_limits(one.memory, one.share)


def collect_seldom() -> None:
    """All that is loaded by now stays, and most of what a table adds: to look through it again and again would hold up everybody."""
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    gc.enable()
