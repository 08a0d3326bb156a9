"""Finished games on a server, with instant reviews."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec

from byways.game import Choice, View
from byways.record import read
from byways.review.judging import Valued, WeighTask
from byways.table.http.visitors import new_secret
from byways.table.play.table import Table
from byways.table.seats import Seat, hash_of
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable
from byways.table.workers.fair_queue import SERVER, Requester
from tests.table.serving import ServerThread

RECORDS = Path(__file__).parent.parent / "records"


async def fancy(request: WeighTask, requester: Requester = SERVER) -> list[Valued]:
    """Weigh acts arbitrarily but reproducibly, in this process instead of a worker."""
    liking = Random(repr(request.view)).gauss(0, 0.8)
    acts = [*request.among, *(whole(request.view, choice) for choice in request.view.choices[:3])]
    return [Valued(act, liking - abs(Random(repr(act)).gauss(0, 0.8)), 0.05) for act in dict.fromkeys(acts)]


def whole(view: View, choice: Choice) -> tuple[str, ...]:
    """An act that begins with a choice and continues with the first choices offered."""
    assert view.seat is not None
    world, act = view.imagine(Random(1)).choose(view.seat, choice), [str(choice)]
    while world.acts[view.seat] and world.choices(view.seat) and len(act) < 20:
        act.append(str(world.choices(view.seat)[-1]))
        world = world.choose(view.seat, world.choices(view.seat)[-1])
    return tuple(act)


def make_reviews_up(server: ServerThread) -> None:
    server.tables.workers.weigh = fancy  # type: ignore[method-assign]


def finished(server: ServerThread, name: str, begun: bool = False) -> tuple[Table, str]:
    """A recorded game at a table, and the secret of the player in its first seat."""
    record, secret = read((RECORDS / f"{name}.json").read_bytes()), new_secret(server.tables.server_key)
    seats = (Seat("person", holder=hash_of(secret), name="Ann"), *[Seat("bot", bot="hard")] * (len(record.players) - 1))
    log, head = tuple(Timed(entry, 100.0) for entry in record.entries), msgspec.structs.replace(record, entries=())
    server.do(server.tables.store.add(StoredTable(name, head, "seed", False, None, 100.0, seats, log, begun=begun)))
    return server.table(f"/play/{name}"), secret
